/// What a journal says of an expense besides payee, accounts and amounts, in the order in which it
/// stands there.
enum JournalKey: String, CaseIterable {
  case uuid, name, type, category, account, tags, reimbursement, conversion, rate, note
}
