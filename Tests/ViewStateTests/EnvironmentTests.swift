import ExpenseModel
import Testing
import ViewState

private final class Counter: ObservableObject, @unchecked Sendable {
  @Published("count") var count: Int64 = 0
}

/// Which screens find which objects.
struct EnvironmentTests {
  @Test
  func aChildFindsWhatThoseAboveHaveAlsoLater() throws {
    let home = Environment("home")
    let detail = home.child("detail").child("more")
    let counter = Counter()
    home.put(counter)
    #expect(try detail.find(Counter.self) === counter)
    let own = Counter()
    detail.put(own)
    #expect(try detail.find(Counter.self) === own)
    #expect(try home.find(Counter.self) === counter)
  }

  @Test
  func aMissingObjectIsNamedWithWhereWasLooked() throws {
    let detail = Environment("home").child("detail")
    let error = #expect(throws: ExpenseError.self) { try detail.find(Counter.self) }
    #expect(error?.code == .notFound)
    #expect(
      error?.message == "no object of type Counter in the environment: looked in home > detail")
  }

  @Test
  func aModalInheritsNothingUntilItIsHandedOn() throws {
    let home = Environment("home")
    home.put(Counter())
    let modal = home.child("detail").modal("help")
    let inside = modal.child("page")
    let error = #expect(throws: ExpenseError.self) { try inside.find(Counter.self) }
    #expect(
      error?.message
        == """
        no object of type Counter in the environment: looked in help > page; help is modal and \
        inherits nothing from home > detail
        """)
    modal.put(try home.find(Counter.self))
    #expect(try inside.find(Counter.self) === home.find(Counter.self))
  }

  @Test
  func aMessageNamesTheNearestOnly() throws {
    for step in [Environment.child, Environment.modal] {
      var screen = Environment("first")
      for number in 1...50_000 { screen = step(screen)("screen \(number)") }
      let error = #expect(throws: ExpenseError.self) { try screen.find(Counter.self) }
      let message = error?.message ?? ""
      #expect(message.contains("…") && message.contains("screen 50000"))
      #expect(message.utf8.count < 2_000)
    }
  }

  @Test
  func anotherTypeOfTheSameNameIsNotFound() throws {
    let home = Environment()
    home.put(ObservableObject(typeName: "Counter"))
    let error = #expect(throws: ExpenseError.self) { try home.find(Counter.self) }
    #expect(error?.code == .notFound)
    #expect(try home.find(typeName: "Counter").typeName == "Counter")
    #expect(throws: ExpenseError.self) { try home.child().find(typeName: "User") }
  }
}
