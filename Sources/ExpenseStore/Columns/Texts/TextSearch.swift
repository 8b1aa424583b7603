internal import Glibc

/// Finds the texts of a pool that contain some folded bytes; each page is searched when it is first
/// asked about, and once.
@safe final class TextSearch {
  private let needle: Needle
  private let pool: TextPool
  /// Of each page that was searched one bit for each text, 1 for one that contains it.
  private let answers: UnsafeMutablePointer<UInt64>
  private let states: UnsafeMutablePointer<PageState>
  /// Of each row of a chunk whether its name contains it.
  private let found: UnsafeMutablePointer<UInt8>

  private enum PageState: UInt8 {
    case unknown
    /// None of its texts contains it.
    case without
    case with
  }

  private static let wordsPerPage = TextPool.textsPerPage / 64

  /// Searches for what is folded and not empty.
  init?(_ bytes: [UInt8], _ pool: TextPool) {
    let pages = max(1, pool.pages.count)
    // Memory that is never asked about is never there.
    guard let needle = Needle(bytes),
      let answers = unsafe malloc(pages &* TextSearch.wordsPerPage &* MemoryLayout<UInt64>.stride)
    else { return nil }
    self.needle = needle
    self.pool = pool
    unsafe self.answers = unsafe answers.assumingMemoryBound(to: UInt64.self)
    unsafe states = .allocate(capacity: pages)
    unsafe states.initialize(repeating: .unknown, count: pages)
    unsafe found = .allocate(capacity: ColumnChunk.capacity)
  }

  deinit {
    unsafe free(answers)
    unsafe states.deallocate()
    unsafe found.deallocate()
  }

  // MARK: Rows

  /// Clears the mask of each row of which neither text contains it; false where no row is left.
  func keep(
    _ names: PackedColumn, _ notes: PackedColumn, _ mask: UnsafeMutablePointer<UInt8>, _ count: Int
  ) -> Bool {
    switch (matches(names, count), matches(notes, count)) {
    // What has the text in common needs no look at each row.
    case (.all, _), (_, .all): return true
    case (.none, .none): return false
    case (.some, .none): forEachRow(names, count) { unsafe mask[$0] &= $1 }
    case (.none, .some): forEachRow(notes, count) { unsafe mask[$0] &= $1 }
    case (.some, .some):
      forEachRow(names, count) { unsafe found[$0] = $1 }
      forEachRow(notes, count) { unsafe mask[$0] &= found[$0] | $1 }
    }
    return true
  }

  /// How many of a column's texts contain it.
  private enum Matches {
    case none, some, all
  }

  /// Searches the pages that the texts of a column stand in.
  private func matches(_ column: PackedColumn, _ count: Int) -> Matches {
    guard column.isLoaded else { return .none }
    if let number = column.uniformValue { return answer(Int(number)) ? .all : .none }
    let numbers = column.bounds(count)
    let pages = page(Int(numbers.lowerBound))...page(Int(numbers.upperBound))
    var isSome = false
    // Texts of neighbouring rows mostly came one after the other.
    if pages.count <= max(4, count / TextPool.textsPerPage &* 2) {
      for page in pages where state(page) == .with { isSome = true }
      return isSome ? .some : .none
    }
    for index in 0..<count where state(page(Int(column[index]))) == .with { isSome = true }
    return isSome ? .some : .none
  }

  /// The page of a text; of what is no text that of "".
  @inline(__always)
  private func page(_ number: Int) -> Int {
    number >= 0 && number < pool.count ? number / TextPool.textsPerPage : 0
  }

  /// Hands over each row of a column whose pages were searched, with 1 where its text contains it.
  @inline(__always)
  private func forEachRow(_ column: PackedColumn, _ count: Int, _ body: (Int, UInt8) -> Void) {
    switch column {
    case .absent, .uniform: break
    case .bytes(let values): forEachRow(values.span, count, body)
    case .shorts(let values): forEachRow(values.span, count, body)
    case .words(let values): forEachRow(values.span, count, body)
    case .longs(let values): forEachRow(values.span, count, body)
    }
  }

  @inline(__always)
  private func forEachRow<Value: FixedWidthInteger>(
    _ numbers: Span<Value>, _ count: Int, _ body: (Int, UInt8) -> Void
  ) {
    let numbers = numbers.extracting(first: count)
    let texts = UInt(bitPattern: pool.count)
    for index in numbers.indices {
      let number = UInt(truncatingIfNeeded: numbers[index])
      let word = unsafe number < texts ? answers[Int(bitPattern: number &>> 6)] : 0
      body(index, UInt8(truncatingIfNeeded: word &>> (UInt64(number) & 63)) & 1)
    }
  }

  // MARK: Pages

  /// Whether a text contains it.
  private func answer(_ number: Int) -> Bool {
    guard number >= 0, number < pool.count, state(page(number)) == .with else { return false }
    return unsafe answers[number / 64] &>> UInt64(number % 64) & 1 != 0
  }

  @inline(__always)
  private func state(_ page: Int) -> PageState {
    let state = unsafe states[page]
    return state == .unknown ? search(page) : state
  }

  private func search(_ page: Int) -> PageState {
    let start = unsafe answers + page &* TextSearch.wordsPerPage
    unsafe start.initialize(repeating: 0, count: TextSearch.wordsPerPage)
    var state = PageState.without
    func note(_ text: Int) {
      unsafe start[text / 64] |= 1 &<< UInt64(text % 64)
      state = .with
    }
    if page < pool.pages.count {
      let content = pool.pages[page].content
      if !needle.isForeign { needle.search(content.bytes, content.ends) { note($0) } }
      if !content.folded.isEmpty {
        needle.search(content.folded, content.foldedEnds) { note(Int(content.foldedTexts[$0])) }
      }
    }
    unsafe states[page] = state
    return state
  }
}
