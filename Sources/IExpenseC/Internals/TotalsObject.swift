internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// What stands behind an `iex_totals`.
@safe
final class TotalsObject: HandleObject {
  static let kind = HandleKind.totals
  static let isPlainMemory = true

  let rows: Block<iex_total>
  private let shape: TotalsShape
  /// Holds the texts; nil when the rows have them themselves.
  private let texts: TotalsObject?

  /// Lays out totals; each text is there once.
  init(_ table: TotalsTable) {
    let shape = table.shape
    var (types, categories) = (NumberedTexts(), NumberedTexts())
    var (accounts, currencies) = (NumberedTexts(), NumberedTexts())
    // Almost always the same for all.
    var currency: (number: Int32, value: Currency?) = (0, nil)
    unsafe rows = unsafe Block(count: table.count) { index, writer in
      if index == 0 {
        // The run that measures, or the one that writes, begins.
        (types, categories) = (NumberedTexts(), NumberedTexts())
        (accounts, currencies) = (NumberedTexts(), NumberedTexts())
      }
      let line = shape.line(index)
      var row = unsafe iex_total()
      unsafe row.struct_size = UInt32(MemoryLayout<iex_total>.size)
      unsafe row.set(table[index])
      unsafe row.type = types.pointer(line.type, &writer) { shape.type($0) }
      unsafe row.category = categories.pointer(line.category, &writer) { shape.category($0) }
      unsafe row.account = accounts.pointer(line.account, &writer) { shape.account($0) }
      if line.currency != currency.number {
        currency = (line.currency, shape.currency(line.currency))
      }
      unsafe row.currency = currencies.pointer(line.currency, &writer) { _ in
        currency.value?.code ?? ""
      }
      unsafe row.currency_digits = Int32(truncatingIfNeeded: currency.value?.digits ?? 0)
      if let date = line.date {
        unsafe row.date = date.yyyymmdd
        if shape.isByMonth { unsafe row.month = date.yyyymm }
      }
      return unsafe row
    }
    self.shape = shape
    texts = nil
  }

  /// Lays out totals of the same groups as others, whose texts it shares; nil for other groups.
  init?(_ table: TotalsTable, like other: TotalsObject) {
    guard table.shape === other.shape else { return nil }
    unsafe rows = unsafe Block(
      count: table.count,
      withoutTexts: { index in
        var row = unsafe other.rows.rows[index]
        unsafe row.set(table[index])
        return unsafe row
      })
    shape = other.shape
    texts = other.texts ?? other
  }
}

extension iex_total {
  fileprivate mutating func set(_ sum: (amount: Int128, count: Int64)) {
    unsafe amount_minor = Int64(truncatingIfNeeded: sum.amount)
    unsafe amount_high = Int64(truncatingIfNeeded: sum.amount >> 64)
    unsafe count = sum.count
  }
}

/// The totals of a view that were laid out last, by what they are grouped by.
struct LaidOutTotals {
  private static let maximum = 8

  private var kept: [(group: UInt32, object: TotalsObject)] = []

  /// Lays out totals; where only the sums are others, the rest is taken from those before.
  mutating func object(_ table: TotalsTable, group: UInt32) -> TotalsObject {
    if let index = kept.firstIndex(where: { $0.group == group }) {
      if let object = TotalsObject(table, like: kept[index].object) { return object }
      kept.remove(at: index)
    }
    let object = TotalsObject(table)
    if kept.count == LaidOutTotals.maximum { kept.removeFirst() }
    kept.append((group, object))
    return object
  }
}

/// Texts with small numbers, each of which is written when it is first asked for.
@safe
struct NumberedTexts {
  @safe
  private struct Place {
    var isWritten = false
    var pointer: UnsafePointer<CChar>?
  }

  private var places: [Place] = []

  /// Where the text with a number stands; nil while measuring.
  mutating func pointer(
    _ number: Int32, _ writer: inout BlockWriter, _ text: (Int32) -> String
  ) -> UnsafePointer<CChar>? {
    let index = Int(number)
    while places.count <= index { places.append(Place()) }
    if !places[index].isWritten {
      unsafe places[index] = Place(isWritten: true, pointer: writer.write(text(number)))
    }
    return unsafe places[index].pointer
  }
}
