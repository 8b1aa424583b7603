internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// What stands behind an `iex_view_change`: a handle that is open while its callback runs.
///
/// What its getters point to is made when it is asked for, because most callbacks ask for little.
@safe
final class ViewChangeObject: HandleObject {
  static let kind = HandleKind.viewChange

  let change: ViewChange
  let lender: Lender
  private let lazyDifference = Lazily<Block<iex_difference>>()
  private let lazyItems = Lazily<Block<iex_view_item>>()
  private let lazySections = unsafe Lazily<Block<iex_section_change>>()
  private let lazyText = unsafe Lazily<Block<UnsafePointer<CChar>?>>()
  private let lazyChange = Lazily<Lent>()

  /// The handle of the store's change, which closes with this one's.
  private final class Lent: Sendable {
    let object: ChangeObject
    let token: Token?

    init(_ object: ChangeObject, token: Token?) {
      self.object = object
      self.token = token
    }
  }

  init(_ change: ViewChange, lender: Lender) {
    self.change = change
    self.lender = lender
  }

  /// How the view has changed on the whole.
  var difference: Block<iex_difference> {
    lazyDifference.get { Block(copying: [iex_difference(change)]) }
  }

  /// Its rows that changed.
  var items: Block<iex_view_item> {
    lazyItems.get { Block(copying: change.items.map { iex_view_item($0) }) }
  }

  /// Its sections that changed.
  var sections: Block<iex_section_change> {
    unsafe lazySections.get {
      unsafe Block(count: change.sections.count) { index, writer in
        unsafe iex_section_change(change.sections[index], writer: &writer)
      }
    }
  }

  /// The difference in one readable line.
  var text: UnsafePointer<CChar>? {
    let line = unsafe lazyText.get {
      let line = lender.store.describe(change)
      return unsafe Block(count: 1) { _, writer in unsafe writer.write(line) }
    }
    return unsafe line.rows.pointee
  }

  /// The store's change, under a handle that `token`'s lends.
  func storeChange(lentBy token: Token) -> OpaquePointer? {
    let lent = lazyChange.get {
      let object = ChangeObject(change.change, lender: lender)
      return Lent(object, token: HandleTable.insert(object, kind: .change, lender: token))
    }
    return unsafe lent.token?.handle
  }
}
