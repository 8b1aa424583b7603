internal import CSQLite
internal import ExpenseModel

/// Takes the rows of a scan from inside SQLite, as the steps of an aggregate function.
///
/// Stepping to each row and asking for each value costs a third more.
@safe final class ColumnRowReader {
  private let needs: ColumnNeeds
  private let limits: ColumnLimits
  private let collector: ChunkCollector
  private(set) var texts: TextInterner
  /// The first row that cannot be one; the scan has stopped there.
  private(set) var badID: Int64?

  init(_ needs: ColumnNeeds, _ limits: ColumnLimits, _ texts: TextInterner) {
    self.needs = needs
    self.limits = limits
    self.texts = texts
    collector = ChunkCollector(needs)
  }

  /// The rows that were taken, as chunks.
  var chunks: [ColumnChunk] {
    collector.flush()
    return collector.chunks
  }

  /// The columns beyond the hot ones, in their order in the table, so that SQLite reads no farther
  /// than it must.
  private static let others: [(need: ColumnNeeds, columns: String)] = [
    (.name, "name"), (.uuid, "uuid"), (.source, "import, line, fingerprint, external_id"),
    (.note, "note"), (.reimbursement, "reimbursement"), (.tags, "tags"),
    (.conversion, "conversion_amount, conversion_currency, conversion_rate"), (.extra, "extra"),
  ]

  /// What is to be read of each row, in the order of `take`.
  static func columns(_ needs: ColumnNeeds) -> String {
    "id, date, amount, currency, type, category, account"
      + others.filter { needs.isSuperset(of: $0.need) }.map { ", " + $0.columns }.joined()
  }

  /// Takes one row; false when it cannot be one.
  fileprivate func take(_ values: SQLValues) -> Bool {
    let id = values.integer(0)
    let date = values.integer(1)
    let currency = values.integer(3)
    let type = values.integer(4)
    let category = values.integer(5)
    let account = values.integer(6)
    guard id > collector.lastID, id < .max, limits.allow(date: date),
      UInt64(bitPattern: currency) < limits.currencies, UInt64(bitPattern: type) < limits.types,
      UInt64(bitPattern: category) < limits.categories,
      UInt64(bitPattern: account) < limits.accounts
    else {
      badID = id
      return false
    }
    collector.begin(id)
    collector.set(.date, Int32(truncatingIfNeeded: date))
    collector.set(.amount, values.integer(2))
    collector.set(.currency, Int32(truncatingIfNeeded: currency))
    collector.set(.type, Int32(truncatingIfNeeded: type))
    collector.set(.category, Int32(truncatingIfNeeded: category))
    collector.set(.account, Int32(truncatingIfNeeded: account))
    return needs.isEmpty || takeOthers(id, values)
  }

  private func takeOthers(_ id: Int64, _ values: SQLValues) -> Bool {
    var column = 7
    func next() -> Int {
      defer { column &+= 1 }
      return column
    }
    func text() -> Int32 {
      unsafe values.withTextBytes(next()) { unsafe texts.intern(bytes: $0) }
    }
    if needs.contains(.name) { collector.set(.name, text()) }
    if needs.contains(.uuid) {
      let uuid = values.uuid(next())
      collector.set(.uuidHigh, Int64(bitPattern: uuid.high))
      collector.set(.uuidLow, Int64(bitPattern: uuid.low))
    }
    if needs.contains(.source) {
      collector.set(.importNumber, values.integer(next()))
      collector.set(.line, values.integer(next()))
      collector.set(.fingerprint, values.integer(next()))
      collector.set(.externalID, text())
    }
    if needs.contains(.note) { collector.set(.note, text()) }
    if needs.contains(.reimbursement) {
      collector.set(.reimbursement, Int32(clamping: values.integer(next())))
    }
    if needs.contains(.tags) { collector.set(.tags, text()) }
    if needs.contains(.conversion) {
      let amount = values.integer(next())
      let currency = values.integer(next())
      guard UInt64(bitPattern: currency) < limits.currencies else {
        badID = id
        return false
      }
      collector.set(.conversionAmount, currency == 0 ? 0 : amount)
      collector.set(.conversionCurrency, Int32(truncatingIfNeeded: currency))
      collector.set(.conversionRate, text())
    }
    if needs.contains(.extra) { collector.set(.extra, text()) }
    return true
  }
}

/// The arguments of a step.
@safe private struct SQLValues {
  let values: UnsafeMutablePointer<OpaquePointer?>

  func integer(_ index: Int) -> Int64 { unsafe sqlite3_value_int64(values[index]) }

  func withTextBytes<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard let bytes = unsafe sqlite3_value_text(values[index]) else {
      return unsafe body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    let count = unsafe Int(sqlite3_value_bytes(values[index]))
    return unsafe body(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  func uuid(_ index: Int) -> UUID128 {
    guard let start = unsafe sqlite3_value_blob(values[index]),
      unsafe sqlite3_value_bytes(values[index]) == 16
    else { return .zero }
    return unsafe UUID128(
      high: start.loadUnaligned(as: UInt64.self).bigEndian,
      low: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian)
  }
}

extension Connection {
  /// Has a reader take the expenses with ids in a range, in order of id.
  ///
  /// - Throws: `damaged` for a number that is no date or that its table does not have.
  func read(
    _ ids: ClosedRange<Int64>, _ needs: ColumnNeeds, into reader: ColumnRowReader
  ) throws(ExpenseError) {
    try setCollector(reader)
    defer { try? setCollector(nil) }
    let columns = ColumnRowReader.columns(needs)
    // Not kept: it stands for this reader.
    let statement = try Statement(
      self, "SELECT iex_collect(\(columns)) FROM expense WHERE id BETWEEN ?1 AND ?2")
    statement.bind(1, ids.lowerBound)
    statement.bind(2, ids.upperBound)
    do throws(ExpenseError) {
      _ = try statement.step()
      statement.reset()
    } catch {
      if let id = reader.badID {
        throw ExpenseError(.damaged, "\(path): expense \(id) is not valid")
      }
      throw error
    }
  }

  /// Sets what the function `iex_collect` hands its arguments to; nil removes the function.
  private func setCollector(_ reader: ColumnRowReader?) throws(ExpenseError) {
    let step: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    unsafe step = { context, _, values in
      guard let data = unsafe sqlite3_user_data(context), let values = unsafe values else { return }
      let reader = unsafe Unmanaged<ColumnRowReader>.fromOpaque(data).takeUnretainedValue()
      if unsafe !reader.take(SQLValues(values: values)) {
        unsafe sqlite3_result_error(context, "not valid", -1)
      }
    }
    let end: @convention(c) (OpaquePointer?) -> Void = { _ in }
    let data = unsafe reader.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    let code = unsafe sqlite3_create_function_v2(
      handle, "iex_collect", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, data, nil,
      reader == nil ? nil : step, reader == nil ? nil : end, nil)
    if code != SQLITE_OK { throw error("prepare") }
  }
}
