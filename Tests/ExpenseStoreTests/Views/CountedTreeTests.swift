import Testing

@testable import ExpenseStore

/// A counted tree against a plain array.
@Suite struct CountedTreeTests {
  private struct Weighed: CountedElement, Equatable {
    var value: Int
    var weight: Int
    /// Few fit a leaf, so that few make a deep tree.
    var ballast = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    static func == (left: Weighed, right: Weighed) -> Bool {
      left.value == right.value && left.weight == right.weight
    }
  }

  @Test(arguments: seeds(12))
  func itIsWhatAnArrayIs(seed: UInt64) {
    var random = SeededGenerator(seed)
    let start = Int.random(in: 0..<[1, 10, 3000][Int(seed % 3)], using: &random)
    var plain = (0..<start).map { _ in weighed(&random) }.sorted { $0.value < $1.value }
    var tree = CountedTree(plain)
    for step in 0..<240 {
      let older = tree
      let olderPlain = plain
      // Now it grows, now it shrinks.
      let grows = (step / 40) % 2 == 0 || plain.isEmpty
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        if grows || plain.isEmpty {
          let element = weighed(&random)
          let position = tree.firstPosition { $0.value > element.value }
          #expect(position == plain.firstIndex { $0.value > element.value } ?? plain.count)
          tree.insert(element, at: position)
          plain.insert(element, at: position)
        } else {
          let position = Int.random(in: 0..<plain.count, using: &random)
          if Bool.random(using: &random) {
            tree.remove(at: position)
            plain.remove(at: position)
          } else {
            tree.update(at: position) { $0.weight += 3 }
            plain[position].weight += 3
          }
        }
      }
      #expect(tree.isValid, "seed \(seed), step \(step)")
      #expect(tree.elements(in: 0..<tree.count) == plain)
      #expect(older.elements(in: 0..<older.count) == olderPlain, "a copy stays as it was")
      expectSums(tree, plain, &random)
    }
  }

  private func expectSums(
    _ tree: CountedTree<Weighed>, _ plain: [Weighed], _ random: inout SeededGenerator
  ) {
    let weight = plain.reduce(0) { $0 + $1.weight }
    #expect(tree.count == plain.count && tree.weight == weight)
    let position = Int.random(in: 0...plain.count, using: &random)
    let before = plain.prefix(position).reduce(0) { $0 + $1.weight }
    #expect(tree.sum(before: position) == .init(count: position, weight: before))
    if position < plain.count {
      #expect(tree[position] == plain[position])
      let found = tree.sum(upTo: before + position) { $0.weight + $0.count }
      #expect(found.count == position && found.weight == before)
    }
    let range = position..<min(plain.count, position + 7)
    #expect(tree.elements(in: range) == Array(plain[range]))
    let all = tree.sum(upTo: .max) { $0.weight }
    #expect(all == .init(count: plain.count, weight: weight))
  }

  private func weighed(_ random: inout SeededGenerator) -> Weighed {
    Weighed(
      value: .random(in: 0..<500, using: &random), weight: .random(in: 0..<5, using: &random))
  }
}
