internal import ExpenseModel

/// The expenses of the tutorial's app: a JSON array of objects with `id`, `name`, `type`, `amount`.
///
/// The file has neither dates nor a currency: both come from the profile, never from today or the
/// host. Fields that an expense does not have are kept in its `extra`, as they stand.
struct ItemsFile: RowReader {
  let bytes: [UInt8]
  let currency: Currency
  let date: CivilDate
  let account: String

  var identity: RowIdentity { .fingerprint }

  func cursor() -> any RowCursor { ItemsCursor(file: self) }
  func currency(_ code: String) -> Currency? { code == currency.code ? currency : nil }

  /// Opens the file: all of it must be JSON, or none of it is read.
  static func open(
    _ text: DecodedText, _ context: OpeningContext
  ) throws(ExpenseError) -> OpenedFile {
    try context.allowOnly(["currency", "defaultDate"], for: "a JSON list of items")
    var opened = OpenedFile(format: "json", encoding: text.encoding)
    var reader = JSONReader(text.bytes, start: text.start)
    var isEmpty = true
    try reader.array { (reader) throws(ExpenseError) in
      isEmpty = false
      _ = try reader.value()
    }
    try reader.finish()
    let currency = try context.profileCurrency()
    if !isEmpty {
      if currency == nil { opened.findings.append(context.currencyQuestion()) }
      if context.profile.defaultDate == nil {
        opened.findings.append(
          Finding(
            key: "defaultDate", state: .ambiguous,
            text: "defaultDate: on which day were they spent? (yyyy-mm-dd)"))
      }
    }
    opened.profile = context.profile
    guard let currency, let date = context.profile.defaultDate else { return opened }
    var sample = Expense(name: "-", amount: 0, date: .first)
    sample.account = context.options.account
    try sample.validate([.account])
    let file = ItemsFile(
      bytes: text.bytes, currency: currency, date: date, account: context.options.account)
    var meter = ProgressMeter(context.options.progress, bytes: text.bytes.count)
    try file.readRows(text.start, &opened, &meter)
    try meter.finish()
    opened.reader = file
    return opened
  }

  private func readRows(
    _ start: Int, _ opened: inout OpenedFile, _ meter: inout ProgressMeter
  ) throws(ExpenseError) {
    var reader = JSONReader(bytes, start: start)
    var lines = LineCounter(start)
    var entries: [RowEntry] = []
    var index = RowIndex()
    var ids: [UUID128: Int] = [:]
    try reader.array { (reader) throws(ExpenseError) in
      reader.skipBlanks()
      try meter.reach(reader.position)
      var entry = RowEntry(
        offset: UInt32(reader.position), line: lines.line(of: reader.position, in: bytes),
        status: .fresh)
      let item = try Item(&reader)
      let row = entries.count
      guard let expense = try? expense(of: item, reader, entry) else {
        entry.status = .rejected
        entries.append(entry)
        return
      }
      entry.amountMark = AmountMark(expense.amount)
      if !expense.uuid.isZero {
        entry.isIDTaken = ids[expense.uuid] != nil
        if !entry.isIDTaken { ids[expense.uuid] = row }
      }
      entries.append(entry)
      index.add(item.fingerprint(reader, account: account), row: row, in: &entries)
    }
    opened.entries = entries
    opened.index = index
    opened.ids = ids
  }

  /// Makes an expense of an item.
  func expense(
    of item: Item, _ reader: JSONReader, _ entry: RowEntry
  ) throws(RowProblem) -> Expense {
    guard item.token.kind == .object else {
      throw RowProblem(cell: reader.source(item.token.range), reason: "not an object")
    }
    if let repeated = item.repeated {
      throw RowProblem(columnName: repeated, reason: "\(repeated) stands twice in one item")
    }
    var expense = Expense(
      name: try ItemsFile.text(item.name, "name", reader), amount: try amount(item, reader),
      date: date)
    if let type = item.type, type.value.kind != .null {
      expense.type = try ItemsFile.text(type, "type", reader)
    }
    expense.currency = currency.code
    expense.account = account
    expense.extra = item.extra(reader)
    var source = Expense.Source(line: Int64(entry.line))
    if item.id != nil {
      let id = try ItemsFile.text(item.id, "id", reader, mayBeNumber: true)
      if let uuid = UUID128(parsing: id), !uuid.isZero, !entry.isIDTaken {
        expense.uuid = uuid
      } else {
        source.externalID = id
      }
    }
    expense.source = source
    do throws(ExpenseError) {
      try expense.validate()
    } catch {
      let member: Item.Member? =
        switch error.field {
        case .name: item.name
        case .type: item.type
        case .source: item.id
        default: nil
        }
      throw RowProblem(
        columnName: member.flatMap { reader.text($0.key) } ?? "",
        cell: member.flatMap { reader.text($0.value) } ?? "", reason: error.message)
    }
    return expense
  }

  private func amount(_ item: Item, _ reader: JSONReader) throws(RowProblem) -> Int64 {
    guard let member = item.amount, member.value.kind != .null else {
      throw RowProblem(columnName: "amount", reason: "there is no amount")
    }
    let kind = member.value.kind
    let text = reader.text(member.value) ?? reader.source(member.value.range)
    guard kind == .number || kind == .string,
      let number = DecimalText(
        parsing: Array(text.utf8).span, grammar: kind == .number ? .json : .plain)
    else {
      throw RowProblem(columnName: "amount", cell: text, reason: "not an amount")
    }
    do throws(ExpenseError) {
      return try number.minor(currency: currency)
    } catch {
      throw RowProblem(columnName: "amount", cell: text, reason: error.message)
    }
  }

  /// The text of a member that must be a string.
  private static func text(
    _ member: Item.Member?, _ key: String, _ reader: JSONReader, mayBeNumber: Bool = false
  ) throws(RowProblem) -> String {
    guard let member else { throw RowProblem(columnName: key, reason: "there is no \(key)") }
    let kind = member.value.kind
    guard kind == .string || mayBeNumber && kind == .number else {
      throw RowProblem(
        columnName: key, cell: reader.source(member.value.range),
        reason: kind == .null ? "there is no \(key)" : "the \(key) is not a text")
    }
    guard let text = reader.text(member.value) else {
      throw RowProblem(
        columnName: key, cell: reader.source(member.value.range),
        reason: "the \(key) has half of a surrogate pair")
    }
    return text
  }
}
