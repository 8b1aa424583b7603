internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// What stands behind an `iex_change`: a handle that is open while its callback runs.
///
/// What its getters point to is made when it is asked for, because most callbacks ask for little.
@safe
final class ChangeObject: HandleObject {
  static let kind = HandleKind.change

  let change: Change
  let lender: Lender
  private let lazyRevision = unsafe Lazily<Block<iex_revision>>()
  private let lazyItems = Lazily<Block<iex_change_item>>()
  private let lazyText = unsafe Lazily<Block<UnsafePointer<CChar>?>>()

  init(_ change: Change, lender: Lender) {
    self.change = change
    self.lender = lender
  }

  /// What the change says of itself.
  var revision: Block<iex_revision> {
    unsafe lazyRevision.get {
      unsafe Block(count: 1) { _, writer in unsafe iex_revision(change, writer: &writer) }
    }
  }

  /// What it did to which expenses.
  var items: Block<iex_change_item> {
    lazyItems.get { Block(copying: change.items.map { iex_change_item($0) }) }
  }

  /// The change in one readable line.
  var text: UnsafePointer<CChar>? {
    let line = unsafe lazyText.get {
      let line = lender.store.describe(change)
      return unsafe Block(count: 1) { _, writer in unsafe writer.write(line) }
    }
    return unsafe line.rows.pointee
  }
}
