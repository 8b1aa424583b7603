import ExpenseModel
import Testing
import ViewState

/// Bindings that show another one as something else.
struct MapTests {
  private func percent(_ binding: Binding<Int64>) -> Binding<String> {
    binding.map(
      to: { (value) throws(ExpenseError) in
        guard value >= 0 else { throw ExpenseError(.invalid, "\(value) is below 0") }
        return "\(value / 10)%"
      },
      from: { (text, _) throws(ExpenseError) in
        guard text.hasSuffix("%"), let value = Int64(text.dropLast()) else {
          throw ExpenseError(.invalid, "\(text) is no percentage")
        }
        return value * 10
      })
  }

  @Test
  func itReadsAndSetsBothWays() throws {
    let state = State(Int64(120))
    let text = percent(state.binding)
    #expect(try text.get() == "12%")
    try text.set("7%")
    #expect(state.value == 70)
    let error = #expect(throws: ExpenseError.self) { try text.set("seven") }
    #expect(error?.message == "seven is no percentage")
    #expect(state.value == 70)
  }

  @Test
  func itTellsWhenWhatItShowsHasChanged() throws {
    let state = State(Int64(10))
    let heard = Heard<String>()
    _ = try percent(state.binding).subscribe { result in
      switch result {
      case .success(let text): heard.add(text)
      case .failure(let error): heard.add(error.message)
      }
    }
    for value in [15, 20, 29, -1, -2, 25] { state.value = Int64(value) }
    #expect(heard.all == ["2%", "-1 is below 0", "2%"])
  }

  @Test
  func withoutAWayBackItIsReadOnly() throws {
    let state = State(Int64(3))
    let isLarge = state.binding.map { (value) throws(ExpenseError) in value > 2 }
    #expect(try isLarge.get())
    let error = #expect(throws: ExpenseError.self) { try isLarge.set(false) }
    #expect(error?.code == .readOnly)
  }

  @Test
  func aPartIsSetWithinTheWhole() throws {
    let state = State("Food:Lunch")
    let last = state.binding.map(
      to: { (path) throws(ExpenseError) in String(path.split(separator: ":").last ?? "") },
      from: { (last, path) throws(ExpenseError) in
        (path.split(separator: ":").dropLast().map(String.init) + [last]).joined(separator: ":")
      })
    try last.set("Dinner")
    #expect(state.value == "Food:Dinner")
  }

  @Test
  func mappingsMayStandOnEachOther() throws {
    let state = State(Int64(10))
    let length = percent(state.binding).map { (text) throws(ExpenseError) in
      Int64(text.utf8.count)
    }
    let heard = Heard<Int64>()
    _ = try length.subscribe { heard.add((try? $0.get()) ?? -1) }
    for value in [20, 100, 990, 1000] { state.value = Int64(value) }
    #expect(heard.all == [3, 4])
  }

  @Test
  func aLongChainRunsEachFunctionOnce() throws {
    let state = State(Int64(0))
    let (to, from) = (Heard<Int64>(), Heard<Int64>())
    var chain = state.binding
    for _ in 0..<500 {
      chain = chain.map(
        to: { (value) throws(ExpenseError) in
          to.add(value)
          return value + 1
        },
        from: { (mapped, value) throws(ExpenseError) in
          from.add(value)
          return mapped - 1
        })
    }
    #expect(try chain.get() == 500)
    #expect(to.all == (0..<500).map { Int64($0) })
    let heard = Heard<Int64>()
    _ = try chain.subscribe { if case .success(let value) = $0 { heard.add(value) } }
    try chain.set(503)
    #expect(state.value == 3)
    #expect(heard.all == [503])
    // What stood beneath each of them, the highest first.
    #expect(from.all == (0..<500).reversed().map { Int64($0) })
    // 499 for the set, and all of them for the old and the new value that it tells.
    #expect(to.all.count == 500 + 499 + 1000)
  }
}
