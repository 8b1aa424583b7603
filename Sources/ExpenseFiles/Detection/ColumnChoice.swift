internal import ExpenseModel

/// Which column is what: given, certain, or open with its candidates.
struct ColumnChoice {
  typealias Field = Profile.Field

  /// The columns that are known.
  private(set) var columns: [Field: Int] = [:]
  /// Those of them that the profile gives.
  private(set) var given: Set<Field> = []
  /// What is open, with the columns that it may be.
  private(set) var open: [Field: [Int]] = [:]
  /// Whether "debit" means money that is spent, by the words of the header.
  private(set) var isClearPair = false

  private let names: [HeaderName?]
  private let roles: [ColumnRole?]
  private let contents: [ColumnContents]
  private let hasHeader: Bool

  /// Chooses the columns of a file.
  ///
  /// - Parameter proposes: Whether columns that nobody asks for, such as a category's, are looked
  ///   for.
  /// - Throws: `format` when a column that the profile names is not there, or several are.
  init(
    _ layout: CSVLayout, _ profile: Profile, proposes: Bool, hasAccount: Bool
  ) throws(ExpenseError) {
    hasHeader = layout.hasHeader
    names = layout.header.map { $0.utf8.count <= 100 ? HeaderName($0) : nil }
    roles = names.map { $0.flatMap { ColumnRole($0) } }
    var contents = [ColumnContents](repeating: ColumnContents(), count: layout.header.count)
    for row in layout.rows where !row.isFaulty {
      for column in 0..<min(row.cells.count, contents.count) {
        contents[column].add(row.kinds[column], row.cells[column])
      }
    }
    self.contents = contents
    for field in Field.allCases {
      guard let name = profile.columns[field] else { continue }
      columns[field] = try ColumnChoice.column(name, field, layout)
      given.insert(field)
    }
    if proposes { chooseMarks() }
    chooseDate(profile)
    chooseAmount()
    chooseName()
    if proposes { chooseOthers(hasAccount: hasAccount) }
  }

  /// The names of a column of amounts that say what they are: its currency, or that it is spending.
  func name(_ field: Field) -> HeaderName? { columns[field].flatMap { names[$0] } }

  /// The columns that amounts stand in, or may.
  var amountColumns: [Int] {
    [Field.amount, .debit, .credit].flatMap { field in
      columns[field].map { [$0] } ?? (field == .amount ? open[field] : nil) ?? []
    }
  }

  /// The columns that dates stand in, or may.
  var dateColumns: [Int] { columns[.date].map { [$0] } ?? open[.date] ?? [] }

  private static func column(
    _ name: String, _ field: Field, _ layout: CSVLayout
  ) throws(ExpenseError) -> Int {
    let found = layout.columns(name)
    guard let column = found.first else {
      throw ExpenseError(
        .format,
        "the header has no column \"\(shortened(name))\" for \(field.rawValue); it has "
          + "\(CSVLayout.list(layout.header))")
    }
    guard found.count == 1 else {
      throw ExpenseError(
        .format,
        "the header has \(found.count) columns \"\(shortened(name))\"; give the number of one, "
          + "from 1")
    }
    return column
  }

  // MARK: Steps

  private func isFree(_ column: Int) -> Bool { !columns.values.contains(column) }

  /// The columns that are free and fit.
  private func free(
    _ fits: (ColumnRole?, ColumnContents) -> Bool
  ) -> [Int] {
    contents.indices.filter { isFree($0) && fits(roles[$0], contents[$0]) }
  }

  /// Takes the only candidate, or leaves the field open between several or between all.
  private mutating func settle(_ field: Field, _ candidates: [Int]) {
    if candidates.count == 1 {
      columns[field] = candidates[0]
    } else {
      open[field] = candidates.isEmpty ? contents.indices.filter(isFree) : candidates
    }
  }

