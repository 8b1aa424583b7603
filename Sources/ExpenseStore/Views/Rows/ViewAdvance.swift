internal import ExpenseModel

/// Brings a view from one state to the next, and says what that did to its rows.
///
/// Rows that a change did not touch, or in nothing that the order looks at, keep their order; so
/// everything follows from where the others stood and stand. O(touched rows × log n).
struct ViewAdvance {
  /// Without its rows, where the query has no limit: so nobody else has them, and what changes in them is
  /// not copied.
  private let old: ViewState
  /// How many expenses, and how many rows, were shown.
  private let (oldShown, oldCount): (Int, Int)
  private(set) var new: ViewState
  private var touched: [Touched] = []
  private var sections: [Int32: SectionCell] = [:]

  /// A row that a change touched, and that the filter lets through before or after.
  private struct Touched {
    var id: Int64
    var fields: ExpenseFields
    var old: ColumnRow?
    var new: ColumnRow?
    /// Its place among all rows, those beyond the limit too; -1 where it is none of them.
    var oldIndex = -1
    var newIndex = -1
    /// It was and is there, and equal in all that the order looks at.
    var keepsPlace = false
    /// How many rows that keep their place stand before it, of those that are shown before and after.
    var oldRank = 0
    var newRank = 0
    /// It has another place among the others.
    var isMoved = false
  }

  /// Advances a state to columns that differ by some changes.
  init(_ state: consuming ViewState, to columns: Columns, _ changes: [ColumnChange]) {
    (oldShown, oldCount) = (state.shown, state.count)
    new = copy state
    var before = consume state
    new.columns = columns
    new.filter.follow(columns)
    touched = ViewAdvance.touched(by: changes, before, new)
    for index in touched.indices {
      if let row = touched[index].old { touched[index].oldIndex = before.index(of: row) }
    }
    if before.query.limit == 0 { before.rows = CountedTree() }
    old = before
  }

  /// What changes did to rows that the filter lets through before or after.
  private static func touched(
    by changes: [ColumnChange], _ old: ViewState, _ new: ViewState
  ) -> [Touched] {
    var touched: [Touched] = []
    for change in changes {
      let before = change.old.flatMap { old.filter.matches($0, in: old.columns) ? $0 : nil }
      let after = change.new.flatMap { new.filter.matches($0, in: new.columns) ? $0 : nil }
      if before == nil, after == nil { continue }
      touched.append(
        Touched(
          id: change.id, fields: change.kind == .updated ? change.fields : [], old: before,
          new: after))
    }
    return touched
  }

  /// Changes rows and sections, and gives the difference; nil when nothing that is shown differs.
  mutating func run(_ change: Change) -> ViewChange? {
    if touched.isEmpty { return nil }
    new.followTotals(touched.map { ($0.old, $0.new) })
    moveRows()
    var items = findItems()
    let changed = changeSections()
    if old.showsSectionRows {
      // Until here they are places among the expenses.
      for index in items.indices where items[index].newPosition >= 0 {
        items[index].newPosition = new.position(ofExpense: items[index].newPosition)
      }
      items += sectionItems(changed)
    }
    if items.isEmpty, changed.isEmpty { return nil }
    items.sort {
      ($0.kind == .removed ? 0 : 1, $0.kind == .removed ? $0.oldPosition : $0.newPosition)
        < ($1.kind == .removed ? 0 : 1, $1.kind == .removed ? $1.oldPosition : $1.newPosition)
    }
    return ViewChange(
      change: change, oldCount: oldCount, newCount: new.count, items: items, sections: changed)
  }

  // MARK: Rows

  /// Takes out of the order what is gone or stands elsewhere, and puts in what is new or does.
  private mutating func moveRows() {
    for index in touched.indices {
      if let before = touched[index].old, let after = touched[index].new {
        touched[index].keepsPlace = isPlaced(before, after)
      }
    }
    touched.sort { $0.oldIndex > $1.oldIndex }
    let known = new.rows.count
    var inserted: [ColumnRow] = []
    for row in touched where !row.keepsPlace {
      // Behind the rows that are kept, any number of others may stand.
      if row.old != nil, row.oldIndex < known { new.rows.remove(at: row.oldIndex) }
      if let after = row.new { inserted.append(after) }
    }
    var place = -1
    for row in inserted {
      place = new.index(of: row)
      if place < new.rows.count || new.isComplete {
        new.rows.insert(RowID(id: row.id), at: place)
      }
    }
    if new.lacksRows {
      new.setRows()
      place = -1
    }
    // A single row stands where it was put, or stayed.
    if touched.count == 1, place >= 0 || touched[0].keepsPlace {
      touched[0].newIndex = place >= 0 ? place : touched[0].oldIndex
      return
    }
    for index in touched.indices {
      if let row = touched[index].new { touched[index].newIndex = new.index(of: row) }
    }
  }

