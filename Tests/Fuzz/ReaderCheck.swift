import ExpenseFiles
import ExpenseModel
import ExpenseStore

/// Reads a file of any bytes in every way that the library has, and looks at what it promises.
public struct ReaderCheck {
  let input: FuzzInput
  let store: Store
  /// Where stores for copies come from.
  let stores: Stores

  /// Checks one input of the fuzzer.
  ///
  /// - Parameters:
  ///   - stores: Where its store comes from. A promise that is broken only in a store with a past is
  ///     told as that: the input alone would not show it again.
  ///   - format: The name of the fuzzer's run: "csv", "json", "ofx", …
  public static func run(
    _ bytes: [UInt8], _ stores: Stores, format: String
  ) throws(Violation) {
    guard let input = FuzzInput(bytes, format: format) else { return }
    do throws(Violation) {
      let store = try stores.take(input.currency)
      try ReaderCheck(input: input, store: store, stores: stores).run()
      stores.giveBack(store, input.currency)
    } catch {
      let store = try Stores.make(input.currency)
      try ReaderCheck(input: input, store: store, stores: Stores()).run()
      throw Violation("in a store with a past: \(error)")
    }
  }

  private func run() throws(Violation) {
    guard let file = try read(input.profile) else { return }
    try checkFindings(file)
    if !file.summary.questions.isEmpty { try answer(file) }
    let rows = try checkRows(file)
    guard file.summary.questions.isEmpty else { return }
    if input.isThorough || input.profile.isEmpty { try checkSavedProfile(file, rows) }
    guard input.isStoring, file.summary.fresh + file.summary.suspected > 0 else { return }
    let profile = file.profile
    let before = file.summary
    if input.isThorough { try checkCancelling(profile) }
    let changed = input.isEditing ? try edit(file, rows) : rows
    let stored = changed.filter { $0.status == .fresh || $0.status == .suspected }
    try checkCommit(file, stored)
    try checkAgain(file.summary, profile)
    guard input.format.isEmpty || input.isThorough else {
      return try checkUndo(before, profile)
    }
    let written = try write("csv")
    let expenses = try all(store)
    if input.isThorough {
      for bytes in [written, try write("json")] {
        let copy = try stores.takeCopy()
        try checkCopy(bytes, expenses, copy)
        try stores.giveBackCopy(copy)
      }
    }
    try checkUndo(before, profile)
    try checkCopy(written, expenses, store)
  }

  // MARK: - Reading

  /// Opens the file; nil when the library refuses it, as it may.
  func read(_ profile: String) throws(Violation) -> Import? {
    var options = options
    options.profile = profile
    do throws(ExpenseError) {
      return try Import.open(store, bytes: input.file, options: options)
    } catch {
      let mayBe: [ExpenseError.Code] = [
        .argument, .encoding, .format, .currency, .invalid, .newer, .overflow,
      ]
      try expect(mayBe.contains(error.code), "opening threw \(error)")
      try expect(!error.message.isEmpty, "opening threw no message: \(error)")
      return nil
    }
  }

  var options: ImportOptions {
    ImportOptions(account: input.account, format: input.format, name: "fuzz")
  }

  func checkRows(_ file: Import) throws(Violation) -> [ImportRow] {
    let summary = file.summary
    let rows = try call("rows") { () throws(ExpenseError) in
      try file.rows(offset: 0, limit: .max)
    }
    try expect(Int64(rows.count) == summary.rows, "\(rows.count) rows, \(summary.rows) told")
    let counts: [(RowStatus, Int64)] = [
      (.fresh, summary.fresh), (.duplicate, summary.duplicates), (.suspected, summary.suspected),
      (.leftOut, summary.leftOut), (.removedEarlier, summary.removedEarlier),
      (.rejected, summary.rejected), (.excluded, summary.excluded),
    ]
    for (status, told) in counts {
      let count = rows.count { $0.status == status }
      try expect(Int64(count) == told, "\(count) rows are \(status), \(told) told")
    }
    var line: Int64 = 0
    for row in rows {
      try expect(row.line > line || row.line == line && line > 0, "line \(row.line) after \(line)")
      line = row.line
      try check(row)
    }
    return rows
  }

  private func check(_ row: ImportRow) throws(Violation) {
    guard row.status != .rejected else {
      try expect(!row.reason.isEmpty, "line \(row.line) is rejected without a reason")
      try expect(row.expense == nil, "line \(row.line) is rejected and has an expense")
      return
    }
    guard let expense = row.expense else {
      throw Violation("line \(row.line) is \(row.status) and has no expense: \(row.reason)")
    }
    let valid = try call("validated") { () throws(ExpenseError) in try expense.validated() }
    try expect(valid == expense, "line \(row.line): stored as \(valid), shown as \(expense)")
    try expect(row.column == 0, "line \(row.line) has a column at fault and is \(row.status)")
  }

  func checkRefusal(_ file: Import) throws(Violation) {
    do throws(ExpenseError) {
      _ = try file.commit()
    } catch {
      try expect(error.code == .ambiguous, "open questions, and the commit threw \(error)")
      for question in file.summary.questions {
        try expect(error.message.holds(question), "the commit does not list \(question)")
      }
      return
    }
    throw Violation("committed with open questions: \(file.summary.questions)")
  }

