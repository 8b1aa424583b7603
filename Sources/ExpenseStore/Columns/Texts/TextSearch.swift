internal import ExpenseModel
internal import Glibc

/// Finds the texts of a pool that contain some folded bytes; each page is searched when it is first
/// asked about, and once.
///
/// The texts of a page are searched as one: 32 bytes at a time for those that the first and the last
/// byte of what is searched could stand at.
@safe final class TextSearch {
  private let needle: [UInt8]
  private let pool: TextPool
  /// By number, 1 for a text that contains it. Memory that is never asked about is never there.
  private let answers: UnsafeMutablePointer<UInt8>
  /// By page, 1 when it was searched.
  private let isSearched: UnsafeMutablePointer<UInt8>
  private let first: Anchor
  private let last: Anchor
  /// Only a text that is not ASCII can contain it.
  private let isForeign: Bool

  /// Searches for what is folded and not empty.
  init?(_ needle: [UInt8], _ pool: TextPool) {
    guard let first = needle.first, let last = needle.last,
      let answers = unsafe calloc(max(1, pool.count), 1),
      let isSearched = unsafe calloc(max(1, pool.pages.count), 1)
    else { return nil }
    self.needle = needle
    self.pool = pool
    unsafe self.answers = unsafe answers.assumingMemoryBound(to: UInt8.self)
    unsafe self.isSearched = unsafe isSearched.assumingMemoryBound(to: UInt8.self)
    self.first = Anchor(first)
    self.last = Anchor(last)
    isForeign = needle.contains { $0 >= 0x80 }
  }

  deinit {
    unsafe free(answers)
    unsafe free(isSearched)
  }

  /// Clears the mask of each row of which neither text contains it.
  func keep(
    _ names: PackedColumn, _ notes: PackedColumn, _ mask: UnsafeMutablePointer<UInt8>, _ count: Int
  ) {
    // What has the text in common needs no look at each row.
    if let number = names.uniformValue, answer(Int(number)) { return }
    if let number = notes.uniformValue, answer(Int(number)) { return }
    unsafe withNumbers(names, count) { names in
      unsafe withNumbers(notes, count) { notes in
        for index in 0..<count {
          let name = unsafe names.isEmpty ? 0 : answers[Int(names[index])]
          let note = unsafe notes.isEmpty ? 0 : answers[Int(notes[index])]
          unsafe mask[index] &= name | note
        }
      }
    }
  }

  /// Calls a body with the numbers of a column, whose pages have been searched; with none where all
  /// rows have the same, which was asked about before.
  private func withNumbers(
    _ column: PackedColumn, _ count: Int, _ body: (UnsafeBufferPointer<Int32>) -> Void
  ) {
    guard column.isLoaded, column.uniformValue == nil else {
      return unsafe body(UnsafeBufferPointer(start: nil, count: 0))
    }
    func search(_ numbers: UnsafeBufferPointer<Int32>) {
      for index in 0..<count {
        let page = unsafe Int(numbers[index]) / TextPool.textsPerPage
        if unsafe isSearched[page] == 0 { searchPage(page) }
      }
      unsafe body(numbers)
    }
    if case .words(let values) = column {
      return unsafe values.withUnsafeBufferPointer { unsafe search($0) }
    }
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { numbers in
      for index in 0..<count {
        unsafe numbers[index] = Int32(truncatingIfNeeded: column[index])
      }
      unsafe search(UnsafeBufferPointer(numbers))
    }
  }

  /// Whether a text contains it.
  private func answer(_ number: Int) -> Bool {
    guard number >= 0, number < pool.count else { return false }
    let page = number / TextPool.textsPerPage
    if unsafe isSearched[page] == 0 { searchPage(page) }
    return unsafe answers[number] != 0
  }

  private func searchPage(_ page: Int) {
    unsafe isSearched[page] = 1
    let content = pool.pages[page].content
    let start = page &* TextPool.textsPerPage
    if !isForeign {
      search(content.bytes, content.ends) { unsafe answers[start &+ $0] = 1 }
    }
    if !content.folded.isEmpty {
      search(content.folded, content.foldedEnds) {
        unsafe answers[start &+ Int(content.foldedTexts[$0])] = 1
      }
    }
  }

