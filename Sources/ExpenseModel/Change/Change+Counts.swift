extension Change {
  /// How many expenses were added.
  public var added: Int64 { Change.count(.added, items) }
  /// How many expenses were updated.
  public var updated: Int64 { Change.count(.updated, items) }
  /// How many expenses were removed.
  public var removed: Int64 { Change.count(.removed, items) }

  /// The fields that the updates changed, all together.
  public var fields: ExpenseFields {
    items.reduce(into: []) { if $1.kind == .updated { $0.formUnion($1.fields) } }
  }

  /// Gives the title of a change that nobody gave one: "added 1 expense, removed 3 expenses".
  public static func automaticLabel(_ items: some Sequence<Item>) -> String {
    let items = Array(items)
    if items.count == 1, let item = items.first, item.count == 1 {
      // Most changes; their titles are made at each commit.
      switch item.kind {
      case .added: return "added 1 expense"
      case .updated: return "updated 1 expense"
      case .removed: return "removed 1 expense"
      }
    }
    let parts = [("added", Item.Kind.added), ("updated", .updated), ("removed", .removed)]
    let texts = parts.compactMap { verb, kind -> String? in
      let count = count(kind, items)
      return count == 0 ? nil : "\(verb) \(count) \(count == 1 ? "expense" : "expenses")"
    }
    return texts.isEmpty ? "changed nothing" : texts.joined(separator: ", ")
  }

  private static func count(_ kind: Item.Kind, _ items: [Item]) -> Int64 {
    var sum: Int64 = 0
    // Counts that no store has must not stop the program.
    for item in items where item.kind == kind { sum &+= item.count }
    return sum
  }
}