  /// Whether two states of one row are equal in all that the order looks at.
  private func isPlaced(_ before: ColumnRow, _ after: ColumnRow) -> Bool {
    new.order.compare(before, after, in: new.columns) == 0
  }

  /// Whether a row went to another section, and so past a section row that is shown.
  private func changesSection(_ row: Touched) -> Bool {
    guard new.showsSectionRows, let before = row.old, let after = row.new else { return false }
    return new.order.sectionKey(of: before, in: new.columns)
      != new.order.sectionKey(of: after, in: new.columns)
  }

  /// What happened to the expenses that are shown.
  private mutating func findItems() -> [ViewChange.Item] {
    let newShown = new.shown
    func isShownOld(_ row: Touched) -> Bool { row.oldIndex >= 0 && row.oldIndex < oldShown }
    func isShownNew(_ row: Touched) -> Bool { row.newIndex >= 0 && row.newIndex < newShown }
    // How many rows that keep their place are shown: the same rows up to the smaller number.
    rank(
      min(
        oldShown - touched.count { !$0.keepsPlace && isShownOld($0) },
        newShown - touched.count { !$0.keepsPlace && isShownNew($0) }))
    markMoved()

    var items: [ViewChange.Item] = []
    for row in touched {
      let (wasShown, isShown) = (isShownOld(row), isShownNew(row))
      if wasShown, let before = row.old { countSection(before, -1) }
      if isShown, let after = row.new { countSection(after, 1) }
      switch (wasShown, isShown) {
      case (true, false): items.append(removed(row.oldIndex, row.id, row.fields))
      case (false, true): items.append(inserted(row.newIndex, row.id, row.fields))
      case (true, true) where row.isMoved || !row.fields.isEmpty:
        items.append(
          ViewChange.Item(
            kind: row.isMoved || changesSection(row) ? .moved : .updated,
            oldPosition: old.position(ofExpense: row.oldIndex), newPosition: row.newIndex,
            id: row.id, fields: row.fields))
      default: continue
      }
    }
    // And of those that were not touched.
    let oldKept = oldShown - touched.count(where: isShownOld)
    let newKept = newShown - touched.count(where: isShownNew)
    addFallen(oldKept - newKept, &items)
    addRisen(newKept - oldKept, &items)
    return items
  }

  private func removed(
    _ index: Int, _ id: Int64, _ fields: ExpenseFields
  ) -> ViewChange.Item {
    ViewChange.Item(
      kind: .removed, oldPosition: old.position(ofExpense: index), newPosition: -1, id: id,
      fields: fields)
  }

  private func inserted(
    _ index: Int, _ id: Int64, _ fields: ExpenseFields
  ) -> ViewChange.Item {
    ViewChange.Item(
      kind: .inserted, oldPosition: -1, newPosition: index, id: id, fields: fields)
  }

  /// Counts, before each row that does not keep its place, those that do and stay shown.
  private mutating func rank(_ kept: Int) {
    touched.sort { $0.oldIndex < $1.oldIndex }
    var before = 0
    for index in touched.indices where touched[index].oldIndex >= 0 && !touched[index].keepsPlace {
      touched[index].oldRank = min(kept, touched[index].oldIndex - before)
      before += 1
    }
    touched.sort { $0.newIndex < $1.newIndex }
    before = 0
    for index in touched.indices where touched[index].newIndex >= 0 && !touched[index].keepsPlace {
      touched[index].newRank = min(kept, touched[index].newIndex - before)
      before += 1
    }
  }

  /// Marks as few rows as can be, so that the others keep their order. The rows are in new order.
  private mutating func markMoved() {
    let newShown = new.shown
    var candidates: [Int] = []
    for index in touched.indices {
      let row = touched[index]
      guard !row.keepsPlace, row.oldIndex >= 0, row.oldIndex < oldShown, row.newIndex >= 0,
        row.newIndex < newShown
      else { continue }
      if row.oldRank == row.newRank, !passesSectionRow(row) { candidates.append(index) }
      touched[index].isMoved = true
    }
    for place in IncreasingRun.longest(candidates.map { touched[$0].oldIndex }) {
      touched[candidates[place]].isMoved = false
    }
  }

