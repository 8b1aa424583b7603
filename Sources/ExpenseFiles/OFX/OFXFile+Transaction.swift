internal import ExpenseModel

extension OFXFile {
  /// Makes an expense of a transaction.
  ///
  /// - Throws: Why it cannot be read, with the tag at fault as the column's name.
  func read(
    _ transaction: OFXTransaction, _ statement: OFXStatement, line: UInt32
  ) throws(RowProblem) -> Reading {
    guard transaction["CORRECTACTION"].uppercased() != "DELETE" else {
      throw RowProblem(
        columnName: "CORRECTACTION", cell: "DELETE",
        reason:
          "the bank takes back the transaction \(quoted(transaction["CORRECTFITID"])): remove "
          + "that one")
    }
    // The date first: a line of the balance, which some banks write among them, has none.
    let date = try date(transaction)
    let (amount, currency) = try amount(transaction, statement)
    var used: Set = ["DTPOSTED", "TRNAMT"]
    let names = ["NAME", "PAYEE.NAME", "EXTDNAME", "MEMO"]
    let nameField = names.first { !transaction[$0].isEmpty }
    var expense = Expense(
      name: nameField.map { transaction[$0] } ?? CSVCursor.noName, amount: 0, date: date)
    if let nameField { used.insert(nameField) }
    let (spent, isTooLarge) =
      plan.isTurned(amount, transaction)
      ? (amount, false) : Int64(0).subtractingReportingOverflow(amount)
    guard !isTooLarge else {
      throw RowProblem(
        columnName: "TRNAMT", cell: transaction["TRNAMT"],
        reason: AmountText.Fault.tooLarge.reason(currency))
    }
    expense.amount = spent
    expense.currency = currency.code
    expense.account = plan.account(of: statement)
    if let type = plan.context.profile.type { expense.type = type }
    let memo = transaction["MEMO"]
    if !memo.utf8.elementsEqual(expense.name.utf8) { expense.note = memo }
    used.insert("MEMO")
    var source = Expense.Source(line: Int64(line))
    let id = transaction["FITID"]
    if id.utf8.count <= Expense.Limits.externalID {
      source.externalID = id
      used.insert("FITID")
    }
    expense.source = source
    let rates = convert(&expense, currency, transaction, statement)
    used.formUnion(rates)
    expense.extra = transaction.extra(without: used)
    do throws(ExpenseError) {
      try expense.validate()
    } catch {
      let field: String =
        switch error.field {
        case .name: nameField ?? "NAME"
        case .note: "MEMO"
        case .source: "FITID"
        case .account: "ACCTID"
        default: ""
        }
      throw RowProblem(
        columnName: field, cell: field == "ACCTID" ? statement.account : transaction[field],
        reason: error.message)
    }
    return Reading(expense: expense, amount: amount, isNameless: nameField == nil)
  }

  private func date(_ transaction: OFXTransaction) throws(RowProblem) -> CivilDate {
    let text = transaction["DTPOSTED"]
    do throws(DateCell.Fault) {
      return try OFXDate.read(text)
    } catch {
      throw RowProblem(
        columnName: "DTPOSTED", cell: text,
        reason: error == .empty ? "there is no date" : error.reason(.yearMonthDay))
    }
  }

  private func amount(
    _ transaction: OFXTransaction, _ statement: OFXStatement
  ) throws(RowProblem) -> (Int64, Currency) {
    let code = transaction["CURRENCY.CURSYM"]
    guard let currency = plan.currency(transaction, statement) else {
      throw RowProblem(
        columnName: code.isEmpty ? "CURDEF" : "CURSYM",
        cell: code.isEmpty ? statement.currencyText : code, reason: "no known currency")
    }
    let text = transaction["TRNAMT"]
    switch OFXAmount.read(text, currency, settled: plan.decimal) {
    case .minor(let minor): return (minor, currency)
    case .ambiguous:
      throw RowProblem(
        columnName: "TRNAMT", cell: text, reason: "the decimal mark may be a point or a comma")
    case .fault(let fault):
      throw RowProblem(
        columnName: "TRNAMT", cell: text,
        reason: fault == .empty ? "there is no amount" : fault.reason(currency))
    }
  }

  /// Fills in what an amount was in another currency (OFX 2.3, section 5.2).
  ///
  /// `CURRATE` is how much of the statement's currency one unit of the other is worth. With `CURRENCY`
  /// the amount is in the other currency; with `ORIGCURRENCY` the bank has converted it already, and
  /// it was as much of the other as the rate makes it. The rate is kept as recorded, and used once.
  ///
  /// - Returns: The fields that it holds all of.
  private func convert(
    _ expense: inout Expense, _ currency: Currency, _ transaction: OFXTransaction,
    _ statement: OFXStatement
  ) -> Set<String> {
    for name in ["CURRENCY", "ORIGCURRENCY"] {
      let fields: Set = ["\(name).CURSYM", "\(name).CURRATE"]
      let code = transaction["\(name).CURSYM"].uppercased()
      guard !code.isEmpty else { continue }
      let isOriginal = name == "ORIGCURRENCY"
      guard let other = isOriginal ? plan.context.currency(code) : plan.currency(of: statement),
        other != currency
      else { continue }
      let text = OFXFile.rate(transaction["\(name).CURRATE"])
      guard let rate = try? Rate(parsing: text), text.utf8.count <= Expense.Limits.rate,
        let factor = isOriginal
          ? try? Rate(numerator: rate.denominator, denominator: rate.numerator) : rate,
        let converted = try? Money(minor: expense.amount, currency: currency)
          .converted(to: other, rate: factor)
      else { continue }
      expense.conversion = Expense.Conversion(
        amount: converted.minor, currency: other.code, rate: text)
      return fields
    }
    return []
  }

  /// A rate with a point, which some banks write with a comma.
  private static func rate(_ text: String) -> String {
    String(text.map { $0 == "," ? "." : $0 })
  }
}
