internal import ExpenseModel
@_spi(_Unicode) internal import Swift

/// The programs of plain-text accounting that a journal can be written for.
public enum JournalDialect: Hashable, Sendable, CaseIterable {
  /// Ledger (ledger-cli.org), version 3.
  case ledger
  /// hledger (hledger.org), version 1.25 or later.
  case hledger
  /// Beancount (github.com/beancount), version 2.3 or later.
  case beancount
}

/// What its grammar takes.
///
/// Sources: "Ledger 3 manual", section "Keeping a Journal"; hledger 1.25 manual, "Journal format";
/// "Beancount Language Syntax" with its lexer and `core/account.py` of 2.3.5. All of it is tested
/// with the programs.
extension JournalDialect {
  /// The most bytes that a line may have: Ledger reads up to 4,096.
  var maximumLine: Int { self == .ledger ? 4_000 : .max }

  /// The first year that it can read: Ledger's dates begin with 1400.
  var firstYear: Int { self == .ledger ? 1400 : 1 }

  /// A currency's code as it stands behind an amount.
  func commodity(_ code: String) -> String {
    if self == .beancount {
      // These would be read as values, not as currencies.
      return ["TRUE", "FALSE", "NULL"].contains(code) ? "X-\(code)" : code
    }
    return code.utf8.contains { (0x30...0x39).contains($0) } ? "\"\(code)\"" : code
  }

  /// Whether a tag can stand as the format's own kind of tag.
  func isTag(_ tag: String) -> Bool {
    guard let first = tag.utf8.first, !JournalKey.allCases.contains(where: { $0.rawValue == tag })
    else { return false }
    return Self.isAlphanumeric(first)
      && tag.utf8.allSatisfy { Self.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F }
  }

  /// A name as one part of an account's name, which may be the same for two names.
  func accountPart(_ name: String) -> String {
    switch self {
    case .ledger, .hledger:
      let text = String(
        String.UnicodeScalarView(name.unicodeScalars.map { $0 == ":" ? "-" : $0 }))
      let plain = Self.withPlainBlanks(text)
      return plain.isEmpty ? "-" : plain
    case .beancount:
      return Self.beancountPart(name)
    }
  }

  /// A name as the payee of a transaction, on one line.
  func payee(_ name: String) -> String {
    var plain = Self.withPlainBlanks(name)
    if self == .hledger {
      plain = String(
        String.UnicodeScalarView(
          plain.unicodeScalars.map { $0 == ";" ? "," : $0 == "|" ? "/" : $0 }))
    }
    return plain.isEmpty ? "-" : plain
  }

  /// The text with one space for each run of white space and control characters, and none at its
  /// ends: two spaces end a name.
  private static func withPlainBlanks(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isPending = false
    for scalar in text.unicodeScalars {
      if isBlank(scalar) {
        isPending = !result.isEmpty
        continue
      }
      if isPending { result.append(" ") }
      isPending = false
      result.append(scalar)
    }
    return String(result)
  }

  /// Whether a program may take a character for white space, or for the end of a line.
  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isWhitespace || properties.generalCategory == .control
      || properties.generalCategory == .format
  }

  /// Beancount's parts begin with a capital letter or a digit; then letters, digits and `-`.
  ///
  /// Other ASCII characters become `-`, of which there are never two and none at an end; any other
  /// character that the program does not take for a letter becomes `U` and its number.
  private static func beancountPart(_ name: String) -> String {
    var result = String.UnicodeScalarView()
    var isPending = false
    for scalar in name._nfc {
      if scalar.isASCII && !isLetter(scalar) || isBlank(scalar) {
        isPending = !result.isEmpty
        continue
      }
      if isPending { result.append("-") }
      isPending = false
      if isLetter(scalar) {
        result.append(scalar)
      } else {
        let number = "U" + String(scalar.value, radix: 16, uppercase: true)
        result.append(contentsOf: number.unicodeScalars)
      }
    }
    guard let first = result.first else { return "X" }
    let isDigit =
      first.isASCII && isAlphanumeric(UInt8(truncatingIfNeeded: first.value)) && first.value < 0x3A
    if isDigit || isCapital(first) { return String(result) }
    let capital = first.properties.uppercaseMapping.unicodeScalars
    guard capital.count == 1, let capital = capital.first, isCapital(capital), isLetter(capital)
    else { return "X" + String(result) }
    return String(capital) + String(result.dropFirst())
  }

  private static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .uppercaseLetter
  }

  /// Whether beancount surely takes a character for a letter or a digit: ASCII, and the letters of
  /// the Latin, Greek, Cyrillic and Armenian alphabets as of Unicode 5.0, on which its list stands.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isAlphanumeric(UInt8(truncatingIfNeeded: scalar.value)) }
    guard scalar.value < 0x590 || (0x1E00...0x1FFF).contains(scalar.value),
      let age = scalar.properties.age, age.major < 5 || age.major == 5 && age.minor == 0
    else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter: return true
    default: return false
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }
}
