/// A type as a Swift declaration spells it.
indirect enum SwiftType: Hashable, Sendable {
  /// `Int64`, `iex_store`, `Void`.
  case named(String)
  /// `UnsafePointer<CChar>`.
  case generic(String, [SwiftType])
  /// `iex_store?`.
  case optional(SwiftType)
  /// `@convention(c) (_ context: UnsafeMutableRawPointer?) -> Void`.
  case function(parameters: [SwiftParameter], result: SwiftType)
}

extension SwiftType: CustomStringConvertible {
  /// The type as Swift source.
  var description: String {
    switch self {
    case .named(let name): name
    case .generic(let name, let arguments):
      "\(name)<\(arguments.map(\.description).joined(separator: ", "))>"
    case .optional(.function(let parameters, let result)):
      "(\(SwiftType.function(parameters: parameters, result: result)))?"
    case .optional(let wrapped): "\(wrapped)?"
    case .function(let parameters, let result):
      "@convention(c) (\(parameters.map(\.description).joined(separator: ", "))) -> \(result)"
    }
  }
}

/// A parameter of a function or of a callback.
struct SwiftParameter: Hashable, Sendable, CustomStringConvertible {
  /// The name inside the function, which becomes the name in C.
  var name: String
  var type: SwiftType

  /// The parameter as Swift source, without an argument label.
  var description: String { "_ \(name): \(type)" }
}

/// A function's declaration, read.
struct SwiftFunction: Hashable, Sendable {
  /// The name that `@_cdecl` or `@c` gives it; `nil` when it has neither.
  var exportedName: String?
  var name: String
  var parameters: [SwiftParameter]
  var result: SwiftType
}

/// A type alias, read.
struct SwiftAlias: Hashable, Sendable {
  var name: String
  var target: SwiftType
}
