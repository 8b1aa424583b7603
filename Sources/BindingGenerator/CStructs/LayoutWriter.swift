/// Writes the Swift table behind `iex_abi_layout`: what the compiler that builds the library knows
/// of the structs.
enum LayoutWriter {
  /// Writes the Swift source.
  static func write(plan: HeaderPlan, declarations: CHeader) -> String {
    let cases = declarations.structures.map { "  case \"\($0.name)\": \(functionName($0))(field)" }
    return """
      // Made by iexpense-bindgen: the layout of the C structs as this library sees it.

      internal import CIExpense

      /// The version of the library and of its header.
      let abiVersion: StaticString = "\(plan.version)"

      /// Finds offset and size of a C struct's field in bytes; without a field, those of the struct.
      func abiLayout(type: String, field: String?) -> (offset: Int, size: Int)? {
        switch type {
      \(cases.joined(separator: "\n"))
        default: nil
        }
      }

      private typealias Layout = (offset: Int, size: Int)

      private func layout<Root, Value>(_ path: KeyPath<Root, Value>) -> Layout? {
        MemoryLayout<Root>.offset(of: path).map { ($0, MemoryLayout<Value>.size) }
      }

      \(declarations.structures.map(function).joined(separator: "\n\n"))

      """
  }

  /// `importOptionsLayout` for `iex_import_options`.
  private static func functionName(_ structure: CHeader.Structure) -> String {
    let words = structure.name.split(separator: "_").dropFirst()
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return (words.prefix(1).map(String.init) + rest).joined() + "Layout"
  }

  private static func function(_ structure: CHeader.Structure) -> String {
    // Swift calls a struct with a pointer in it unsafe, and wants that said; of others it must not
    // be said.
    let mark = structure.fields.contains { $0.type.isPointer } ? "unsafe " : ""
    let fields = structure.fields.map {
      "  case \"\($0.name)\": \(mark)layout(\\\(structure.name).\($0.name))"
    }
    return """
      private func \(functionName(structure))(_ field: String?) -> Layout? {
        switch field {
        case nil: \(mark)(0, MemoryLayout<\(structure.name)>.stride)
      \(fields.joined(separator: "\n"))
        default: nil
        }
      }
      """
  }
}
