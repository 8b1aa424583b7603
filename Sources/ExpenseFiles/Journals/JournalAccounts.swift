internal import ExpenseModel
internal import ExpenseStore

/// The accounts of a journal: which one stands for which category or account of the store.
///
/// Categories stand beneath `Expenses`, accounts beneath `Assets`; an account that is written as a
/// path of a journal, such as `Liabilities:Visa`, is that. Two names never share an account: where
/// the format would write both the same, the later one in the store gets `-2` and so on. So an
/// account keeps its name from one export to the next.
struct JournalAccounts {
  /// A name and what stands beneath it.
  private struct Node {
    /// As the journal writes it.
    let full: String
    var children: [TextKey: Int] = [:]
    /// The parts that are in use beneath it, each with the next number to try.
    var taken: [TextKey: Int] = [:]
  }

  private static let roots = ["Expenses", "Assets", "Liabilities", "Equity", "Income"]

  private let dialect: JournalDialect
  private var nodes: [Node]
  private var categories: [TextKey: JournalAccount] = [:]
  private var accounts: [TextKey: JournalAccount] = [:]

  /// Gives every category and account its name, in the order given.
  init(_ dialect: JournalDialect, categories: [String], accounts: [String]) {
    self.dialect = dialect
    nodes = JournalAccounts.roots.map { Node(full: $0) }
    self.categories[TextKey("")] = reserve("Uncategorized", beneath: 0)
    self.accounts[TextKey("")] = reserve("Unknown", beneath: 1)
    for category in categories { _ = self.category(category) }
    for account in accounts { _ = self.account(account) }
  }

  /// The account of a category, as the text of its path.
  mutating func category(_ text: String) -> JournalAccount {
    if let known = categories[TextKey(text)] { return known }
    // A damaged store's may be no path.
    let path = (try? CategoryPath(parsing: text).names) ?? [text]
    let name = name(of: path, beneath: 0)
    let isExact = !path.contains { $0.utf8.contains(UInt8(ascii: ":")) }
    let account = JournalAccount(
      name: name, isExact: isExact && same(name, "Expenses:" + path.joined(separator: ":")))
    categories[TextKey(text)] = account
    return account
  }

  /// The account that an expense was paid from.
  mutating func account(_ text: String) -> JournalAccount {
    if let known = accounts[TextKey(text)] { return known }
    let account: JournalAccount
    if let (root, path) = JournalAccounts.path(text) {
      let name = name(of: path, beneath: root)
      account = JournalAccount(name: name, isExact: root != 1 && same(name, text))
    } else {
      let name = name(of: [text], beneath: 1)
      account = JournalAccount(name: name, isExact: same(name, "Assets:" + text))
    }
    accounts[TextKey(text)] = account
    return account
  }

  /// An account that is written as a path: its root, and the names beneath it.
  private static func path(_ text: String) -> (root: Int, names: [String])? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, let root = roots.dropFirst().firstIndex(of: parts[0]),
      parts.count <= CategoryPath.maximumLevels,
      parts.allSatisfy({ !TextRules.isBlank($0) && same($0, TextRules.trimmed($0)) })
    else { return nil }
    return (root, Array(parts.dropFirst()))
  }

  private mutating func reserve(_ part: String, beneath parent: Int) -> JournalAccount {
    nodes[parent].taken[TextKey(part)] = 2
    return JournalAccount(name: "\(nodes[parent].full):\(part)", isExact: true)
  }

  private mutating func name(of path: [String], beneath root: Int) -> String {
    var node = root
    for name in path { node = child(name, of: node) }
    return nodes[node].full
  }

  private mutating func child(_ name: String, of parent: Int) -> Int {
    if let known = nodes[parent].children[TextKey(name)] { return known }
    let plain = dialect.accountPart(name)
    var part = plain
    while let number = nodes[parent].taken[TextKey(part)] {
      let first = nodes[parent].taken[TextKey(plain)] ?? number
      nodes[parent].taken[TextKey(plain)] = first + 1
      part = "\(plain)-\(first)"
    }
    nodes[parent].taken[TextKey(part)] = 2
    let child = nodes.count
    nodes.append(Node(full: "\(nodes[parent].full):\(part)"))
    nodes[parent].children[TextKey(name)] = child
    return child
  }
}

/// Whether two texts have the same bytes.
private func same(_ a: String, _ b: String) -> Bool { TextKey(a) == TextKey(b) }
