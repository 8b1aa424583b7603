extension CivilDate {
  /// Reads an ISO 8601 date: "2026-03-14", "20260314" or, by week, "2026-W11-6".
  ///
  /// - Throws: ``ExpenseError/Code/invalid``, saying what is wrong: a month without a day, a day
  ///   that does not exist, or a text of another form.
  public init(parsing iso8601: String) throws(ExpenseError) {
    let bytes = iso8601.utf8
    guard let date = CivilDate(parsing: bytes.span) else {
      throw CivilDate.error(iso8601)
    }
    self = date
  }

  /// Reads an ISO 8601 date from ASCII bytes; nil when they are none or there is no such day.
  ///
  /// For hot loops that make messages of their own.
  @inlinable
  public init?(parsing bytes: Span<UInt8>) {
    guard bytes.count >= 8, let year = CivilDate.number(bytes, 0, 4) else { return nil }
    if bytes.count == 8 {
      guard let monthDay = CivilDate.number(bytes, 4, 4) else { return nil }
      self.init(year: year, month: monthDay / 100, day: monthDay % 100)
      return
    }
    guard bytes.count == 10, bytes[4] == 0x2D else { return nil }
    if bytes[5] == 0x57 {
      guard let week = CivilDate.number(bytes, 6, 2), bytes[8] == 0x2D,
        let weekday = CivilDate.number(bytes, 9, 1)
      else { return nil }
      self.init(isoYear: year, week: week, weekday: weekday)
      return
    }
    guard let month = CivilDate.number(bytes, 5, 2), bytes[7] == 0x2D,
      let day = CivilDate.number(bytes, 8, 2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The number in so many ASCII digits; nil when one of them is no digit.
  @inlinable
  static func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
    var result = 0
    for index in start..<(start &+ count) {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return nil }
      result = result &* 10 &+ Int(digit)
    }
    return result
  }

  private static func error(_ text: String) -> ExpenseError {
    let bytes = Array(text.utf8)
    let isMonth =
      bytes.count == 7 && bytes[4] == 0x2D && number(bytes.span, 0, 4) != nil
      && number(bytes.span, 5, 2) != nil
    let shape = String(
      decoding: bytes.map { $0 &- 0x30 < 10 ? UInt8(ascii: "9") : $0 }, as: UTF8.self)
    let reason =
      if isMonth {
        "the date \(quoted(text)) has no day: a date is written as in 2026-03-14"
      } else if shape == "9999-99-99" || shape == "99999999" || shape == "9999-W99-9" {
        "there is no day \(quoted(text))"
      } else {
        "a date is written as in 2026-03-14: \(quoted(text))"
      }
    return ExpenseError(.invalid, reason, field: .date)
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date as ISO 8601 writes it: "2026-03-14".
  public var description: String {
    var text = InlineArray<10, UInt8>(repeating: 0x2D)
    let (year, month, day) = parts
    CivilDate.fill(&text, 0, 4, year)
    CivilDate.fill(&text, 5, 2, month)
    CivilDate.fill(&text, 8, 2, day)
    guard let utf8 = try? UTF8Span(validating: text.span) else { return "" }
    return String(copying: utf8)
  }

  /// Appends the date as ISO 8601 writes it to bytes, as an export needs it.
  public func append(to bytes: inout [UInt8]) {
    var text = InlineArray<10, UInt8>(repeating: 0x2D)
    let (year, month, day) = parts
    CivilDate.fill(&text, 0, 4, year)
    CivilDate.fill(&text, 5, 2, month)
    CivilDate.fill(&text, 8, 2, day)
    for index in text.indices { bytes.append(text[index]) }
  }

  private static func fill(
    _ text: inout InlineArray<10, UInt8>, _ start: Int, _ count: Int, _ number: Int
  ) {
    var rest = number
    for index in (start..<(start + count)).reversed() {
      text[index] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}
