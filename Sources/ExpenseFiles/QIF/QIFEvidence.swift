internal import ExpenseModel

/// What all transactions of a QIF file show of its dates, amounts, transfers and classes.
struct QIFEvidence {
  var decimal: DecimalEvidence
  var dates = QIFDateEvidence()
  var currencies = CurrencyEvidence()
  var classes = QIFClassEvidence()
  /// The last `!Option:` that says an order of dates.
  private(set) var option: (order: Profile.DateOrder, example: Example)?
  /// What follows each header, with all that is known of whose transactions stand there.
  private(set) var sections: [QIFSection] = []
  /// The first transfer to another account, and how many rows are one.
  private(set) var transfer: Example?
  private(set) var transfers = 0
  /// How many rows are none.
  private(set) var others = 0
  /// Their amounts below and above zero, and the first of these.
  private(set) var negative = 0
  private(set) var positive = 0
  private(set) var amount: Example?

  /// Reads all transactions.
  ///
  /// - Throws: `format` when there is no header and no end of a record.
  init(
    _ text: DecodedText, _ context: OpeningContext, _ meter: inout ProgressMeter
  ) throws(ExpenseError) {
    let bytes = text.bytes
    decimal = DecimalEvidence(lookup: context.currency)
    var walk = QIFWalk(start: text.start)
    var record = QIFRecord()
    let span = bytes.span
    while walk.next(span, bytes, &record) {
      try meter.reach(walk.position)
      guard walk.section.kind == .register else { continue }
      if let date = record.date { dates.add(span, date, record.example("D", date, bytes)) }
      addAmounts(span, bytes, record, walk.section)
    }
    guard walk.isQIF || text.start == bytes.count else {
      throw ExpenseError(
        .format,
        "the file has no header such as !Type:Bank and no ^ behind a transaction: it is no QIF file"
      )
    }
    for (range, example) in walk.balanceDates { dates.add(span, range, example) }
    option = walk.option
    sections = walk.sections
    classes.settle(
      categories: walk.categories.map { Array(bytes[Blanks.trimmed(span, $0)]) },
      classes: walk.classes.map { String(decoding: bytes[$0], as: UTF8.self) })
  }

  private mutating func addAmounts(
    _ span: Span<UInt8>, _ bytes: [UInt8], _ record: QIFRecord, _ section: QIFSection
  ) {
    if record.splits.isEmpty {
      add(span, bytes, "T", record.anyAmount, "L", record.category, record, section)
    } else {
      for range in [record.amount, record.otherAmount].compactMap(\.self) {
        _ = decimal.add(span, range, bytes, record.example("T", range, bytes))
      }
      for split in record.splits {
        add(span, bytes, "$", split.amount, "S", split.category, record, section)
      }
    }
  }

  /// Looks at one row to be.
  private mutating func add(
    _ span: Span<UInt8>, _ bytes: [UInt8], _ amountLetter: Unicode.Scalar, _ amount: Range<Int>?,
    _ categoryLetter: Unicode.Scalar, _ category: Range<Int>?, _ record: QIFRecord,
    _ section: QIFSection
  ) {
    var isTransfer = false
    if let category = category.map({ Blanks.trimmed(span, $0) }), !category.isEmpty {
      let parsed = QIFCategory(String(decoding: bytes[category], as: UTF8.self), .name)
      isTransfer = parsed.isTransfer
      if isTransfer, !section.isOwn(parsed, bytes) {
        if transfer == nil { transfer = record.example(categoryLetter, category, bytes) }
        transfers += 1
      } else if !isTransfer, parsed.hasClass {
        classes.add(bytes, category, record.example(categoryLetter, category, bytes))
      }
    }
    guard let amount else { return }
    let found = decimal.add(span, amount, bytes, record.example(amountLetter, amount, bytes))
    guard let found else { return }
    currencies.add(found, isNamed: false, bytes, record.example(amountLetter, amount, bytes))
    if isTransfer { return }
    others += 1
    if found.number.isZero { return }
    if self.amount == nil { self.amount = record.example(amountLetter, amount, bytes) }
    let isNegative =
      switch found.direction {
      case .none: found.isNegative
      case .debit: true
      case .credit: false
      }
    if isNegative { negative += 1 } else { positive += 1 }
  }
}
