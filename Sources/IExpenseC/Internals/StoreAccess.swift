internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// Opens a store and its handle.
func open(path: String, options: Store.Options) throws(ExpenseError) -> Token {
  try HandleTable.open { () throws(ExpenseError) in
    StoreObject(try Store(path: path, options: options))
  }
}

/// Runs a body that changes a store; when it fails inside a transaction, that one is marked.
///
/// The store marks the failures that it sees itself. This adds those before it, such as a text that
/// is not UTF-8, so that a caller may check once, at the commit.
@safe
func changing<Result>(
  _ handle: OpaquePointer?, _ body: (Store) throws -> Result
) throws -> Result {
  let store = try resolveStore(handle).store
  do {
    return try body(store)
  } catch let error as ExpenseError {
    store.noteFailure(error)
    throw error
  }
}

/// The currency of a code in a store; "" is the store's default.
func find(_ code: String, in store: Store) throws(ExpenseError) -> Currency {
  guard !code.isEmpty else {
    if let currency = try store.defaultCurrency { return currency }
    throw ExpenseError(
      .currency,
      "no currency: give one, or open the new store with a default currency", field: .currency)
  }
  guard let currency = try store.currency(code) else {
    throw ExpenseError(
      .currency, "\"\(code)\" is neither in ISO 4217 nor registered in this store",
      field: .currency)
  }
  return currency
}

/// Reads an amount in the currencies of a store; "" is the store's default.
func parse(
  _ text: String, currency code: String, in store: Store
) throws(ExpenseError) -> Money {
  let currency = code.isEmpty ? try store.defaultCurrency : try find(code, in: store)
  return try Money.parse(text, currency: currency) { (code) throws(ExpenseError) in
    try store.currency(code)
  }
}

/// Reads the expenses with the ids that C gives.
func readPage(
  of store: Store, _ ids: UnsafePointer<Int64>?, count: Int
) throws(ExpenseError) -> PageObject {
  if count == 1, let id = unsafe ids?.pointee, let page = try PageObject(id, of: store) {
    return page
  }
  return try PageObject(store.get(try unsafe numbers(ids, count: count, "ids")), store: store)
}

/// Stores expenses that C gives; the id of the first.
func addMany(
  _ pointer: UnsafePointer<iex_expense>?, count: Int, to store: Store
) throws(ExpenseError) -> Int64 {
  let structs = try unsafe VersionedArray(pointer, count: count, "expenses")
  guard unsafe structs.count > 0 else { return 0 }
  return try store.addPacked { (packer, index) throws(ExpenseError) in
    guard unsafe index < structs.count else { return false }
    let given = try unsafe structs.read(index)
    if unsafe packer.append(plain: given) { return true }
    let expense: Expense
    do throws(ExpenseError) {
      expense = try unsafe Expense(adding: given)
    } catch {
      var located = error
      located.message = "expenses[\(index)]: \(error.message)"
      throw located
    }
    do throws(ExpenseError) {
      try packer.append(expense)
    } catch {
      throw error.located(at: index)
    }
    return true
  }
}
