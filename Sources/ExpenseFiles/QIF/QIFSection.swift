internal import ExpenseModel

/// What follows a header line such as `!Type:Bank`.
struct QIFSection {
  enum Kind {
    /// The transactions of a bank account, cash, a card, an asset or a liability.
    case register
    /// Trades, which are no payments.
    case investment
    /// Names of accounts.
    case accounts
    /// Names of categories.
    case categories
    /// Names of classes.
    case classes
    /// A list of something else, such as securities or memorized transactions.
    case list
  }

  var kind: Kind
  /// Its first byte behind the header.
  var start: Int
  /// The account's name in its `!Account` block; empty for none.
  var account = 0..<0
  /// The account's name in the record of its opening balance, where it has no block.
  var opening = 0..<0

  /// Headers of lists: what stands in them is no transaction.
  private static let lists: Set<String> = [
    "memorized", "security", "prices", "budget", "invitem", "template", "payee", "tag", "unitrate",
  ]

  /// The kind that a header's name tells.
  ///
  /// One of an unknown name, such as a translated one, is a register: what has no date and no amount
  /// is rejected in it.
  static func kind(ofType name: String) -> Kind {
    switch name {
    case "invst", "port": .investment
    case "cat": .categories
    case "class": .classes
    default: lists.contains(name) ? .list : .register
    }
  }
}

extension QIFSection {
  /// The account that its transactions are of; "" for none.
  func name(_ bytes: [UInt8]) -> String {
    String(decoding: bytes[account.isEmpty ? opening : account], as: UTF8.self)
  }

  /// Whether a transfer is to the account itself: so an opening balance is written.
  func isOwn(_ category: QIFCategory, _ bytes: [UInt8]) -> Bool {
    let own = account.isEmpty ? opening : account
    guard !own.isEmpty, category.isTransfer, let name = category.names.first else { return false }
    return name.utf8.elementsEqual(bytes[own])
  }
}
