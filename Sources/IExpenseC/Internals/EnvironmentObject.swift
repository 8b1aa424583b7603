internal import ExpenseModel
internal import ViewState

/// What stands behind an `iex_environment`.
final class EnvironmentObject: HandleObject {
  static let kind = HandleKind.environment

  let environment: Environment

  init(_ environment: Environment) {
    self.environment = environment
  }

  /// Opens the handle of an environment.
  static func open(_ environment: Environment) throws(ExpenseError) -> Token {
    try HandleTable.open { () throws(ExpenseError) in EnvironmentObject(environment) }
  }
}