  /// Currency, balance, and the marks for debit and credit: the contents must fit.
  private mutating func chooseMarks() {
    if columns[.currency] == nil {
      let candidates = contents.indices.filter { column in
        let isNamed = roles[column] == .currency || names[column]?.phrase == "valuta"
        return isFree(column) && contents[column].holdsCurrencies && (isNamed || !hasHeader)
      }
      if candidates.count == 1 {
        columns[.currency] = candidates[0]
      } else if candidates.count > 1 {
        open[.currency] = candidates
      }
    }
    if columns[.balance] == nil {
      let candidates = free { $0 == .balance && $1.holdsAmounts }
      if candidates.count == 1 { columns[.balance] = candidates[0] }
    }
    if columns[.flag] == nil, columns[.debit] == nil, columns[.credit] == nil {
      let candidates = contents.indices.filter { column in
        guard isFree(column) else { return false }
        // Where the name says both, a mark that is not known is a fault of its row.
        return contents[column].holdsFlags && (roles[column] == .flag || !hasHeader)
          || contents[column].holdsMostlyFlags && names[column]?.saysBothSides == true
      }
      if candidates.count == 1 { columns[.flag] = candidates[0] }
    }
  }

  private mutating func chooseDate(_ profile: Profile) {
    guard columns[.date] == nil else { return }
    var candidates = free { $0 == .date && $1.holdsDates }
    // A column with a name that is not known may be it as well as one that is mostly not.
    if candidates.isEmpty { candidates = free { $0 != .balance && $1.holdsDates } }
    // The name tells also where the cells are no dates: then each row is rejected with its reason.
    if candidates.isEmpty { candidates = free { role, _ in role == .date } }
    if candidates.isEmpty, profile.defaultDate != nil { return }
    settle(.date, candidates)
  }

  private mutating func chooseAmount() {
    guard columns[.amount] == nil else { return }
    let hasHalf = columns[.debit] != nil || columns[.credit] != nil
    let debits = free { role, contents in
      if case .debit = role { contents.amounts > 0 || contents.filled == 0 } else { false }
    }
    let credits = free { role, contents in
      if case .credit = role { contents.amounts > 0 || contents.filled == 0 } else { false }
    }
    if hasHalf {
      if columns[.debit] == nil, debits.count == 1 { columns[.debit] = debits[0] }
      if columns[.credit] == nil, credits.count == 1 { columns[.credit] = credits[0] }
      return
    }
    var candidates = free { $0 == .amount && $1.holdsAmounts }
    if candidates.isEmpty, debits.count == 1, credits.count == 1 {
      columns[.debit] = debits[0]
      columns[.credit] = credits[0]
      isClearPair =
        roles[debits[0]] == .debit(isClear: true) || roles[credits[0]] == .credit(isClear: true)
      return
    }
    if candidates.isEmpty { candidates = debits + credits }
    if candidates.isEmpty {
      candidates = free { $0 != .balance && $0 != .date && $0 != .otherDate && $1.holdsAmounts }
    }
    if candidates.isEmpty { candidates = free { role, _ in role == .amount } }
    settle(.amount, candidates)
  }

  private mutating func chooseName() {
    guard columns[.name] == nil else { return }
    func isText(_ contents: ColumnContents) -> Bool { contents.holdsTexts || contents.filled == 0 }
    var candidates = free { $0 == .payee && isText($1) }
    if candidates.isEmpty { candidates = free { $0 == .text && isText($1) } }
    if candidates.isEmpty {
      candidates = free { role, contents in
        contents.holdsTexts && (role == nil || role == .flag || role == .note)
      }
    }
    // What only says that money went out or came in is no name.
    let telling = candidates.filter { !contents[$0].holdsFlags }
    settle(.name, telling.isEmpty ? candidates : telling)
  }

  /// What nobody asks for: only where a name says exactly it, and one column has that name.
  private mutating func chooseOthers(hasAccount: Bool) {
    let wanted: [(Field, ColumnRole)] = [
      (.category, .category), (.note, .note), (.tags, .tags), (.account, .account),
    ]
    for (field, role) in wanted where columns[field] == nil {
      if field == .account && hasAccount { continue }
      let candidates = free { $0 == role && $1.filled > 0 && !$1.holdsDates }
      if candidates.count == 1 { columns[field] = candidates[0] }
    }
  }
}
