internal import ExpenseModel

/// One record of a QIF file, as positions in its bytes; used again for each record.
struct QIFRecord {
  /// A line of a record.
  typealias Line = (letter: UInt8, text: Range<Int>)

  /// One part of a transaction that is split.
  struct Split {
    /// Of its first line.
    var start: Int
    var number: Int
    var category: Range<Int>?
    var amount: Range<Int>?
    var memo: [Range<Int>] = []
    var percentage: Range<Int>?
  }

  var start = 0
  /// The first physical line, from 1.
  var number = 1
  var date: Range<Int>?
  /// `T`, and `U`, which is to be the same.
  var amount: Range<Int>?
  var otherAmount: Range<Int>?
  var payee: Range<Int>?
  var category: Range<Int>?
  var memo: [Range<Int>] = []
  /// The first `N`: a check's number, or the name in a list.
  var name: Range<Int>?
  /// The lines that an expense has no field for, such as `N`, `C` and `A`.
  var others: [Line] = []
  var splits: [Split] = []
  /// A letter that stands twice although it may stand once: a `^` between two records is missing, or
  /// a text goes on in the next line.
  var repeated: UInt8?
  /// Whether a `^` ends it.
  var isEnded = false
  /// Whether the file ends in the middle of it.
  var isCut = false

  /// How many lines it has; those beyond the most are passed over, and it is refused.
  private(set) var lineCount = 0

  /// A record with more parts is refused.
  static let maximumSplits = 1_000
  /// So is one with more lines: no file may ask for much more memory than it has itself.
  static let maximumLines = 10_000

  /// The amount, `T` or else `U`.
  var anyAmount: Range<Int>? { amount ?? otherAmount }

  private mutating func clear() {
    date = nil
    amount = nil
    otherAmount = nil
    payee = nil
    category = nil
    name = nil
    repeated = nil
    isCut = false
    isEnded = false
    lineCount = 0
    memo.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
    splits.removeAll(keepingCapacity: true)
  }

  /// Reads a record up to its `^`, the next header, or the file's end.
  ///
  /// - Returns: False when there is none: a header follows, which is not read, or nothing.
  mutating func read(_ bytes: Span<UInt8>, _ scanner: inout QIFScanner) -> Bool {
    clear()
    var line = QIFLine()
    var isEmpty = true
    while true {
      let before = scanner
      guard scanner.next(bytes, &line) else {
        isCut = !isEmpty && !line.isEnded
        return !isEmpty
      }
      if line.letter == UInt8(ascii: "!") {
        scanner = before
        return !isEmpty
      }
      if line.letter == UInt8(ascii: "^") {
        if isEmpty { continue }
        isEnded = true
        return true
      }
      if isEmpty {
        start = line.start
        number = line.number
        isEmpty = false
      }
      lineCount += 1
      if QIFRecord.amounts.contains(line.letter) {
        line.text = QIFRecord.wholeNumber(bytes, line.text)
      }
      if lineCount <= QIFRecord.maximumLines { take(line) }
    }
  }

  private static let amounts: [UInt8] = [
    UInt8(ascii: "T"), UInt8(ascii: "U"), UInt8(ascii: "$"),
  ]

  /// An amount that ends in its decimal mark, such as `-5.`, without that; any other as it is.
  private static func wholeNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    let number = Blanks.trimmed(bytes, range)
    guard number.count > 1 else { return range }
    let mark = bytes[number.upperBound - 1]
    guard mark == UInt8(ascii: ".") || mark == UInt8(ascii: ","),
      bytes[number.upperBound - 2] &- 0x30 < 10
    else { return range }
    return number.lowerBound..<number.upperBound - 1
  }

  private mutating func take(_ line: QIFLine) {
    switch line.letter {
    case UInt8(ascii: "D"): once(\.date, line)
    case UInt8(ascii: "T"): once(\.amount, line)
    case UInt8(ascii: "U"): once(\.otherAmount, line)
    case UInt8(ascii: "P"): once(\.payee, line)
    case UInt8(ascii: "L"): once(\.category, line)
    case UInt8(ascii: "M"): memo.append(line.text)
    case UInt8(ascii: "S"):
      addSplit(line)
      splits[splits.count - 1].category = line.text
    case UInt8(ascii: "E"):
      if splits.isEmpty { addSplit(line) }
      splits[splits.count - 1].memo.append(line.text)
    case UInt8(ascii: "$"):
      if splits.last.map({ $0.amount != nil }) ?? true { addSplit(line) }
      splits[splits.count - 1].amount = line.text
    case UInt8(ascii: "%"):
      if splits.isEmpty { addSplit(line) }
      splits[splits.count - 1].percentage = line.text
    default:
      if line.letter == UInt8(ascii: "N"), name == nil { name = line.text }
      others.append((line.letter, line.text))
    }
  }

  private mutating func once(_ field: WritableKeyPath<QIFRecord, Range<Int>?>, _ line: QIFLine) {
    if self[keyPath: field] != nil, repeated == nil { repeated = line.letter }
    self[keyPath: field] = line.text
  }

  private mutating func addSplit(_ line: QIFLine) {
    splits.append(Split(start: line.start, number: line.number))
  }

  /// A line's text, for a finding.
  func example(_ letter: Unicode.Scalar, _ range: Range<Int>, _ file: [UInt8]) -> Example {
    var lines = LineCounter(start)
    return Example(
      line: number - 1 + Int(lines.line(of: range.lowerBound, in: file)),
      column: Int(letter.value), cell: String(decoding: file[range], as: UTF8.self))
  }
}
