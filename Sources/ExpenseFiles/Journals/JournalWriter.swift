internal import ExpenseModel
internal import ExpenseStore

/// Writes a journal: each expense a transaction of two postings, the category first.
struct JournalWriter {
  let dialect: JournalDialect
  private var accounts: JournalAccounts
  /// What the declarations at the head of the file name.
  private(set) var usedAccounts: Set<TextKey> = []
  private(set) var usedCurrencies: [String: Currency] = [:]
  private(set) var usedTags: Set<String> = []
  /// Currencies without digits that a price was recorded in.
  private(set) var wholePrices: Set<String> = []
  private(set) var firstDate: CivilDate?

  init(_ dialect: JournalDialect, _ accounts: JournalAccounts) {
    self.dialect = dialect
    self.accounts = accounts
  }

  /// Writes one expense.
  mutating func write(
    _ expense: Expense, _ table: inout ExportTable, _ bytes: inout [UInt8]
  ) throws(ExpenseError) {
    guard expense.date.year >= dialect.firstYear else {
      throw ExpenseError(
        .invalid,
        "expense \(expense.id) is of \(expense.date), and Ledger reads no dates before "
          + "\(dialect.firstYear)-01-01: leave it out by a query", field: .date)
    }
    firstDate = min(firstDate ?? expense.date, expense.date)
    let category = accounts.category(expense.category)
    let account = accounts.account(expense.account)
    usedAccounts.formUnion([TextKey(category.name), TextKey(account.name)])
    let currency = try use(expense.currency, &table)
    var price: (amount: Int64, currency: Currency)?
    if let conversion = expense.conversion, JournalWriter.isPrice(conversion, of: expense) {
      price = (conversion.amount, try use(conversion.currency, &table))
      if price?.currency.digits == 0 { wholePrices.insert(conversion.currency) }
    }

    writeTitle(expense, &bytes)
    write(.uuid, expense.uuid.description, &bytes)
    if !isPayee(expense.name) { write(.name, expense.name, &bytes) }
    write(.type, expense.type, &bytes)
    if !category.isExact { write(.category, expense.category, &bytes) }
    if !account.isExact { write(.account, expense.account, &bytes) }
    writeTags(expense.tags, &bytes)
    if expense.reimbursement != .none {
      write(.reimbursement, expense.reimbursement.text, &bytes)
    }
    if let conversion = expense.conversion {
      if price == nil {
        let amount = try table.amount(conversion.amount, conversion.currency)
        write(.conversion, "\(amount) \(conversion.currency)", &bytes)
      }
      if !conversion.rate.isEmpty { write(.rate, conversion.rate, &bytes) }
    }
    if dialect != .beancount, !expense.note.isEmpty { write(.note, expense.note, &bytes) }

    bytes.append(contentsOf: "    \(category.name)  ".utf8)
    writeAmount(Int128(expense.amount), currency, &bytes)
    if let price {
      bytes.append(contentsOf: " @@ ".utf8)
      writeAmount(Int128(price.amount.magnitude), price.currency, &bytes)
    }
    bytes.append(contentsOf: "\n    \(account.name)  ".utf8)
    writeAmount(-Int128(price?.amount ?? expense.amount), price?.currency ?? currency, &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Whether a conversion is what a price can say: of another currency, neither of them zero, and
  /// both spent or both given back.
  private static func isPrice(_ conversion: Expense.Conversion, of expense: Expense) -> Bool {
    conversion.currency != expense.currency
      && conversion.amount.signum() * expense.amount.signum() > 0
  }

  private mutating func use(
    _ code: String, _ table: inout ExportTable
  ) throws(ExpenseError) -> Currency {
    let currency = try table.currency(code)
    usedCurrencies[code] = currency
    return currency
  }

  /// Whether the payee's line has the name as it is.
  private func isPayee(_ name: String) -> Bool {
    dialect == .beancount || dialect.payee(name).utf8.elementsEqual(name.utf8)
  }

  /// Writes the first line: day, payee, and for beancount the note and the tags.
  private func writeTitle(_ expense: Expense, _ bytes: inout [UInt8]) {
    bytes.append(contentsOf: "\n\(expense.date) * ".utf8)
    if dialect == .beancount {
      let name = JournalText.beancountString(expense.name)
      let note = JournalText.beancountString(expense.note)
      bytes.append(contentsOf: "\(name) \(note)".utf8)
      for tag in expense.tags where dialect.isTag(tag) {
        bytes.append(contentsOf: " #\(tag)".utf8)
      }
    } else {
      let payee = dialect.payee(expense.name)
      // A payee in parentheses would be taken for a code.
      if payee.utf8.first == UInt8(ascii: "(") { bytes.append(contentsOf: "() ".utf8) }
      bytes.append(contentsOf: payee.utf8)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes tags in the format's own way as far as that can hold them; all of them as one text when
  /// it cannot hold each.
  private mutating func writeTags(_ tags: [String], _ bytes: inout [UInt8]) {
    let plain = tags.filter(dialect.isTag)
    if dialect != .beancount {
      usedTags.formUnion(plain)
      for tag in plain {
        bytes.append(contentsOf: (dialect == .ledger ? "    ; :\(tag):\n" : "    ; \(tag):\n").utf8)
      }
    }
    if plain.count < tags.count { write(.tags, OwnField.join(tags), &bytes) }
  }

  /// Writes a key and its value, as `key-2` and so on where it needs more than one line.
  private mutating func write(_ key: JournalKey, _ text: String, _ bytes: inout [UInt8]) {
    if dialect == .beancount {
      bytes.append(
        contentsOf: "    \(key.rawValue): \(JournalText.beancountString(text))\n".utf8)
      return
    }
    let values = JournalText.values(text, dialect, most: dialect.maximumLine)
    for (index, value) in values.enumerated() {
      let name = index == 0 ? key.rawValue : "\(key.rawValue)-\(index + 1)"
      usedTags.insert(name)
      bytes.append(contentsOf: "    ; \(name): \(value)\n".utf8)
    }
  }

  private func writeAmount(_ minor: Int128, _ currency: Currency, _ bytes: inout [UInt8]) {
    let amount = Money.amountText(wide: minor, digits: currency.digits)
    bytes.append(contentsOf: "\(amount) \(dialect.commodity(currency.code))".utf8)
  }
}
