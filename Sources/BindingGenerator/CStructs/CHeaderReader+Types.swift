extension CHeaderReader {
  /// Reads a type up to the name behind it: `const char *const *`.
  func type(_ line: inout CLine) throws(DeclarationProblem) -> ABIType {
    var isConstant = line.accept(.word("const"))
    if line.accept(.word("void")) {
      guard line.accept(.symbol("*")) else { throw Self.unknown("void") }
      return .rawPointer(isMutable: !isConstant)
    }
    var type = try baseType(try line.word())
    while line.accept(.symbol("*")) {
      type = .pointer(to: type, isMutable: !isConstant)
      isConstant = line.accept(.word("const"))
    }
    if case .structure(let name) = type {
      throw DeclarationProblem(message: "\(name) by value: a struct that grows must not hold it")
    }
    return type
  }

  private func baseType(_ name: String) throws(DeclarationProblem) -> ABIType {
    if name == "size_t" { throw Self.unknown(name) }
    if let scalar = Scalar(c: name) { return .scalar(scalar) }
    if let number = header.numbers.first(where: { $0.name == name }) {
      return .number(name: name, number.scalar)
    }
    if header.structure(named: name) != nil { return .structure(name) }
    if header.callbacks.contains(where: { $0.name == name }) { return .callback(name) }
    throw Self.unknown(name)
  }

  /// Reads the number of elements of an array: a number, or the name of a constant.
  func elementCount(_ line: inout CLine) throws(DeclarationProblem) -> String {
    if case .word(let name)? = line.next {
      guard let constant = header.constants.first(where: { $0.name == name }), constant.value > 0
      else {
        throw DeclarationProblem(message: "\(name) is no positive constant defined above")
      }
      return try line.word()
    }
    return String(try line.number())
  }

  /// What is said of a type that is none of these.
  static func unknown(_ type: String) -> DeclarationProblem {
    DeclarationProblem(
      message: "unknown type \(type): fields are int32_t, int64_t, uint8_t, uint32_t, uint64_t, "
        + "char arrays, void *, callbacks, and pointers to these and to the structs above")
  }
}
