internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

extension iex_expense {
  /// Lays out the row of a section: its title, and nothing else of an expense.
  init(_ section: ViewSection, writer: inout BlockWriter) {
    unsafe self.init(blankWith: &writer)
    unsafe date = section.date?.yyyymmdd ?? 0
    unsafe name = writer.write(section.title)
  }
}

extension iex_section {
  /// Lays out a section with its totals.
  init(_ section: ViewSection, writer: inout BlockWriter) {
    unsafe self.init()
    unsafe struct_size = UInt32(MemoryLayout<Self>.size)
    unsafe date = section.date?.yyyymmdd ?? 0
    unsafe position = Int64(section.position)
    unsafe count = Int64(section.count)
    unsafe title = writer.write(section.title)
    unsafe totals = writer.write(section.totals)
    unsafe total_count = UInt32(truncatingIfNeeded: section.totals.count)
  }
}

extension iex_section_change {
  /// Lays out what became of a section.
  init(_ change: ViewChange.SectionChange, writer: inout BlockWriter) {
    unsafe self.init()
    unsafe struct_size = UInt32(MemoryLayout<Self>.size)
    unsafe kind = change.kind.rawValue
    unsafe date = change.date?.yyyymmdd ?? 0
    unsafe old_position = Int64(change.oldPosition)
    unsafe new_position = Int64(change.newPosition)
    unsafe old_count = Int64(change.oldCount)
    unsafe new_count = Int64(change.newCount)
    unsafe title = writer.write(change.title)
    unsafe old_totals = writer.write(change.oldTotals)
    unsafe old_total_count = UInt32(truncatingIfNeeded: change.oldTotals.count)
    unsafe new_totals = writer.write(change.newTotals)
    unsafe new_total_count = UInt32(truncatingIfNeeded: change.newTotals.count)
  }
}

extension BlockWriter {
  /// Writes the totals of a section.
  fileprivate mutating func write(_ totals: [Total]) -> UnsafePointer<iex_total>? {
    unsafe write(count: totals.count) { index, writer in
      unsafe iex_total(totals[index], writer: &writer)
    }
  }
}

extension iex_difference {
  init(_ change: ViewChange) {
    self.init()
    struct_size = UInt32(MemoryLayout<Self>.size)
    flags = change.isReset ? UInt32(IEX_DIFFERENCE_RESET) : 0
    old_count = Int64(change.oldCount)
    new_count = Int64(change.newCount)
  }
}

extension iex_view_item {
  init(_ item: ViewChange.Item) {
    self.init()
    struct_size = UInt32(MemoryLayout<Self>.size)
    kind = item.kind.rawValue
    old_position = Int64(item.oldPosition)
    new_position = Int64(item.newPosition)
    id = item.id
    fields = item.fields.rawValue
  }
}

extension iex_splice {
  /// One splice, or zero when there is nothing to tell.
  init(_ splice: Splice?) {
    self.init()
    guard let splice else { return }
    position = Int64(splice.position)
    removed = Int64(splice.removed)
    added = Int64(splice.added)
    updated = Int64(splice.updated)
    told = 1
  }
}
