internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// Knows how many digits the currencies of a store have, for the rows of a page.
///
/// Read before the rows are laid out, so that laying out can't fail.
struct CurrencyDigits {
  private var digits: [String: Int32] = [:]
  private var last: (code: String, digits: Int32) = ("", 0)

  init(_ expenses: some Sequence<Expense>, in store: Store) throws(ExpenseError) {
    for expense in expenses {
      try find(expense.currency, in: store)
      if let conversion = expense.conversion { try find(conversion.currency, in: store) }
    }
  }

  private mutating func find(_ code: String, in store: Store) throws(ExpenseError) {
    guard code != last.code else { return }
    if let known = digits[code] {
      last = (code, known)
      return
    }
    // A code that was valid when it was stored is in the store's own table.
    let found = Int32(truncatingIfNeeded: try store.currency(code)?.digits ?? 0)
    digits[code] = found
    last = (code, found)
  }

  subscript(code: String) -> Int32 { code == last.code ? last.digits : digits[code] ?? 0 }
}

extension iex_expense {
  /// Lays out an expense for C.
  init(_ expense: Expense, digits: CurrencyDigits, writer: inout BlockWriter) {
    unsafe self.init()
    unsafe struct_size = UInt32(MemoryLayout<Self>.size)
    unsafe date = expense.date.yyyymmdd
    unsafe id = expense.id
    unsafe amount_minor = expense.amount
    unsafe name = writer.write(expense.name)
    unsafe type = writer.write(expense.type, in: .type)
    unsafe category = writer.write(expense.category, in: .category)
    unsafe currency = writer.write(expense.currency, in: .currency)
    unsafe account = writer.write(expense.account, in: .account)
    unsafe note = writer.write(expense.note)
    unsafe tags = writer.write(expense.tags)
    unsafe tag_count = UInt32(truncatingIfNeeded: expense.tags.count)
    unsafe reimbursement = expense.reimbursement.rawValue
    unsafe currency_digits = digits[expense.currency]
    if let conversion = expense.conversion {
      unsafe conversion_digits = digits[conversion.currency]
      unsafe conversion_amount_minor = conversion.amount
      unsafe conversion_currency = writer.write(conversion.currency, in: .conversionCurrency)
    }
    unsafe conversion_rate = writer.write(expense.conversion?.rate ?? "")
    unsafe source_import = expense.source?.importNumber ?? 0
    unsafe source_line = expense.source?.line ?? 0
    unsafe source_fingerprint = expense.source?.fingerprint ?? 0
    unsafe source_external_id = writer.write(expense.source?.externalID ?? "")
    unsafe extra = writer.write(expense.extra)
    unsafe uuid = expense.uuid.bytes
  }
}

extension iex_expense {
  /// Lays out an expense with nothing in it, for the place of one that is not known.
  init(blankWith writer: inout BlockWriter) {
    unsafe self.init()
    unsafe struct_size = UInt32(MemoryLayout<Self>.size)
    unsafe name = writer.write("")
    unsafe type = name
    unsafe category = name
    unsafe currency = name
    unsafe account = name
    unsafe note = name
    unsafe conversion_rate = name
    unsafe source_external_id = name
    unsafe extra = name
  }
}

extension iex_revision {
  /// Lays out what a change says of itself.
  init(_ change: Change, writer: inout BlockWriter) {
    unsafe self.init()
    unsafe struct_size = UInt32(MemoryLayout<Self>.size)
    unsafe kind = change.kind.rawValue
    unsafe first_revision = change.firstRevision
    unsafe last_revision = change.lastRevision
    unsafe time_ms = change.time
    unsafe instance = change.instance
    unsafe added = change.added
    unsafe updated = change.updated
    unsafe removed = change.removed
    unsafe fields = change.fields.rawValue
    unsafe target = change.target
    unsafe undone_by = change.undoneBy
    unsafe origin = writer.write(change.origin, in: .origin)
    unsafe label = writer.write(change.label)
  }
}

extension iex_change_item {
  init(_ item: Change.Item) {
    self.init()
    struct_size = UInt32(MemoryLayout<iex_change_item>.size)
    kind = item.kind.rawValue
    first_id = item.firstID
    count = item.count
    fields = item.fields.rawValue
  }
}

extension iex_total {
  /// Lays out a total, whose sum is 128 bits wide.
  init(_ total: Total, writer: inout BlockWriter) {
    unsafe self.init()
    unsafe struct_size = UInt32(MemoryLayout<Self>.size)
    unsafe month = total.month
    unsafe amount_minor = Int64(truncatingIfNeeded: total.amount)
    unsafe amount_high = Int64(truncatingIfNeeded: total.amount >> 64)
    unsafe count = total.count
    unsafe type = writer.write(total.type, in: .type)
    unsafe category = writer.write(total.category, in: .category)
    unsafe currency = writer.write(total.currency, in: .currency)
    unsafe currency_digits = Int32(truncatingIfNeeded: total.digits)
    unsafe date = total.date?.yyyymmdd ?? 0
    unsafe account = writer.write(total.account, in: .account)
  }
}
