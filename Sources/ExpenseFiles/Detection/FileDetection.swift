internal import ExpenseModel

/// What a file is to be read with: what the profile gives, what the file makes certain, and what it
/// leaves open.
protocol FileDetection {
  var context: OpeningContext { get }
  var findings: [Finding] { get set }
  /// All that is given and certain.
  var profile: Profile { get set }
  /// The order of dates that all orders read as the same days.
  var irrelevantOrder: Profile.DateOrder { get set }

  /// Where an example stands, for people: `line 2, Amount, "-3.000"`.
  func place(_ example: Example) -> String

  /// The date of a cell in an order; nil for none.
  static func date(_ cell: String, _ order: Profile.DateOrder) -> CivilDate?
}

extension FileDetection {
  var given: Profile { context.profile }
  var isOpen: Bool { findings.contains { $0.state == .ambiguous } }

  static func date(_ cell: String, _ order: Profile.DateOrder) -> CivilDate? {
    let bytes = cell.utf8
    return try? DateCell.read(bytes.span, 0..<bytes.count, order)
  }

  mutating func tellEncoding(_ text: DecodedText) {
    findings.append(.encoding(of: text, given: given.encoding))
  }

  // MARK: Words

  /// "a", "a or b", "a, b or c"; of none "unknown".
  static func either(_ names: [String]) -> String {
    guard let last = names.last else { return "unknown" }
    return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " or " + last
  }
}
