extension CHeader.Field {
  /// The field's type in `ctypes`.
  var python: String {
    guard let count else { return type.python }
    return "\(type.python) * \(count)"
  }

  /// What reading the field gives, for a type checker.
  var pythonAnnotation: String {
    switch (type, count) {
    case (.scalar(.char), .some): "bytes"
    case (.scalar, .some): "Array[\(type.python)]"
    case (.scalar, nil), (.number, nil): "int"
    case (.pointer(.scalar(.char), _), nil): "bytes | None"
    case (.rawPointer, nil): "int | None"
    case (.pointer(let pointee, _), nil): "_Pointer[\(pointee.python)]"
    default: "Any"
    }
  }
}

extension ABIType {
  /// The names of `ctypes` that the type's Python spelling uses.
  var ctypesNames: Set<String> {
    switch self {
    case .void, .number, .structure, .handle, .callback: []
    case .scalar(let scalar): [scalar.python]
    case .rawPointer, .foreignStructure, .pointer(.foreignStructure, _): ["c_void_p"]
    case .pointer(.scalar(.char), _): ["c_char_p"]
    case .pointer(let pointee, _): pointee.ctypesNames.union(["POINTER"])
    }
  }
}