  /// Whether a row comes to stand under the row of another section: no run of expenses tells that it
  /// has passed it.
  private func passesSectionRow(_ row: Touched) -> Bool {
    guard new.showsSectionRows, let section = new.query.section, let before = row.old,
      let after = row.new
    else { return false }
    return new.columns.names.compareSections(
      new.order.sectionKey(of: before, in: new.columns),
      new.order.sectionKey(of: after, in: new.columns), section.kind) != 0
  }

  /// Untouched rows at the end that the limit now leaves out.
  private mutating func addFallen(_ count: Int, _ items: inout [ViewChange.Item]) {
    guard count > 0 else { return }
    let taken = Set(touched.map(\.oldIndex))
    for index in lastUntouched(count, before: oldShown, taken) {
      let id = old.rows[index].id
      items.append(removed(index, id, []))
      if let row = old.columns.row(id) { countSection(row, -1) }
    }
  }

  /// Untouched rows at the end that the limit now leaves room for.
  private mutating func addRisen(_ count: Int, _ items: inout [ViewChange.Item]) {
    guard count > 0 else { return }
    let taken = Set(touched.map(\.newIndex))
    for index in lastUntouched(count, before: new.shown, taken) {
      let id = new.rows[index].id
      items.append(inserted(index, id, []))
      if let row = new.columns.row(id) { countSection(row, 1) }
    }
  }

  /// The last so many places before an end that are not taken.
  private func lastUntouched(_ count: Int, before end: Int, _ taken: Set<Int>) -> [Int] {
    var places: [Int] = []
    var index = end - 1
    while places.count < count, index >= 0 {
      if !taken.contains(index) { places.append(index) }
      index -= 1
    }
    return places
  }

  // MARK: Sections

  private mutating func countSection(_ row: ColumnRow, _ sign: Int64) {
    guard new.query.section != nil else { return }
    let key = new.order.sectionKey(of: row, in: new.columns)
    sections[key, default: SectionCell(key: key)].count(row, sign)
  }

  /// Brings the sections to what the rows have become, and gives those that differ, in order.
  private mutating func changeSections() -> [ViewChange.SectionChange] {
    let names = new.columns.names
    let keys = sections.keys.filter { sections[$0].map { !$0.isZero } ?? false }
    for key in keys {
      guard let delta = sections[key] else { continue }
      let (index, isThere) = new.section(key, names)
      if !isThere { new.sections.insert(SectionCell(key: key), at: index) }
      new.sections.update(at: index) { $0.add(delta) }
    }
    // Not before all are counted: between two keys of one name a section may come to nothing.
    for key in keys {
      let (index, isThere) = new.section(key, names)
      if isThere, new.sections[index].count == 0 { new.sections.remove(at: index) }
    }
    var changes: [ViewChange.SectionChange] = []
    var seen: Set<[Int]> = []
    for key in keys {
      if let change = sectionChange(key, names),
        seen.insert([change.oldPosition, change.newPosition]).inserted
      {
        changes.append(change)
      }
    }
    return changes.sorted {
      ($0.kind == .removed ? 0 : 1, $0.kind == .removed ? $0.oldPosition : $0.newPosition)
        < ($1.kind == .removed ? 0 : 1, $1.kind == .removed ? $1.oldPosition : $1.newPosition)
    }
  }

  private func sectionChange(
    _ key: Int32, _ names: ColumnNames
  ) -> ViewChange.SectionChange? {
    let before = old.section(key, names)
    let after = new.section(key, names)
    let oldCell = before.isThere ? old.sections[before.index] : SectionCell(key: key)
    let newCell = after.isThere ? new.sections[after.index] : SectionCell(key: key)
    if before.isThere == after.isThere, oldCell.count == newCell.count, oldCell.sums == newCell.sums
    {
      return nil
    }
    let (title, date) = new.order.sectionTitle(key, in: new.columns)
    return ViewChange.SectionChange(
      kind: !after.isThere ? .removed : !before.isThere ? .added : .updated, title: title,
      date: date, oldPosition: before.isThere ? before.index : -1,
      newPosition: after.isThere ? after.index : -1, oldCount: oldCell.count,
      newCount: newCell.count, oldTotals: old.totals(oldCell), newTotals: new.totals(newCell))
  }

  /// What happened to the rows of sections.
  private func sectionItems(_ changes: [ViewChange.SectionChange]) -> [ViewChange.Item] {
    changes.map { change in
      ViewChange.Item(
        kind: change.kind == .removed ? .removed : change.kind == .added ? .inserted : .updated,
        oldPosition: change.oldPosition < 0 ? -1 : old.position(ofSection: change.oldPosition),
        newPosition: change.newPosition < 0 ? -1 : new.position(ofSection: change.newPosition),
        id: 0)
    }
  }
}
