/// A type that may cross the boundary: everything that C, Swift and Python agree on.
indirect enum ABIType: Hashable, Sendable {
  case void
  case scalar(Scalar)
  /// A number with a name of its own in C: `iex_status`.
  case number(name: String, Scalar)
  /// A struct of CIExpense; only behind a pointer.
  case structure(String)
  /// A struct of a published interface; only behind a pointer.
  case foreignStructure(String)
  /// A handle; in C a pointer to an incomplete struct, `const` for those that are only read.
  case handle(String, isConstant: Bool)
  /// A function pointer with a name of its own in C.
  case callback(String)
  case pointer(to: ABIType, isMutable: Bool)
  case rawPointer(isMutable: Bool)

  /// Whether a value of the type is an address.
  var isPointer: Bool {
    switch self {
    case .pointer, .rawPointer, .handle, .callback: true
    case .void, .scalar, .number, .structure, .foreignStructure: false
    }
  }
}

/// The numbers of the ABI, each of a fixed width but for `size_t`.
enum Scalar: String, CaseIterable, Sendable {
  case int32, int64, uint8, uint32, uint64, char, size

  /// The C name.
  var c: String {
    switch self {
    case .char: "char"
    case .size: "size_t"
    default: "\(rawValue)_t"
    }
  }

  /// The Swift name: that which the compiler imports the C name as.
  var swift: String {
    switch self {
    case .int32: "Int32"
    case .int64: "Int64"
    case .uint8: "UInt8"
    case .uint32: "UInt32"
    case .uint64: "UInt64"
    case .char: "CChar"
    case .size: "Int"
    }
  }

  /// The `ctypes` name.
  var python: String {
    self == .size ? "c_size_t" : "c_\(rawValue)"
  }

  /// Finds a scalar by its Swift name.
  init?(swift name: String) {
    guard let scalar = Self.allCases.first(where: { $0.swift == name }) else { return nil }
    self = scalar
  }

  /// Finds a scalar by its C name.
  init?(c name: String) {
    guard let scalar = Self.allCases.first(where: { $0.c == name }) else { return nil }
    self = scalar
  }
}
