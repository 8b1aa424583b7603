internal import ExpenseModel

/// Texts with numbers from 0, where 0 is "", each with the bytes that it is sorted by.
struct NameList: Sendable {
  /// "" also for a number that the file's table does not have.
  private(set) var names: [String] = [""]
  /// What is compared first: the folded text, of a path name by name.
  private(set) var sortKeys: [[UInt8]] = [[]]

  /// How many numbers the file's table leaves out.
  private(set) var holes = 0

  var count: Int { names.count }

  /// The text with a number; "" for one that there is not.
  subscript(number: Int32) -> String {
    number >= 0 && Int(number) < names.count ? names[Int(number)] : ""
  }

  /// Sets the text with a number, which may lie beyond the end.
  mutating func set(_ number: Int, _ name: String, sortKey: [UInt8]) {
    holes &+= max(0, number &- names.count)
    while names.count <= number {
      names.append("")
      sortKeys.append([])
    }
    names[number] = name
    sortKeys[number] = sortKey
  }

  /// -1, 0 or 1: how two numbers are ordered by their texts; 0 only for the same bytes.
  func compare(_ a: Int32, _ b: Int32) -> Int {
    if a == b { return 0 }
    let order = ByteOrder.compare(sortKey(a).span, sortKey(b).span)
    if order != 0 { return order }
    let (first, second) = (self[a].utf8, self[b].utf8)
    return ByteOrder.compare(first.span, second.span)
  }

  private func sortKey(_ number: Int32) -> [UInt8] {
    number >= 0 && Int(number) < sortKeys.count ? sortKeys[Int(number)] : []
  }
}

/// Bytes in lexicographic order.
enum ByteOrder {
  /// -1, 0 or 1.
  static func compare(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    for index in 0..<min(a.count, b.count) where a[index] != b[index] {
      return a[index] < b[index] ? -1 : 1
    }
    return a.count == b.count ? 0 : a.count < b.count ? -1 : 1
  }
}
