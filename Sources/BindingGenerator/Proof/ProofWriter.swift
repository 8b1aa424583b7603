/// Writes a Swift source that compiles only when header and Swift declarations agree.
///
/// It repeats every declaration of the library word for word and claims, with `@implementation`,
/// that it implements the header's function of that name: the compiler then compares the types.
/// The kinds of handles it can't compare, for Swift knows all of them as `OpaquePointer`.
enum ProofWriter {
  /// The name of the module that the header is imported as.
  static let module = "IExpenseHeader"

  /// Writes the source, and for each of its lines the declaration that stands there.
  static func write(_ interface: Interface) -> (text: String, origins: [Int: Interface.Origin]) {
    var lines = ["public import \(module)"]
    var origins: [Int: Interface.Origin] = [:]
    let append = { (text: String, origin: Interface.Origin) in
      lines.append(text.replacing("\n", with: " "))
      origins[lines.count] = origin
    }
    for origin in interface.handles.map(\.origin) + interface.callbacks.map(\.origin) {
      append("public \(origin.declaration)", origin)
    }
    for function in interface.functions {
      let declaration = function.origin.declaration
      let name = declaration.firstRange(of: "func ")?.lowerBound ?? declaration.startIndex
      append(
        "@implementation \(declaration[..<name])public \(declaration[name...]) { fatalError() }",
        function.origin)
    }
    return (lines.joined(separator: "\n") + "\n", origins)
  }
}
