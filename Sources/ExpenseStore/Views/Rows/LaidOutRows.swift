internal import ExpenseModel

/// Rows of a view as the host was given them, for as long as they stay what they are.
///
/// A list is drawn again after each change, of which most of its rows know nothing: those are not
/// read again.
struct LaidOutRows: Sendable {
  typealias Object = AnyObject & Sendable

  /// More rows at once are no list on a screen.
  static let maximumPage = 256
  private static let maximumKept = 1024

  fileprivate final class Identity: Sendable {}

  private var objects: [Int64: any Object] = [:]
  /// Tells what was kept before everything was read anew.
  private let identity = Identity()

  /// Some rows of a view.
  struct Page: Sendable {
    let revision: Int64
    let ids: [Int64]
    /// In the order of the ids; nil for one that is to be read.
    var objects: [(any Object)?]
    fileprivate let identity: Identity
  }

  /// The rows of a view from a position on; nil for more than are kept.
  func page(_ state: ViewState, offset: Int, limit: Int) -> Page? {
    guard offset >= 0, limit >= 0, limit <= LaidOutRows.maximumPage else { return nil }
    let start = min(offset, state.shown)
    let range = start..<(start + min(limit, state.shown - start))
    var ids: [Int64] = []
    var objects: [(any Object)?] = []
    ids.reserveCapacity(range.count)
    objects.reserveCapacity(range.count)
    state.rows.forEach(in: range) { row in
      ids.append(row.id)
      objects.append(self.objects[row.id])
    }
    return Page(revision: state.revision, ids: ids, objects: objects, identity: identity)
  }

  func isSame(_ page: Page) -> Bool { page.identity === identity }

  mutating func insert(_ rows: [(id: Int64, object: any Object)]) {
    if objects.count + rows.count > LaidOutRows.maximumKept { objects = [:] }
    objects.reserveCapacity(objects.count + rows.count)
    for (id, object) in rows { objects[id] = object }
  }

  mutating func remove(_ id: Int64) {
    if !objects.isEmpty { objects[id] = nil }
  }
}
