/// A value of which a copy is one reference: for one that every state of columns or views has.
///
/// It is changed only while nobody else has it.
struct Boxed<Value: Sendable>: Sendable {
  private var box: Box

  private final class Box: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  init(_ value: Value) { box = Box(value) }

  var value: Value { box.value }

  mutating func change(_ body: (inout Value) -> Void) {
    if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
    body(&box.value)
  }
}
