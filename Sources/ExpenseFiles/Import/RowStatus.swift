/// What will become of a row of a file; the numbers are those of `IEX_ROW_…`.
public enum RowStatus: Int32, Hashable, Sendable, CaseIterable {
  /// It will be stored.
  case fresh = 0
  /// The store has it already.
  case duplicate = 1
  /// Like an expense of the store, but not surely the same.
  case suspected = 2
  /// Left out by the profile, as money coming in, or by a rule.
  case leftOut = 3
  /// It was imported and then removed.
  case removedEarlier = 4
  /// It cannot be read.
  case rejected = 5
  /// Left out by the caller.
  case excluded = 6
  /// The store has it, with other values than the other store.
  case differing = 7
}

/// What someone wants to become of a row of a file.
enum RowChoice: UInt8 {
  /// The caller wants it stored.
  case stored
  /// The caller wants it not stored.
  case excluded
  case leftOutByRule
  /// Stored, where the profile leaves it out.
  case keptByRule

  var isOfRule: Bool { self == .leftOutByRule || self == .keptByRule }
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
  /// The expense that it is a duplicate of or like, or 0.
  var duplicateOf: Int64 = 0
  /// What the file and the store say of it.
  var found: RowStatus
  /// What the caller or a rule wants.
  var choice: RowChoice?
  /// What the file alone says: `fresh`, `leftOut` or `rejected`; `suspected` of one that stands in
  /// place of another.
  private(set) var first: RowStatus
  /// Why it is suspected.
  var suspicion = Suspicion.none
  /// Of its amount; unknown: the row must be read for that.
  var amountMark = AmountMark.unknown
  private var marks: RowMarks = []

  init(offset: UInt32, line: UInt32, status: RowStatus) {
    self.offset = offset
    self.line = line
    first = status
    found = status
  }
}

/// What is remarkable about a row.
private struct RowMarks: OptionSet {
  let rawValue: UInt8

  static let idTaken = RowMarks(rawValue: 1)
  static let nameless = RowMarks(rawValue: 2)
  static let transfer = RowMarks(rawValue: 4)
  static let taken = RowMarks(rawValue: 8)
}

extension RowEntry {
  /// The id that it brings is another expense's already.
  var isIDTaken: Bool {
    get { marks.contains(.idTaken) }
    set { set(.idTaken, newValue) }
  }

  /// The file has a blank where the expense's name should be.
  var isNameless: Bool {
    get { marks.contains(.nameless) }
    set { set(.nameless, newValue) }
  }

  /// It is left out since it goes from one account to another.
  var isTransfer: Bool {
    get { marks.contains(.transfer) }
    set { set(.transfer, newValue) }
  }

  /// The expense has other values, and gets the row's.
  var isTaken: Bool {
    get { marks.contains(.taken) }
    set { set(.taken, newValue) }
  }

  private mutating func set(_ mark: RowMarks, _ isSet: Bool) {
    if isSet { marks.insert(mark) } else { marks.remove(mark) }
  }
}

extension RowEntry {
  /// What will become of the row: what was found, unless the caller or a rule wants something else.
  ///
  /// Nobody's word makes a duplicate new, nor readable what cannot be read; and no rule brings back
  /// what was removed.
  ///
  /// Whoever reads the file sets what it alone says.
  var status: RowStatus {
    get {
      guard let choice, found != .duplicate, found != .rejected else { return found }
      switch choice {
      case .stored: return found == .differing ? found : .fresh
      case .excluded: return .excluded
      case .leftOutByRule:
        return found == .removedEarlier || found == .differing ? found : .leftOut
      case .keptByRule: return found == .leftOut ? .fresh : found
      }
    }
    set {
      first = newValue
      found = newValue
    }
  }

  /// Whether a commit stores it. Suspicion only suggests.
  var isStored: Bool { status == .fresh || status == .suspected }

  /// Whether a commit gives the expense that the store has the row's values.
  var isUpdate: Bool { status == .differing && (isTaken || choice == .stored) }
}

extension RowEntry {
  /// What the comparison with the store says of a row that is no plain duplicate; nil for nothing.
  var reason: String? {
    switch (found, suspicion) {
    case (.removedEarlier, .removedHere): "it was removed from this store"
    case (.removedEarlier, _): "it was imported before, and removed"
    case (.suspected, .typedIn):
      "the amount of expense \(duplicateOf), which was typed in, and about its date"
    case (.suspected, .similarName):
      "the amount of expense \(duplicateOf), a similar name and about its date"
    case (.suspected, .collision):
      "the fingerprint of expense \(duplicateOf), but another amount, date and name"
    default: nil
    }
  }
}

/// Why a row is like an expense that it is not surely the same as.
enum Suspicion: UInt8 {
  case none
  /// The same amount, a date not far away, and a name that shares a word.
  case similarName
  /// The same amount and a date not far away; the expense was typed in by hand.
  case typedIn
  /// The same fingerprint, but neither amount nor date nor name agrees.
  case collision
  /// An expense with its UUID was removed.
  case removedHere
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
