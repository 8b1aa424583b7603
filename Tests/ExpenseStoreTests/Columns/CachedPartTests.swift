import ExpenseModel
import Testing

@testable import ExpenseStore

/// Packed columns as bytes, without a store.
@Suite struct CachedPartTests {
  private static let names: ColumnNames = {
    var names = ColumnNames()
    for number in 1..<300 { names.setType(number, "Type \(number)") }
    for number in 1..<5 { names.setCategory(number, "Category \(number)") }
    names.setAccount(1, "Card")
    if let euro = Currency.iso("EUR") { names.setCurrency(1, euro) }
    return names
  }()

  private static let limits = ColumnLimits(names)

  /// Rows with ids in a part, dense or with gaps, whose columns need few bits or many.
  private func columns(
    _ part: CachedPart, rows: Int, isDense: Bool, _ random: inout SeededGenerator
  ) -> Columns {
    var builder = ChunkBuilder(loaded: [])
    var ids = Array(part.ids)
    if isDense {
      ids = Array(ids.dropFirst(Int.random(in: 0...(ids.count - rows), using: &random)))
    } else {
      ids.shuffle(using: &random)
    }
    let amounts: ClosedRange<Int64> =
      [7...7, 0...1, -5...5, 0...500_000, 0...5_000_000_000, .min...(.max)]
      .randomElement(using: &random) ?? 0...0
    let types: ClosedRange<Int32> =
      [2...2, 1...2, 1...4, 1...12, 1...299].randomElement(using: &random) ?? 1...1
    let days: ClosedRange<Int32> = Bool.random(using: &random) ? 18_000...20_000 : -700_000...90_000
    for id in ids.prefix(rows).sorted() {
      var row = ColumnRow()
      row.id = id
      row.currency = 1
      row.amount = .random(in: amounts, using: &random)
      row.type = .random(in: types, using: &random)
      row.category = .random(in: 0...4, using: &random)
      row.date = .random(in: days, using: &random)
      builder.append(row)
    }
    builder.flush()
    return Columns(
      revision: 1, generation: 1, loaded: [], chunks: builder.chunks, names: Self.names,
      texts: TextPool())
  }

  private func rows(_ chunks: [ColumnChunk]) -> [ColumnRow] {
    chunks.flatMap { chunk in (0..<chunk.count).map { chunk.row($0) } }
  }

  @Test(arguments: seeds(12))
  func rowsComeBack(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let part = CachedPart([0, 1, 77, CachedPart.last - 1].randomElement(using: &random) ?? 0)
    let count = Int.random(in: 1...(seed % 3 == 0 ? 65_535 : 9000), using: &random)
    let columns = columns(part, rows: count, isDense: Bool.random(using: &random), &random)
    let (bytes, rows) = try #require(part.encode(columns))
    #expect(rows == count)
    let chunks = try #require(bytes.withUnsafeBytes { part.decode($0, Self.limits) })
    #expect(self.rows(chunks) == self.rows(Array(columns.chunks)))
    let again = Columns(
      revision: 1, generation: 1, loaded: [], chunks: chunks, names: Self.names, texts: TextPool())
    #expect(again.brokenInvariant() == nil)
    #expect(part.number == 0 || CachedPart(part.number - 1).encode(columns) == nil)
  }

  @Test func aRowTakesFewBytes() throws {
    var random = SeededGenerator(3)
    var builder = ChunkBuilder(loaded: [])
    for id in 1...65_535 as ClosedRange<Int64> {
      var row = ColumnRow()
      row.id = id
      row.date = .random(in: 18_000...19_800, using: &random)
      row.amount = .random(in: 0...500_000, using: &random)
      row.type = .random(in: 1...12, using: &random)
      row.currency = .random(in: 1...3, using: &random)
      builder.append(row)
    }
    builder.flush()
    let columns = Columns(
      revision: 1, generation: 1, loaded: [], chunks: builder.chunks, names: Self.names,
      texts: TextPool())
    let bytes = try #require(CachedPart(0).encode(columns)).bytes
    // Two for the day, three for the amount, half for the type, a quarter for the currency.
    #expect(bytes.count < 65_535 * 6)
  }

  /// Bytes that say anything: rows of the part within the limits, or none.
  @Test(arguments: seeds(40))
  func damagedBytesAreNoTrap(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let part = CachedPart(seed % 2 == 0 ? 0 : 5)
    let columns = columns(part, rows: 300, isDense: seed % 4 < 2, &random)
    let good = try #require(part.encode(columns)).bytes
    for _ in 0..<60 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // The heads say how much is to be read.
        let end = Bool.random(using: &random) ? min(40, bytes.count) : bytes.count
        if end == 0 { continue }
        switch UInt8.random(in: 0..<4, using: &random) {
        case 0: bytes[.random(in: 0..<end, using: &random)] = .random(in: 0...255, using: &random)
        case 1: bytes.removeLast(.random(in: 0...min(400, bytes.count), using: &random))
        case 2: bytes.insert(.random(in: 0...255, using: &random), at: end - 1)
        default: bytes[.random(in: 0..<end, using: &random)] = 64
        }
      }
      guard let chunks = bytes.withUnsafeBytes({ part.decode($0, Self.limits) }) else { continue }
      var last: Int64 = 0
      for row in rows(chunks) {
        #expect(row.id > last && part.ids.contains(row.id))
        last = row.id
        #expect(CivilDate(day: row.date) != nil && row.currency >= 0 && row.currency < 2)
        #expect(row.type >= 0 && row.type < 300 && row.category >= 0 && row.category < 5)
        #expect(row.account >= 0 && row.account < 2)
      }
    }
  }

  @Test func numbersComeBackInEveryWidth() {
    var random = SeededGenerator(1)
    for bits in 0...64 as ClosedRange<UInt64> {
      let most = bits == 64 ? Int64.max : Int64(1) << Int64(min(bits, 62)) - 1
      for count in [1, 2, 7, 8, 9, 100] {
        let least = bits == 64 ? Int64.min : Int64.random(in: -1000...1000, using: &random)
        var values = (0..<count).map { _ in
          least == .min
            ? .random(in: .min...most, using: &random)
            : least + .random(in: 0...most, using: &random)
        }
        values[0] = least
        var bytes: [UInt8] = []
        PackedNumbers.append(values, to: &bytes)
        let read = bytes.withUnsafeBytes { bytes in
          var reader = BlobReader(bytes)
          let values = reader.packed(count)?.values(count)
          return reader.isAtEnd ? values : nil
        }
        #expect(read == values)
      }
    }
  }

  @Test func aChecksumTellsBytesThatDiffer() {
    var random = SeededGenerator(2)
    for count in 0..<100 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let sum = BlobChecksum.of(bytes, under: 9)
      #expect(BlobChecksum.of(bytes, under: 10) != sum)
      #expect(BlobChecksum.of(bytes + [0], under: 9) != sum)
      for index in bytes.indices {
        var other = bytes
        other[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        #expect(BlobChecksum.of(other, under: 9) != sum)
      }
    }
  }
}
