internal import ExpenseModel
internal import ExpenseStore

/// Writes the library's own CSV file from a scan of the store.
///
/// It is filled by one thread and read after that one has ended.
final class OwnCSVScan: RowSink, @unchecked Sendable {
  private var rows: OwnCSVRows

  init(_ names: Store.ScanNames, path: String) { rows = OwnCSVRows(names, path: path) }

  var bytes: [UInt8] { rows.bytes }
  var hasUnknownImport: Bool { rows.hasUnknownImport }

  func take(_ row: ScannedRow) throws(ExpenseError) { try rows.take(row) }
}
