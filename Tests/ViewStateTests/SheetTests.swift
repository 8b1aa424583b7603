import ExpenseModel
import Testing
import Threads
import ViewState

/// Work that a test says is saved or not.
private final class Work: UnsavedWork {
  private let state = Guarded<Result<Bool, ExpenseError>>(.success(false))

  func say(_ outcome: Result<Bool, ExpenseError>) { state.withLock { $0 = outcome } }
  func hasUnsavedChanges() throws(ExpenseError) -> Bool { try state.withLock { $0 }.get() }
  func discardChanges() { say(.success(false)) }
}

/// Sheets: when they are presented, and how they end.
struct SheetTests {
  @Test
  func itIsPresentedWhileItsBindingIsTrue() throws {
    let state = State(false)
    let dismissals = Heard<Int>()
    let sheet = try Sheet(isPresented: state.binding) { dismissals.add(1) }
    #expect(try !sheet.isPresented)
    state.value = true
    #expect(try sheet.isPresented)
    try sheet.dismiss()
    #expect(state.value == false)
    #expect(dismissals.all.count == 1)
    try sheet.dismiss()
    #expect(dismissals.all.count == 1)
    try sheet.present()
    state.value = false
    #expect(dismissals.all.count == 2)
  }

  @Test
  func itCarriesItsValueWhileItIsPresented() throws {
    let state = State(false)
    let sheet = try Sheet(isPresented: state.binding)
    #expect(try sheet.value == nil)
    try sheet.present(.text("Lunch"))
    #expect(try sheet.value == .text("Lunch"))
    try sheet.present(.integer(2))
    #expect(try sheet.value == .integer(2))
    try sheet.dismiss()
    #expect(try sheet.value == nil)
    state.value = true
    #expect(try sheet.value == nil)
  }

  @Test
  func whatIsNotSavedKeepsItFromInsideAndOutside() throws {
    let state = State(true)
    let (work, dismissals) = (Work(), Heard<Int>())
    let sheet = try Sheet(isPresented: state.binding, work: work) { dismissals.add(1) }
    let heard = Heard<Bool>()
    _ = try state.binding.subscribe { heard.add((try? $0.get()) ?? false) }
    work.say(.success(true))
    #expect(try sheet.isUnsaved)
    for attempt in 0..<3 {
      let error = #expect(throws: ExpenseError.self) {
        switch attempt {
        case 0: try sheet.dismiss()
        case 1: try state.binding.set(false)
        default:
          let isHidden = state.binding.map(
            to: { (value) throws(ExpenseError) in !value },
            from: { (value, _) throws(ExpenseError) in !value })
          try isHidden.set(true)
        }
      }
      #expect(error?.code == .unsaved)
    }
    state.value = false
    #expect(state.value == true)
    #expect(heard.all.isEmpty)
    try sheet.dismiss(discarding: true)
    #expect(heard.all == [false])
    #expect(dismissals.all.count == 1)
    #expect(try !work.hasUnsavedChanges())
  }

  @Test
  func aMappedBindingAsksToo() throws {
    let state = State(Int64(1))
    let isPresented = state.binding.map(
      to: { (value) throws(ExpenseError) in
        if value > 9 { throw ExpenseError(.invalid, "\(value) is too large") }
        return value != 0
      },
      from: { (value, _) throws(ExpenseError) in value ? 1 : 0 })
    let (work, dismissals) = (Work(), Heard<Int>())
    let sheet = try Sheet(isPresented: isPresented, work: work) { dismissals.add(1) }
    work.say(.success(true))
    let error = #expect(throws: ExpenseError.self) { try state.binding.set(0) }
    #expect(error?.code == .unsaved)
    try state.binding.set(2)
    #expect(try sheet.isPresented)
    try state.binding.set(10)
    #expect(throws: ExpenseError.self) { try sheet.isPresented }
    #expect(dismissals.all.count == 1)
    // What is no longer presented is not dismissed once more.
    work.say(.success(false))
    try state.binding.set(0)
    #expect(dismissals.all.count == 1)
  }

  /// A value that is kept somewhere else, where nobody is asked before it is set.
  private final class Elsewhere: BindingSource {
    private let value = Guarded(StateValue.bool(true))

    func get() -> StateValue { value.withLock { $0 } }
    func set(_ new: StateValue) { value.withLock { $0 = new } }
    func observe(_ callback: @escaping @Sendable (ValueChange) -> Void) -> any Cancellable {
      Nobody()
    }

    private final class Nobody: Cancellable {
      func cancel() {}
    }
  }

  @Test
  func dismissingAsksWhereTheBindingDoesNot() throws {
    let elsewhere = Elsewhere()
    let work = Work()
    let sheet = try Sheet(isPresented: Binding(source: elsewhere), work: work)
    work.say(.success(true))
    let error = #expect(throws: ExpenseError.self) { try sheet.dismiss() }
    #expect(error?.code == .unsaved)
    #expect(elsewhere.get() == .bool(true))
    try sheet.dismiss(discarding: true)
    #expect(elsewhere.get() == .bool(false))
  }

  @Test
  func whereTheStoreIsClosedThereIsNothingToLose() throws {
    let state = State(true)
    let work = Work()
    let sheet = try Sheet(isPresented: state.binding, work: work)
    work.say(.failure(ExpenseError(.busy, "busy")))
    let error = #expect(throws: ExpenseError.self) { try sheet.dismiss() }
    #expect(error?.code == .busy)
    work.say(.failure(ExpenseError(.handle, "closed")))
    try sheet.dismiss()
    #expect(state.value == false)
  }

  @Test
  func onDismissMayPresentAgain() throws {
    let state = State(false)
    let held = Guarded<Sheet?>(nil)
    let count = Heard<Int>()
    let sheet = try Sheet(isPresented: state.binding) {
      count.add(1)
      if count.all.count < 3 { try? held.withLock { $0 }?.present(.integer(7)) }
    }
    held.withLock { $0 = sheet }
    try sheet.present()
    try sheet.dismiss()
    #expect(try sheet.isPresented)
    #expect(try sheet.value == .integer(7))
    try sheet.dismiss()
    try sheet.dismiss()
    #expect(count.all.count == 3)
    #expect(try !sheet.isPresented)
    held.withLock { $0 = nil }
  }

  @Test
  func aSheetThatIsGoneNeitherTellsNorAsks() throws {
    let state = State(false)
    let (work, dismissals) = (Work(), Heard<Int>())
    weak var gone: Sheet?
    do {
      let sheet = try Sheet(isPresented: state.binding, work: work) { dismissals.add(1) }
      gone = sheet
      try sheet.present(.bool(true))
    }
    #expect(gone == nil)
    work.say(.success(true))
    try state.binding.set(false)
    #expect(dismissals.all.isEmpty)
  }

  @Test
  func whatCannotBePresentedCarriesNothing() throws {
    let state = State(false)
    let sheet = try Sheet(isPresented: state.binding.map { (value) throws(ExpenseError) in value })
    let error = #expect(throws: ExpenseError.self) { try sheet.present(.integer(1)) }
    #expect(error?.code == .readOnly)
    #expect(try sheet.value == nil)
    state.value = true
    #expect(try sheet.isPresented)
    #expect(try sheet.value == nil)
  }
}
