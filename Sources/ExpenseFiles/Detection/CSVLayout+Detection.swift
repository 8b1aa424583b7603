internal import ExpenseModel
internal import ExpenseStore

extension CSVLayout {
  /// What looking for the layout has come to.
  enum Search {
    case found(CSVLayout)
    /// Several delimiters are as likely, or none is; the first row is an example.
    case open(candidates: [UInt8], example: String, line: Int)
  }

  static let delimiters = Array(",;\t|".utf8)

  /// Within how many rows a header is looked for by its words.
  private static let preamble = 60

  /// Finds the layout of a text with what a profile says of it.
  ///
  /// - Throws: `format` when the file is empty, or has no line with the columns that are named.
  static func search(_ text: DecodedText, _ profile: Profile) throws(ExpenseError) -> Search {
    var scanner = CSVScanner(delimiter: 0, position: text.start)
    let declared = scanner.skipSeparatorLine(text.bytes.span)
    if let skip = profile.skip { scanner.skipLines(text.bytes.span, skip) }
    let given = profile.delimiter ?? declared
    var candidates: [Candidate] = []
    var failure: ExpenseError?
    for delimiter in given.map({ [$0] }) ?? delimiters {
      do throws(ExpenseError) {
        let sample = try CSVSample(
          text.bytes,
          CSVScanner(delimiter: delimiter, position: scanner.position, line: scanner.line))
        guard !sample.rows.isEmpty else {
          throw ExpenseError(.format, "the file is empty: it has no header")
        }
        candidates.append(Candidate(try layout(sample, profile, isGiven: given != nil)))
      } catch {
        if failure == nil || given != nil { failure = error }
      }
    }
    if given == nil, candidates.count > 1 { candidates.removeAll { $0.layout.header.count < 2 } }
    candidates.sort { $0.score > $1.score }
    guard let best = candidates.first else {
      if let failure { throw failure }
      let sample = try CSVSample(text.bytes, CSVScanner(delimiter: 0, position: scanner.position))
      return .open(
        candidates: delimiters, example: sample.rows.first?.cells.first ?? "",
        line: sample.rows.first?.line ?? 0)
    }
    let rivals = candidates.filter { $0.score == best.score }
    guard rivals.count == 1 || given != nil else {
      return .open(
        candidates: rivals.map(\.layout.delimiter),
        example: String(decoding: best.layout.firstLine(text.bytes), as: UTF8.self),
        line: best.layout.headerLine)
    }
    return .found(best.layout)
  }

  /// A layout and how much speaks for it.
  private struct Candidate {
    let layout: CSVLayout
    let score: Int

    init(_ layout: CSVLayout) {
      self.layout = layout
      let kinds = layout.rows.map(\.kinds)
      let hasDates = kinds.contains { $0.contains(where: \.isDate) }
      let hasAmounts = kinds.contains { $0.contains { $0 == .amount } }
      let width = layout.header.count
      let roles = width > 1 ? layout.header.count { ColumnRole(named: $0) != nil } : 0
      let fitting = layout.rows.count { $0.cells.count >= width && $0.width <= width }
      let fits = layout.rows.isEmpty || fitting * 2 > layout.rows.count
      score = (hasDates ? 2 : 0) + (hasAmounts ? 1 : 0) + (roles >= 2 ? 4 : 0) + (fits ? 8 : 0)
    }
  }

  private func firstLine(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let start = rows.first?.position ?? bytes.count
    return bytes[start...].prefix(200).prefix { $0 != 0x0A && $0 != 0x0D }
  }

  /// Finds the header of a sample.
  private static func layout(
    _ sample: CSVSample, _ profile: Profile, isGiven: Bool
  ) throws(ExpenseError) -> CSVLayout {
    let width = sample.usualWidth
    let first = sample.rows.firstIndex { $0.cells.count == width && $0.width > 0 }
    if profile.header?.isEmpty == true { return headerless(sample, before: first ?? 0) }
    if let header = try namedHeader(sample, profile) { return try behind(header, sample) }
    if let told = toldHeader(sample) { return try behind(told, sample) }
    guard let first else { return try behind(0, sample) }
    let kinds = sample.rows[first].kinds
    if kinds.contains(where: \.isDate) && kinds.contains(where: \.isAmount) {
      return headerless(sample, before: first)
    }
    return try behind(first, sample)
  }

