/// The names that a Swift declaration may use besides the scalars.
struct TypeNames: Sendable {
  /// Handles, and whether C takes them as `const`.
  var handles: [String: Bool] = [:]
  var callbacks: Set<String> = []
  var structures: Set<String> = []
  /// Structs of a published interface.
  var foreignStructures: Set<String> = []
  /// C's names for numbers.
  var numbers: [String: Scalar] = [:]
}

extension TypeNames {
  /// Finds what a Swift type is in the ABI.
  func resolve(_ type: SwiftType) throws(DeclarationProblem) -> ABIType {
    switch type {
    case .named(let name): try resolve(name: name)
    case .optional(let wrapped): try resolve(optional: wrapped)
    case .generic(let name, _) where Self.pointerMutability[name] != nil:
      throw DeclarationProblem(
        message: """
          \(type) is not Optional, so the compiler may delete the check for NULL: write \(type)?
          """)
    case .generic: throw DeclarationProblem(message: "unknown type \(type)")
    case .function: throw DeclarationProblem(message: "give the callback's type a typealias")
    }
  }

  /// Finds what a function returns; a result may be a pointer that is never NULL.
  func resolve(result: SwiftType) throws(DeclarationProblem) -> ABIType {
    switch result {
    case .named("Void"): .void
    case .generic(let name, _) where Self.pointerMutability[name] != nil:
      try resolve(optional: result)
    default: try resolve(result)
    }
  }

  private static let pointerMutability = ["UnsafePointer": false, "UnsafeMutablePointer": true]
  private static let rawPointerMutability = [
    "UnsafeRawPointer": false, "UnsafeMutableRawPointer": true,
  ]

  private func resolve(name: String) throws(DeclarationProblem) -> ABIType {
    if let scalar = Scalar(swift: name) { return .scalar(scalar) }
    if let scalar = numbers[name] { return .number(name: name, scalar) }
    if structures.contains(name) {
      throw DeclarationProblem(message: "\(name) by value: pass a pointer to it")
    }
    if handles[name] != nil || callbacks.contains(name) || Self.rawPointerMutability[name] != nil {
      throw DeclarationProblem(
        message: """
          \(name) is not Optional, so the compiler may delete the check for NULL: write \(name)?
          """)
    }
    if name == "OpaquePointer" {
      throw DeclarationProblem(
        message: "a bare OpaquePointer says no kind: use the typealias of the handle's kind")
    }
    if name == "UInt" { throw DeclarationProblem(message: "unknown type UInt: size_t is Int") }
    throw DeclarationProblem(message: "unknown type \(name)")
  }

  private func resolve(optional wrapped: SwiftType) throws(DeclarationProblem) -> ABIType {
    switch wrapped {
    case .named(let name):
      if let isConstant = handles[name] { return .handle(name, isConstant: isConstant) }
      if callbacks.contains(name) { return .callback(name) }
      if let isMutable = Self.rawPointerMutability[name] {
        return .rawPointer(isMutable: isMutable)
      }
      if name == "OpaquePointer" { return try resolve(name: name) }
    case .generic(let name, let arguments):
      guard let isMutable = Self.pointerMutability[name], let pointee = arguments.first,
        arguments.count == 1
      else { break }
      if case .named(let name) = pointee, structures.contains(name) {
        return .pointer(to: .structure(name), isMutable: isMutable)
      }
      if case .named(let name) = pointee, foreignStructures.contains(name) {
        return .pointer(to: .foreignStructure(name), isMutable: isMutable)
      }
      return .pointer(to: try resolve(pointee), isMutable: isMutable)
    case .optional, .function: break
    }
    throw DeclarationProblem(message: "unknown type \(SwiftType.optional(wrapped))")
  }
}
