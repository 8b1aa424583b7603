internal import ExpenseModel
internal import ExpenseStore

/// What stands behind an `iex_store`.
final class StoreObject: HandleObject {
  static let kind = HandleKind.store

  let store: Store

  init(_ store: Store) {
    self.store = store
  }

  func end() {
    store.close()
  }
}

/// An open store and the handle, its own or one that it lent, to which what is lent belongs.
struct Lender: Sendable {
  let store: Store
  let token: Token

  /// Opens a handle of `object`, which closes with the lending one at the latest.
  ///
  /// When that was closed meanwhile, the object ends at once.
  func lend<Object: HandleObject>(_ object: Object) throws(ExpenseError) -> Token {
    try token.lend(object)
  }
}

extension Token {
  /// Opens a handle of `object`, which closes with this one at the latest.
  ///
  /// When this one was closed meanwhile, the object ends at once.
  func lend<Object: HandleObject>(_ object: Object) throws(ExpenseError) -> Token {
    guard let token = HandleTable.insert(object, kind: Object.kind, lender: self) else {
      object.end()
      let name = kind?.name ?? "store"
      throw ExpenseError(.handle, "\(name) was closed meanwhile, or 16,777,216 handles are open")
    }
    return token
  }
}
