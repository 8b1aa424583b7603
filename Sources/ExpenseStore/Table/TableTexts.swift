internal import ExpenseModel
internal import Glibc

/// The texts that the numbers of a column stand for.
struct TableTexts {
  private let pool: TextPool?
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Whether 0 stands for none.
  private let zeroIsNull: Bool

  /// Texts of a list, from 0 on.
  init(_ list: [String], zeroIsNull: Bool = false) {
    pool = nil
    self.zeroIsNull = zeroIsNull
    for text in list {
      bytes += text.utf8
      ends.append(bytes.count)
    }
  }

  private init(_ pool: TextPool, zeroIsNull: Bool) {
    self.pool = pool
    self.zeroIsNull = zeroIsNull
  }

  /// The texts of a column.
  init(_ content: TableColumn.Content, _ columns: Columns) {
    let names = columns.names
    switch content {
    case .text(let column): self.init(columns.texts, zeroIsNull: column != .name)
    case .name(.type): self.init(names.types.names, zeroIsNull: true)
    case .name(.category): self.init(names.categories.names, zeroIsNull: true)
    case .name(.account): self.init(names.accounts.names, zeroIsNull: true)
    case .name: self.init(names.currencyCodes.names, zeroIsNull: true)
    case .reimbursement: self.init(["none", "open", "submitted", "paid"])
    case .id, .date, .amount, .number, .tags, .uuid: self.init([])
    }
  }

  func isNull(_ number: Int32) -> Bool { zeroIsNull && number == 0 }

  /// How many bytes a text has; 0 for a number that there is not.
  func byteCount(_ number: Int32) -> Int {
    if let pool { return pool.byteCount(number) }
    return range(number).count
  }

  /// Copies the bytes of a text.
  func copy(_ number: Int32, to start: UnsafeMutableRawPointer) {
    if let pool { return unsafe pool.copy(number, to: start) }
    let range = range(number)
    unsafe bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe _ = memcpy(start, base + range.lowerBound, range.count)
    }
  }

  private func range(_ number: Int32) -> Range<Int> {
    guard number >= 0, Int(number) < ends.count else { return 0..<0 }
    return (number == 0 ? 0 : ends[Int(number) &- 1])..<ends[Int(number)]
  }

  /// All texts of the list as an array.
  var array: TableArray { array(from: 0) }

  /// The texts that codes stand for: without that of 0 where it stands for none.
  var dictionary: TableArray { array(from: zeroIsNull ? 1 : 0) }

  private func array(from first: Int) -> TableArray {
    let count = max(0, ends.count &- first)
    let memory = TableMemory(count: (count &+ 1) &* 4)
    let offsets = unsafe memory.values(Int32.self)
    let start = first == 0 || ends.isEmpty ? 0 : ends[first &- 1]
    unsafe offsets[0] = 0
    for index in 0..<count {
      unsafe offsets[index &+ 1] = Int32(truncatingIfNeeded: ends[first &+ index] &- start)
    }
    let all = TableMemory(count: bytes.count &- start)
    unsafe bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe _ = memcpy(all.start, base + start, bytes.count &- start)
    }
    return TableArray(count: count, buffers: [nil, memory, all])
  }
}

extension TextPool {
  /// How many bytes a text has; 0 for a number that there is not.
  func byteCount(_ number: Int32) -> Int {
    place(number)?.range.count ?? 0
  }

  /// Copies the bytes of a text.
  func copy(_ number: Int32, to start: UnsafeMutableRawPointer) {
    guard let (page, range) = place(number) else { return }
    unsafe page.content.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe _ = memcpy(start, base + range.lowerBound, range.count)
    }
  }

  private func place(_ number: Int32) -> (page: TextPage, range: Range<Int>)? {
    let index = Int(number) / TextPool.textsPerPage
    guard number > 0, index < pages.count else { return nil }
    let page = pages[index]
    let place = Int(number) % TextPool.textsPerPage
    return place < page.count ? (page, page.content.range(place)) : nil
  }
}
