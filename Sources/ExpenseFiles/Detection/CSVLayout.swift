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
  /// The header's cells as names are compared, and the columns of each that is not blank: looking
  /// for each column among all would take minutes for a few thousand.
  private let folded: [String]
  private let places: [String: [Int]]

  init(
    delimiter: UInt8, header: [String], headerLine: Int, start: CSVScanner,
    rows: ArraySlice<CSVSample.Row>
  ) {
    self.delimiter = delimiter
    self.header = header
    self.headerLine = headerLine
    self.start = start
    self.rows = rows
    folded = header.map(HeaderName.folded)
    var places: [String: [Int]] = [:]
    for (column, name) in folded.enumerated() where !name.isEmpty {
      places[name, default: []].append(column)
    }
    self.places = places
  }

  var hasHeader: Bool { headerLine > 0 }

  /// How a profile names a column: by its name where only it can be meant, else by its number.
  func name(_ column: Int) -> String {
    let isOnly = places[folded[column]]?.count == 1
    return isOnly && number(folded[column]) == nil ? header[column] : String(column + 1)
  }

  /// The columns that a profile's name means: the one of that number, else all of that name.
  ///
  /// A name that is a column's number is never a name: it would be the name of one column and the
  /// number of another.
  func columns(_ name: String) -> [Int] {
    let folded = HeaderName.folded(name)
    if let column = number(folded) { return [column] }
    return places[folded] ?? []
  }

  /// The column of a number from 1, if the text is one.
  private func number(_ text: String) -> Int? {
    guard let number = Int(text), number >= 1, number <= header.count else { return nil }
    return number - 1
  }

  /// The columns of a header, for a message.
  static func list(_ header: [String]) -> String {
    let names = header.prefix(20).map { "\"\(shortened($0))\"" }.joined(separator: ", ")
    return header.count > 20 ? "\(names) and \(header.count - 20) more" : names
  }
}
