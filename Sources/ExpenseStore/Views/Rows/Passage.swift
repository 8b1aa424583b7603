/// The way of a queued view from one state to the next, splice by splice.
///
/// First all that goes is taken out, from the end to the start; then what comes is put in, from the
/// start to the end; then what has other values is told. In between the list is told from the two
/// states and how far it came, so that a step costs no more than the search for a position.
struct Passage: Sendable {
  let old: ViewState
  let new: ViewState
  private let isReset: Bool
  /// Old positions of what goes or moves, ascending.
  private let removals: [Int]
  /// New positions of what comes or moves, ascending.
  private let insertions: [Int]
  /// Where what has other values stands, in order of the new position.
  private let updates: [(old: Int, new: Int)]
  /// Those before are still to be taken out.
  private var removalsLeft: Int
  private var insertionsDone = 0
  private var updatesDone = 0
  private(set) var isFinished = false

  init(from old: ViewState, to new: ViewState, _ change: ViewChange) {
    self.old = old
    self.new = new
    isReset = change.isReset
    removals = change.items.filter { $0.kind == .removed || $0.kind == .moved }
      .map(\.oldPosition).sorted()
    insertions = change.items.filter { $0.kind == .inserted || $0.kind == .moved }
      .map(\.newPosition)
    updates = change.items.filter { $0.kind == .updated }.map { ($0.oldPosition, $0.newPosition) }
    removalsLeft = removals.count
  }

  /// Takes the next step.
  mutating func step() -> Splice {
    let splice = isReset ? Splice(position: 0, removed: old.count, added: new.count) : next()
    isFinished =
      isReset
      || removalsLeft == 0 && insertionsDone == insertions.count && updatesDone == updates.count
    return splice
  }

  private mutating func next() -> Splice {
    if removalsLeft > 0 {
      let end = removalsLeft
      removalsLeft -= 1
      while removalsLeft > 0, removals[removalsLeft - 1] + 1 == removals[removalsLeft] {
        removalsLeft -= 1
      }
      return Splice(position: removals[removalsLeft], removed: end - removalsLeft)
    }
    if insertionsDone < insertions.count {
      let start = insertionsDone
      insertionsDone += 1
      while insertionsDone < insertions.count,
        insertions[insertionsDone - 1] + 1 == insertions[insertionsDone]
      {
        insertionsDone += 1
      }
      return Splice(position: insertions[start], added: insertionsDone - start)
    }
    let start = updatesDone
    updatesDone += 1
    while updatesDone < updates.count, updates[updatesDone - 1].new + 1 == updates[updatesDone].new
    {
      updatesDone += 1
    }
    return Splice(position: updates[start].new, updated: updatesDone - start)
  }

  // MARK: The list in between

  var count: Int {
    removalsLeft > 0
      ? old.count - (removals.count - removalsLeft)
      : new.count - (insertions.count - insertionsDone)
  }

  /// Which state tells what stands at a position, and at which position of that state.
  func source(_ position: Int) -> (isNew: Bool, position: Int) {
    if removalsLeft > 0 {
      return (false, Passage.skip(removals[removalsLeft...], position))
    }
    let place = Passage.skip(insertions[insertionsDone...], position)
    let update = Passage.count(updates.count) { updates[$0].new < place }
    if update >= updatesDone, update < updates.count, updates[update].new == place {
      return (false, updates[update].old)
    }
    return (true, place)
  }

  /// The position of an expense; nil when the list does not have it.
  func position(of id: Int64) -> Int? {
    let missing = removalsLeft > 0 ? removals[removalsLeft...] : insertions[insertionsDone...]
    guard let place = removalsLeft > 0 ? old.position(of: id) : new.position(of: id) else {
      return nil
    }
    let before = Passage.count(missing.count) { missing[missing.startIndex + $0] < place }
    if before < missing.count, missing[missing.startIndex + before] == place { return nil }
    return place - before
  }

  /// The position in a whole list of what stands at a position of it without some, which ascend.
  private static func skip(_ missing: ArraySlice<Int>, _ position: Int) -> Int {
    position + count(missing.count) { missing[missing.startIndex + $0] - $0 <= position }
  }

  /// For how many numbers from 0 on a condition holds, which holds for none after.
  private static func count(_ end: Int, _ condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, end)
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
