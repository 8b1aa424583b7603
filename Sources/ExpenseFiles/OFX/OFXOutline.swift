internal import ExpenseModel

/// Where the statements and the rows of an OFX file stand.
struct OFXOutline {
  /// In the file's order; the first stands for what is in no statement.
  private(set) var statements = [OFXStatement()]
  /// What the server says where it has no statement to give.
  private(set) var failure = ""
  private var isOpen = false
  private var status = (code: "", isError: false)
  private var isInAccount = false
  private var isInInvestments = false

  /// Walks over the whole file.
  ///
  /// - Parameter row: Told of each row where it begins; of a transaction with what it has.
  /// - Throws: `format` when the file ends in the middle.
  init(
    _ bytes: [UInt8], start: Int, _ meter: inout ProgressMeter,
    row: (_ offset: Int, OFXTransaction?, OFXStatement) throws(ExpenseError) -> Void
  ) throws(ExpenseError) {
    var scanner = MarkupScanner(bytes, start: start)
    var leaf: (name: String, offset: Int)?
    while true {
      let token = try scanner.next()
      let offset = scanner.start
      try meter.reach(offset)
      switch token {
      case .end:
        guard !isOpen else {
          throw scanner.failure("the file ends in the middle: <OFX> is never closed")
        }
        return
      case .text(let range, let isRaw):
        guard let (name, offset) = leaf else { continue }
        var text: [UInt8] = []
        scanner.append(range, isRaw: isRaw, to: &text)
        take(name, TextRules.trimmed(String(decoding: text, as: UTF8.self)), offset)
        leaf = nil
      case .close(let name):
        leaf = nil
        close(scanner.tagName(name))
      case .open(let range, let isEmpty):
        let name = scanner.tagName(range)
        leaf = isEmpty ? nil : (name, offset)
        if name == "STMTTRN" {
          guard !isEmpty else { continue }
          try row(offset, try OFXTransaction(&scanner), current)
        } else if isOther(name) {
          try row(offset, nil, current)
          if !isEmpty { try OFXOutline.skip(name, &scanner) }
        } else {
          open(name, offset)
        }
      }
    }
  }

  private var current: OFXStatement { statements[statements.count - 1] }

  /// The statement that a row at an offset belongs to.
  func statement(at offset: Int) -> OFXStatement {
    var (low, high) = (0, statements.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if statements[middle].start <= offset { low = middle } else { high = middle }
    }
    return statements[low]
  }

  private mutating func open(_ name: String, _ offset: Int) {
    switch name {
    case "OFX": isOpen = true
    case "STMTRS", "CCSTMTRS", "INVSTMTRS":
      statements.append(OFXStatement(start: offset))
      isInAccount = false
      isInInvestments = false
    case "BANKACCTFROM", "CCACCTFROM", "INVACCTFROM": isInAccount = true
    case "INVTRANLIST": isInInvestments = true
    case "STATUS": status = ("", false)
    default: break
    }
  }

  private mutating func close(_ name: String) {
    switch name {
    case "OFX": isOpen = false
    case "BANKACCTFROM", "CCACCTFROM", "INVACCTFROM": isInAccount = false
    case "INVTRANLIST", "INVSTMTRS": isInInvestments = false
    case "STATUS":
      if status.isError, failure.isEmpty { failure = "status \(status.code)" }
    default: break
    }
  }

  private mutating func take(_ name: String, _ text: String, _ offset: Int) {
    guard !text.isEmpty else { return }
    let last = statements.count - 1
    switch name {
    case "CURDEF" where statements[last].currencyText.isEmpty:
      statements[last].currencyText = text
      statements[last].currencyOffset = offset
    case "ACCTID" where isInAccount && statements[last].account.isEmpty:
      statements[last].account = text
    case "CODE": status.code = text
    case "SEVERITY": status.isError = text.uppercased() == "ERROR"
    case "MESSAGE" where status.isError && failure.isEmpty:
      failure = "status \(status.code), \(quoted(text))"
    default: break
    }
  }

  /// Whether a tag begins a row that cannot be read: see ``reason(_:)``.
  private func isOther(_ name: String) -> Bool {
    if name == "STMTTRNP" || OFXOutline.orders.contains(name) { return true }
    return isInInvestments && !OFXOutline.known.contains(name)
  }

  /// What may follow in a list of investments without being one.
  private static let known: Set = [
    "DTSTART", "DTEND", "INVBANKTRAN", "SUBACCTFUND", "STMTRS", "CCSTMTRS", "INVSTMTRS",
  ]

  /// What the bank answers to an order of a transfer or a payment (OFX 2.3, sections 11.7 to 11.9 and
  /// 12.6): it stands in a statement once it is done.
  private static let orders: Set = ["INTRARS", "INTERRS", "WIRERS", "PMTRS"]

  /// Why a row of that tag is not read.
  static func reason(_ tag: String) -> String {
    if tag == "STMTTRNP" {
      return "a pending transaction: it comes with its date when the bank has posted it"
    }
    if orders.contains(tag) {
      return "an order of a transfer (\(tag)): it comes with the statement that has it"
    }
    return "an investment (\(shortened(tag))): statements of investments are not read"
  }

  /// Goes behind the closing tag of an aggregate, or to the end of the list that it stands in.
  private static func skip(
    _ name: String, _ scanner: inout MarkupScanner
  ) throws(ExpenseError) {
    let frames: Set = [
      "INVTRANLIST", "BANKTRANLISTP", "INVSTMTRS", "STMTRS", "CCSTMTRS", "BANKMSGSRSV1", "OFX",
    ]
    while true {
      switch try scanner.next() {
      case .end: return
      case .close(let range):
        let tag = scanner.tagName(range)
        if tag == name { return }
        if frames.contains(tag) { return scanner.goBack() }
      case .open(let range, _):
        let tag = scanner.tagName(range)
        if tag == name || frames.contains(tag) { return scanner.goBack() }
      default: break
      }
    }
  }
}
