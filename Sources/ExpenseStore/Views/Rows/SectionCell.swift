internal import ExpenseModel

/// An expense in the order of a view.
struct RowID: CountedElement, Equatable {
  let id: Int64
  var weight: Int { 1 }
}

/// A section of a view, as it is kept: numbers only.
struct SectionCell: CountedElement, Equatable {
  /// As `RowOrder.sectionKey` gives it.
  let key: Int32
  /// How many rows it has.
  var count = 0
  var sums: [CurrencySum] = []

  var weight: Int { count }

  /// What the rows in one currency add up to.
  struct CurrencySum: Sendable, Equatable {
    let currency: Int32
    var sum = TotalDelta()
  }

  init(key: Int32) { self.key = key }

  /// Counts a row in, or out with a sign of -1.
  mutating func count(_ row: ColumnRow, _ sign: Int64) {
    count += Int(sign)
    let index = index(of: row.currency)
    sums[index].sum.add(row.amount, sign)
    if sums[index].sum == TotalDelta() { sums.remove(at: index) }
  }

  /// Adds what rows have come to.
  mutating func add(_ other: SectionCell) {
    count += other.count
    for added in other.sums { addSum(added.sum, added.currency) }
  }

  /// Adds what rows in one currency come to.
  mutating func add(_ sum: TotalDelta, _ currency: Int32) {
    count += Int(sum.count)
    addSum(sum, currency)
  }

  private mutating func addSum(_ sum: TotalDelta, _ currency: Int32) {
    let index = index(of: currency)
    _ = sums[index].sum.add(sum)
    if sums[index].sum == TotalDelta() { sums.remove(at: index) }
  }

  /// The place of a currency's sum, which is made when it is new. They stand in order of currency.
  private mutating func index(of currency: Int32) -> Int {
    let index = sums.firstIndex { $0.currency >= currency } ?? sums.count
    if index == sums.count || sums[index].currency != currency {
      sums.insert(CurrencySum(currency: currency), at: index)
    }
    return index
  }

  /// Whether it says that nothing has changed.
  var isZero: Bool { count == 0 && sums.isEmpty }
}
