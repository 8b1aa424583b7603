import ExpenseModel
import Testing

@testable import ExpenseStore

/// A list that is kept by what a view says has changed, and complains when that is not so.
final class ViewMirror: @unchecked Sendable {
  let view: LiveView
  private(set) var rows: [PlainQuery.Row] = []
  private(set) var sections: [PlainQuery.Section] = []
  private(set) var told = 0
  private(set) var resets = 0
  private let name: String

  init(_ view: LiveView, _ name: String) throws {
    self.view = view
    self.name = name
    rows = try view.read(offset: 0, limit: .max).map(PlainQuery.Row.init)
    sections = try view.sections(offset: 0, limit: .max).map(PlainQuery.Section.init)
  }

  private func expect(_ condition: Bool, _ what: @autoclosure () -> String) {
    if !condition { Issue.record("\(name): \(what())") }
  }

  private func row(_ position: Int) throws -> PlainQuery.Row {
    let rows = try view.read(offset: position, limit: 1)
    return PlainQuery.Row(try #require(rows.first, "\(name): nothing at \(position)"))
  }

  // MARK: Differences

  /// Applies a difference, inside the callback that tells it.
  func apply(_ change: ViewChange) throws {
    told += 1
    expect(change.oldCount == rows.count, "old count \(change.oldCount), not \(rows.count)")
    expect(try view.revision == change.change.lastRevision || change.isReset, "another revision")
    if change.isReset {
      resets += 1
      rows = try view.read(offset: 0, limit: .max).map(PlainQuery.Row.init)
      sections = try view.sections(offset: 0, limit: .max).map(PlainQuery.Section.init)
    } else {
      expect(!change.items.isEmpty || !change.sections.isEmpty, "told nothing")
      try applyItems(change)
      applySections(change.sections)
      let read = try view.read(offset: 0, limit: .max).map(PlainQuery.Row.init)
      expect(read == rows, "items do not give the list: \(change)\n\(rows)\n\(read)")
      let readSections = try view.sections(offset: 0, limit: .max).map(PlainQuery.Section.init)
      expect(readSections == sections, "section changes do not give the sections: \(change)")
    }
    expect(change.newCount == rows.count, "new count \(change.newCount), not \(rows.count)")
    expect(try view.count() == rows.count, "count is not that of the rows")
  }

  private func applyItems(_ change: ViewChange) throws {
    let old = rows
    expectOrder(change.items)
    for item in change.items where item.oldPosition >= 0 {
      expect(old[item.oldPosition].id == item.id, "\(item): there was \(old[item.oldPosition].id)")
    }
    let taken = change.items.filter { $0.kind == .removed || $0.kind == .moved }
    for position in taken.map(\.oldPosition).sorted(by: >) { rows.remove(at: position) }
    for item in change.items where item.kind == .inserted || item.kind == .moved {
      rows.insert(try row(item.newPosition), at: item.newPosition)
    }
    for item in change.items where item.kind == .updated {
      expect(rows[item.newPosition] == old[item.oldPosition], "\(item): it did not stay")
      rows[item.newPosition] = try row(item.newPosition)
    }
    for item in change.items where item.newPosition >= 0 {
      expect(rows[item.newPosition].id == item.id, "\(item): there is another")
      guard item.oldPosition >= 0 else { continue }
      let before = old[item.oldPosition]
      let after = rows[item.newPosition]
      expect(item.kind == .moved || before != after, "\(item): equal values")
      if case .expense(let before) = before, case .expense(let after) = after {
        expect(after.differingFields(from: before) == item.fields, "\(item): other fields")
      }
    }
  }

  private func expectOrder(_ items: [ViewChange.Item]) {
    let removed = items.prefix { $0.kind == .removed }
    let others = items.dropFirst(removed.count)
    expect(!others.contains { $0.kind == .removed }, "removed items do not stand first")
    expect(isAscending(removed.map(\.oldPosition)), "removed items are not in order")
    expect(isAscending(others.map(\.newPosition)), "items are not in order")
    expect(removed.allSatisfy { $0.newPosition == -1 }, "removed items have a new position")
    expect(
      others.allSatisfy { ($0.oldPosition == -1) == ($0.kind == .inserted) },
      "inserted items have an old position")
  }

  private func isAscending(_ positions: [Int]) -> Bool {
    zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
  }

  private func applySections(_ changes: [ViewChange.SectionChange]) {
    for change in changes where change.oldPosition >= 0 {
      let old = sections[change.oldPosition]
      expect(
        old.title == change.title && old.date == change.date && old.count == change.oldCount
          && old.totals == change.oldTotals, "\(change): it was \(old)")
    }
    for change in changes where change.kind != .removed {
      expect(
        change.kind == .added || change.oldCount != change.newCount
          || change.oldTotals != change.newTotals, "\(change): equal values")
    }
    for change in changes.reversed() where change.kind == .removed {
      sections.remove(at: change.oldPosition)
    }
    for change in changes where change.kind != .removed {
      let new = PlainQuery.Section(
        title: change.title, date: change.date, count: change.newCount, totals: change.newTotals)
      if change.kind == .added {
        sections.insert(new, at: change.newPosition)
      } else {
        sections[change.newPosition] = new
      }
    }
  }

  // MARK: Splices

  /// Takes one step; false when nothing waits.
  func step() throws -> Bool {
    guard let splice = try view.step() else { return false }
    told += 1
    if splice.updated > 0 {
      expect(splice.removed == 0 && splice.added == 0, "\(splice): two things at once")
    }
    rows.removeSubrange(splice.position..<(splice.position + splice.removed))
    for position in splice.position..<(splice.position + splice.added) {
      rows.insert(try row(position), at: position)
    }
    for position in splice.position..<(splice.position + splice.updated) {
      let new = try row(position)
      expect(rows[position] != new && rows[position].id == new.id, "\(splice): equal values")
      rows[position] = new
    }
    let read = try view.read(offset: 0, limit: .max).map(PlainQuery.Row.init)
    expect(read == rows, "\(splice) does not give the list\n\(rows)\n\(read)")
    expect(try view.count() == rows.count, "\(splice): count is not that of the rows")
    expect(
      try view.ids(offset: 0, limit: .max) == rows.map(\.id), "\(splice): other ids")
    if let row = rows.randomElement(), row.id != 0 {
      let position = rows.firstIndex { $0.id == row.id }
      expect(try view.position(of: row.id) == position, "\(splice): another position")
    }
    return true
  }

  /// Checks that the view is what a plain query answers, and that this list is too.
  func expect(_ answer: PlainQuery.Answer, followed: Bool) throws {
    let read = try view.read(offset: 0, limit: .max).map(PlainQuery.Row.init)
    expect(read == answer.rows, "the view is not what the query selects\n\(read)\n\(answer.rows)")
    let sections = try view.sections(offset: 0, limit: .max)
    expect(
      sections.map(PlainQuery.Section.init) == answer.sections,
      "the sections are not what they should be")
    expect(sections.map(\.position) == answer.positions, "sections begin elsewhere")
    expect(try view.core.isValid(view.store), "the view's state is not valid")
    if followed {
      expect(rows == answer.rows, "the list that was kept is not what the query selects")
      expect(self.sections == answer.sections, "the sections that were kept are others")
    }
  }
}
