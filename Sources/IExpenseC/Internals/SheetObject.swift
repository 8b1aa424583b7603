internal import CIExpense
internal import ExpenseForms
internal import ExpenseModel
internal import ExpenseStore
internal import ViewState

/// What stands behind an `iex_sheet`.
@safe
final class SheetObject: HandleObject {
  static let kind = HandleKind.sheet

  let sheet: Sheet
  private let store: Store?
  private let told: SubscriptionObject
  private let last = unsafe Locked<Block<iex_value>?>(nil)

  init(
    _ presented: BindingObject, _ draft: Draft?, _ callback: iex_dismiss_callback?,
    _ context: HostContext
  ) throws(ExpenseError) {
    guard try presented.source.get().kind == .bool else {
      throw ExpenseError(.argument, "presented is of another kind than IEX_VALUE_BOOL")
    }
    store = draft?.store
    let told = SubscriptionObject(context)
    self.told = told
    let function = unsafe callback.map { unsafe HostFunction($0) }
    sheet = try Sheet(isPresented: Binding(source: presented.source), work: draft) {
      guard let function = unsafe function else { return }
      unsafe told.run { context in unsafe function.pointer(context) }
    }
  }

  func end() {
    sheet.close()
    told.end()
  }

  /// Finds a currency of its value: one of the draft's store, or one of ISO 4217.
  func currency(_ code: String) throws(ExpenseError) -> Currency {
    if let store { return try find(code, in: store) }
    return try isoCurrency(code)
  }

  /// How the sheet stands; the value stays until the next one.
  func state() throws(ExpenseError) -> iex_sheet_state {
    var state = unsafe iex_sheet_state()
    unsafe state.flags =
      (try sheet.isPresented ? UInt32(IEX_SHEET_PRESENTED) : 0)
      | (try sheet.isUnsaved ? UInt32(IEX_SHEET_UNSAVED) : 0)
    let block = unsafe try sheet.value.map { unsafe Block([$0]) }
    unsafe last.withLock { unsafe $0 = unsafe block }
    unsafe state.value = unsafe block?.rows
    return unsafe state
  }
}
