internal import ExpenseModel

extension RowOrder {
  /// Below so many rows comparing them is faster than making keys of them.
  private static let minimumForKeys = 128

  /// The ids that a filter lets through, in this order; of more than so many only the first.
  func sorted(_ columns: Columns, _ filter: RowFilter, first limit: Int) -> [Int64] {
    if isTrivial { return columns.select(filter, first: limit) }
    let ids = sorted(columns.select(filter), in: columns)
    return ids.count > limit ? Array(ids.prefix(limit)) : ids
  }

  /// Brings ids of the columns, which are in order of id, into this order.
  ///
  /// Texts become their rank among those that occur, so that every key is an integer; then radix
  /// sort, linear in the number of rows.
  func sorted(_ ids: [Int64], in columns: Columns) -> [Int64] {
    if isTrivial { return ids }
    if ids.count < RowOrder.minimumForKeys || ids.count > Int(Int32.max) {
      return ids.compactMap { columns.row($0) }
        .sorted { precedes($0, $1, in: columns) }.map(\.id)
    }
    let gather = ColumnGather(ids, columns)
    let keys = SortKeys(gather, columns)
    var sort = RadixSort(count: gather.count)
    for key in self.keys.reversed() {
      for part in keys.keys(key.field, ids).reversed() {
        sort.sort(by: part, descending: key.descending)
      }
    }
    if let section {
      sort.sort(by: keys.keys(section, self), descending: section.descending)
    }
    return gather.ids(sort.order)
  }
}

/// Makes the integers that rows are sorted by.
private struct SortKeys {
  let gather: ColumnGather
  let columns: Columns

  init(_ gather: ColumnGather, _ columns: Columns) {
    self.gather = gather
    self.columns = columns
  }

  /// The keys of a field, the first one counting most.
  func keys(_ field: SortKey.Field, _ ids: [Int64]) -> [[UInt64]] {
    let names = columns.names
    switch field {
    case .id: return [ids.map(SortKeys.ordered)]
    case .date: return [gather.keys(.date, SortKeys.ordered)]
    case .reimbursement: return [gather.keys(.reimbursement, SortKeys.ordered)]
    case .name: return [ranks(.name, columns.texts.compare)]
    case .note: return [ranks(.note, columns.texts.compare)]
    case .extra: return [ranks(.extra, columns.texts.compare)]
    case .tags: return [tagRanks()]
    case .type: return [ranks(.type, names.types.compare)]
    case .category: return [ranks(.category, names.categories.compare)]
    case .account: return [ranks(.account, names.accounts.compare)]
    case .currency: return [ranks(.currency, names.currencyCodes.compare)]
    case .amount: return amounts() + [ranks(.currency, names.currencyCodes.compare)]
    case .conversion:
      return [
        ranks(.conversionCurrency, names.currencyCodes.compare),
        gather.keys(.conversionAmount, SortKeys.ordered),
      ]
    case .source:
      return [
        gather.keys(.importNumber, SortKeys.ordered), gather.keys(.line, SortKeys.ordered),
      ]
    case .uuid:
      return [
        gather.keys(.uuidHigh) { UInt64(bitPattern: $0) },
        gather.keys(.uuidLow) { UInt64(bitPattern: $0) },
      ]
    }
  }

  /// The keys of sections.
  func keys(_ section: ExpenseQuery.Section, _ order: RowOrder) -> [UInt64] {
    let names = columns.names
    switch section.kind {
    case .type: return ranks(.type, names.types.compare)
    case .account: return ranks(.account, names.accounts.compare)
    case .currency: return ranks(.currency, names.currencyCodes.compare)
    case .category:
      let paths = (0..<names.pathsOfCategory.count).map {
        names.path(of: Int32(truncatingIfNeeded: $0), level: section.level)
      }
      let rank = SortKeys.ranks(Set(paths), names.paths.compare)
      return gather.keys(.category) { rank[Int(paths[Int($0)])] }
    case .day, .week, .month, .quarter, .year:
      var known: (day: Int32, first: Int32) = (.min, 0)
      return gather.keys(.date) { day in
        if day != known.day {
          var row = ColumnRow()
          row.date = day
          known = (day, order.sectionKey(of: row, in: columns))
        }
        return SortKeys.ordered(known.first)
      }
    }
  }

  static func ordered(_ value: Int32) -> UInt64 { UInt64(UInt32(bitPattern: value) ^ 1 << 31) }
  static func ordered(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ 1 << 63 }

  /// Amounts in the digits of the currency that has most: one key where they fit 64 bits, else two.
  private func amounts() -> [[UInt64]] {
    let digits = columns.names.currencies.map { $0?.digits ?? 0 }
    let most = digits.max() ?? 0
    let scales = digits.map { digits in
      (0..<(most - digits)).reduce(Int128(1)) { scale, _ in scale * 10 }
    }
    let currencies = gather.keys(.currency) { UInt64(UInt32(bitPattern: $0)) }
    let plain = gather.keys(.amount) { UInt64(bitPattern: $0) }
    var (high, low): ([UInt64], [UInt64]) = ([], [])
    high.reserveCapacity(plain.count)
    low.reserveCapacity(plain.count)
    var fits = true
    for index in plain.indices {
      let amount = Int64(bitPattern: plain[index])
      let value = Int128(amount) * scales[Int(currencies[index])]
      fits = fits && Int64(exactly: value) != nil
      high.append(SortKeys.ordered(Int64(truncatingIfNeeded: value >> 64)))
      low.append(UInt64(truncatingIfNeeded: value))
    }
    return fits ? [low.map { $0 ^ 1 << 63 }] : [high, low]
  }

  /// Of each row the rank of its text among those that occur.
  private func ranks(
    _ column: NarrowColumn, _ compare: (Int32, Int32) -> Int
  ) -> [UInt64] {
    var most: Int32 = 0
    let numbers = gather.keys(column) { number in
      most = max(most, number)
      return UInt64(UInt32(bitPattern: number))
    }
    var occurs = [Bool](repeating: false, count: Int(most) + 1)
    for number in numbers { occurs[Int(number)] = true }
    let used = occurs.indices.filter { occurs[$0] }.map { Int32(truncatingIfNeeded: $0) }
    let rank = SortKeys.ranks(used, compare)
    return numbers.map { rank[Int($0)] }
  }

  private func tagRanks() -> [UInt64] {
    var sortKeys: [Int32: [UInt8]] = [:]
    func sortKey(_ number: Int32) -> [UInt8] {
      if let known = sortKeys[number] { return known }
      let new = columns.tagSortKey(number)
      sortKeys[number] = new
      return new
    }
    return ranks(.tags) { a, b in
      let order = ByteOrder.compare(sortKey(a).span, sortKey(b).span)
      return order != 0 ? order : columns.texts.compare(a, b)
    }
  }

  /// By number, its rank; 0 for those that do not occur. Equal ones, of which a damaged file may have
  /// some, have one rank, as when they are compared.
  private static func ranks(
    _ numbers: some Collection<Int32>, _ compare: (Int32, Int32) -> Int
  ) -> [UInt64] {
    var rank = [UInt64](repeating: 0, count: Int(numbers.max() ?? 0) + 1)
    var place: UInt64 = 0
    var last: Int32?
    for number in numbers.sorted(by: { compare($0, $1) < 0 }) {
      if let last, compare(last, number) != 0 { place &+= 1 }
      rank[Int(number)] = place
      last = number
    }
    return rank
  }
}
