internal import ExpenseModel

/// In which order day, month and year stand.
///
/// A date written with points has the day before the month: of the locales of Unicode's CLDR none
/// writes the month first with points. A year of two digits stands first only between hyphens.
struct DateEvidence {
  typealias Order = Profile.DateOrder

  /// The orders in which every date so far can be read.
  private var possible = [true, true, true]
  /// For each order the first date that it cannot read and another can.
  private var against: [Example?] = [nil, nil, nil]
  /// For each pair of orders the first date that both read, as different days.
  private var differing: [Example?] = [nil, nil, nil]
  private var count = 0

  /// Looks at a cell; false when it is no date in any order.
  mutating func add(
    _ span: Span<UInt8>, _ range: Range<Int>, _ example: @autoclosure () -> Example
  ) -> Bool {
    let range = Blanks.trimmed(span, range)
    let (dates, isAny) = DateEvidence.readings(span, range)
    guard isAny else { return false }
    count += 1
    for index in 0..<3 {
      if dates[index] == nil, possible[index] {
        possible[index] = false
        against[index] = example()
      }
      let next = (index + 1) % 3
      if differing[index] == nil, let a = dates[index], let b = dates[next], a != b {
        differing[index] = example()
      }
    }
    return true
  }

  static let orders: [Order] = [.dayMonthYear, .monthDayYear, .yearMonthDay]

  /// What a cell says in each of the orders.
  private static func readings(
    _ span: Span<UInt8>, _ range: Range<Int>
  ) -> (dates: InlineArray<3, CivilDate?>, isAny: Bool) {
    var dates = InlineArray<3, CivilDate?>(repeating: nil)
    guard !range.isEmpty else { return (dates, false) }
    // Most dates begin with the year.
    var index = range.lowerBound
    let first = DateCell.digits(span, &index, range.upperBound).count
    dates[2] = try? DateCell.read(span, range, .yearMonthDay)
    if first == 4 || first == 8 { return (dates, dates[2] != nil) }
    dates[0] = try? DateCell.read(span, range, .dayMonthYear)
    let mark = index < range.upperBound ? span[index] : 0
    let isNumeric = first > 0 && mark != 0
    if !(isNumeric && mark == UInt8(ascii: ".")) || dates[0] == nil {
      dates[1] = try? DateCell.read(span, range, .monthDayYear)
    }
    if isNumeric, mark != UInt8(ascii: "-"), dates[0] != nil || dates[1] != nil { dates[2] = nil }
    return (dates, dates[0] != nil || dates[1] != nil || dates[2] != nil)
  }

  /// Whether every date so far can be read in an order.
  func allows(_ order: Order) -> Bool {
    DateEvidence.orders.firstIndex(of: order).map { possible[$0] } ?? false
  }

  enum Conclusion {
    /// All orders that are possible give the same days.
    case irrelevant(Order)
    case certain(Order, Example?)
    case open([Order], Example)
  }

  func conclusion() -> Conclusion {
    let left = DateEvidence.orders.indices.filter { possible[$0] }
    if count == 0 { return .irrelevant(.yearMonthDay) }
    if left.count == 1 {
      let example = against.enumerated().first { $0.offset != left[0] && $0.element != nil }
      return .certain(DateEvidence.orders[left[0]], example?.element)
    }
    if left.isEmpty {
      let examples = against.compactMap(\.self)
      guard let last = examples.max(by: { $0.line < $1.line }) else {
        return .irrelevant(.yearMonthDay)
      }
      return .open(DateEvidence.orders, last)
    }
    for index in left where left.contains((index + 1) % 3) {
      if let example = differing[index] {
        return .open(left.map { DateEvidence.orders[$0] }, example)
      }
    }
    return .irrelevant(DateEvidence.orders[left[0]])
  }
}
