public import ExpenseModel
public import ExpenseStore

/// A profile that was saved in a store.
public struct SavedProfile: Hashable, Sendable {
  /// 1 to 255 bytes, not beginning with `{`.
  public var name: String
  /// The profile: a JSON object.
  public var json: String

  public init(name: String, json: String) {
    self.name = name
    self.json = json
  }
}

extension Store {
  private static let profileKey = "profile/"

  /// Saves a profile under a name, over the one that had it.
  ///
  /// It is announced as a change of settings, and no undo takes it back.
  ///
  /// - Throws: `argument` for a wrong profile; `invalid` for a name that is blank, has a control
  ///   character or more than 255 bytes, or begins with `{`; `busy`, `readOnly`, `full`, `io`.
  public func saveProfile(_ name: String, _ json: String) throws(ExpenseError) {
    try SavedName.check(name, "a profile", notBeginningWith: UInt8(ascii: "{"))
    guard !json.isEmpty else {
      throw ExpenseError(.argument, "the profile \"\(shortened(name))\" is empty")
    }
    guard try Profile(parsing: json).saved == nil else {
      throw ExpenseError(
        .argument, "the profile: the key profile names a saved one, and is not saved itself")
    }
    try setSetting(Store.profileKey + name, json)
  }

  /// Removes a saved profile.
  ///
  /// - Throws: `notFound` when there is none with this name; `busy`, `readOnly`, `io`.
  public func removeProfile(_ name: String) throws(ExpenseError) {
    guard try setSetting(Store.profileKey + name, nil) else {
      throw ExpenseError(.notFound, "there is no profile \"\(shortened(name))\" in the store")
    }
  }

  /// The saved profiles, in the order of the bytes of their names.
  public func profiles() throws(ExpenseError) -> [SavedProfile] {
    try settings(beginningWith: Store.profileKey).map { SavedProfile(name: $0.key, json: $0.value) }
  }
}
