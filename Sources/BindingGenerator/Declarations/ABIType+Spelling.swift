extension ABIType {
  /// The type in C, up to where a name can follow: `const char *`, `int64_t `.
  var c: String {
    switch self {
    case .void: "void "
    case .scalar(let scalar): scalar.c + " "
    case .number(let name, _), .structure(let name), .callback(let name): name + " "
    case .foreignStructure(let name): "struct \(name) "
    case .handle(let name, let isConstant): (isConstant ? "const " : "") + name + " *"
    case .rawPointer(let isMutable): (isMutable ? "" : "const ") + "void *"
    case .pointer(let pointee, let isMutable):
      if pointee.c.hasSuffix("*") {
        pointee.c + (isMutable ? "*" : "const *")
      } else {
        (isMutable ? "" : "const ") + pointee.c + "*"
      }
    }
  }

  /// The type in Python's `ctypes`.
  var python: String {
    switch self {
    case .void: "None"
    case .scalar(let scalar): scalar.python
    case .number(let name, _), .structure(let name), .callback(let name): name
    case .handle(let name, _): name
    case .rawPointer, .foreignStructure, .pointer(.foreignStructure, _): "c_void_p"
    case .pointer(.scalar(.char), _): "c_char_p"
    case .pointer(let pointee, _): "POINTER(\(pointee.python))"
    }
  }
}
