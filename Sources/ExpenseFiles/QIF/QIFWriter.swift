internal import ExpenseModel

/// Writes expenses as QIF, in a block for each account.
struct QIFWriter {
  /// Where one account's records stand in what was written.
  private struct Block {
    let account: String
    var records: [Range<Int>] = []
  }

  private var blocks: [Block] = []
  /// The numbers of blocks by the bytes of the accounts' names.
  private var numbers: [[UInt8]: Int] = [:]
  private var tags: [String] = []
  private var knownTags: Set<[UInt8]> = []
  private var currency = ""

  /// Writes the record of one expense behind those before.
  ///
  /// - Throws: `currency` when it has another currency than those.
  mutating func write(
    _ expense: Expense, _ table: inout ExportTable, _ bytes: inout [UInt8]
  ) throws(ExpenseError) {
    // Writing has begun again, since a currency was not known.
    if bytes.isEmpty { self = QIFWriter() }
    if currency.isEmpty { currency = expense.currency }
    guard currency == expense.currency else {
      throw ExpenseError(
        .currency,
        "a QIF file cannot say its currency, and these expenses are in \(currency) and "
          + "\(expense.currency): export those of one currency at a time", field: .currency)
    }
    let start = bytes.count
    QIFWriter.write("D", expense.date.description, &bytes)
    let amount = try table.amount(expense.amount, expense.currency)
    let isRefund = expense.amount < 0
    QIFWriter.write(
      "T", isRefund ? String(amount.dropFirst()) : (expense.amount == 0 ? "" : "-") + amount,
      &bytes)
    for (letter, text) in QIFExtra(parsing: expense.extra).members {
      for line in text.split(separator: "\n") { QIFWriter.write(letter, String(line), &bytes) }
    }
    QIFWriter.write("P", expense.name, &bytes)
    if !expense.note.isEmpty { QIFWriter.write("M", expense.note, &bytes) }
    if !expense.category.isEmpty || !expense.tags.isEmpty {
      let category = try CategoryPath(parsing: expense.category)
      QIFWriter.write("L", QIFCategory.text(category, tags: expense.tags), &bytes)
    }
    bytes.append(contentsOf: "^\n".utf8)
    take(expense, start..<bytes.count)
  }

  private mutating func take(_ expense: Expense, _ record: Range<Int>) {
    for tag in expense.tags where knownTags.insert(Array(tag.utf8)).inserted { tags.append(tag) }
    let key = Array(expense.account.utf8)
    let number = numbers[key] ?? blocks.count
    if number == blocks.count {
      numbers[key] = number
      blocks.append(Block(account: expense.account))
    }
    guard let last = blocks[number].records.last, last.upperBound == record.lowerBound else {
      blocks[number].records.append(record)
      return
    }
    blocks[number].records[blocks[number].records.count - 1] = last.lowerBound..<record.upperBound
  }

  /// Puts the records that were written into blocks: first that of no account, then each account's,
  /// in the order of their first expenses.
  func file(_ records: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(records.count + 256)
    if !tags.isEmpty {
      bytes.append(contentsOf: "!Type:Class\n".utf8)
      for tag in tags {
        QIFWriter.write("N", QIFCategory.escaped(tag), &bytes)
        bytes.append(contentsOf: "^\n".utf8)
      }
    }
    for block in blocks.filter(\.account.isEmpty) + blocks.filter({ !$0.account.isEmpty }) {
      if !block.account.isEmpty {
        bytes.append(contentsOf: "!Account\n".utf8)
        QIFWriter.write("N", block.account, &bytes)
        bytes.append(contentsOf: "TBank\n^\n".utf8)
      }
      bytes.append(contentsOf: "!Type:Bank\n".utf8)
      for range in block.records { bytes.append(contentsOf: records[range]) }
    }
    if blocks.isEmpty { bytes.append(contentsOf: "!Type:Bank\n".utf8) }
    return bytes
  }

  /// Writes a line; each line break in the text becomes a blank.
  private static func write(_ letter: Unicode.Scalar, _ text: String, _ bytes: inout [UInt8]) {
    bytes.append(contentsOf: String(letter).utf8)
    var last: UInt8 = 0
    for byte in text.utf8 {
      // A CR and the LF behind it are one line break.
      if byte == 0x0A || byte == 0x0D {
        if !(byte == 0x0A && last == 0x0D) { bytes.append(0x20) }
      } else {
        bytes.append(byte)
      }
      last = byte
    }
    bytes.append(0x0A)
  }
}
