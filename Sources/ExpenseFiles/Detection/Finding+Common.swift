// What more than one format finds or asks.

extension Finding {
  /// How a file's bytes became text: as given, as it was found, or a question.
  ///
  /// - Parameter declared: What the file itself says of its encoding, where it is none that is
  ///   known; then only UTF-8 speaks for itself.
  static func encoding(
    of text: DecodedText, given: TextEncoding?, declared: String? = nil
  ) -> Finding {
    if let given {
      return Finding(
        key: "encoding", state: .given, value: given.rawValue,
        text: "encoding: \"\(given.rawValue)\"")
    }
    if let (byte, place) = text.strangeByte { return askEncoding(byte, place) }
    if let declared, text.encoding == .cp1252 {
      return askEncoding("the text is not UTF-8, and the file says that it is \(declared)")
    }
    let value = text.encoding.rawValue
    let reason =
      switch text.encoding {
      case .utf8WithMark: ": the file begins with its mark"
      case .utf16, .utf16Little, .utf16Big: ": every other byte of most characters is 0, or a mark"
      case .cp1252: ": it is not UTF-8"
      default: ""
      }
    return Finding(
      key: "encoding", state: .certain, value: value, text: "encoding: \"\(value)\"\(reason)")
  }

  /// The text is not UTF-8, and CP1252 would have to be guessed.
  private static func askEncoding(_ byte: UInt8, _ place: Place) -> Finding {
    askEncoding(
      "the text is not UTF-8, and cp1252 has no character for byte "
        + "0x\(String(byte, radix: 16, uppercase: true)) in line \(place.line)",
      line: Int64(place.line))
  }

  private static func askEncoding(_ reason: String, line: Int64 = 0) -> Finding {
    let candidates = [TextEncoding.cp1252, .latin1].map(\.rawValue)
    return Finding(
      key: "encoding", state: .ambiguous, candidates: candidates, line: line,
      text: "encoding: \(reason); if it is none of "
        + "\(CSVDetection.either(TextEncoding.allCases.map(\.rawValue))), save it as UTF-8")
  }

  /// What is to become of money that comes in: given, a question when there is any, or nothing.
  ///
  /// - Parameter rows: How many rows of such money the profile says nothing of; nil: some.
  static func income(_ given: Profile.Income?, rows: Int?) -> Finding? {
    if let given {
      return Finding(
        key: "income", state: .given, value: given.rawValue, text: "income: \"\(given.rawValue)\"")
    }
    if rows == 0 { return nil }
    let count = rows.map { $0 == 1 ? " (1 row)" : " (\($0) rows)" } ?? ""
    return Finding(
      key: "income", state: .ambiguous, candidates: Profile.Income.allCases.map(\.rawValue),
      text: "income: is money coming in\(count) to \"leave out\" or a \"refund\"?")
  }
}
