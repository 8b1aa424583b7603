/// An account of a journal.
struct JournalAccount {
  /// Its full name, such as `Expenses:Travel:Rail`.
  let name: String
  /// Whether the name alone tells the category or the account that it stands for; else the journal
  /// says that too.
  let isExact: Bool
}
