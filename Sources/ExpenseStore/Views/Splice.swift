/// One step of a queued view, as a list widget wants to hear it.
///
/// From `position` on, `removed` rows have gone and `added` ones have come in their place; or, where
/// both are 0, `updated` rows stay where they are and have other values.
public struct Splice: Hashable, Sendable {
  /// The first row, counted from 0.
  public var position: Int
  public var removed: Int
  public var added: Int
  public var updated: Int

  /// Creates a splice.
  public init(position: Int, removed: Int = 0, added: Int = 0, updated: Int = 0) {
    self.position = position
    self.removed = removed
    self.added = added
    self.updated = updated
  }
}
