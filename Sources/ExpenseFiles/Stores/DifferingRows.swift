/// What becomes of an expense that both stores have, with other values.
enum DifferingRows: String, CaseIterable {
  /// This store's values stay.
  case keep
  /// It gets the values of the other store.
  case take
}
