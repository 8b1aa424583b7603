internal import ExpenseModel

/// How a CSV file is laid out: what stands between its columns, and where its header is.
struct CSVLayout {
  let delimiter: UInt8
  /// The header's cells; where there is none, as many blanks as the rows have columns.
  let header: [String]
  /// The header's line, or 0 where there is none.
  let headerLine: Int
  /// What reads the rows behind the header.
  let start: CSVScanner
  /// The beginning of the rows.
  let rows: ArraySlice<CSVSample.Row>

  var hasHeader: Bool { headerLine > 0 }

  /// How a profile names a column: by its name where that is the only one, else by its number.
  func name(_ column: Int) -> String {
    let name = header[column]
    let folded = HeaderName.folded(name)
    let isOnly = !folded.isEmpty && header.count { HeaderName.folded($0) == folded } == 1
    return isOnly ? name : String(column + 1)
  }

  /// The columns that a profile's name means: all of that name, else the one of that number.
  func columns(_ name: String) -> [Int] {
    let folded = HeaderName.folded(name)
    let named = header.indices.filter { HeaderName.folded(header[$0]) == folded }
    guard named.isEmpty || folded.isEmpty else { return named }
    guard let number = Int(folded), number > 0, number <= header.count else { return [] }
    return [number - 1]
  }

  /// The columns of a header, for a message.
  static func list(_ header: [String]) -> String {
    let names = header.prefix(20).map { "\"\(shortened($0))\"" }.joined(separator: ", ")
    return header.count > 20 ? "\(names) and \(header.count - 20) more" : names
  }
}
