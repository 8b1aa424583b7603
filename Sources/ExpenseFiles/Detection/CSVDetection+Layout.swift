internal import ExpenseModel

extension CSVDetection {
  mutating func askDelimiter(_ candidates: [UInt8], _ example: String, _ line: Int) {
    let values = candidates.map { String(UnicodeScalar($0)) }
    findings.append(
      Finding(
        key: "delimiter", state: .ambiguous, candidates: values, line: Int64(line),
        example: example,
        text: "delimiter: which character stands between the columns, "
          + "\(Self.either(candidates.map(CSVDetection.name)))? line \(line), "
          + "\"\(shortened(example))\""))
  }

  mutating func tellLayout(_ layout: CSVLayout) {
    let delimiter = String(UnicodeScalar(layout.delimiter))
    profile.delimiter = layout.delimiter
    findings.append(
      Finding(
        key: "delimiter", state: given.delimiter == nil ? .certain : .given, value: delimiter,
        line: Int64(layout.rows.first?.line ?? layout.headerLine),
        text: "delimiter: \(CSVDetection.name(layout.delimiter))"))
    let header = layout.hasHeader ? layout.header : []
    profile.header = header
    let value = Profile.json(header)
    findings.append(
      Finding(
        key: "header", state: given.header == nil ? .certain : .given, value: value,
        line: Int64(layout.headerLine), example: header.joined(separator: delimiter),
        text: layout.hasHeader
          ? "header: line \(layout.headerLine), \(CSVLayout.list(header))"
          : "header: none, columns go by their number"))
  }

  mutating func tellColumns(_ layout: CSVLayout, _ choice: ColumnChoice) {
    let line = layout.hasHeader ? layout.headerLine : layout.rows.first?.line ?? 0
    let example =
      layout.hasHeader
      ? layout.header.joined(separator: String(UnicodeScalar(layout.delimiter)))
      : layout.rows.first?.cells.joined(separator: String(UnicodeScalar(layout.delimiter))) ?? ""
    profile.columns = [:]
    for field in Profile.Field.allCases {
      let key = "columns.\(field.rawValue)"
      if let column = choice.columns[field] {
        let name = layout.name(column)
        profile.columns[field] = name
        findings.append(
          Finding(
            key: key, state: choice.given.contains(field) ? .given : .certain, value: name,
            line: Int64(line), example: example, text: "\(key): \"\(shortened(name))\""))
      } else if let candidates = choice.open[field] {
        let names = candidates.map(layout.name)
        let quoted = names.prefix(20).map { "\"\(shortened($0))\"" }
        findings.append(
          Finding(
            key: key, state: .ambiguous, candidates: names, line: Int64(line), example: example,
            text: "\(key): which column is it, \(Self.either(quoted))? line \(line)"))
      }
    }
  }

  // MARK: Words

  static func name(_ delimiter: UInt8) -> String {
    delimiter == 0x09 ? "tab" : "\"\(UnicodeScalar(delimiter))\""
  }

  /// Where an example stands: `line 2, Amount, "-3.000"`.
  func place(_ example: Example) -> String {
    let name =
      layout.flatMap {
        $0.header.indices.contains(example.column) ? $0.header[example.column] : nil
      } ?? ""
    return "line \(example.line), "
      + (HeaderName.trimmed(name).isEmpty ? "column \(example.column + 1)" : shortened(name))
      + ", \"\(shortened(example.cell))\""
  }
}
