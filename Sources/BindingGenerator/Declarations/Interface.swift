/// The C ABI as the Swift sources declare it.
struct Interface: Sendable {
  /// Where a declaration stands, and what its comment says.
  struct Origin: Hashable, Sendable {
    var file: String
    /// From 1.
    var line: Int?
    /// The declaration as Swift spells it.
    var declaration: String
    var documentation: [DocumentationLine]
  }

  /// A kind of handle.
  struct Handle: Sendable {
    var name: String
    var isConstant: Bool
    var origin: Origin
  }

  /// A parameter of a function or callback.
  struct Parameter: Hashable, Sendable {
    var name: String
    var type: ABIType
  }

  /// The type of a callback.
  struct Callback: Sendable {
    var name: String
    var parameters: [Parameter]
    var result: ABIType
    var origin: Origin
  }

  /// An exported function.
  struct Function: Sendable {
    var name: String
    var parameters: [Parameter]
    var result: ABIType
    /// The section of the header that it stands in.
    var section: String
    var origin: Origin
  }

  var handles: [Handle] = []
  var callbacks: [Callback] = []
  /// In the order of the sections, then of the sources.
  var functions: [Function] = []

  /// The callbacks that a section introduces: those that its functions are the first to take.
  func callbacks(introducedIn section: String) -> [Callback] {
    callbacks.filter { callback in
      functions.first { $0.parameters.contains { $0.type == .callback(callback.name) } }?.section
        == section
    }
  }
}
