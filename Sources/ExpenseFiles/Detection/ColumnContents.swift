internal import ExpenseModel

/// What the cells of one column hold, as far as the beginning of a file tells.
struct ColumnContents {
  private(set) var filled = 0
  private(set) var dates = 0
  private(set) var amounts = 0
  private(set) var texts = 0
  private(set) var currencies = 0
  private(set) var debits = 0
  private(set) var credits = 0

  mutating func add(_ kind: CellKind, _ cell: String) {
    guard kind != .blank else { return }
    filled += 1
    if kind.isDate { dates += 1 }
    if kind.isAmount { amounts += 1 }
    if kind == .text { texts += 1 }
    guard cell.utf8.count <= 16 else { return }
    switch FlagCell.direction(cell) {
    case .debit: debits += 1
    case .credit: credits += 1
    case .none: break
    }
    if kind == .text, let text = CurrencyText(HeaderName.trimmed(cell).uppercased()),
      text.codes.allSatisfy({ Currency.iso($0) != nil })
    {
      currencies += 1
    }
  }

  var holdsDates: Bool { dates > 0 && dates * 2 >= filled }
  var holdsAmounts: Bool { amounts > 0 && amounts * 2 >= filled && !holdsOnlyDates }
  /// Eight digits may be a date or a number; a column of them that has other dates has dates.
  private var holdsOnlyDates: Bool { dates > amounts }
  var holdsTexts: Bool { texts > 0 && texts * 2 >= filled }
  var holdsCurrencies: Bool { filled > 0 && currencies == filled }
  var holdsFlags: Bool { filled > 0 && debits + credits == filled }
  var holdsMostlyFlags: Bool { filled > 0 && (debits + credits) * 2 >= filled }
}

/// Reads the marks for debit and credit in a column of their own.
enum FlagCell {
  /// What a mark says; none when it is not known.
  ///
  /// `D` and `C` as SWIFT's MT940 has them, `DBIT` and `CRDT` as ISO 20022, and the words of banks:
  /// a debit is money that leaves the account.
  static func direction(_ text: String) -> AmountText.Direction {
    let mark = HeaderName.folded(text)
    return debits.contains(mark) ? .debit : credits.contains(mark) ? .credit : .none
  }

  private static let debits: Set<String> = Set(
    [
      "d", "dr", "db", "dbit", "debit", "debet", "s", "soll", "af", "out", "-", "\u{2212}", "débit",
      "debito", "débito", "dare", "cargo", "withdrawal", "paid out", "money out", "addebito", "uit",
      "obciążenie",
    ].map(TextFold.fold))
  private static let credits: Set<String> = Set(
    [
      "c", "cr", "crdt", "credit", "kredit", "h", "haben", "bij", "in", "+", "crédit", "credito",
      "crédito", "avere", "abono", "deposit", "paid in", "money in", "accredito", "uznanie",
    ].map(TextFold.fold))
}
