/// A set of expense ids, kept as sorted ranges: adding in order is O(1) and neighbours cost nothing.
struct IDSet: Sendable {
  /// Sorted, disjoint, not empty, never touching.
  private(set) var ranges: [Range<Int64>] = []
  private(set) var count: Int64 = 0

  var isEmpty: Bool { ranges.isEmpty }

  init() {}

  func contains(_ id: Int64) -> Bool {
    let index = indexOfRange(endingAfter: id)
    return index < ranges.count && ranges[index].lowerBound <= id
  }

  mutating func insert(_ id: Int64) {
    insert(id..<(id + 1))
  }

  /// Inserts ids none of which is in the set.
  mutating func insert(_ new: Range<Int64>) {
    guard !new.isEmpty else { return }
    count += Int64(new.count)
    guard let last = ranges.last, new.lowerBound <= last.upperBound else {
      ranges.append(new)
      return
    }
    if new.lowerBound == last.upperBound {
      ranges[ranges.count - 1] = last.lowerBound..<new.upperBound
      return
    }
    var index = indexOfRange(endingAfter: new.lowerBound)
    var merged = new
    if index > 0, ranges[index - 1].upperBound == new.lowerBound {
      index -= 1
      merged = ranges[index].lowerBound..<merged.upperBound
      ranges.remove(at: index)
    }
    if index < ranges.count, ranges[index].lowerBound == merged.upperBound {
      merged = merged.lowerBound..<ranges[index].upperBound
      ranges.remove(at: index)
    }
    ranges.insert(merged, at: index)
  }

  /// Removes an id that is in the set.
  mutating func remove(_ id: Int64) {
    let index = indexOfRange(endingAfter: id)
    guard index < ranges.count, ranges[index].lowerBound <= id else { return }
    count -= 1
    let range = ranges[index]
    let pieces = [range.lowerBound..<id, (id + 1)..<range.upperBound].filter { !$0.isEmpty }
    ranges.replaceSubrange(index...index, with: pieces)
  }

  /// The first range whose end lies behind an id, by binary search.
  private func indexOfRange(endingAfter id: Int64) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
