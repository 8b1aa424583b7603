/// Chunks in order.
///
/// A change of one copies the references to its neighbours only, not to all: a change of millions of
/// rows costs what it costs of thousands.
struct ChunkList: RandomAccessCollection, Sendable {
  private static let blockSize = 64

  /// Each full but the last.
  private var blocks: [[ColumnChunk]] = []
  private(set) var count = 0

  init(_ chunks: [ColumnChunk]) {
    count = chunks.count
    blocks = stride(from: 0, to: count, by: ChunkList.blockSize).map {
      Array(chunks[$0..<Swift.min($0 + ChunkList.blockSize, chunks.count)])
    }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> ColumnChunk {
    blocks[index / ChunkList.blockSize][index % ChunkList.blockSize]
  }

  /// Puts other chunks in the place of some.
  mutating func replace(_ range: Range<Int>, with new: [ColumnChunk]) {
    if range.count == new.count {
      for (index, chunk) in zip(range, new) {
        blocks[index / ChunkList.blockSize][index % ChunkList.blockSize] = chunk
      }
    } else {
      // One chunk more or less: thousands of rows have come or gone since the last time.
      var all = Array(self)
      all.replaceSubrange(range, with: new)
      self = ChunkList(all)
    }
  }
}