  /// The row whose words say that it is the header.
  ///
  /// Some banks put a small table of sums before that of the payments: of several the first that has
  /// both dates and money is the header.
  private static func toldHeader(_ sample: CSVSample) -> Int? {
    var told: Int?
    for (index, row) in sample.rows.prefix(Self.preamble).enumerated()
    where row.cells.count > 1 && !row.kinds.contains(where: { $0 == .date || $0 == .amount }) {
      let roles = Set(row.cells.compactMap { ColumnRole(named: $0) })
      guard roles.count >= 2, roles.contains(where: \.isTelling) else { continue }
      if roles.contains(.date), roles.contains(where: \.isMoney) { return index }
      told = told ?? index
    }
    return told
  }

  /// The row that has the names that a profile gives; nil when it gives none.
  private static func namedHeader(
    _ sample: CSVSample, _ profile: Profile
  ) throws(ExpenseError) -> Int? {
    let names: [String]
    if let header = profile.header {
      names = header.map(HeaderName.folded)
      // Another line may be the same but for case: first the one that is the same to the letter.
      let found =
        sample.rows.firstIndex { row in
          row.cells.count == header.count
            && zip(row.cells, header).allSatisfy { $0.isIdentical(to: $1) }
        }
        ?? sample.rows.firstIndex { row in
          let cells = row.cells.map(HeaderName.folded)
          return cells.count >= names.count && cells[..<names.count].elementsEqual(names)
            && cells[names.count...].allSatisfy(\.isEmpty)
        }
      guard found == nil else { return found }
      throw ExpenseError(
        .format, "no line of the file is the header of the profile, \(list(header))")
    }
    // A number may be a name too, but alone it finds no header.
    names = profile.columns.values.map(HeaderName.folded).filter { Int($0) == nil }
    guard !names.isEmpty else { return nil }
    let found = sample.rows.firstIndex { row in
      let cells = Set(row.cells.map(HeaderName.folded))
      return names.allSatisfy(cells.contains)
    }
    guard found == nil else { return found }
    // The likeliest header tells which name is wrong.
    let hits = sample.rows.map { row in
      let cells = Set(row.cells.map(HeaderName.folded))
      return names.count(where: cells.contains)
    }
    let likeliest = hits.indices.max { hits[$0] < hits[$1] }
    let header = likeliest.map { sample.rows[$0].cells } ?? []
    for field in Profile.Field.allCases {
      guard let name = profile.columns[field], Int(HeaderName.folded(name)) == nil,
        !header.contains(where: { HeaderName.folded($0) == HeaderName.folded(name) })
      else { continue }
      throw ExpenseError(
        .format,
        "the header has no column \"\(shortened(name))\" for \(field.rawValue); it has "
          + "\(list(header))")
    }
    return nil
  }

  private static func behind(
    _ index: Int, _ sample: CSVSample
  ) throws(ExpenseError) -> CSVLayout {
    let row = sample.rows[index]
    guard !row.isFaulty else {
      throw ExpenseError(
        .format, "line \(row.line): a quote in the header is not closed as it should be")
    }
    return CSVLayout(
      delimiter: sample.delimiter, header: row.cells, headerLine: row.line, start: row.next,
      rows: sample.rows[(index + 1)...])
  }

  /// Without a header the rows begin with the first that has a date and an amount, or the usual
  /// width: one that is too short is rejected with its reason, and not passed over.
  private static func headerless(_ sample: CSVSample, before usual: Int) -> CSVLayout {
    let first = sample.rows[..<usual].firstIndex { row in
      row.width > 1 && row.kinds.contains(where: \.isDate)
        && row.kinds.contains(where: \.isAmount)
    }
    let index = first ?? usual
    let row = sample.rows[index]
    return CSVLayout(
      delimiter: sample.delimiter, header: [String](repeating: "", count: sample.usualWidth),
      headerLine: 0,
      start: CSVScanner(delimiter: sample.delimiter, position: row.position, line: row.line),
      rows: sample.rows[index...])
  }
}
