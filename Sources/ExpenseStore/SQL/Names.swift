internal import ExpenseModel

/// Turns expenses into rows and back, through the tables of what repeats.
final class Names {
  let types: NameTable
  let categories: NameTable
  let accounts: NameTable
  let origins: NameTable
  let rulings: NameTable
  let currencies: CurrencyTable
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
    types = NameTable(connection, "type")
    categories = NameTable(connection, "category")
    accounts = NameTable(connection, "account")
    origins = NameTable(connection, "origin")
    rulings = NameTable(connection, "ruling")
    currencies = CurrencyTable(connection)
  }

  /// The row of a validated expense that has a currency; adds the names that are new.
  func row(_ expense: Expense) throws(ExpenseError) -> StoredRow {
    var row = StoredRow()
    row.id = expense.id
    row.date = Int64(expense.date.day)
    row.amount = expense.amount
    row.currency = try currencies.intern(expense.currency)
    row.type = try types.intern(expense.type)
    row.category = try categories.intern(expense.category)
    row.account = try accounts.intern(expense.account)
    row.name = expense.name
    row.uuid = expense.uuid
    if let source = expense.source {
      row.importNumber = source.importNumber
      row.line = source.line
      row.fingerprint = Int64(bitPattern: source.fingerprint)
      row.externalID = source.externalID
    }
    row.note = expense.note
    if expense.reimbursement != .none { row.reimbursement = Int64(expense.reimbursement.rawValue) }
    row.tags = TagText.encode(expense.tags)
    if let conversion = expense.conversion {
      row.conversionAmount = conversion.amount
      row.conversionCurrency = try currencies.intern(conversion.currency, .conversion)
      row.conversionRate = conversion.rate
    }
    row.extra = expense.extra
    return row
  }

  /// The expense that a row holds.
  func expense(_ row: StoredRow) throws(ExpenseError) -> Expense {
    guard let day = Int32(exactly: row.date), let date = CivilDate(day: day),
      let tags = TagText.decode(row.tags)
    else {
      throw ExpenseError(.damaged, "\(connection.path): expense \(row.id) is not valid")
    }
    var expense = Expense(name: row.name, amount: row.amount, date: date)
    expense.id = row.id
    expense.uuid = row.uuid
    expense.type = try types.name(row.type)
    expense.category = try categories.name(row.category)
    expense.currency = try currencies.currency(row.currency).code
    expense.account = try accounts.name(row.account)
    expense.note = row.note
    expense.tags = tags
    if let number = row.reimbursement {
      expense.reimbursement = Reimbursement(rawValue: Int32(clamping: number)) ?? .none
    }
    if let currency = row.conversionCurrency {
      expense.conversion = Expense.Conversion(
        amount: row.conversionAmount ?? 0, currency: try currencies.currency(currency).code,
        rate: row.conversionRate)
    }
    if row.importNumber != nil || row.fingerprint != nil || !row.externalID.isEmpty {
      expense.source = Expense.Source(
        importNumber: row.importNumber ?? 0, line: row.line ?? 0,
        fingerprint: UInt64(bitPattern: row.fingerprint ?? 0), externalID: row.externalID)
    }
    expense.extra = row.extra
    return expense
  }

  /// Whether the open transaction has added names that rows may have.
  var hasNew: Bool {
    types.hasNew || categories.hasNew || accounts.hasNew || currencies.hasNew
  }

  /// Adds the names of a bulk that are not in the file yet.
  func addWaiting() throws(ExpenseError) {
    for table in [types, categories, accounts] { try table.addWaiting() }
  }

  func transactionEnded(committed: Bool) {
    for table in [types, categories, accounts, origins, rulings] {
      table.transactionEnded(committed: committed)
    }
    currencies.transactionEnded(committed: committed)
  }
}

/// Tags as the JSON array that stands in the file, for `json_each` in the sqlite3 shell.
enum TagText {
  static func encode(_ tags: [String]) -> String {
    if tags.isEmpty { return "" }
    return "[" + tags.map(quoted).joined(separator: ",") + "]"
  }

  private static func quoted(_ tag: String) -> String {
    var text = "\""
    for scalar in tag.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        text.unicodeScalars.append("\\")
        text.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}":
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// The tags in a text that `encode` wrote; nil for any other text.
  static func decode(_ text: String) -> [String]? {
    if text.isEmpty { return [] }
    var rest = text.unicodeScalars[...]
    guard rest.popFirst() == "[" else { return nil }
    var tags: [String] = []
    while true {
      guard let tag = unquoted(&rest) else { return nil }
      tags.append(tag)
      switch rest.popFirst() {
      case ",": continue
      case "]": return rest.isEmpty ? tags : nil
      default: return nil
      }
    }
  }

  private static func unquoted(_ rest: inout Substring.UnicodeScalarView) -> String? {
    guard rest.popFirst() == "\"" else { return nil }
    var tag = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return String(tag) }
      guard scalar == "\\" else {
        tag.append(scalar)
        continue
      }
      guard let escaped = rest.popFirst() else { return nil }
      guard escaped == "u" else {
        tag.append(escaped)
        continue
      }
      let digits = rest.prefix(4)
      guard digits.count == 4, let value = UInt32(String(digits), radix: 16),
        let control = Unicode.Scalar(value)
      else { return nil }
      rest = rest.dropFirst(4)
      tag.append(control)
    }
    return nil
  }
}
