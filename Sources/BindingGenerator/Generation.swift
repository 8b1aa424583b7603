/// Everything that is made from the Swift declarations and the C structs.
struct Generation: Sendable {
  /// The paths of what is made, from the package's root.
  enum Path {
    static let header = "include/iexpense.h"
    static let exports = "Sources/IExpenseC/exports.map"
    static let python = "bindings/python/src/iexpense/_abi.py"
    static let layout = "Sources/IExpenseC/ABILayout.swift"
  }

  var interface: Interface
  /// The files, ready to be written or compared.
  var files: [SourceFile]

  /// Makes the files.
  ///
  /// - Parameters:
  ///   - graph: The symbol graph of IExpenseC.
  ///   - structures: The text of CIExpense.h.
  ///   - programs: The program of each section, by the section's name.
  ///   - plan: The sections and the words of the manual.
  /// - Throws: Everything that is wrong in the declarations, each with file and line.
  init(
    graph: SymbolGraph, structures: SourceFile, programs: [String: SourceFile], plan: HeaderPlan
  ) throws(Diagnostics) {
    let declarations = try CHeaderReader.read(structures.text, file: structures.path)
    let interface = try InterfaceReader.read(graph, structures: declarations, plan: plan)
    self.interface = interface
    files = [
      SourceFile(
        path: Path.header,
        text: try HeaderWriter.write(
          plan: plan, declarations: declarations, interface: interface, programs: programs)),
      SourceFile(path: Path.exports, text: ExportListWriter.write(interface)),
      SourceFile(
        path: Path.python,
        text: PythonWriter.write(plan: plan, declarations: declarations, interface: interface)),
      SourceFile(
        path: Path.layout, text: LayoutWriter.write(plan: plan, declarations: declarations)),
    ]
  }
}
