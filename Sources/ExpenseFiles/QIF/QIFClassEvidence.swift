internal import ExpenseModel

/// What stands behind a `/` in the categories of a QIF file.
struct QIFClassEvidence {
  /// The first category with a `/`.
  private(set) var example: Example?
  /// Whether all of them have a class of the file's list behind it.
  private(set) var areClasses = false
  /// Whether all of them are categories of the file's list.
  private(set) var areNames = false
  private var texts: Set<[UInt8]> = []

  /// More categories than this are not looked at: then it is asked.
  private static let most = 10_000

  mutating func add(
    _ bytes: [UInt8], _ category: Range<Int>, _ example: @autoclosure () -> Example
  ) {
    if self.example == nil { self.example = example() }
    if texts.count <= QIFClassEvidence.most { texts.insert(Array(bytes[category])) }
  }

  mutating func settle(categories: [[UInt8]], classes: [String]) {
    guard example != nil, texts.count <= QIFClassEvidence.most else { return }
    let known = Set(categories)
    areNames = texts.allSatisfy(known.contains)
    let names = Set(classes.flatMap { QIFCategory("/" + $0, .tags).tags.map { Array($0.utf8) } })
    areClasses = texts.allSatisfy { text in
      let tags = QIFCategory(String(decoding: text, as: UTF8.self), .tags).tags
      return !tags.isEmpty && tags.allSatisfy { names.contains(Array($0.utf8)) }
    }
  }
}
