internal import ExpenseModel

/// A CSV file with a profile that says how to read it.
struct CSVFile: RowReader {
  /// Finds the currency of a code that a row gives.
  typealias CurrencyLookup = @Sendable (String) -> Currency?

  let bytes: [UInt8]
  let plan: CSVPlan
  let lookup: CurrencyLookup
  /// Whether amounts have their currency beside them.
  var hasUnits = false

  init(bytes: [UInt8], plan: CSVPlan, lookup: @escaping CurrencyLookup) {
    self.bytes = bytes
    self.plan = plan
    self.lookup = lookup
  }

  var identity: RowIdentity { .fingerprint }

  func cursor() -> any RowCursor { CSVCursor(self) }

  func currency(_ code: String) -> Currency? {
    plan.currencyColumn >= 0 || hasUnits
      ? lookup(code) : plan.currency?.code == code ? plan.currency : nil
  }

  /// What a first look at a row gives.
  enum Verdict {
    case stored
    case leftOut
    case rejected
    /// A look at bytes cannot tell: its expense must be made.
    case unclear
  }

  /// Decides on a row by its bytes alone, as far as that goes: no text is made.
  func classify(
    _ span: Span<UInt8>, _ row: CSVRow, _ slow: inout CSVCursor, _ mark: inout AmountMark
  ) -> Verdict {
    guard row.fault == .none, row.cells.count >= plan.width,
      row.cells.count <= plan.header.count
    else { return .unclear }
    let amount: Int64
    do throws(CSVAmountProblem) {
      amount = try slow.amount(span, row).minor
    } catch {
      return .rejected
    }
    mark = AmountMark(amount)
    if plan.dateColumn >= 0 {
      do throws(DateCell.Fault) {
        _ = try DateCell.read(span, row.cells[plan.dateColumn].range, plan.order)
      } catch {
        return .rejected
      }
    }
    guard amount != .min, isPlain(span, row.cells[plan.nameColumn], most: 1_000) else {
      return .unclear
    }
    for column in plan.textColumns where column < row.cells.count {
      guard isPlain(span, row.cells[column], most: plan.isSplitting ? 0 : 120) else {
        return .unclear
      }
    }
    return amount < 0 && plan.income != .refund ? .leftOut : .stored
  }

  /// Whether a cell is short printable ASCII with no mark that may mean something: surely valid in
  /// every field.
  private func isPlain(_ span: Span<UInt8>, _ cell: CSVCell, most: UInt32) -> Bool {
    guard !cell.isEscaped, cell.end - cell.start <= most else { return false }
    for index in cell.range where span[index] < 0x20 || span[index] >= 0x7F { return false }
    return true
  }

  /// The fingerprint of a row as the file gave it, without its place among equal rows.
  ///
  /// All its cells with their quotes taken off; of a row that has an id of its own the id, the
  /// amount and the date. The account is part of it. Stores keep these numbers: never change this.
  func fingerprint(_ span: Span<UInt8>, _ row: CSVRow) -> Fingerprint {
    var fingerprint = Fingerprint()
    let hasID = plan.idColumn >= 0 && plan.idColumn < row.cells.count
    if hasID, !row.cells[plan.idColumn].range.isEmpty {
      fingerprint.add(byte: UInt8(ascii: "i"))
      fingerprint.add(plan.account)
      add(span, row.cells[plan.idColumn], to: &fingerprint)
      for column in [plan.amountColumn, plan.debitColumn, plan.creditColumn] where column >= 0 {
        add(span, row.cells[column], to: &fingerprint)
      }
      if plan.dateColumn >= 0 { add(span, row.cells[plan.dateColumn], to: &fingerprint) }
    } else {
      fingerprint.add(byte: UInt8(ascii: "r"))
      fingerprint.add(plan.account)
      for cell in row.cells { add(span, cell, to: &fingerprint) }
    }
    return fingerprint
  }

  @inline(__always)
  private func add(_ span: Span<UInt8>, _ cell: CSVCell, to fingerprint: inout Fingerprint) {
    guard cell.isEscaped else { return fingerprint.add(span, cell.range) }
    var isQuote = false
    for index in cell.range {
      // The second of two quotes counts for none.
      isQuote = span[index] == UInt8(ascii: "\"") && !isQuote
      if !(span[index] == UInt8(ascii: "\"") && !isQuote) { fingerprint.add(byte: span[index]) }
    }
    fingerprint.add(byte: 0xFF)
  }
}
