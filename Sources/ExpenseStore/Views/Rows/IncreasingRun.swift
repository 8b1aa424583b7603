/// Finds what can stay where it is when a list is put into another order.
enum IncreasingRun {
  /// The places of a longest part of a list of different numbers that is in ascending order.
  ///
  /// O(n log n): for each length it knows the smallest number that such a part can end with.
  static func longest(_ numbers: [Int]) -> [Int] {
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for place in numbers.indices {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < numbers[place] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[place] = ends[low - 1] }
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var run: [Int] = []
    var place = ends.last ?? -1
    while place >= 0 {
      run.append(place)
      place = previous[place]
    }
    return run.reversed()
  }
}
