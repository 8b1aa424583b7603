/// Writes the linker's version script: the functions of the header are exported, nothing else.
enum ExportListWriter {
  /// Writes the list, in the order of the names.
  static func write(_ interface: Interface) -> String {
    let names = interface.functions.map(\.name).sorted()
    return """
      # Made by iexpense-bindgen: what libiexpense.so exports.
      {
        global:
      \(names.map { "    \($0);" }.joined(separator: "\n"))
        local:
          *;
      };

      """
  }
}
