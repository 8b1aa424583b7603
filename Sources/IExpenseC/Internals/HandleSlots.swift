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

  private var slots: [Slot] = []
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

  /// Frees the slot of an open handle and those of what it lent.
  mutating func remove(
    _ token: Token, kind: HandleKind
  ) -> (object: (any HandleObject)?, lent: [any HandleObject], isRoot: Bool)? {
    guard let index = index(of: token, kind: kind) else { return nil }
    let (object, isRoot) = (slots[index].object, slots[index].lender == nil)
    var lent: [any HandleObject] = []
    releaseLent(by: index, into: &lent)
    free(index)
    return (object, lent, isRoot)
  }

  private mutating func releaseLent(by index: Int, into objects: inout [any HandleObject]) {
    // A store lends a draft, the draft a binding, and that its subscriptions: no deeper than that.
    while let lent = slots[index].firstLent {
      releaseLent(by: lent, into: &objects)
      if let object = slots[lent].object { objects.append(object) }
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
