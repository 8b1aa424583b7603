/// The programs of plain-text accounting that a journal can be written for.
public enum JournalDialect: Hashable, Sendable, CaseIterable {
  /// Ledger (ledger-cli.org), version 3.
  case ledger
  /// hledger (hledger.org), version 1.25 or later.
  case hledger
  /// Beancount (github.com/beancount), version 2.3 or later.
  case beancount
}