  // MARK: Searching bytes

  /// A byte that is looked for, in either case where it is a letter of ASCII.
  private struct Anchor {
    /// The byte eight times, and the bit that tells small letters from capitals.
    let bytes: UInt64
    let bit: UInt64

    init(_ byte: UInt8) {
      bytes = UInt64(byte) &* 0x0101_0101_0101_0101
      bit = byte &- 0x61 < 26 ? 0x2020_2020_2020_2020 : 0
    }

    /// 0 in each byte that it stands in.
    @inline(__always)
    func differs(_ text: UInt64) -> UInt64 { (text | bit) ^ bytes }
  }

  /// Hands over each text, of those that end at some places, that contains the needle.
  private func search(_ bytes: [UInt8], _ ends: [UInt32], _ found: (Int) -> Void) {
    let (count, length) = (bytes.count, needle.count)
    guard count >= length else { return }
    unsafe bytes.withUnsafeBytes { bytes in
      var (at, text) = (0, 0)
      let lastStart = count &- length
      // Where a block and what is compared with it are still all there.
      let blocksEnd = count &- length &- 30
      while at <= lastStart {
        if at < blocksEnd, let base = bytes.baseAddress {
          at = unsafe TextSearch.nextBlock(base, at, blocksEnd, length &- 1, first, last)
          if at > lastStart { return }
        }
        // The bits above those of a byte that differs in nothing are 1, and of some behind it.
        var hits: UInt64
        if at &+ 8 &+ length &- 1 <= count {
          let differs =
            unsafe first.differs(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            | last.differs(
              bytes.loadUnaligned(fromByteOffset: at &+ length &- 1, as: UInt64.self))
          hits = (differs &- 0x0101_0101_0101_0101) & ~differs & 0x8080_8080_8080_8080
          if hits == 0 {
            at &+= 8
            continue
          }
        } else {
          hits = 0x8080_8080_8080_8080
        }
        let block = at
        at &+= 8
        while hits != 0 {
          let start = block &+ hits.trailingZeroBitCount / 8
          hits &= hits &- 1
          guard start <= lastStart, unsafe isMatch(bytes, start) else { continue }
          while Int(ends[text]) < start { text &+= 1 }
          found(text)
          // On with the next text.
          at = Int(ends[text]) &+ 1
          break
        }
      }
    }
  }

  /// The start of the next block of 32 bytes with a place where both anchors stand, so far apart; the
  /// first one that is not before the end when there is none.
  @inline(never)
  private static func nextBlock(
    _ bytes: UnsafeRawPointer, _ start: Int, _ end: Int, _ distance: Int, _ first: Anchor,
    _ last: Anchor
  ) -> Int {
    typealias Words = SIMD2<UInt64>
    let (bit, otherBit) = (Words(repeating: first.bit), Words(repeating: last.bit))
    let (byte, otherByte) = (Words(repeating: first.bytes), Words(repeating: last.bytes))
    let ones = Words(repeating: 0x0101_0101_0101_0101)
    let highs = Words(repeating: 0x8080_8080_8080_8080)
    var at = start
    while at < end {
      let place = unsafe bytes + at
      // What differs in nothing is 0.
      let a: Words = unsafe place.loadUnaligned(as: Words.self) | bit
      let b: Words =
        unsafe place.loadUnaligned(fromByteOffset: distance, as: Words.self) | otherBit
      let differs: Words = (a ^ byte) | (b ^ otherByte)
      let c: Words = unsafe place.loadUnaligned(fromByteOffset: 16, as: Words.self) | bit
      let d: Words =
        unsafe place.loadUnaligned(fromByteOffset: distance &+ 16, as: Words.self) | otherBit
      let others: Words = (c ^ byte) | (d ^ otherByte)
      let hits: Words = (differs &- ones) & ~differs
      let otherHits: Words = (others &- ones) & ~others
      let all: Words = (hits | otherHits) & highs
      if all[0] | all[1] != 0 { return at }
      at &+= 32
    }
    return at
  }

  @inline(__always)
  private func isMatch(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Bool {
    for index in needle.indices
    where unsafe TextFold.lower(bytes[start &+ index]) != needle[index] {
      return false
    }
    return true
  }
}
