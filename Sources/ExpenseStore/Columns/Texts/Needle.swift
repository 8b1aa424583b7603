internal import ExpenseModel

/// Folded bytes that are looked for in texts which lie behind each other.
///
/// The texts are searched as one: 32 bytes at a time for those that the two rarest bytes of what is
/// searched could stand at.
struct Needle: Sendable {
  private let bytes: [UInt8]
  private let first: Anchor
  private let last: Anchor
  /// Only a text that is not ASCII can contain it.
  let isForeign: Bool

  /// Takes what is folded; nil for nothing.
  init?(_ bytes: [UInt8]) {
    let places = bytes.indices.sorted { Needle.rank(bytes[$0]) > Needle.rank(bytes[$1]) }.prefix(2)
    guard let first = places.min(), let last = places.max() else { return nil }
    self.bytes = bytes
    self.first = Anchor(bytes[first], at: first)
    self.last = Anchor(bytes[last], at: last)
    isForeign = bytes.contains { $0 >= 0x80 }
  }

  /// How rare a byte is in names and notes, about: only the time of a search depends on it.
  private static func rank(_ byte: UInt8) -> Int {
    // Of letters the commonest come first; a blank is commoner than any.
    let letters: [UInt8] = Array("etaoinsrhldcumfpgwybvkxjqz".utf8)
    if byte == 0x20 { return -1 }
    return letters.firstIndex(of: byte) ?? letters.count / 2
  }

  /// A byte that is looked for, in either case where it is a letter of ASCII.
  private struct Anchor {
    /// Where it stands.
    let place: Int
    /// The byte eight times, and the bit that tells small letters from capitals.
    let bytes: UInt64
    let bit: UInt64

    init(_ byte: UInt8, at place: Int) {
      self.place = place
      bytes = UInt64(byte) &* 0x0101_0101_0101_0101
      bit = byte &- 0x61 < 26 ? 0x2020_2020_2020_2020 : 0
    }

    /// 0 in each byte that it stands in.
    @inline(__always)
    func differs(_ text: UInt64) -> UInt64 { (text | bit) ^ bytes }
  }

  /// Hands over each text, of those that end at some places, that contains the needle.
  @inline(__always)
  func search(_ texts: [UInt8], _ ends: [UInt32], _ found: (Int) -> Void) {
    unsafe texts.withUnsafeBytes { texts in
      unsafe ends.withUnsafeBufferPointer { ends in
        var (at, text) = (0, 0)
        while let start = unsafe next(in: texts, from: at) {
          text = unsafe Needle.text(at: start, ends, from: text, texts.count)
          found(text)
          // On with the next text.
          at = unsafe Int(ends[text]) &+ 1
        }
      }
    }
  }

  /// The text that a place lies in, not before another one.
  @inline(__always)
  private static func text(
    at place: Int, _ ends: UnsafeBufferPointer<UInt32>, from first: Int, _ size: Int
  ) -> Int {
    // Where it would be if all were equally long; a few steps from there on are fewer than all.
    var text = max(first, min(place &* ends.count / size, ends.count &- 1))
    while unsafe text > first && Int(ends[text &- 1]) >= place { text &-= 1 }
    while unsafe Int(ends[text]) < place { text &+= 1 }
    return text
  }

  /// The first place from one on where the needle begins; nil where there is none.
  private func next(in texts: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let (count, length) = (texts.count, bytes.count)
    let lastStart = count &- length
    guard start <= lastStart, let base = texts.baseAddress else { return nil }
    var at = start
    // Where a block and what is compared with it are still all there.
    let blocksEnd = lastStart &- 30
    while at <= lastStart {
      if at < blocksEnd {
        at = unsafe Needle.nextBlock(base, at, blocksEnd, first, last)
        if at > lastStart { return nil }
      }
      // The bits above those of a byte that differs in nothing are 1, and of some behind it.
      var hits: UInt64 = 0x8080_8080_8080_8080
      if at &+ 7 <= lastStart {
        let differs =
          unsafe first.differs(
            base.loadUnaligned(fromByteOffset: at &+ first.place, as: UInt64.self))
          | last.differs(base.loadUnaligned(fromByteOffset: at &+ last.place, as: UInt64.self))
        hits = (differs &- 0x0101_0101_0101_0101) & ~differs & 0x8080_8080_8080_8080
      }
      while hits != 0 {
        let start = at &+ hits.trailingZeroBitCount / 8
        hits &= hits &- 1
        if start <= lastStart, unsafe isMatch(base + start) { return start }
      }
      at &+= 8
    }
    return nil
  }

  /// The start of the next block of 32 bytes with a place where both anchors stand; the first one that
  /// is not before the end when there is none.
  @inline(__always)
  private static func nextBlock(
    _ bytes: UnsafeRawPointer, _ start: Int, _ end: Int, _ first: Anchor, _ last: Anchor
  ) -> Int {
    typealias Words = SIMD2<UInt64>
    let (bit, otherBit) = (Words(repeating: first.bit), Words(repeating: last.bit))
    let (byte, otherByte) = (Words(repeating: first.bytes), Words(repeating: last.bytes))
    let ones = Words(repeating: 0x0101_0101_0101_0101)
    let highs = Words(repeating: 0x8080_8080_8080_8080)
    var at = start
    while at < end {
      let place = unsafe bytes + (at &+ first.place)
      let other = unsafe bytes + (at &+ last.place)
      // What differs in nothing is 0.
      let a: Words = unsafe place.loadUnaligned(as: Words.self) | bit
      let b: Words = unsafe other.loadUnaligned(as: Words.self) | otherBit
      let differs: Words = (a ^ byte) | (b ^ otherByte)
      let c: Words = unsafe place.loadUnaligned(fromByteOffset: 16, as: Words.self) | bit
      let d: Words = unsafe other.loadUnaligned(fromByteOffset: 16, as: Words.self) | otherBit
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
  private func isMatch(_ text: UnsafeRawPointer) -> Bool {
    for index in bytes.indices
    where unsafe TextFold.lower(text.load(fromByteOffset: index, as: UInt8.self)) != bytes[index] {
      return false
    }
    return true
  }
}
