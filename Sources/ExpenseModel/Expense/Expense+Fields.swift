extension Expense {
  /// Takes the values of some fields from another expense.
  public mutating func apply(_ fields: ExpenseFields, from other: Expense) {
    if fields.contains(.name) { name = other.name }
    if fields.contains(.type) { type = other.type }
    if fields.contains(.category) { category = other.category }
    if fields.contains(.amount) { amount = other.amount }
    if fields.contains(.currency) { currency = other.currency }
    if fields.contains(.conversion) { conversion = other.conversion }
    if fields.contains(.date) { date = other.date }
    if fields.contains(.account) { account = other.account }
    if fields.contains(.note) { note = other.note }
    if fields.contains(.tags) { tags = other.tags }
    if fields.contains(.reimbursement) { reimbursement = other.reimbursement }
    if fields.contains(.source) { source = other.source }
    if fields.contains(.extra) { extra = other.extra }
    if fields.contains(.uuid) { uuid = other.uuid }
  }

  /// Gives the fields whose values differ from another expense's; the id is not a field.
  ///
  /// Texts differ when their bytes do, also where Unicode calls them equivalent: a store keeps what
  /// it was given.
  public func differingFields(from other: Expense) -> ExpenseFields {
    var result: ExpenseFields = []
    if !same(name, other.name) { result.insert(.name) }
    if !same(type, other.type) { result.insert(.type) }
    if !same(category, other.category) { result.insert(.category) }
    if amount != other.amount { result.insert(.amount) }
    if !same(currency, other.currency) { result.insert(.currency) }
    if conversion != other.conversion
      || !same(conversion?.rate ?? "", other.conversion?.rate ?? "")
    {
      result.insert(.conversion)
    }
    if date != other.date { result.insert(.date) }
    if !same(account, other.account) { result.insert(.account) }
    if !same(note, other.note) { result.insert(.note) }
    if tags.count != other.tags.count || !zip(tags, other.tags).allSatisfy(same) {
      result.insert(.tags)
    }
    if reimbursement != other.reimbursement { result.insert(.reimbursement) }
    if source != other.source
      || !same(source?.externalID ?? "", other.source?.externalID ?? "")
    {
      result.insert(.source)
    }
    if !same(extra, other.extra) { result.insert(.extra) }
    if uuid != other.uuid { result.insert(.uuid) }
    return result
  }
}

/// Whether two texts have the same bytes.
private func same(_ a: String, _ b: String) -> Bool {
  // `==` also holds for equivalent texts of other bytes, but costs least for equal ones.
  a == b && a.utf8.elementsEqual(b.utf8)
}
