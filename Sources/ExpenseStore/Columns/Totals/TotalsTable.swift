package import ExpenseModel

/// Totals in their order: by period, type, category, account and currency.
package struct TotalsTable: Sendable {
  /// Which groups there are; the same object as long as these are the same.
  package let shape: TotalsShape
  /// What the expenses of each group come to.
  var sums: [TotalDelta]

  /// Creates a table of what a grid has.
  init(_ grid: TotalsGrid, _ sums: [TotalDelta], _ names: ColumnNames) {
    self.init(grid, names, grid.groups(names, most: 0) { sums[$0] })
  }

  /// Creates a table of what a grid has at places: of each place which of the sums, counted from 1.
  init(_ grid: TotalsGrid, _ places: [UInt16], _ sums: [TotalDelta], _ names: ColumnNames) {
    self.init(
      grid, names,
      grid.groups(names, most: sums.count) {
        places[$0] == 0 ? TotalDelta() : sums[Int(places[$0]) &- 1]
      })
  }

  private init(
    _ grid: TotalsGrid, _ names: ColumnNames, _ found: (keys: [ColumnGroupKey], sums: [TotalDelta])
  ) {
    shape = TotalsShape(grid.group, names, found.keys)
    sums = found.sums
  }

  /// Creates a table of groups in any order.
  init(
    _ group: ColumnGroup, _ sums: [ColumnGroupKey: TotalDelta], _ names: ColumnNames
  ) {
    let types = names.types.ranks
    let paths = names.paths.ranks
    let accounts = names.accounts.ranks
    let currencies = names.currencyCodes.ranks
    func order(_ key: ColumnGroupKey) -> (Int32, Int, Int, Int, Int) {
      (
        key.date, types[Int(key.type)], paths[Int(key.path)], accounts[Int(key.account)],
        currencies[Int(key.currency)]
      )
    }
    let found = sums.filter { $0.value.count != 0 }.sorted { order($0.key) < order($1.key) }
    shape = TotalsShape(group, names, found.map(\.key))
    self.sums = found.map(\.value)
  }

  package var count: Int { sums.count }

  func hasSameSums(as other: TotalsTable) -> Bool {
    shape.keys == other.shape.keys && sums == other.sums
  }

  /// The totals as the Swift interface has them.
  var totals: [Total] { sums.indices.map { total($0) } }

  /// A row as the Swift interface has it.
  private func total(_ index: Int) -> Total {
    let (line, sum) = (shape.line(index), self[index])
    let currency = shape.currency(line.currency)
    return Total(
      month: shape.isByMonth ? line.date?.yyyymm ?? 0 : 0, date: line.date,
      type: shape.type(line.type), category: shape.category(line.category),
      account: shape.account(line.account), currency: currency?.code ?? "",
      digits: currency?.digits ?? 0, amount: sum.amount, count: sum.count)
  }

  /// What the expenses of a group come to.
  package subscript(index: Int) -> (amount: Int128, count: Int64) {
    (sums[index].amount, sums[index].count)
  }

  /// Checks that every sum fits 64 bits.
  ///
  /// - Throws: `overflow`.
  package func checkWidths() throws(ExpenseError) {
    for index in sums.indices where Int64(exactly: sums[index].amount) == nil {
      _ = try total(index).minor
    }
  }
}

/// The groups of totals, in order.
package final class TotalsShape: Sendable {
  let group: ColumnGroup
  let names: ColumnNames
  let keys: [ColumnGroupKey]

  init(_ group: ColumnGroup, _ names: ColumnNames, _ keys: [ColumnGroupKey]) {
    self.group = group
    self.names = names
    self.keys = keys
  }

  /// A group by numbers, each of which stands for one text.
  package struct Line: Sendable {
    package let date: CivilDate?
    package let type: Int32
    package let category: Int32
    package let account: Int32
    package let currency: Int32
  }

  /// Whether the period is a month.
  package var isByMonth: Bool { group.period == .month }

  /// A group that there is.
  package func line(_ index: Int) -> Line {
    let key = keys[index]
    return Line(
      date: group.period == nil ? nil : CivilDate(day: key.date), type: key.type,
      category: key.path, account: key.account, currency: key.currency)
  }

  package func type(_ number: Int32) -> String { names.types[number] }
  package func category(_ number: Int32) -> String { names.paths[number] }
  package func account(_ number: Int32) -> String { names.accounts[number] }
  package func currency(_ number: Int32) -> Currency? { names.currency(number) }
}

extension NameList {
  /// The numbers in the order of their texts, as totals have it.
  var numbersInOrder: [Int32] {
    names.indices.sorted {
      names[$0] == names[$1]
        ? names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) : names[$0] < names[$1]
    }.map { Int32(truncatingIfNeeded: $0) }
  }

  /// By number, its place in that order.
  fileprivate var ranks: [Int] {
    var ranks = [Int](repeating: 0, count: count)
    for (rank, number) in numbersInOrder.enumerated() { ranks[Int(number)] = rank }
    return ranks
  }
}
