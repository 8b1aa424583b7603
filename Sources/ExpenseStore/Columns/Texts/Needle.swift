internal import ExpenseModel

/// Folded bytes that are looked for in texts which lie behind each other.
///
/// The texts are searched as one: 64 bytes at a time for places that the two rarest bytes of what is
/// looked for could stand at, in either case, which are then compared with all of it.
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

  /// A byte that is looked for.
  private struct Anchor {
    /// Where it stands.
    let place: Int
    /// The byte eight times, without the bit that tells small letters from capitals.
    let bytes: UInt64

    init(_ byte: UInt8, at place: Int) {
      self.place = place
      bytes = UInt64(byte & ~0x20) &* 0x0101_0101_0101_0101
    }
  }

  /// Hands over each text, of those that end at some places, that contains the needle.
  @inline(__always)
  func search(_ texts: [UInt8], _ ends: [UInt32], _ found: (Int) -> Void) {
    unsafe texts.withUnsafeBytes { texts in
      unsafe ends.withUnsafeBufferPointer { ends in
        // The next text that may contain it, and where that begins.
        var (next, start) = (0, 0)
        unsafe forEachPlace(in: texts) { place in
          if place < start { return }
          let text = unsafe Needle.text(at: place, ends, from: next)
          guard text < ends.count else { return }
          found(text)
          next = text &+ 1
          start = unsafe Int(ends[text]) &+ 1
        }
      }
    }
  }

  /// The text that a place lies in, not before another one.
  ///
  /// Without a branch that could go either way: a wrong guess costs more than the few steps.
  @inline(__always)
  private static func text(
    at place: Int, _ ends: UnsafeBufferPointer<UInt32>, from first: Int
  ) -> Int {
    var (text, count) = (first, ends.count &- first)
    while count > 1 {
      let half = count / 2
      // All bits where the text before ends ahead of the place, else none.
      let isBehind = unsafe (Int(ends[text &+ half &- 1]) &- place) &>> 63
      text &+= half & isBehind
      count &-= half
    }
    return text
  }

  /// Hands over each place where the needle begins, in order; one may come twice.
  @inline(__always)
  private func forEachPlace(in texts: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
    // The places where it could begin.
    let count = texts.count &- bytes.count &+ 1
    guard count > 0, let base = texts.baseAddress else { return }
    if count < Block.count {
      for place in 0..<count where unsafe isMatch(base + place) { body(place) }
      return
    }
    var at = 0
    while true {
      at = unsafe nextBlock(base, at, count &- Block.count)
      var places = unsafe block(base + at).places
      while places != 0 {
        let place = at &+ places.trailingZeroBitCount
        places &= places &- 1
        if unsafe isMatch(base + place) { body(place) }
      }
      if at &+ Block.count >= count { return }
      at = min(at &+ Block.count, count &- Block.count)
    }
  }

  /// The start of the next block with a place where both anchors may stand; the last one where no
  /// block before it has such a place.
  @inline(__always)
  private func nextBlock(_ bytes: UnsafeRawPointer, _ start: Int, _ last: Int) -> Int {
    var at = start
    while at < last {
      if unsafe block(bytes + at).hasPlaces { return at }
      at &+= Block.count
    }
    return min(at, last)
  }

  /// What is said of the next 64 places.
  private struct Block {
    static let count = 64
    /// The highest bit of each byte is 1 where both anchors may stand; others come, too.
    let hits: (Words, Words, Words, Words)

    typealias Words = SIMD2<UInt64>
    static let highs: UInt64 = 0x8080_8080_8080_8080

    var hasPlaces: Bool {
      let all = ((hits.0 | hits.1) | (hits.2 | hits.3)) & Words(repeating: Block.highs)
      return all[0] | all[1] != 0
    }

    /// A bit for each place.
    var places: UInt64 {
      Block.bits(hits.0) | Block.bits(hits.1) &<< 16 | Block.bits(hits.2) &<< 32
        | Block.bits(hits.3) &<< 48
    }

    @inline(__always)
    private static func bits(_ words: Words) -> UInt64 { bits(words[0]) | bits(words[1]) &<< 8 }

    /// The highest bit of each byte, put together by a multiplication.
    @inline(__always)
    private static func bits(_ word: UInt64) -> UInt64 {
      ((word & highs) &>> 7 &* 0x0102_0408_1020_4080) &>> 56
    }
  }

  @inline(__always)
  private func block(_ bytes: UnsafeRawPointer) -> Block {
    unsafe Block(
      hits: (hits(bytes), hits(bytes + 16), hits(bytes + 32), hits(bytes + 48)))
  }

  @inline(__always)
  private func hits(_ bytes: UnsafeRawPointer) -> Block.Words {
    typealias Words = Block.Words
    let a = unsafe bytes.loadUnaligned(fromByteOffset: first.place, as: Words.self)
    let b = unsafe bytes.loadUnaligned(fromByteOffset: last.place, as: Words.self)
    let differences: Words =
      (a ^ Words(repeating: first.bytes)) | (b ^ Words(repeating: last.bytes))
    // What differs in nothing but that bit is 0.
    let differs: Words = differences & Words(repeating: 0xDFDF_DFDF_DFDF_DFDF)
    return (differs &- Words(repeating: 0x0101_0101_0101_0101)) & ~differs
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
