internal import ExpenseModel

/// In which order the dates of a QIF file stand.
struct QIFDateEvidence {
  /// Of all dates, and of those without points.
  private var all = DateEvidence()
  private var others = DateEvidence()
  /// Whether every date with points has the day first.
  private(set) var isDayFirst = true

  /// What tells the order of the dates that do not say it themselves.
  var conclusive: DateEvidence { isDayFirst ? others : all }

  mutating func add(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ example: @autoclosure () -> Example
  ) {
    let range = Blanks.trimmed(bytes, range)
    if let plain = QIFDate.plain(bytes, range) {
      addPlain(plain.span, plain.indices, example())
    } else {
      addPlain(bytes, range, example())
    }
  }

  private mutating func addPlain(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ example: @autoclosure () -> Example
  ) {
    if QIFDate.hasYearFirst(bytes, range) { return }
    guard all.add(bytes, range, example()) else { return }
    if QIFDate.hasPoints(bytes, range) {
      if (try? DateCell.read(bytes, range, .dayMonthYear)) == nil { isDayFirst = false }
    } else {
      _ = others.add(bytes, range, example())
    }
  }
}
