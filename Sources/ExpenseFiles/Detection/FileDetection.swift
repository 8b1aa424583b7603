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
}

extension FileDetection {
  var given: Profile { context.profile }
  var isOpen: Bool { findings.contains { $0.state == .ambiguous } }

  mutating func tellEncoding(_ text: DecodedText) {
    let isGiven = given.encoding != nil
    if let (byte, place) = text.strangeByte { return askEncoding(byte, place) }
    let value = isGiven ? given.encoding?.rawValue ?? "" : text.encoding.rawValue
    let reason =
      switch text.encoding {
      case _ where isGiven: ""
      case .utf8WithMark: ": the file begins with its mark"
      case .utf16, .utf16Little, .utf16Big: ": every other byte of most characters is 0, or a mark"
      case .cp1252: ": it is not UTF-8"
      default: ""
      }
    findings.append(
      Finding(
        key: "encoding", state: isGiven ? .given : .certain, value: value,
        text: "encoding: \"\(value)\"\(reason)"))
  }

  /// The text is not UTF-8, and CP1252 would have to be guessed.
  private mutating func askEncoding(_ byte: UInt8, _ place: Place) {
    let candidates = [TextEncoding.cp1252, .latin1].map(\.rawValue)
    findings.append(
      Finding(
        key: "encoding", state: .ambiguous, candidates: candidates, line: Int64(place.line),
        text: "encoding: the text is not UTF-8, and cp1252 has no character for byte "
          + "0x\(String(byte, radix: 16, uppercase: true)) in line \(place.line); if it is none of "
          + "\(Self.either(TextEncoding.allCases.map(\.rawValue))), save it as UTF-8"))
  }

  // MARK: Words

  /// "a", "a or b", "a, b or c"; of none "unknown".
  static func either(_ names: [String]) -> String {
    guard let last = names.last else { return "unknown" }
    return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " or " + last
  }
}
