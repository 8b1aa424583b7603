public import ExpenseModel
public import ExpenseStore

extension Export {
  /// Writes a journal of plain-text accounting: each expense a transaction of two postings.
  ///
  /// The first posting is the category, beneath `Expenses` (`Expenses:Uncategorized` for none); the
  /// second is the account, beneath `Assets` (`Assets:Unknown` for none). An account that is written
  /// as a path of a journal, such as `Liabilities:Visa`, is that path. Accounts and currencies are
  /// declared, so that the program's strict checks pass, and its totals per category and currency
  /// are the store's. A conversion stands as the recorded price (`@@`), and the second posting is
  /// then of its currency.
  ///
  /// Where a name does not fit the format it is folded, and stands as it is in the transaction's
  /// metadata: white space and control characters become one space, `:` in a name becomes `-`;
  /// hledger's payees have `,` for `;` and `/` for `|`. Beancount's accounts have letters, digits and
  /// `-` alone, and begin with a capital letter: `eating out` is `Expenses:Eating-out`, and a letter
  /// that it does not know is `U` and its number. Of two names that would be one account the later
  /// one in the store gets `-2`, in every export.
  ///
  /// The metadata of a transaction is `uuid`, `type`, and where they say something `name`,
  /// `category`, `account`, `tags`, `reimbursement`, `conversion`, `rate` and `note`; in beancount
  /// the note is the narration. Tags stand as the format's own where each is of letters, digits, `-`
  /// and `_`. A value that the format cannot hold is a JSON string, for Ledger in several lines
  /// (`note`, `note-2`, …) where it is long. Left out are `source` and `extra`.
  ///
  /// - Throws: `invalid` for Ledger, which reads no dates before 1400, with such an expense; as
  ///   reading the store.
  public static func journal(
    _ store: Store, _ query: ExpenseQuery? = nil, for dialect: JournalDialect,
    progress: Listener? = nil
  ) throws(ExpenseError) -> [UInt8] {
    let names = try store.categoriesAndAccounts()
    let fresh = JournalWriter(
      dialect,
      JournalAccounts(dialect, categories: names.categories, accounts: names.accounts))
    var writer = fresh
    let (transactions, _) = try write(store, query, progress) {
      (expense, table, body) throws(ExpenseError) in
      // It begins anew where another writer has added a currency meanwhile.
      if body.isEmpty { writer = fresh }
      try writer.write(expense, &table, &body)
    }
    return writer.document(transactions)
  }
}
