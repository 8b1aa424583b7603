/// What went wrong: a code to act on and a message to read.
///
/// The message says what happened, where and, when there is a way, what to do. It names values as
/// the caller gave them. Equal to what a C caller finds in `iex_error`.
public struct ExpenseError: Error, Hashable, Sendable {
  /// What kind of failure this is.
  public var code: Code
  /// What happened, in one sentence without a full stop at its end.
  public var message: String
  /// The field of the expense that is at fault, when it is one.
  public var field: ExpenseField?
  /// SQLite's extended result code, or 0.
  public var sqliteCode: Int32
  /// The system's `errno`, or 0.
  public var systemCode: Int32

  /// Creates an error.
  public init(
    _ code: Code, _ message: String, field: ExpenseField? = nil, sqliteCode: Int32 = 0,
    systemCode: Int32 = 0
  ) {
    self.code = code
    self.message = message
    self.field = field
    self.sqliteCode = sqliteCode
    self.systemCode = systemCode
  }
}

extension ExpenseError {
  /// The kinds of failure; the numbers are those of `IEX_ERROR_…` and never change.
  public enum Code: Int32, Hashable, Sendable, CaseIterable {
    /// An argument is missing, out of its range or of an unknown value.
    case argument = 1
    /// A handle is closed, of another kind, or was never one.
    case handle = 2
    /// A text is not UTF-8.
    case encoding = 3
    /// A value breaks a rule of its field: ``ExpenseError/field`` names it.
    case invalid = 4
    /// A sum, a product or an amount does not fit 64 bits, or a date leaves the years 1 to 9999.
    case overflow = 5
    /// The currency is unknown or has other digits, or a bare amount has none.
    case currency = 6
    /// No expense or revision has this number.
    case notFound = 7
    /// Later changes touched what was to be undone, the digits that an import was read with, or what
    /// a draft has changed too.
    case conflict = 8
    /// Another thread or program is writing, and the busy timeout has passed.
    case busy = 9
    /// The store, its file or its folder can only be read.
    case readOnly = 10
    /// `begin`, undo or redo inside a transaction, `commit` or `rollback` without one; an import
    /// committed twice.
    case transaction = 11
    /// The file is not an iexpense store.
    case notAStore = 12
    /// The store was written by a newer version of the library.
    case newer = 13
    /// The file is damaged; nothing in it was changed.
    case damaged = 14
    /// The disk is full.
    case full = 15
    /// Reading or writing failed.
    case io = 16
    /// The file, or the folder that it should stand in, does not exist.
    case missing = 17
    /// The path is a directory, or no regular file.
    case notAFile = 18
    /// The system does not let this user open the file.
    case permission = 19
    /// The store was opened before a fork, and this is the child.
    case forked = 20
    /// A file to import is not of its format.
    case format = 21
    /// An import has open questions: the message lists them.
    case ambiguous = 22
    /// The host's progress callback asked to stop; nothing was stored.
    case cancelled = 23
    /// A sheet's draft has changes that are not saved.
    case unsaved = 24
  }
}

extension ExpenseError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
