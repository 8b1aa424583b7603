internal import ExpenseModel

/// The fields of one transaction, `STMTTRN` (OFX 2.3, section 11.4.4.1), in the order of the file.
struct OFXTransaction {
  /// A field with a text: `NAME`, or with its aggregate `PAYEE.NAME`.
  struct Field {
    let name: String
    let text: String
  }

  private(set) var fields: [Field] = []

  /// The aggregates in a transaction, and one that ofxstatement writes by another name. A tag without
  /// text that is none of these is an empty field.
  private static let aggregates: Set<String> = [
    "PAYEE", "EXTDPAYEE", "BANKACCTTO", "CCACCTTO", "CURRENCY", "ORIGCURRENCY", "ORIG_CURRENCY",
    "IMAGEDATA",
  ]
  /// What a transaction stands in: where one of these ends or begins, it has ended.
  private static let frames: Set<String> = [
    "STMTTRN", "BANKTRANLIST", "STMTRS", "CCSTMTRS", "INVBANKTRAN", "INVTRANLIST", "INVSTMTRS",
    "STMTTRNRS", "CCSTMTTRNRS", "BANKMSGSRSV1", "CREDITCARDMSGSRSV1", "LEDGERBAL", "AVAILBAL",
    "OFX",
  ]

  /// Reads on behind the opening tag, up to the end of the transaction.
  ///
  /// - Throws: `format` when the file ends before.
  init(_ scanner: inout MarkupScanner) throws(ExpenseError) {
    let begin = scanner.start
    var aggregate = ""
    var name: String?
    var text: [UInt8] = []
    func finish(_ fields: inout [Field]) {
      guard let field = name else { return }
      let value = TextRules.trimmed(String(decoding: text, as: UTF8.self))
      if !value.isEmpty {
        fields.append(Field(name: aggregate.isEmpty ? field : "\(aggregate).\(field)", text: value))
      }
      name = nil
      text.removeAll(keepingCapacity: true)
    }
    while true {
      switch try scanner.next() {
      case .end:
        throw scanner.failure(
          "the file ends in the middle of the transaction that begins in line "
            + "\(Place(begin, in: scanner.bytes).line)")
      case .text(let range, let isRaw):
        if name != nil { scanner.append(range, isRaw: isRaw, to: &text) }
      case .open(let range, let isEmpty):
        finish(&fields)
        let tag = scanner.tagName(range)
        if OFXTransaction.frames.contains(tag) {
          scanner.goBack()
          return
        }
        if OFXTransaction.aggregates.contains(tag) {
          aggregate = isEmpty ? "" : tag == "ORIG_CURRENCY" ? "ORIGCURRENCY" : tag
        } else if !isEmpty {
          name = tag
        }
      case .close(let range):
        finish(&fields)
        let tag = scanner.tagName(range)
        if OFXTransaction.aggregates.contains(tag) { aggregate = "" }
        if tag == "STMTTRN" { return }
        if OFXTransaction.frames.contains(tag) {
          scanner.goBack()
          return
        }
      }
    }
  }

  /// The text of a field where it first has one; "" for none.
  subscript(name: String) -> String { fields.first { $0.name == name }?.text ?? "" }

  /// The fields that an expense has no place for, as the text of a JSON object; "" for none.
  ///
  /// - Parameter used: The names of those that went into the expense.
  func extra(without used: Set<String>) -> String {
    var writer = JSONWriter()
    var counts: [String: Int] = [:]
    for field in fields {
      let count = counts[field.name, default: 0] + 1
      counts[field.name] = count
      if count == 1, used.contains(field.name) { continue }
      writer.raw(writer.bytes.isEmpty ? "{" : ",")
      writer.string(count == 1 ? field.name : "\(field.name) (\(count))")
      writer.raw(":")
      writer.string(field.text)
    }
    if writer.bytes.isEmpty { return "" }
    writer.raw("}")
    return String(decoding: writer.take(), as: UTF8.self)
  }
}
