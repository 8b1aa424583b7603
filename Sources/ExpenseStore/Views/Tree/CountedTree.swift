/// What a counted tree holds.
protocol CountedElement: Sendable {
  /// How many rows it stands for.
  var weight: Int { get }
}

/// A list that finds, inserts and removes by position in O(log n), and counts what stands before.
///
/// A copy shares everything with the original; a change copies the nodes on its way down. A tree
/// whose elements are sorted is searched with `firstPosition(where:)`.
struct CountedTree<Element: CountedElement>: Sendable {
  /// What a number of elements from the start come to.
  struct Sum: Equatable {
    var count = 0
    var weight = 0

    static func + (left: Sum, right: Sum) -> Sum {
      Sum(count: left.count + right.count, weight: left.weight + right.weight)
    }
  }

  private(set) var root: Node

  /// Creates the tree of a list, in O(n).
  init(_ elements: [Element] = []) {
    var level: [Node] = []
    let parts = Node.parts(elements.count, Node.leafCapacity * 3 / 4)
    level.reserveCapacity(parts)
    for part in 0..<parts {
      let range = (elements.count * part / parts)..<(elements.count * (part + 1) / parts)
      level.append(Node(leaf: Array(elements[range])))
    }
    while level.count > 1 {
      let children = level
      let parts = Node.parts(children.count, Node.branchCapacity * 3 / 4)
      level = (0..<parts).map { part in
        let range = (children.count * part / parts)..<(children.count * (part + 1) / parts)
        return Node(branch: Array(children[range]))
      }
    }
    root = level.first ?? Node(leaf: [])
  }

  var count: Int { root.sum.count }
  /// The weight of all elements.
  var weight: Int { root.sum.weight }

  // MARK: Finding

  /// The element at a position that the tree has.
  subscript(position: Int) -> Element {
    var node = root
    var position = position
    while !node.isLeaf {
      let index = node.child(&position)
      node = node.children[index]
    }
    return node.elements[position]
  }

  /// The first position whose element satisfies a condition that holds from there on; the count
  /// when none does.
  func firstPosition(where condition: (Element) -> Bool) -> Int {
    var node = root
    var position = 0
    while !node.isLeaf {
      // The last child whose first element does not satisfy it: the boundary is in there.
      var low = 0
      var high = node.children.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if node.children[middle].first.map(condition) ?? true {
          high = middle
        } else {
          low = middle
        }
      }
      for index in 0..<low { position += node.children[index].sum.count }
      node = node.children[low]
    }
    var low = 0
    var high = node.elements.count
    while low < high {
      let middle = (low + high) / 2
      if condition(node.elements[middle]) { high = middle } else { low = middle + 1 }
    }
    return position + low
  }

  /// What stands before a position.
  func sum(before position: Int) -> Sum {
    var node = root
    var position = position
    var sum = Sum()
    while !node.isLeaf {
      guard position < node.sum.count else { return sum + node.sum }
      let index = node.child(&position)
      for before in 0..<index { sum = sum + node.children[before].sum }
      node = node.children[index]
    }
    for element in node.elements.prefix(position) {
      sum = sum + Sum(count: 1, weight: element.weight)
    }
    return sum
  }

  /// What stands before the element with which a growing measure first exceeds a number; all, when
  /// none does.
  func sum(upTo number: Int, _ measure: (Sum) -> Int) -> Sum {
    var node = root
    var sum = Sum()
    while !node.isLeaf {
      guard
        let next = node.children.first(where: {
          if measure(sum + $0.sum) > number { return true }
          sum = sum + $0.sum
          return false
        })
      else { return sum }
      node = next
    }
    for element in node.elements {
      let next = sum + Sum(count: 1, weight: element.weight)
      if measure(next) > number { return sum }
      sum = next
    }
    return sum
  }

  /// Hands over the elements of a range of positions in their order.
  func forEach<Failure: Error>(
    in range: Range<Int>, _ body: (Element) throws(Failure) -> Void
  ) throws(Failure) {
    try root.forEach(in: range.clamped(to: 0..<count), body)
  }

  /// The elements of a range of positions.
  func elements(in range: Range<Int>) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(range.clamped(to: 0..<count).count)
    forEach(in: range) { elements.append($0) }
    return elements
  }

  // MARK: Changing

  /// Inserts an element before a position, or at the end.
  mutating func insert(_ element: Element, at position: Int) {
    guard let split = root.insert(element, at: position) else { return }
    root = Node(branch: [root, split])
  }

  /// Removes the element at a position that the tree has.
  mutating func remove(at position: Int) {
    root.remove(at: position)
    while root.children.count == 1 { root = root.children[0] }
  }

  /// Changes the element at a position that the tree has.
  mutating func update(at position: Int, _ body: (inout Element) -> Void) {
    root.update(at: position, body)
  }

  /// Whether every count is right, every node full enough, and every leaf at the same depth.
  var isValid: Bool { root.depthIfValid(isRoot: true) != nil }
}
