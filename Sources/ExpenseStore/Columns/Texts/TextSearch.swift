internal import Glibc

/// Finds the texts of a pool that contain some folded bytes; each page is searched when it is first
/// asked about, and once.
@safe final class TextSearch {
  private let needle: Needle
  private let pool: TextPool
  /// Of each text on a page that was searched 1 where it contains it, else 0.
  private let answers: UnsafeMutablePointer<UInt8>
  private let states: UnsafeMutablePointer<PageState>
  /// Of each row of a chunk whether one of its texts contains it.
  private let found: UnsafeMutablePointer<UInt8>

  private enum PageState: UInt8 {
    case unknown
    /// None of its texts contains it.
    case without
    case with
  }

  /// Searches for what is folded and not empty.
  init?(_ bytes: [UInt8], _ pool: TextPool) {
    let pages = max(1, pool.pages.count)
    // Memory that is never asked about is never there.
    guard let needle = Needle(bytes),
      let answers = unsafe malloc(pages &* TextPool.textsPerPage)
    else { return nil }
    self.needle = needle
    self.pool = pool
    unsafe self.answers = unsafe answers.assumingMemoryBound(to: UInt8.self)
    unsafe states = .allocate(capacity: pages)
    unsafe states.initialize(repeating: .unknown, count: pages)
    unsafe found = .allocate(capacity: ColumnChunk.capacity)
    unsafe found.initialize(repeating: 0, count: ColumnChunk.capacity)
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
    case (.some, .none): note(names, count, with: 0)
    case (.none, .some): note(notes, count, with: 0)
    case (.some, .some):
      note(names, count, with: 0)
      note(notes, count, with: 1)
    }
    for index in 0..<count { unsafe mask[index] &= found[index] }
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
    // What is no text contains nothing.
    guard numbers.lowerBound >= 0, numbers.upperBound < Int64(pool.count) else { return .none }
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

  /// The page of a text.
  @inline(__always)
  private func page(_ number: Int) -> Int { number / TextPool.textsPerPage }

  /// Notes of each row whether its text contains it, as of a column whose pages were searched.
  ///
  /// - Parameter kept: 1 to add it to what is noted already, 0 to begin.
  private func note(_ column: PackedColumn, _ count: Int, with kept: UInt8) {
    switch column {
    case .absent, .uniform: break
    case .bytes(let values): note(values.span, count, kept)
    case .shorts(let values): note(values.span, count, kept)
    case .words(let values): note(values.span, count, kept)
    case .longs(let values): note(values.span, count, kept)
    }
  }

  @inline(__always)
  private func note<Value: FixedWidthInteger>(
    _ numbers: Span<Value>, _ count: Int, _ kept: UInt8
  ) {
    let numbers = numbers.extracting(first: count)
    for index in numbers.indices {
      let answer = unsafe answers[Int(truncatingIfNeeded: numbers[index])]
      unsafe found[index] = found[index] & kept | answer
    }
  }

  // MARK: Pages

  /// Whether a text contains it.
  private func answer(_ number: Int) -> Bool {
    guard number >= 0, number < pool.count, state(page(number)) == .with else { return false }
    return unsafe answers[number] != 0
  }

  @inline(__always)
  private func state(_ page: Int) -> PageState {
    let state = unsafe states[page]
    return state == .unknown ? search(page) : state
  }

  private func search(_ page: Int) -> PageState {
    let start = unsafe answers + page &* TextPool.textsPerPage
    unsafe start.initialize(repeating: 0, count: TextPool.textsPerPage)
    var state = PageState.without
    func note(_ text: Int) {
      unsafe start[text] = 1
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
