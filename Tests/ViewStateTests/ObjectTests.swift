import ExpenseModel
import Testing
import ViewState

private final class Counter: ObservableObject, @unchecked Sendable {
  @Published("count") var count: Int64 = 0
  @Published("name") var name = "Counter"
}

/// Objects that all who hold them share.
struct ObjectTests {
  @Test
  func eachHolderSeesEachChange() {
    let counter = Counter()
    let other = counter
    other.count += 1
    other.count += 1
    #expect(counter.count == 2)
  }

  @Test
  func subscribersAreToldWhichFieldHasChanged() throws {
    let counter = Counter()
    let (all, counts) = (Heard<String>(), Heard<Int64>())
    let subscription = counter.subscribe { [weak counter] in
      all.add("\($0) \(counter?.count ?? -1)")
    }
    _ = try counter.$count.subscribe { counts.add((try? $0.get()) ?? -1) }
    counter.count = 1
    counter.name = "Tally"
    try counter.$count.set(5)
    counter.count = 5
    #expect(all.all == ["count 1", "name 1", "count 5"])
    #expect(counts.all == [1, 5])
    subscription.cancel()
    counter.count = 6
    #expect(all.all.count == 3)
  }

  @Test
  func fieldsAreFoundByTheirNames() throws {
    let object = ObservableObject(typeName: "User")
    let name = try object.publish("name", "Anna")
    #expect(throws: ExpenseError.self) { try object.publish("name", true) }
    let heard = Heard<String>()
    let subscription = object.subscribe { heard.add($0) }
    try object.binding("name").set(.text("Berta"))
    #expect(try name.get() == "Berta")
    #expect(heard.all == ["name"])
    subscription.cancel()
    let error = #expect(throws: ExpenseError.self) { try object.binding("nobody") }
    #expect(error?.code == .notFound)
    #expect(error?.message == "User has no field \"nobody\"")
  }

  @Test
  func aPropertyIsFoundOnceItWasUsed() throws {
    let counter = Counter()
    counter.count = 3
    #expect(try counter.binding("count").get() == .integer(3))
    #expect(counter.typeName == "Counter")
  }

  @Test
  func anObjectIsLetGoOf() throws {
    weak var gone: Counter?
    do {
      let counter = Counter()
      gone = counter
      _ = try counter.$count.subscribe { _ in }
      _ = counter.subscribe { _ in }
      counter.count = 1
    }
    #expect(gone == nil)
  }
}
