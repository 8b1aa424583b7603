internal import Threads

/// The rows of this store's latest small commits, as they left them.
///
/// Columns and views take them from here: to read them back, a reader would have to let go of all the
/// pages that it has in memory. What is not here is read from the file.
final class CommittedRows: Sendable {
  /// What a commit did to a row; nil: it removed it.
  typealias Row = (id: Int64, row: StoredRow?)

  /// Beyond so many rows a commit is not kept.
  static let most = 64
  private static let commits = 16

  private struct Commit {
    var revision: Int64
    var rows: [Row]
  }

  /// In order of revision, without a gap.
  private let latest = Guarded<[Commit]>([])

  /// Keeps the rows of a commit; nil when they are not known.
  func note(_ revision: Int64, _ rows: [Row]?) {
    latest.withLock { commits in
      guard let rows else { return commits.removeAll() }
      if commits.last.map({ $0.revision + 1 != revision }) ?? false { commits.removeAll() }
      if commits.count == CommittedRows.commits { commits.removeFirst() }
      commits.append(Commit(revision: revision, rows: rows))
    }
  }

  /// What commits did to rows, in order of id, each id once; nil when not all of them are known.
  func rows(of revisions: ClosedRange<Int64>) -> [Row]? {
    let commits = latest.withLock { commits -> ArraySlice<Commit>? in
      guard let first = commits.first?.revision, let last = commits.last?.revision,
        first <= revisions.lowerBound, revisions.upperBound <= last
      else { return nil }
      return commits[
        Int(revisions.lowerBound - first)...Int(revisions.upperBound - first)]
    }
    guard let commits else { return nil }
    if commits.count == 1, let only = commits.first { return only.rows }
    var rows: [Int64: StoredRow?] = [:]
    for commit in commits {
      for (id, row) in commit.rows { rows.updateValue(row, forKey: id) }
    }
    return rows.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
