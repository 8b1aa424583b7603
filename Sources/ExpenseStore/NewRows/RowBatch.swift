package import ExpenseModel

/// Some new expenses, packed by a `RowPacker` and ready to be stored.
package struct RowBatch: Sendable {
  var rows: [PackedRow] = []
  /// The texts of the rows.
  var texts: [UInt8] = []
  /// Names that no batch before this one had, by `NameKind`; their numbers go on from there.
  var newNames = [[String]](repeating: [], count: NameKind.allCases.count)
  /// What the rows add to the totals; a cell may be there twice.
  var totals: [(key: PackedTotal, delta: TotalDelta)] = []
  /// The first row with each currency that no batch before this one had; by the currency's number.
  var currencyRows: [Int32: Int] = [:]
  /// The first row whose currency is the store's default.
  var firstWithoutCurrency: Int?

  package init() {}

  /// Makes room for a whole batch.
  mutating func reserve() {
    rows.reserveCapacity(RowPacker.batch)
    texts.reserveCapacity(RowPacker.batch * 32)
  }

  /// Adds a text.
  mutating func add(_ text: String) -> PackedRow.Text {
    if text.isEmpty { return PackedRow.Text() }
    var text = text
    return text.withUTF8 { unsafe add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add(_ text: UnsafeRawBufferPointer) -> PackedRow.Text {
    let start = texts.count
    unsafe texts.append(contentsOf: text)
    return PackedRow.Text(
      start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: text.count))
  }

  /// Whether it holds so much that it should be stored first: positions in the texts have 32 bits.
  package var isFull: Bool { rows.count >= RowPacker.batch || texts.count >= 64 << 20 }

  /// How many expenses it holds.
  package var count: Int { rows.count }

  /// The name of an expense.
  package func name(_ index: Int) -> String {
    guard rows.indices.contains(index) else { return "" }
    let text = rows[index].name
    return String(decoding: texts[Int(text.start)..<Int(text.start + text.count)], as: UTF8.self)
  }

  /// Sets the numbers of the imports that the rows came from.
  ///
  /// - Parameter number: Gives the number for the one that was packed, which is not 0.
  package mutating func setImports(
    _ number: (Int64) throws(ExpenseError) -> Int64
  ) throws(ExpenseError) {
    for index in rows.indices where rows[index].importNumber != 0 {
      rows[index].importNumber = try number(rows[index].importNumber)
    }
  }
}

/// The tables of names that rows have numbers of.
package enum NameKind: Int, CaseIterable, Sendable {
  case type, category, account, currency
}

/// A cell of the totals by the packer's numbers.
struct PackedTotal: Hashable, Sendable {
  /// yyyymm
  var month: Int32
  var type: Int32
  var category: Int32
  var currency: Int32
}
