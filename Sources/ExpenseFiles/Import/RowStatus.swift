/// What will become of a row of a file; the numbers are those of `IEX_ROW_…`.
public enum RowStatus: Int32, Hashable, Sendable, CaseIterable {
  /// It will be stored.
  case fresh = 0
  /// The store has it already.
  case duplicate = 1
  /// Like an expense of the store, but not surely the same.
  case suspected = 2
  /// Left out by the profile: money coming in.
  case leftOut = 3
  /// It was imported and then removed.
  case removedEarlier = 4
  /// It cannot be read.
  case rejected = 5
}

/// What an import keeps of a row: where it stands and what will become of it, in 32 bytes.
///
/// Everything else is read from the file's bytes again when it is asked for.
struct RowEntry {
  /// Of the file's text as UTF-8.
  var offset: UInt32
  /// The first physical line, from 1.
  var line: UInt32
  /// What makes it the same row as one in the store; 0 for a row that will not be stored.
  var identity: UInt64 = 0
  /// The expense that it is a duplicate of, or 0.
  var duplicateOf: Int64 = 0
  var status: RowStatus
  /// The id that it brings is another expense's already.
  var isIDTaken = false
  /// The file has a blank where the expense's name should be.
  var isNameless = false
}

/// Why a row cannot be read, or is left out.
struct RowProblem: Error, Hashable {
  /// From 1; 0: the whole row.
  var column = 0
  /// The column's name in the header, or the key.
  var columnName = ""
  /// What stands there.
  var cell = ""
  var reason: String

  /// How the summary tells of it: `Amount, "12,34,5"`; of a whole row, the reason.
  var text: String {
    columnName.isEmpty ? reason : "\(shortened(columnName)), \"\(shortened(cell))\""
  }
}

/// The beginning of a text that may be long, for a message.
func shortened(_ text: String) -> String {
  let beginning = text.unicodeScalars.prefix(60)
  return beginning.endIndex == text.unicodeScalars.endIndex ? text : String(beginning) + "…"
}
