internal import ExpenseModel

extension Store {
  /// One readable line: which change did what to the rows of a view.
  public func describe(_ change: ViewChange) -> String {
    var counts: [ViewChange.Item.Kind: Int] = [:]
    for item in change.items { counts[item.kind, default: 0] += 1 }
    let words: [(ViewChange.Item.Kind, String)] = [
      (.removed, "removed"), (.inserted, "inserted"), (.moved, "moved"), (.updated, "updated"),
    ]
    var parts = words.compactMap { (kind, word) in counts[kind].map { "\($0) \(word)" } }
    if change.isReset { parts.append("everything may have changed") }
    if parts.isEmpty { parts.append("\(change.sections.count) sections updated") }
    let rows = change.newCount == 1 ? "1 row" : "\(change.newCount) rows"
    return "#\(change.change.lastRevision) \(change.change.origin): "
      + parts.joined(separator: ", ") + "; \(rows)"
  }
}
