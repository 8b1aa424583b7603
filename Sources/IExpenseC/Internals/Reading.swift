internal import CIExpense
internal import ExpenseFiles
internal import ExpenseModel
internal import ExpenseStore

/// Reads a page of a file and opens its handle.
func read(
  _ object: ImportObject, offset: Int64, limit: Int64
) throws(ExpenseError) -> Token {
  try requireNotNegative(offset, "offset")
  try requireNotNegative(limit, "limit")
  let rows = try object.file.rows(offset: offset, limit: limit)
  return try object.lender.lend(ImportPageObject(rows, store: object.lender.store))
}

/// Reads past changes of a store, or of an expense when the id is not 0.
func readHistory(
  _ store: Store, _ id: Int64, before: Int64, limit: Int64
) throws(ExpenseError) -> HistoryObject {
  try requireNotNegative(before, "before")
  try requireNotNegative(limit, "limit")
  let entries = try store.history(of: id, before: before, limit: Int(limit))
  return try HistoryObject(entries, ofOneExpense: id != 0, store: store)
}

extension UndoScope {
  /// Reads the flags of undo and redo.
  init(_ flags: UInt32) throws(ExpenseError) {
    try requireFlags(flags, among: IEX_UNDO_ANY | IEX_UNDO_SKIP, "flags")
    self.init(
      any: flags & UInt32(IEX_UNDO_ANY) != 0, skip: flags & UInt32(IEX_UNDO_SKIP) != 0)
  }
}

extension ChangeObject {
  /// Reads expenses as they were before the change, and opens the page's handle.
  func readOld(_ ids: [Int64]) throws(ExpenseError) -> Token {
    let expenses = try lender.store.oldValues(of: ids, in: change)
    return try lender.lend(PageObject(expenses, store: lender.store))
  }

  /// Reads expenses as they are after the change, and opens the page's handle.
  func readNew(_ ids: [Int64]) throws(ExpenseError) -> Token {
    let expenses = try lender.store.newValues(of: ids, in: change)
    return try lender.lend(PageObject(expenses, store: lender.store))
  }
}

/// Writes expenses as a file.
func export(
  _ store: Store, format: Int32, _ query: ExpenseQuery, _ options: iex_export_options
) throws(ExpenseError) -> BytesObject {
  let flags = unsafe options.flags
  var progress: Export.Listener?
  if let host = unsafe HostProgress(options.progress, options.progress_context) {
    progress = { progress in host.goesOn(progress) }
  }
  switch format {
  case IEX_FORMAT_JSON:
    try requireNoFlags(flags, "options.flags")
    return BytesObject(try Export.json(store, query, progress: progress))
  case IEX_FORMAT_CSV:
    try requireFlags(flags, among: IEX_EXPORT_GUARD, "options.flags")
    let isGuarded = flags & UInt32(IEX_EXPORT_GUARD) != 0
    return BytesObject(try Export.csv(store, query, isGuarded: isGuarded, progress: progress))
  case IEX_FORMAT_ITEMS:
    try requireNoFlags(flags, "options.flags")
    return BytesObject(try Export.items(store, query, progress: progress))
  case IEX_FORMAT_QIF:
    try requireNoFlags(flags, "options.flags")
    return BytesObject(try Export.qif(store, query, progress: progress))
  case IEX_FORMAT_LEDGER, IEX_FORMAT_HLEDGER, IEX_FORMAT_BEANCOUNT:
    try requireNoFlags(flags, "options.flags")
    let dialect: JournalDialect =
      format == IEX_FORMAT_LEDGER ? .ledger : format == IEX_FORMAT_HLEDGER ? .hledger : .beancount
    return BytesObject(try Export.journal(store, query, for: dialect, progress: progress))
  default: throw ExpenseError(.argument, "format is \(format), no IEX_FORMAT_…")
  }
}

/// Copies bytes from C.
func copy(_ bytes: UnsafeRawPointer?, size: Int) throws(ExpenseError) -> [UInt8] {
  guard size >= 0 else {
    throw ExpenseError(.argument, "size is above \(Int.max): a negative number was passed")
  }
  guard size > 0 else { return [] }
  guard let bytes = unsafe bytes else {
    throw ExpenseError(.argument, "bytes is NULL, and size is \(size)")
  }
  return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: size))
}
