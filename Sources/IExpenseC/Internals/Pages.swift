internal import CIExpense
internal import ExpenseFiles
internal import ExpenseModel
internal import ExpenseStore

/// What stands behind an `iex_page`.
@safe
final class PageObject: HandleObject {
  static let kind = HandleKind.page
  static let isPlainMemory = true

  let rows: Block<iex_expense>
  /// Hold the texts; none when the rows have them themselves.
  private let texts: [any AnyObject & Sendable]

  /// Copies rows of a view that are laid out.
  init(copying laidOut: [any AnyObject & Sendable]) {
    unsafe rows = unsafe Block(
      count: laidOut.count,
      withoutTexts: { index in
        // They are what `layOut` has made.
        let row = unsafe unsafeDowncast(laidOut[index], to: LaidOutRow.self)
        return unsafe row.block.rows[row.index]
      })
    texts = laidOut
  }

  private init(_ rows: Block<iex_expense>) {
    unsafe self.rows = rows
    texts = []
  }

  /// Lays out one expense of a store; nil for one that is to be read by `Store.get`.
  convenience init?(_ id: Int64, of store: Store) throws(ExpenseError) {
    var block: Block<iex_expense>?
    let isLent = try store.lend(id) { row in unsafe block = Block(row) }
    guard isLent, let block = unsafe block else { return nil }
    unsafe self.init(block)
  }

  /// Lays out an expense that is lent, to be held by itself.
  static func layOut(_ row: LentRow) -> any AnyObject & Sendable {
    unsafe LaidOutRow(block: Block(row), index: 0)
  }

  /// Lays out expenses, each of which can be held by itself.
  static func layOut(
    _ expenses: [Expense], store: Store
  ) throws(ExpenseError) -> [any AnyObject & Sendable] {
    let page = try PageObject(expenses, store: store)
    return expenses.indices.map { unsafe LaidOutRow(block: page.rows, index: $0) }
  }

  /// A row of a block, which it keeps.
  @safe
  private final class LaidOutRow: Sendable {
    let block: Block<iex_expense>
    let index: Int

    init(block: Block<iex_expense>, index: Int) {
      unsafe self.block = block
      self.index = index
    }
  }

  /// Lays out rows of a view, the section rows among them.
  init(_ rows: [LiveView.Row], store: Store) throws(ExpenseError) {
    let digits = try CurrencyDigits(rows.lazy.compactMap(\.expense), in: store)
    unsafe self.rows = unsafe Block(count: rows.count) { index, writer in
      switch rows[index] {
      case .expense(let expense):
        return unsafe iex_expense(expense, digits: digits, writer: &writer)
      case .section(let section):
        return unsafe iex_expense(section, writer: &writer)
      }
    }
    texts = []
  }

  /// Lays out expenses of a store.
  init(_ expenses: [Expense], store: Store) throws(ExpenseError) {
    let digits = try CurrencyDigits(expenses, in: store)
    unsafe rows = unsafe Block(count: expenses.count) { index, writer in
      unsafe iex_expense(expenses[index], digits: digits, writer: &writer)
    }
    texts = []
  }
}

/// What stands behind an `iex_sections`.
@safe
final class SectionsObject: HandleObject {
  static let kind = HandleKind.sections
  static let isPlainMemory = true

  let rows: Block<iex_section>

  init(_ sections: [ViewSection]) {
    unsafe rows = unsafe Block(count: sections.count) { index, writer in
      unsafe iex_section(sections[index], writer: &writer)
    }
  }
}

/// What stands behind an `iex_history`.
@safe
final class HistoryObject: HandleObject {
  static let kind = HandleKind.history
  static let isPlainMemory = true

  let rows: Block<iex_revision>
  /// Parallel to the rows, in the history of one expense.
  let expenses: Block<iex_expense>?

  init(_ entries: [HistoryEntry], ofOneExpense: Bool, store: Store) throws(ExpenseError) {
    unsafe rows = unsafe Block(count: entries.count) { index, writer in
      unsafe iex_revision(entries[index].change, writer: &writer)
    }
    guard ofOneExpense else {
      unsafe expenses = nil
      return
    }
    let found = entries.compactMap(\.expense)
    let digits = try CurrencyDigits(found, in: store)
    unsafe expenses = unsafe Block(count: found.count) { index, writer in
      unsafe iex_expense(found[index], digits: digits, writer: &writer)
    }
  }
}

/// What stands behind an `iex_bytes`.
final class BytesObject: HandleObject {
  static let kind = HandleKind.bytes
  static let isPlainMemory = true

  let bytes: Block<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = Block(copying: bytes)
  }
}

/// What stands behind an `iex_profiles`.
@safe
final class ProfilesObject: HandleObject {
  static let kind = HandleKind.profiles
  static let isPlainMemory = true

  let rows: Block<iex_profile>

  init(_ profiles: [SavedProfile]) {
    unsafe rows = unsafe Block(count: profiles.count) { index, writer in
      var row = unsafe iex_profile()
      unsafe row.struct_size = UInt32(MemoryLayout<iex_profile>.size)
      unsafe row.name = writer.write(profiles[index].name)
      unsafe row.json = writer.write(profiles[index].json)
      return unsafe row
    }
  }
}

/// What stands behind an `iex_view`.
final class ViewObject: HandleObject {
  static let kind = HandleKind.view

  let view: LiveView
  let lender: Lender
  let totals = Locked(LaidOutTotals())

  init(_ view: LiveView, lender: Lender) {
    self.view = view
    self.lender = lender
  }

  func end() { view.close() }
}
