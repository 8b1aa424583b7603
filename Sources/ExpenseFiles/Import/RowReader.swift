internal import ExpenseModel
internal import ExpenseStore

/// The rows of a file of one format, and how to read each of them again.
protocol RowReader: Sendable {
  /// What makes a row the same as one in the store.
  var identity: RowIdentity { get }

  /// Makes what reads single rows; it keeps what it can use again from one row to the next.
  func cursor() -> any RowCursor

  /// The currency that amounts with a code are read with; nil when it reads none with that.
  func currency(_ code: String) -> Currency?

  /// Currencies of the file that the store must know before its rows are added.
  var currencies: [Currency] { get }

  /// The names of the imports that its rows came from, by the numbers in the file; nil for a file
  /// that was not written by this library: its rows come from this import.
  var importNames: [Int64: String]? { get }

  /// Whether a row that the store has with other values is told; else it is a duplicate, since an
  /// expense may have been edited.
  var comparesValues: Bool { get }

  /// What becomes of such rows; nil while it is open.
  var differing: DifferingRows? { get }
}

/// Reads single rows.
protocol RowCursor {
  /// What the row will be stored as; only the import's number and the fingerprint are missing.
  ///
  /// - Throws: why it cannot be read. A row that the profile leaves out is read all the same.
  mutating func expense(at entry: RowEntry) throws(RowProblem) -> Expense

  /// Packs the row for the store, with the import's number and its fingerprint, if that needs no
  /// expense to be made of it; else nothing is done.
  mutating func pack(
    _ entry: RowEntry, importNumber: Int64, into packer: inout RowPacker
  ) -> Bool

  /// Why a row is left out, or a remark on one that is stored; "" for none.
  func remark(on entry: RowEntry) -> String
}

/// What makes a row of a file the same as an expense of the store.
enum RowIdentity: Hashable {
  /// The fingerprint of the row as the file gave it. Its id becomes the expense's, when it has one
  /// and no other expense has that.
  case fingerprint
  /// The expense's own id: the file was written by this library.
  case uuid
}

extension RowReader {
  var currencies: [Currency] { [] }
  var importNames: [Int64: String]? { nil }
  var comparesValues: Bool { false }
  var differing: DifferingRows? { nil }
}

extension RowCursor {
  mutating func pack(
    _ entry: RowEntry, importNumber: Int64, into packer: inout RowPacker
  ) -> Bool { false }
}
