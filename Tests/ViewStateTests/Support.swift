import ExpenseModel
import Testing
import Threads
import ViewState

/// What callbacks have told, in order.
final class Heard<Value: Sendable>: Sendable {
  private let list = Guarded<[Value]>([])

  var all: [Value] { list.withLock { $0 } }
  func add(_ value: Value) { list.withLock { $0.append(value) } }
}