  // MARK: - Storing

  private func checkCommit(
    _ file: Import, _ rows: [ImportRow]
  ) throws(Violation) {
    _ = try call("commit") { () throws(ExpenseError) in try file.commit() }
    let expenses = try all(store)
    try expect(expenses.count == rows.count, "\(expenses.count) stored of \(rows.count)")
    for (row, stored) in zip(rows, expenses) {
      guard var shown = row.expense else { continue }
      try expect(stored.source?.importNumber ?? 0 > 0 || isOwn, "no import number: \(stored)")
      shown.id = stored.id
      shown.uuid = stored.uuid
      shown.source?.importNumber = stored.source?.importNumber ?? 0
      try expect(shown == stored, "shown \(shown), stored \(stored)")
    }
    try call("check") { () throws(ExpenseError) in try store.check() }
  }

  /// Whether the library itself wrote such files: their rows keep where they came from.
  private var isOwn: Bool {
    if input.format == "json" {
      return input.file.first { $0 > 0x20 && $0 < 0x7F } == UInt8(ascii: "{")
    }
    guard input.format.isEmpty else { return false }
    let text = String(decoding: input.file.prefix(64), as: UTF8.self)
    return text.utf8.starts(with: "uuid,date".utf8) || text.unicodeScalars.first == "\u{FEFF}"
      || text.utf8.contains(UInt8(ascii: "{"))
  }

  private func checkAgain(_ before: ImportSummary, _ profile: String) throws(Violation) {
    guard let file = try read(profile) else { throw Violation("the second reading is refused") }
    let now = file.summary
    try expect(now.fresh + now.suspected == before.excluded, "read again: \(now.text)")
    try expect(
      now.duplicates == before.fresh + before.suspected + before.duplicates,
      "read again: \(now.text); before: \(before.text)")
    try expect(now.rows == before.rows && now.rejected == before.rejected, "again: \(now.text)")
    if input.isThorough && !isOwn { try checkRemoval(now, profile) }
  }

  private func checkUndo(_ before: ImportSummary, _ profile: String) throws(Violation) {
    let step = try call("undo") { () throws(ExpenseError) in try store.undo() }
    try expect(step != nil, "there is nothing to undo")
    let left = try all(store).count
    try expect(left == 0, "\(left) expenses left after the undo")
    guard input.isThorough else { return }
    guard let file = try read(profile) else { throw Violation("refused after the undo") }
    try expect(
      file.summary.text == before.text, "after the undo \(file.summary.text), not \(before.text)")
  }

  // MARK: - Writing

  /// What we wrote is read by a store without it and written again: the same, to the byte. The store
  /// is empty then, as it was.
  private func checkCopy(
    _ bytes: [UInt8], _ expenses: [Expense], _ copy: Store
  ) throws(Violation) {
    let file = try call("opening what we wrote") { () throws(ExpenseError) in
      try Import.open(copy, bytes: bytes, options: ImportOptions(name: "copy"))
    }
    let summary = file.summary
    try expect(summary.questions.isEmpty, "we wrote what leaves open \(summary.questions)")
    try expect(summary.fresh == summary.rows, "we wrote what is read as \(summary.text)")
    _ = try call("storing what we wrote") { () throws(ExpenseError) in try file.commit() }
    for (written, read) in zip(expenses, try all(copy)) {
      var same = read
      same.id = written.id
      same.source?.importNumber = written.source?.importNumber ?? 0
      try expect(same == written, "wrote \(written), read \(read)")
    }
    let again = try call("writing again") { () throws(ExpenseError) in
      try summary.format == "csv" ? Export.csv(copy) : Export.json(copy)
    }
    try expect(
      again == bytes,
      "written again: \(String(decoding: again, as: UTF8.self)) not "
        + String(decoding: bytes, as: UTF8.self))
    _ = try call("undoing the copy") { () throws(ExpenseError) in try copy.undo() }
  }

  private func write(_ format: String) throws(Violation) -> [UInt8] {
    try call("writing \(format)") { () throws(ExpenseError) in
      try format == "csv" ? Export.csv(store) : Export.json(store)
    }
  }

  // MARK: - Helpers

  func all(_ store: Store) throws(Violation) -> [Expense] {
    try call("reading the store") { () throws(ExpenseError) in
      var expenses: [Expense] = []
      try store.forEachExpense(ExpenseQuery()) { expenses.append($0) }
      return expenses
    }
  }

  /// Calls what must not fail.
  func call<Result>(
    _ what: String, _ body: () throws(ExpenseError) -> Result
  ) throws(Violation) -> Result {
    do throws(ExpenseError) {
      return try body()
    } catch {
      throw Violation("\(what) threw \(error)")
    }
  }
}

extension String {
  /// Whether the bytes of another text stand in this one.
  fileprivate func holds(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let all = Array(utf8)
    guard bytes.count <= all.count else { return false }
    return (0...all.count - bytes.count).contains { all[$0...].starts(with: bytes) }
  }
}
