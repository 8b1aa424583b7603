internal import ExpenseModel

extension QIFFile {
  /// The keys of a profile that mean something for a QIF file.
  private static let keys: Set<String> = [
    "date", "decimal", "spending", "income", "transfers", "classes", "currency", "encoding", "type",
  ]

  /// Whether the first character begins a header.
  static func isLikely(_ file: [UInt8]) -> Bool {
    let words = ["!type", "!account", "!option", "!clear"].map { Array($0.utf8) }
    var word: [UInt8] = []
    for byte in file.dropFirst(TextEncoding.mark(of: file)?.length ?? 0) {
      // UTF-16 has a zero beside each character.
      if byte == 0 || word.isEmpty && (byte == 0x20 || 0x09...0x0D ~= byte) { continue }
      word.append(0x41...0x5A ~= byte ? byte | 0x20 : byte)
      if words.contains(word) { return true }
      if word.count > 8 || word.first != UInt8(ascii: "!") { return false }
    }
    return false
  }

  /// Opens a QIF file, which tells how it is to be read by itself or with a profile.
  static func open(
    _ file: [UInt8], _ context: OpeningContext
  ) throws(ExpenseError) -> OpenedFile {
    try context.allowOnly(keys, for: "a QIF file")
    let text = try DecodedText(file, declared: context.profile.encoding)
    var meter = ProgressMeter(context.options.progress, bytes: text.bytes.count)
    let detection = try QIFDetection(text, context, &meter)
    var opened = OpenedFile(format: "qif", encoding: text.encoding)
    opened.findings = detection.findings
    opened.profile = detection.profile
    guard let plan = try QIFPlan(detection) else {
      if detection.hasIncome, context.profile.income == nil,
        let question = Finding.income(nil, rows: nil)
      {
        opened.findings.append(question)
      }
      return opened
    }
    meter.beginAgain()
    var qif = QIFFile(
      bytes: text.bytes, sections: detection.sections, plan: plan, lookup: context.currency)
    let undecided = try qif.readRows(text.start, &opened, &meter)
    try meter.finish()
    if let income = Finding.income(context.profile.income, rows: undecided) {
      opened.findings.append(income)
    }
    opened.reader = qif
    return opened
  }
}
