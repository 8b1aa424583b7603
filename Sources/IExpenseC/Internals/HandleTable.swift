/// What stands behind a handle.
protocol HandleObject: AnyObject, Sendable {
  static var kind: HandleKind { get }

  /// Ends its work, once, after the handle was closed: called without any lock of this module.
  func end()
}

extension HandleObject {
  func end() {}
}

/// The open handles of the process.
///
/// A slot is found by the index in the token and taken only when kind and generation fit, under one
/// lock that is held for a few nanoseconds. Neither the store nor the host ever runs under it:
/// objects are handed out retained, and those of closed handles are ended and let go by the caller.
enum HandleTable {
  private static let state = Locked(HandleSlots())

  /// Opens a handle of a store, which nothing lent.
  static func insert(_ object: any HandleObject, kind: HandleKind) -> Token? {
    state.withLock { $0.insert(object, kind: kind, lender: nil) }
  }

  /// Opens a handle that another one lends, mostly a store's, or gives nil when that one is closed.
  static func insert(
    _ object: any HandleObject, kind: HandleKind, lender: Token
  ) -> Token? {
    state.withLock { slots in
      guard let kindOfLender = lender.kind,
        let index = slots.index(of: lender, kind: kindOfLender)
      else { return nil }
      return slots.insert(object, kind: kind, lender: index)
    }
  }

  /// The object of an open handle of this kind.
  static func object(of token: Token, kind: HandleKind) -> (any HandleObject)? {
    guard ForkGuard.hasStores else { return nil }
    return state.withLock { $0.object(of: token, kind: kind) }
  }

  /// Closes a handle and what it lent; the objects, what was lent first.
  static func remove(_ token: Token, kind: HandleKind) -> [any HandleObject]? {
    guard ForkGuard.hasStores else { return nil }
    return state.withLock { $0.remove(token, kind: kind) }
  }

  /// How many handles are open.
  static var count: Int { ForkGuard.hasStores ? state.withLock { $0.count } : 0 }

  /// Holds the table still while the process forks.
  static func lock() { state.lock() }

  /// The end of `lock`, in the parent and in the child.
  static func unlock() { state.unlock() }
}
