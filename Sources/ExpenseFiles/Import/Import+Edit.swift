public import ExpenseModel
internal import ExpenseStore
internal import Threads

extension Import {
  /// Says what is to become of a row: `excluded`, or with `fresh` that it is to be stored, also
  /// when it was suspected, left out or removed earlier, and with the values of the other store when
  /// it differs.
  ///
  /// It holds through the comparison at the commit; a row that has become a duplicate meanwhile
  /// stays one.
  ///
  /// - Parameters:
  ///   - index: Of the row, from 0, as in ``rows(offset:limit:)``.
  ///   - status: `excluded` or `fresh`.
  /// - Throws: `argument` for an index that there is not, another status, or a row that is a
  ///   duplicate or rejected; `transaction` when it is committed; `handle` when it is closed.
  public func setRow(_ index: Int64, _ status: RowStatus) throws(ExpenseError) {
    guard status == .fresh || status == .excluded else {
      throw ExpenseError(.argument, "a row is set to be new or excluded, nothing else")
    }
    try state.withLock { (state) throws(ExpenseError) in
      let row = try Import.editable(index, state)
      state.entries[row].choice = status == .fresh ? .stored : .excluded
      state.summaryIsOld = true
    }
  }

  /// Changes some fields of what a row will be stored as.
  ///
  /// What is checked is checked at once. The row's fingerprint stays that of the file: the same
  /// file again has it as a duplicate. A row that is left out or excluded is changed, and stays so.
  ///
  /// - Parameters:
  ///   - index: Of the row, from 0.
  ///   - expense: The new values; of others than `fields` nothing is read. An empty currency is the
  ///     store's default.
  ///   - fields: Which to change; `source` and `uuid` are the file's.
  /// - Throws: `argument` as ``setRow(_:_:)`` does, or for fields that cannot be changed; `invalid`
  ///   with the field at fault; `currency`; `transaction`, `handle`.
  public func editRow(
    _ index: Int64, _ expense: Expense, fields: ExpenseFields
  ) throws(ExpenseError) {
    guard !fields.hasUnknown, fields.isDisjoint(with: [.source, .uuid]) else {
      throw ExpenseError(.argument, "of a row every field can be changed but its source and uuid")
    }
    let (entry, reader) = try state.withLock { (state) throws(ExpenseError) in
      let row = try Import.editable(index, state)
      return (state.entries[row], state.reader)
    }
    let row = Int(index)
    guard let reader else { throw Import.noRow(index) }
    var cursor = reader.cursor()
    var new = try Import.expense(entry, &cursor)
    let earlier = state.withLock { $0.edits[row] }
    if let earlier { new.apply(earlier.fields, from: earlier.expense) }
    new.apply(fields, from: expense)
    if new.currency.isEmpty { new.currency = try store.defaultCurrency?.code ?? "" }
    try new.validate(fields.union([.name]))
    for code in [new.currency, new.conversion?.currency].compactMap(\.self) {
      if reader.currency(code) != nil { continue }
      guard try store.currency(code) != nil else {
        throw ExpenseError(.currency, "unknown currency \"\(code)\"", field: .currency)
      }
    }
    let edit = RowEdit(expense: new, fields: fields.union(earlier?.fields ?? []))
    try state.withLock { (state) throws(ExpenseError) in
      _ = try Import.editable(index, state)
      state.edits[row] = edit
    }
  }

  /// The row with an index, where it can be changed.
  private static func editable(_ index: Int64, _ state: State) throws(ExpenseError) -> Int {
    try checkOpen(state)
    guard let row = Int(exactly: index), state.entries.indices.contains(row) else {
      throw noRow(index)
    }
    switch state.entries[row].found {
    case .duplicate: throw ExpenseError(.argument, "row \(index) is a duplicate: the store has it")
    case .rejected: throw ExpenseError(.argument, "row \(index) is rejected: it cannot be read")
    default: return row
    }
  }

  private static func noRow(_ index: Int64) -> ExpenseError {
    ExpenseError(.argument, "the file has no row \(index)")
  }
}

/// What the caller has made of a row.
struct RowEdit: Sendable {
  var expense: Expense
  var fields: ExpenseFields

  func apply(to expense: inout Expense) { expense.apply(fields, from: self.expense) }
}
