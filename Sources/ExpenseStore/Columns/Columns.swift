internal import ExpenseModel

/// The expenses of a store at one revision, column by column, in memory.
///
/// A value: a copy is one retain, and who holds one reads the same for ever. A change makes new
/// chunks for the rows that it touches and shares the others. About 28 bytes a row (date, amount,
/// currency, type, category, account), 8 more for name and note, 4 more for tags; what is the same
/// in a whole chunk, such as no account, costs nothing.
struct Columns: Sendable {
  /// The revision whose expenses these are.
  var revision: Int64
  /// Told apart: columns that were loaded anew have other numbers for texts than those before.
  let generation: Int64
  /// The columns that are there besides the hot ones.
  var loaded: ColumnNeeds
  /// How many expenses.
  private(set) var count: Int
  /// In order of id; none is empty.
  private(set) var chunks: ChunkList
  /// The texts that the numbers of types, categories, accounts and currencies stand for.
  var names: ColumnNames
  /// The texts that the numbers of names, notes, tags and extras stand for.
  var texts: TextPool

  init(
    revision: Int64, generation: Int64, loaded: ColumnNeeds, chunks: [ColumnChunk],
    names: ColumnNames, texts: TextPool
  ) {
    self.revision = revision
    self.generation = generation
    self.loaded = loaded
    self.chunks = ChunkList(chunks)
    self.names = names
    self.texts = texts
    count = chunks.reduce(0) { $0 &+ $1.count }
  }

  /// The row of an expense. O(log n).
  func row(_ id: Int64) -> ColumnRow? {
    guard let (chunk, index) = place(of: id) else { return nil }
    return chunk.row(index)
  }

  /// The row of an expense with at least what an order looks at; else as above.
  func row(_ id: Int64, for order: RowOrder) -> ColumnRow? {
    guard let (chunk, index) = place(of: id) else { return nil }
    return order.isOfHotColumns ? chunk.hotRow(index) : chunk.row(index)
  }

  private func place(of id: Int64) -> (chunk: ColumnChunk, index: Int)? {
    let index = indexOfChunk(reaching: id)
    guard index < chunks.count else { return nil }
    let chunk = chunks[index]
    let place = chunk.place(of: id)
    return place.isThere ? (chunk, place.index) : nil
  }

  /// The first chunk whose last id is not below an id; the number of chunks when there is none.
  func indexOfChunk(reaching id: Int64) -> Int {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low &+ high) / 2
      if chunks[middle].lastID < id { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// Hands over every row, in order of id.
  func forEachRow(_ body: (ColumnRow) -> Void) {
    for chunk in chunks {
      for index in 0..<chunk.count { body(chunk.row(index)) }
    }
  }

  /// The ids that a filter lets through, in order; of more than so many only the first.
  func select(_ filter: RowFilter, first limit: Int = .max) -> [Int64] {
    let filter = ChunkFilter(filter, self)
    var ids: [Int64] = []
    for chunk in chunks where ids.count < limit {
      switch filter.select(chunk) {
      case .none: continue
      case .all: for index in 0..<chunk.count { ids.append(chunk.id(index)) }
      case .some: unsafe filter.mask.forEachOne { ids.append(chunk.id($0)) }
      }
    }
    if ids.count > limit { ids.removeLast(ids.count - limit) }
    return ids
  }

  /// Puts other chunks in the place of some.
  mutating func replaceChunks(_ range: Range<Int>, with new: [ColumnChunk]) {
    count &-= chunks[range].reduce(0) { $0 &+ $1.count }
    count &+= new.reduce(0) { $0 &+ $1.count }
    chunks.replace(range, with: new)
  }
}
