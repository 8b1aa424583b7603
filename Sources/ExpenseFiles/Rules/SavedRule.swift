/// A rule that is kept in a store.
public struct SavedRule: Hashable, Sendable {
  /// 1 to 255 bytes; no other rule of the store has it.
  public var name: String
  /// The rule as it was saved: a JSON object, which names it too.
  public var json: String

  public init(name: String, json: String) {
    self.name = name
    self.json = json
  }
}
