public import ExpenseModel

extension Draft {
  /// Why a text of a draft can't be saved as it stands.
  public struct Problem: Hashable, Sendable {
    /// The field whose text is at fault.
    public var field: ExpenseField
    /// The code that adding such an expense would fail with.
    public var code: ExpenseError.Code
    /// What is wrong, in one sentence without a full stop at its end.
    public var message: String

    /// Creates a problem.
    public init(_ field: ExpenseField, _ code: ExpenseError.Code, _ message: String) {
      self.field = field
      self.code = code
      self.message = message
    }

    init(_ error: ExpenseError, _ field: ExpenseField) {
      self.init(field, error.code, error.message)
    }

    /// The problem as the error of a save.
    var error: ExpenseError { ExpenseError(code, message, field: field) }
  }
}
