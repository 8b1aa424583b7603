import ExpenseModel
import Testing
import ViewState

/// A state, its bindings, and who is told of what.
struct StateTests {
  @Test
  func aStateTellsEachNewValueAndNoEqualOne() throws {
    let state = State(Int64(1))
    let heard = Heard<Int64>()
    let subscription = try state.binding.subscribe { heard.add((try? $0.get()) ?? -1) }
    try state.binding.set(2)
    try state.binding.set(2)
    state.value = 3
    #expect(heard.all == [2, 3])
    subscription.cancel()
    try state.binding.set(4)
    #expect(heard.all == [2, 3])
    #expect(state.value == 4)
  }

  @Test
  func aCopyIsIndependentAndHasNoSubscribers() throws {
    let state = State("Lunch")
    let heard = Heard<String>()
    _ = try state.binding.subscribe { heard.add((try? $0.get()) ?? "-") }
    let copy = state.copy()
    copy.value = "Dinner"
    #expect(state.value == "Lunch")
    #expect(copy.value == "Dinner")
    #expect(heard.all.isEmpty)
    state.value = "Tea"
    #expect(copy.value == "Dinner")
  }

  @Test
  func theNewValueStandsWhenItIsTold() throws {
    let state = State(false)
    let binding = state.binding
    let seen = Heard<Bool>()
    _ = try binding.subscribe { _ in seen.add((try? binding.get()) ?? false) }
    try binding.set(true)
    #expect(seen.all == [true])
  }

  @Test
  func textsAreEqualWhenTheirBytesAre() throws {
    let state = State("\u{E9}")
    let heard = Heard<Int>()
    _ = try state.binding.subscribe { heard.add((try? $0.get().utf8.count) ?? -1) }
    state.value = "e\u{301}"
    #expect(heard.all == [3])
    #expect(state.value.utf8.count == 3)
  }

  @Test
  func aStateKeepsItsKind() throws {
    let state = State(Int64(1))
    let binding = state.binding.untyped
    #expect(throws: ExpenseError.self) { try binding.set(.text("1")) }
    #expect(state.value == 1)
    #expect(throws: ExpenseError.self) {
      try Binding<Bool>(source: binding.source).get()
    }
  }

  @Test
  func aConstantIsReadAndNeverSet() throws {
    let constant = Binding.constant(true)
    #expect(try constant.get())
    let error = #expect(throws: ExpenseError.self) { try constant.set(false) }
    #expect(error?.code == .readOnly)
    try constant.subscribe { _ in }.cancel()
  }

  @Test
  func aBindingKeepsTheValueOfAStateThatIsGone() throws {
    let binding: Binding<Int64>
    do {
      let state = State(Int64(5))
      binding = state.binding
    }
    try binding.set(6)
    #expect(try binding.get() == 6)
  }

  @Test
  func aToggleTurnsAround() throws {
    let state = State(false)
    try state.binding.toggle()
    #expect(state.value == true)
    try state.binding.toggle()
    #expect(state.value == false)
  }

  @Test
  func everyKindComesBackAsItWent() throws {
    let euro = try #require(Currency.iso("EUR"))
    let day = try #require(CivilDate(yyyymmdd: 20_260_314))
    let values: [StateValue] = [
      .bool(true), .integer(.min), .text(""), .amount(Money(minor: -1250, currency: euro)),
      .date(day),
    ]
    for value in values {
      let state = State(value)
      #expect(state.value == value)
      #expect(state.value.kind == value.kind)
      for other in values where other.kind != value.kind {
        #expect(throws: ExpenseError.self) { try state.binding.set(other) }
      }
    }
    #expect(State(Money(minor: 1, currency: euro)).value.minor == 1)
    #expect(State(day).value == day)
  }
}
