internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// Opens a view and its handle.
func openView(
  _ lender: Lender, _ pointer: UnsafePointer<iex_query>?
) throws(ExpenseError) -> Token {
  let query = try unsafe iex_query.read(optional: pointer, "query")
  let isQueued = unsafe query.flags & UInt32(IEX_QUERY_QUEUED) != 0
  let view = try unsafe lender.store.view(ExpenseQuery(query), queued: isQueued)
  return try lender.lend(ViewObject(view, lender: lender))
}

/// Reads a page of a view and opens its handle.
func read(
  _ object: ViewObject, offset: Int64, limit: Int64
) throws(ExpenseError) -> Token {
  try requireNotNegative(offset, "offset")
  try requireNotNegative(limit, "limit")
  let laidOut = try object.view.laidOutRows(
    offset: Int(offset), limit: Int(limit), PageObject.layOut
  ) { (expenses) throws(ExpenseError) in
    try PageObject.layOut(expenses, store: object.lender.store)
  }
  if let laidOut { return try object.lender.lend(PageObject(copying: laidOut)) }
  let rows = try object.view.read(offset: Int(offset), limit: Int(limit))
  return try object.lender.lend(PageObject(rows, store: object.lender.store))
}

/// Copies ids of a view to where the caller wants them; how many.
func copyIDs(
  of view: LiveView, offset: Int64, limit: Int64, into output: UnsafeMutablePointer<Int64>?
) throws(ExpenseError) -> Int64 {
  try requireNotNegative(offset, "offset")
  try requireNotNegative(limit, "limit")
  guard limit > 0 else { return 0 }
  guard let output = unsafe output else { throw ExpenseError(.argument, "ids is NULL") }
  let ids = try view.ids(offset: Int(offset), limit: Int(limit), asShown: true)
  for (index, id) in ids.enumerated() { unsafe output[index] = id }
  return Int64(ids.count)
}

/// Reads sections of a view and opens their handle.
func readSections(
  _ object: ViewObject, offset: Int64, limit: Int64
) throws(ExpenseError) -> Token {
  try requireNotNegative(offset, "offset")
  try requireNotNegative(limit, "limit")
  let sections = try object.view.sections(offset: Int(offset), limit: Int(limit))
  return try object.lender.lend(SectionsObject(sections))
}

/// Reads totals of a store, and refuses sums that the caller can't see whole.
func readTotals(
  _ store: Store, _ query: ExpenseQuery?, group: UInt32, flags: UInt32
) throws(ExpenseError) -> TotalsObject {
  try requireFlags(flags, among: IEX_TOTALS_WIDE, "flags")
  let totals = try store.totalsTable(TotalsGroup(rawValue: group), query: query)
  if flags & UInt32(IEX_TOTALS_WIDE) == 0 { try totals.checkWidths() }
  return TotalsObject(totals)
}

/// The same for a view.
func readTotals(
  of object: ViewObject, group: UInt32, flags: UInt32
) throws(ExpenseError) -> TotalsObject {
  try requireFlags(flags, among: IEX_TOTALS_WIDE, "flags")
  let totals = try object.view.totalsTable(TotalsGroup(rawValue: group))
  if flags & UInt32(IEX_TOTALS_WIDE) == 0 { try totals.checkWidths() }
  return object.totals.withLock { $0.object(totals, group: group) }
}

/// Runs a body that changes a store through a view; a failure inside a transaction marks it.
@safe
func changing<Result>(
  _ handle: OpaquePointer?, _ body: (LiveView) throws -> Result
) throws -> Result {
  let object = try resolve(handle, "view", as: ViewObject.self)
  do {
    return try body(object.view)
  } catch let error as ExpenseError {
    object.lender.store.noteFailure(error)
    throw error
  }
}
