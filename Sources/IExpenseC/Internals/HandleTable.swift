internal import ExpenseModel

/// What stands behind a handle.
protocol HandleObject: AnyObject, Sendable {
  static var kind: HandleKind { get }

  /// Whether it is memory and nothing else, which a forked child may free. Whatever else is left as it
  /// is there: locks that its end would take may be held by threads that the child does not have.
  static var isPlainMemory: Bool { get }

  /// Ends its work, once, after the handle was closed: called without any lock of this module.
  func end()
}

extension HandleObject {
  static var isPlainMemory: Bool { false }

  func end() {}
}

/// The open handles of the process.
///
/// A slot is found by the index in the token and taken only when kind and generation fit, under one
/// lock that is held for a few nanoseconds. Neither the store nor the host ever runs under it:
/// objects are handed out retained, and those of closed handles are ended and let go by the caller.
enum HandleTable {
  private static let state = Locked(HandleSlots())

  /// What was closed.
  struct Closed {
    let object: (any HandleObject)?
    /// What it had lent, and what that had lent before it.
    let lent: [any HandleObject]
    /// Whether nothing had lent it.
    let isRoot: Bool

    func end() {
      for object in lent { object.end() }
      object?.end()
      if isRoot { ForkGuard.rootDidClose() }
    }
  }

  /// Opens a handle that nothing lends: of a store, or of what needs none.
  static func open<Object: HandleObject>(
    _ make: () throws(ExpenseError) -> Object
  ) throws(ExpenseError) -> Token {
    guard ForkGuard.rootWillOpen() else {
      throw ExpenseError(.io, "the system has no memory to prepare for a fork")
    }
    do throws(ExpenseError) {
      let object = try make()
      let token = state.withLock { $0.insert(object, kind: Object.kind, lender: nil) }
      if let token { return token }
      object.end()
      throw ExpenseError(.handle, "16,777,216 handles are open: close some")
    } catch {
      ForkGuard.rootDidClose()
      throw error
    }
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
    guard ForkGuard.hasRoots else { return nil }
    return state.withLock { $0.object(of: token, kind: kind) }
  }

  /// Closes a handle and what it lent; the caller ends them.
  static func remove(_ token: Token, kind: HandleKind) -> Closed? {
    guard ForkGuard.hasRoots else { return nil }
    return state.withLock { slots in
      var lent: [any HandleObject] = []
      return slots.remove(token, kind: kind) { lent.append($0) }.map {
        Closed(object: $0.object, lent: lent, isRoot: $0.isRoot)
      }
    }
  }

  /// Closes a handle in a forked child, and frees what is memory and nothing else.
  static func removeInChild(_ token: Token, kind: HandleKind) {
    state.withLock { $0.removeInChild(token, kind: kind) }
  }

  /// How many handles are open.
  static var count: Int { ForkGuard.hasRoots ? state.withLock { $0.count } : 0 }

  /// Holds the table still while the process forks.
  static func lock() { state.lock() }

  /// The end of `lock`, in the parent and in the child.
  static func unlock() { state.unlock() }
}
