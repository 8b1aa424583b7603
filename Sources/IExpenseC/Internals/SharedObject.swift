internal import ExpenseModel
internal import ViewState

/// What stands behind an `iex_object`.
final class SharedObject: HandleObject {
  static let kind = HandleKind.object

  let object: ObservableObject

  init(_ object: ObservableObject) {
    self.object = object
  }

  /// Opens a handle of an object that there is.
  static func open(_ object: ObservableObject) throws(ExpenseError) -> Token {
    try HandleTable.open { () throws(ExpenseError) in SharedObject(object) }
  }
}
