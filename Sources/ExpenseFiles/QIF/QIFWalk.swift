internal import ExpenseModel

/// Walks through the transactions of a QIF file, and knows whose they are.
struct QIFWalk {
  private(set) var sections: [QIFSection]
  private var scanner: QIFScanner
  /// Whether the last section has a record.
  private var hasRecord = false
  /// The account that the last `!Account` block names; empty for none, or several.
  private var account = 0..<0
  private var accountCount = 0
  /// The days of balances in the lists of accounts (`/`), which are written as all others are.
  private(set) var balanceDates: [(range: Range<Int>, example: Example)] = []
  /// Names in the lists of categories and classes.
  private(set) var categories: [Range<Int>] = []
  private(set) var classes: [Range<Int>] = []
  /// The last `!Option:` that says an order of dates, and its line.
  private(set) var option: (order: Profile.DateOrder, example: Example)?
  /// Whether there was a header or a record's end.
  private(set) var isQIF = false

  init(start: Int) {
    scanner = QIFScanner(position: start)
    sections = [QIFSection(kind: .register, start: start)]
  }

  var position: Int { scanner.position }
  var section: QIFSection { sections[sections.count - 1] }

  /// Reads the next transaction; false at the end.
  mutating func next(
    _ bytes: Span<UInt8>, _ file: [UInt8], _ record: inout QIFRecord
  ) -> Bool {
    while true {
      guard record.read(bytes, &scanner) else {
        guard readHeader(bytes, file) else { return false }
        continue
      }
      hasRecord = true
      if record.isEnded { isQIF = true }
      switch section.kind {
      case .register:
        if section.account.isEmpty, section.opening.isEmpty { noteOpening(file, record) }
        return true
      case .investment: return true
      case .accounts:
        for line in record.others where line.letter == UInt8(ascii: "/") {
          balanceDates.append((line.text, record.example("/", line.text, file)))
        }
        accountCount += 1
        account = accountCount == 1 ? record.name.map { Blanks.trimmed(bytes, $0) } ?? 0..<0 : 0..<0
      case .categories: if let name = record.name { categories.append(name) }
      case .classes: if let name = record.name { classes.append(name) }
      case .list: break
      }
    }
  }

  /// Reads a header line; false at the file's end.
  private mutating func readHeader(_ bytes: Span<UInt8>, _ file: [UInt8]) -> Bool {
    var line = QIFLine()
    guard scanner.next(bytes, &line) else { return false }
    isQIF = true
    let text = Blanks.trimmed(bytes, line.text)
    guard text.count <= 64 else { return true }
    let words = String(decoding: file[text], as: UTF8.self).lowercased()
      .split(separator: ":", maxSplits: 1).map { TextRules.trimmed(String($0)) }
    switch (words.first ?? "", words.count > 1 ? words[1] : "") {
    case ("type", let name):
      begin(
        QIFSection(
          kind: QIFSection.kind(ofType: name), start: scanner.position, account: account))
    case ("account", _):
      accountCount = 0
      account = 0..<0
      begin(QIFSection(kind: .accounts, start: scanner.position))
    case ("clear", "autoswitch"):
      // The list of all accounts ends here: none of them is whose transactions follow.
      account = 0..<0
    case ("option", let name):
      if let order = Profile.DateOrder(rawValue: name.uppercased()) {
        let cell = String(decoding: file[line.start..<line.text.upperBound], as: UTF8.self)
        option = (order, Example(line: line.number, column: Int(line.letter), cell: cell))
      }
    default: break
    }
    return true
  }

  /// Begins a section, in place of one that stayed empty.
  private mutating func begin(_ section: QIFSection) {
    if !hasRecord { sections.removeLast() }
    sections.append(section)
    hasRecord = false
  }

  /// Takes an account's name from the record of its opening balance, a transfer to itself: so do
  /// Quicken and Microsoft Money name the only account of a file.
  private mutating func noteOpening(_ file: [UInt8], _ record: QIFRecord) {
    let section = sections.count - 1
    guard let payee = record.payee, payee.count <= 40, let category = record.category,
      category.count > 2, file[category.lowerBound] == UInt8(ascii: "["),
      let end = file[category].lastIndex(of: UInt8(ascii: "]")),
      QIFWalk.openings.contains(
        TextFold.fold(TextRules.trimmed(String(decoding: file[payee], as: UTF8.self))))
    else { return }
    sections[section].opening = (category.lowerBound + 1)..<end
  }

  /// What the record of an opening balance has as its payee, folded.
  private static let openings: Set<String> = [
    "opening balance", "solde initial", "anfangsbestand", "eroffnungssaldo", "anfangssaldo",
    "saldo inicial", "saldo iniziale", "beginsaldo", "openingssaldo", "startsaldo",
    "ingaende balans", "saldo poczatkowe",
  ]
}
