/// The slots behind `HandleTable`: an array of objects, with a list of free slots and, for each
/// handle, a list of what it lent. Finding, opening and closing take constant time.
struct HandleSlots {
  private struct Slot {
    var object: (any HandleObject)?
    var kind: HandleKind
    var generation: UInt32
    /// What lent this, the first that this lent, and its neighbours in the list that it stands in;
    /// of a free slot `next` is the next free one.
    var lender: Int?
    var firstLent: Int?
    var previous: Int?
    var next: Int?
  }

  /// What a forked child must leave as it is.
  private final class Kept {
    let object: any HandleObject
    let next: Kept?

    init(_ object: any HandleObject, _ next: Kept?) {
      self.object = object
      self.next = next
    }
  }

  private var slots: [Slot] = []
  private var kept: Kept?
  private var firstFree: Int?
  private(set) var count = 0

  /// The slot of an open handle.
  func index(of token: Token, kind: HandleKind) -> Int? {
    let index = token.slot
    guard token.kind == kind, index < slots.count else { return nil }
    let isOpen =
      slots[index].generation == token.generation && slots[index].kind == kind
      && slots[index].object != nil
    return isOpen ? index : nil
  }

  func object(of token: Token, kind: HandleKind) -> (any HandleObject)? {
    guard let index = index(of: token, kind: kind) else { return nil }
    return slots[index].object
  }

  /// Takes a slot; nil when all are taken.
  mutating func insert(
    _ object: any HandleObject, kind: HandleKind, lender: Int?
  ) -> Token? {
    let index: Int
    if let free = firstFree {
      index = free
      firstFree = slots[index].next
    } else {
      guard slots.count < Token.slotLimit else { return nil }
      index = slots.count
      slots.append(Slot(object: nil, kind: kind, generation: 0))
    }
    // A free slot's generation is below the greatest one: see release.
    slots[index].generation &+= 1
    slots[index].object = object
    slots[index].kind = kind
    slots[index].lender = lender
    slots[index].firstLent = nil
    slots[index].previous = nil
    slots[index].next = nil
    if let lender {
      let neighbour = slots[lender].firstLent
      slots[index].next = neighbour
      if let neighbour { slots[neighbour].previous = index }
      slots[lender].firstLent = index
    }
    count += 1
    return Token(kind: kind, slot: index, generation: slots[index].generation)
  }

  /// Frees the slot of an open handle and those of what it lent, which go to `take` first.
  mutating func remove(
    _ token: Token, kind: HandleKind, _ take: (any HandleObject) -> Void
  ) -> (object: (any HandleObject)?, isRoot: Bool)? {
    guard let index = index(of: token, kind: kind) else { return nil }
    let (object, isRoot) = (slots[index].object, slots[index].lender == nil)
    releaseLent(by: index, take)
    free(index)
    return (object, isRoot)
  }

  /// Frees, in a forked child, what a handle stands for, as far as that touches no file and no lock.
  ///
  /// All that is more than memory stays where it is: SQLite forbids a child to close what its parent
  /// opened, and locks may be held by threads that the child does not have. It is kept in a list and not in
  /// an array, whose type Swift's runtime might have to make first, under such a lock.
  mutating func removeInChild(_ token: Token, kind: HandleKind) {
    var all = kept
    func keep(_ object: any HandleObject) {
      if !type(of: object).isPlainMemory { all = Kept(object, all) }
    }
    if let object = remove(token, kind: kind, keep)?.object { keep(object) }
    kept = all
  }

  private mutating func releaseLent(by index: Int, _ take: (any HandleObject) -> Void) {
    // A store lends a draft, the draft a binding, and that its subscriptions: no deeper than that.
    while let lent = slots[index].firstLent {
      releaseLent(by: lent, take)
      if let object = slots[lent].object { take(object) }
      free(lent)
    }
  }

  private mutating func free(_ index: Int) {
    let slot = slots[index]
    if let previous = slot.previous {
      slots[previous].next = slot.next
    } else if let lender = slot.lender {
      slots[lender].firstLent = slot.next
    }
    if let next = slot.next { slots[next].previous = slot.previous }
    slots[index].object = nil
    slots[index].lender = nil
    slots[index].previous = nil
    count -= 1
    // A slot that was taken 4,294,967,295 times rests: its next handle would look like its first.
    guard slot.generation < .max else {
      slots[index].next = nil
      return
    }
    slots[index].next = firstFree
    firstFree = index
  }
}
