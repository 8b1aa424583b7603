extension CountedTree {
  /// A leaf of elements, or a branch of nodes of one depth.
  struct Node: Sendable {
    /// A few kilobytes: what a change copies at most, on each level of the tree.
    static var leafCapacity: Int { max(8, 4096 / MemoryLayout<Element>.stride) }
    static var branchCapacity: Int { 64 }

    private(set) var elements: [Element]
    private(set) var children: [Node]
    private(set) var sum: Sum

    init(leaf elements: [Element]) {
      self.elements = elements
      children = []
      sum = elements.reduce(Sum()) { Sum(count: $0.count + 1, weight: $0.weight + $1.weight) }
    }

    init(branch children: [Node]) {
      elements = []
      self.children = children
      sum = children.reduce(Sum()) { $0 + $1.sum }
    }

    var isLeaf: Bool { children.isEmpty }

    /// The first element below.
    var first: Element? {
      var node = self
      while let child = node.children.first { node = child }
      return node.elements.first
    }

    /// In how many parts to divide a number, so that each has about a size.
    static func parts(_ number: Int, _ size: Int) -> Int { (number + size - 1) / size }

    /// The child that holds a position, which becomes the position in it; at the end the last one.
    func child(_ position: inout Int) -> Int {
      for index in children.indices.dropLast() {
        if position < children[index].sum.count { return index }
        position -= children[index].sum.count
      }
      return children.count - 1
    }

    func forEach<Failure: Error>(
      in range: Range<Int>, _ body: (Element) throws(Failure) -> Void
    ) throws(Failure) {
      if isLeaf {
        for element in elements[range] { try body(element) }
        return
      }
      var start = 0
      for child in children {
        let end = start + child.sum.count
        let part = range.clamped(to: start..<end)
        if !part.isEmpty {
          try child.forEach(in: (part.lowerBound - start)..<(part.upperBound - start), body)
        }
        if end >= range.upperBound { return }
        start = end
      }
    }

    // MARK: Changing

    /// Inserts an element; what becomes too large gives away its second half.
    mutating func insert(_ element: Element, at position: Int) -> Node? {
      sum = sum + Sum(count: 1, weight: element.weight)
      if isLeaf {
        elements.insert(element, at: position)
        return elements.count > Node.leafCapacity ? split() : nil
      }
      var position = position
      let index = child(&position)
      if let split = children[index].insert(element, at: position) {
        children.insert(split, at: index + 1)
      }
      return children.count > Node.branchCapacity ? split() : nil
    }

    private mutating func split() -> Node {
      let second: Node
      if isLeaf {
        let middle = elements.count / 2
        second = Node(leaf: Array(elements[middle...]))
        elements.removeSubrange(middle...)
      } else {
        let middle = children.count / 2
        second = Node(branch: Array(children[middle...]))
        children.removeSubrange(middle...)
      }
      sum = Sum(count: sum.count - second.sum.count, weight: sum.weight - second.sum.weight)
      return second
    }

    mutating func remove(at position: Int) {
      if isLeaf {
        sum = Sum(count: sum.count - 1, weight: sum.weight - elements[position].weight)
        elements.remove(at: position)
        return
      }
      var position = position
      let index = child(&position)
      let before = children[index].sum.weight
      children[index].remove(at: position)
      sum = Sum(count: sum.count - 1, weight: sum.weight - before + children[index].sum.weight)
      if children[index].isTooSmall, children.count > 1 { joinChild(index) }
    }

    private var size: Int { isLeaf ? elements.count : children.count }
    private var capacity: Int { isLeaf ? Node.leafCapacity : Node.branchCapacity }
    private var isTooSmall: Bool { size < capacity / 4 }

    /// Joins a child that is too small with its neighbour, and parts them again if that is too much.
    private mutating func joinChild(_ index: Int) {
      let left = index == 0 ? 0 : index - 1
      let right = children.remove(at: left + 1)
      children[left].elements += right.elements
      children[left].children += right.children
      children[left].sum = children[left].sum + right.sum
      if children[left].size > children[left].capacity {
        let second = children[left].split()
        children.insert(second, at: left + 1)
      }
    }

    mutating func update(at position: Int, _ body: (inout Element) -> Void) {
      if isLeaf {
        let before = elements[position].weight
        body(&elements[position])
        sum.weight += elements[position].weight - before
        return
      }
      var position = position
      let index = child(&position)
      let before = children[index].sum.weight
      children[index].update(at: position, body)
      sum.weight += children[index].sum.weight - before
    }

    // MARK: Checking

    func depthIfValid(isRoot: Bool) -> Int? {
      guard elements.isEmpty || children.isEmpty, size <= capacity, isRoot || !isTooSmall else {
        return nil
      }
      if isLeaf { return Node(leaf: elements).sum == sum ? 0 : nil }
      guard children.count > 1, Node(branch: children).sum == sum else { return nil }
      let depths = Set(children.map { $0.depthIfValid(isRoot: false) })
      return depths.count == 1 ? depths.first.flatMap { $0 }.map { $0 + 1 } : nil
    }
  }
}
