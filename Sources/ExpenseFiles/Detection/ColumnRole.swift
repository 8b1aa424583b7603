internal import ExpenseModel

/// What a column's name says that it holds.
enum ColumnRole: Hashable {
  case date
  /// When interest begins to count, or a bill is due: no day of spending where there is another.
  case otherDate
  case amount
  /// A fee, a tax, an amount in the currency of elsewhere: not the amount where there is another.
  case otherAmount
  /// Money out and money in; `isClear` when the words tell which is which from the holder's side, as
  /// "paid out" does and "debit" does not.
  case debit(isClear: Bool)
  case credit(isClear: Bool)
  case flag
  case balance
  case currency
  /// Who was paid.
  case payee
  /// What it was.
  case text
  case category, note, tags, account

  /// The role of a column with this name; nil when it says nothing that is known.
  init?(named name: String) {
    // A longer text is no name.
    guard !name.isEmpty, name.utf8.count <= 100 else { return nil }
    self.init(HeaderName(name))
  }

  /// The role that a name has.
  init?(_ name: HeaderName) {
    if let role = HeaderWords.phrases[name.phrase] {
      self = role
      return
    }
    guard let last = name.words.last, let first = name.words.first else { return nil }
    let words = Set(name.words)
    if !words.isDisjoint(with: HeaderWords.balance) {
      self = .balance
      return
    }
    if name.words.contains(where: HeaderWords.isDate) || HeaderWords.firstDate.contains(first) {
      self = words.isDisjoint(with: HeaderWords.otherDate) ? .date : .otherDate
      return
    }
    if HeaderWords.amount.contains(last) || HeaderWords.firstAmount.contains(first)
      || HeaderWords.spending.contains(last)
    {
      guard words.isDisjoint(with: HeaderWords.noAmount) else { return nil }
      self = words.isDisjoint(with: HeaderWords.otherAmount) ? .amount : .otherAmount
      return
    }
    guard words.isDisjoint(with: HeaderWords.noName) else { return nil }
    if !words.isDisjoint(with: HeaderWords.payee) {
      self = .payee
    } else if !words.isDisjoint(with: HeaderWords.text) {
      self = .text
    } else {
      return nil
    }
  }

  /// Whether amounts of payments stand there.
  var isMoney: Bool {
    switch self {
    case .amount, .debit, .credit: true
    default: false
    }
  }

  /// Whether a header that has it is surely one.
  var isTelling: Bool {
    switch self {
    case .date, .amount, .debit, .credit, .balance, .payee: true
    default: false
    }
  }
}

extension HeaderName {
  /// Whether the name is of marks for debit and credit: "Dr/Cr", "Soll/Haben".
  var saysBothSides: Bool {
    let sides = words.map(FlagCell.direction)
    return sides.contains(.debit) && sides.contains(.credit)
  }

  /// Whether the name of a column of amounts says that they are spending.
  var saysSpending: Bool {
    if case .debit = HeaderWords.phrases[phrase] { return true }
    return !Set(words).isDisjoint(with: HeaderWords.spending)
  }
}
