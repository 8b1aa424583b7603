internal import ExpenseModel

/// How the balance goes on from row to row: in which order the rows stand, and which sign lowers it.
struct BalanceEvidence {
  /// How a row's balance may follow from the one before.
  enum Rule: Int, CaseIterable {
    /// The oldest row stands first, and an amount above zero raises the balance.
    case upwardsAdding
    case upwardsSubtracting
    /// The newest row stands first.
    case downwardsAdding
    case downwardsSubtracting

    var isAdding: Bool { self == .upwardsAdding || self == .downwardsAdding }
  }

  /// Steps between two rows with both balances and an amount other than zero.
  private(set) var steps = 0
  /// The rows, by their offsets, that do not follow; for each rule.
  private var misfits = [Set<UInt32>](repeating: [], count: Rule.allCases.count)
  private var counts = [Int](repeating: 0, count: Rule.allCases.count)

  /// More rows that do not follow are not kept: then the column is no balance of these rows.
  private static let maximumMisfits = 10_000

  /// Reads all rows.
  ///
  /// - Parameter hasSignedSides: Whether debits and credits in columns of their own have different signs.
  init(
    _ bytes: [UInt8], _ layout: CSVLayout, _ choice: ColumnChoice, _ decimal: Profile.DecimalMark,
    hasSignedSides: Bool
  ) throws(ExpenseError) {
    guard let balance = choice.columns[.balance] else { return }
    var scanner = layout.start
    var row = CSVRow()
    var last: (amount: Int64, balance: Int64)?
    let span = bytes.span
    while try scanner.next(span, &row) {
      guard row.fault == .none, balance < row.cells.count,
        let amount = BalanceEvidence.amount(span, bytes, row, choice, decimal, hasSignedSides)
      else { continue }
      guard let value = BalanceEvidence.value(span, row.cells[balance].range, decimal) else {
        last = nil
        continue
      }
      if let last { add(last, (amount, value), UInt32(row.start)) }
      last = (amount, value)
    }
  }

  private mutating func add(
    _ last: (amount: Int64, balance: Int64), _ this: (amount: Int64, balance: Int64),
    _ offset: UInt32
  ) {
    let (step, overflow) = this.balance.subtractingReportingOverflow(last.balance)
    if this.amount == 0 && last.amount == 0 { return }
    steps += 1
    for rule in Rule.allCases {
      let amount: Int64
      switch rule {
      case .upwardsAdding: amount = this.amount
      case .upwardsSubtracting: amount = 0 &- this.amount
      case .downwardsAdding: amount = 0 &- last.amount
      case .downwardsSubtracting: amount = last.amount
      }
      guard overflow || step != amount else { continue }
      counts[rule.rawValue] += 1
      if misfits[rule.rawValue].count < Self.maximumMisfits {
        misfits[rule.rawValue].insert(offset)
      }
    }
  }

  /// Which sign lowers the balance; nil when not all steps agree, or both rules fit.
  var isAdding: Bool? {
    guard steps > 0 else { return nil }
    let fitting = Set(Rule.allCases.filter { counts[$0.rawValue] == 0 }.map(\.isAdding))
    return fitting.count == 1 ? fitting.first : nil
  }

  /// The rows that do not follow from the one before, where nearly all of the others do.
  func misfits(isAdding: Bool?) -> Set<UInt32> {
    let rules = Rule.allCases.filter { isAdding == nil || $0.isAdding == isAdding }
    guard let best = rules.min(by: { counts[$0.rawValue] < counts[$1.rawValue] }),
      counts[best.rawValue] * 4 <= steps
    else { return [] }
    return misfits[best.rawValue]
  }

  /// The amount as its column has it: of a pair what came in less what went out, or both together
  /// where they have different signs.
  private static func amount(
    _ span: Span<UInt8>, _ bytes: [UInt8], _ row: CSVRow, _ choice: ColumnChoice,
    _ decimal: Profile.DecimalMark, _ hasSignedSides: Bool
  ) -> Int64? {
    func cell(_ field: Profile.Field) -> Range<Int>? {
      guard let column = choice.columns[field], column < row.cells.count else { return nil }
      return row.cells[column].range
    }
    if let range = cell(.amount) {
      guard let amount = value(span, range, decimal) else { return nil }
      guard let flag = choice.columns[.flag], flag < row.cells.count else { return amount }
      return FlagCell.direction(CSVCell.text(bytes, row.cells[flag])) == .debit
        ? 0 &- amount : amount
    }
    let debit = cell(.debit).flatMap { value(span, $0, decimal) }
    let credit = cell(.credit).flatMap { value(span, $0, decimal) }
    guard debit != nil || credit != nil else { return nil }
    return hasSignedSides ? (credit ?? 0) &+ (debit ?? 0) : (credit ?? 0) &- (debit ?? 0)
  }

  /// A number in units of 10⁻⁸, whatever its currency; marks for debit turn it round.
  private static func value(
    _ span: Span<UInt8>, _ range: Range<Int>, _ decimal: Profile.DecimalMark
  ) -> Int64? {
    guard let amount = try? AmountText(span, range, decimal: decimal),
      let units = try? amount.minor(digits: Currency.maximumDigits)
    else { return nil }
    return amount.direction == .debit && units > 0 ? 0 &- units : units
  }
}
