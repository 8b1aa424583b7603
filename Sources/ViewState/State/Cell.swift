internal import ExpenseModel
internal import Threads

/// The value of a state, or of a published field of an object.
final class Cell: BindingSource {
  typealias Check = @Sendable (StateValue) throws(ExpenseError) -> Void

  private let kind: StateValue.Kind
  private let name: String
  private let announcer: Announcer
  private let contents: Contents

  /// Guarded by the announcer's lock.
  private final class Contents: @unchecked Sendable {
    var value: StateValue
    var questions: [Question] = []

    init(_ value: StateValue) { self.value = value }
  }

  init(_ value: StateValue, name: String = "", of announcer: Announcer = Announcer()) {
    kind = value.kind
    self.name = name
    self.announcer = announcer
    contents = Contents(value)
  }

  /// The value; unlike that of other sources it is always there.
  var value: StateValue { announcer.read { contents.value } }

  func get() -> StateValue { value }

  func set(_ value: StateValue) throws(ExpenseError) {
    try value.require(kind)
    let (old, questions) = announcer.read { (contents.value, contents.questions) }
    if old != value {
      for question in questions { try question.check(value) }
    }
    _ = announcer.change {
      let old = contents.value
      contents.value = value
      return old
    } events: { old in
      let change = ValueChange(from: .success(old), to: .success(value))
      return [Announcer.Event(key: Announcer.Key(self), name: name, change: change)]
    }
    announcer.tell()
  }

  func observe(_ callback: @escaping @Sendable (ValueChange) -> Void) -> any Cancellable {
    announcer.observe(Announcer.Key(self)) { callback($0.change) }
  }

  func ask(_ check: @escaping Check) -> (any Cancellable)? {
    let question = Question(self, check)
    announcer.read { contents.questions.append(question) }
    return question
  }

  private func drop(_ question: Question) {
    // Held to the end of the call: what it holds is let go outside the lock.
    let dropped = announcer.read { () -> [Question] in
      let all = contents.questions
      contents.questions = all.filter { $0 !== question }
      return all
    }
    _ = dropped
  }

  /// What is asked before the value is set.
  private final class Question: Cancellable {
    private weak let cell: Cell?
    let check: Check

    init(_ cell: Cell, _ check: @escaping Check) {
      self.cell = cell
      self.check = check
    }

    func cancel() { cell?.drop(self) }
  }
}
