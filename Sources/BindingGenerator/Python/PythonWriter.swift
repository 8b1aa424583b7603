/// Writes the Python declarations for `ctypes`: names, types and numbers, no logic.
struct PythonWriter {
  private let plan: HeaderPlan
  private let declarations: CHeader
  private let interface: Interface
  private var lines: [String] = []

  /// Writes the module.
  static func write(plan: HeaderPlan, declarations: CHeader, interface: Interface) -> String {
    var writer = PythonWriter(plan: plan, declarations: declarations, interface: interface)
    writer.writeStart()
    writer.writeConstants()
    writer.writeNumbersAndHandles()
    for (index, structure) in declarations.structures.enumerated() {
      writer.write(declarations.callbacks.filter { $0.structuresAbove == index })
      writer.write(structure)
    }
    writer.writeCallbacks()
    writer.writeFunctions()
    writer.writeLayout()
    return writer.lines.joined(separator: "\n") + "\n"
  }

  private init(plan: HeaderPlan, declarations: CHeader, interface: Interface) {
    self.plan = plan
    self.declarations = declarations
    self.interface = interface
  }

  private mutating func writeStart() {
    lines = [
      "\"\"\"The C declarations of iexpense for ctypes.",
      "",
      "Made by iexpense-bindgen from the sources of the library: changes belong there, not here.",
      "include/iexpense.h tells what each of them means.",
      "\"\"\"",
      "",
      "from __future__ import annotations",
      "",
      "from ctypes import (",
    ]
    lines += imports.map { "    \($0)," }
    lines += [")", "from typing import TYPE_CHECKING, Any", ""]
    lines += ["if TYPE_CHECKING:", "    from ctypes import Array, _Pointer", ""]
  }

  /// The names of ctypes that the module uses, in the order that ruff wants: constants first.
  private var imports: [String] {
    var types = declarations.structures.flatMap(\.fields).map(\.type)
    types += declarations.callbacks.flatMap { $0.parameters + [$0.result] }
    types += interface.functions.flatMap { $0.parameters.map(\.type) + [$0.result] }
    types += interface.callbacks.flatMap { $0.parameters.map(\.type) + [$0.result] }
    var names: Set<String> = ["CFUNCTYPE", "POINTER", "Structure", "c_void_p"]
    for type in types { names.formUnion(type.ctypesNames) }
    names.formUnion(declarations.numbers.map(\.scalar.python))
    let rank: (String) -> Int = { name in
      name.allSatisfy { $0.isUppercase || $0 == "_" } ? 0 : name.first?.isUppercase == true ? 1 : 2
    }
    // Numbers inside names count as numbers: c_uint8 stands before c_uint32.
    let key: (String) -> (Int, String, Int) = { name in
      (rank(name), name.filter { !$0.isNumber }, Int(name.filter(\.isNumber)) ?? 0)
    }
    return names.sorted { key($0) < key($1) }
  }

  private mutating func writeConstants() {
    lines += ["VERSION = \"\(plan.version)\""]
    lines += declarations.constants.map { "\($0.name) = \($0.value)" }
    lines += [""]
  }

  private mutating func writeNumbersAndHandles() {
    lines += declarations.numbers.map { "\($0.name) = \($0.scalar.python)" }
    lines += [""]
    lines += interface.handles.map { "\($0.name) = c_void_p" }
  }

  /// Writes the callbacks that stand between two structs.
  private mutating func write(_ callbacks: [CHeader.Callback]) {
    guard !callbacks.isEmpty else { return }
    lines += ["", ""]
    for callback in callbacks {
      let types = ([callback.result] + callback.parameters).map(\.python)
      lines += ["\(callback.name) = CFUNCTYPE(\(types.joined(separator: ", ")))"]
    }
  }

  private mutating func write(_ structure: CHeader.Structure) {
    lines += ["", "", "class \(structure.name)(Structure):"]
    lines += structure.fields.map { "    \($0.name): \($0.pythonAnnotation)" }
    lines += ["    _fields_ = ("]
    lines += structure.fields.map { "        (\"\($0.name)\", \($0.python))," }
    lines += ["    )"]
  }

  private mutating func writeCallbacks() {
    lines += ["", ""]
    for callback in interface.callbacks {
      let types = ([callback.result] + callback.parameters.map(\.type)).map(\.python)
      lines += ["\(callback.name) = CFUNCTYPE(\(types.joined(separator: ", ")))"]
    }
  }

  private mutating func writeFunctions() {
    lines += [
      "", "# Name, result and parameters of every function: restype and argtypes.",
      "FUNCTIONS: tuple[tuple[str, Any, tuple[Any, ...]], ...] = (",
    ]
    for function in interface.functions {
      let parameters = function.parameters.map { PythonExpression.atom($0.type.python) }
      let row = PythonExpression.tuple([
        .atom("\"\(function.name)\""), .atom(function.result.python), .tuple(parameters),
      ])
      lines += row.lines(indent: 4, suffix: ",")
    }
    lines += [")"]
  }

  private mutating func writeLayout() {
    lines += [
      "", "# The structs and their fields, to compare with iex_abi_layout().",
      "LAYOUT: tuple[tuple[type[Structure], tuple[str, ...]], ...] = (",
    ]
    for structure in declarations.structures {
      let fields = structure.fields.map { PythonExpression.atom("\"\($0.name)\"") }
      let row = PythonExpression.tuple([.atom(structure.name), .tuple(fields)])
      lines += row.lines(indent: 4, suffix: ",")
    }
    lines += [")"]
  }
}
