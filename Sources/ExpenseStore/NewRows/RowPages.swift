internal import CSQLite
internal import Glibc

/// Records as the pages of a database file with one table
/// (https://www.sqlite.org/fileformat2.html, sections 1.5 and 1.6).
///
/// The file begins as SQLite has made an empty one: its header and the table's first page, the root.
/// Records are added in the order of their ids.
@safe struct RowPages: ~Copyable {
  /// Rows that one database holds, at most: their pages are found by one page above them.
  static let mostRows = 1024
  static let pageSize = 16_384
  /// Bytes of a record that stand in the table itself, at most (section 1.6: X).
  private static let mostLocal = pageSize - 35
  /// Where a table's first page stands that is no root: behind header and root.
  private static let firstLeaf = 2

  private var memory: UnsafeMutablePointer<UInt8>?
  /// How many pages there is memory for, and how many there are.
  private var capacity: Int
  private var count = firstLeaf + 1
  /// The page at hand: where it stands, how many records it has, and where the last of them begins.
  private var leaf = firstLeaf
  private var cells = 0
  private var top = pageSize
  /// The pages before it, and the last id of each.
  private var full: [(page: Int, last: Int64)] = []
  private var lastID: Int64 = 0

  /// - Parameters:
  ///   - empty: The bytes of a database with an empty table.
  ///   - size: How many bytes the records will have, about.
  init?(empty: [UInt8], size: Int) {
    capacity = RowPages.firstLeaf + 2 + size / (RowPages.pageSize - 512)
    guard empty.count == RowPages.firstLeaf * RowPages.pageSize,
      let new = unsafe sqlite3_malloc64(UInt64(capacity * RowPages.pageSize))
    else { return nil }
    unsafe memory = new.assumingMemoryBound(to: UInt8.self)
    unsafe empty.withUnsafeBytes { empty in
      if let start = empty.baseAddress { unsafe memcpy(new, start, empty.count) }
    }
  }

  deinit { unsafe sqlite3_free(memory) }

  /// Adds a record; false when there is no memory.
  mutating func append(_ record: UnsafeRawBufferPointer, id: Int64) -> Bool {
    let local = RowPages.local(record.count)
    let size = UInt64(record.count)
    let cellSize =
      Varint.size(size) &+ Varint.size(UInt64(bitPattern: id)) &+ local
      &+ (local < record.count ? 4 : 0)
    if top &- cellSize < 8 &+ 2 &* (cells &+ 1) {
      finishLeaf()
      guard let page = addPage() else { return false }
      (leaf, cells, top) = (page, 0, RowPages.pageSize)
    }
    lastID = id
    top &-= cellSize
    guard let start = unsafe page(leaf), let source = record.baseAddress else { return false }
    unsafe RowPages.write16(top, to: start + 8 + 2 * cells)
    cells &+= 1
    var place = unsafe start + top
    unsafe place += Varint.write(size, to: place)
    unsafe place += Varint.write(UInt64(bitPattern: id), to: place)
    unsafe memcpy(place, source, local)
    if local == record.count { return true }
    let link = leaf &* RowPages.pageSize &+ top &+ cellSize &- 4
    return unsafe overflow(UnsafeRawBufferPointer(rebasing: record[local...]), from: link)
  }

  /// Hands over the file's bytes, which are SQLite's to free, and begins no other.
  mutating func take() -> (bytes: UnsafeMutablePointer<UInt8>, size: Int)? {
    finishLeaf()
    guard let bytes = unsafe memory, let root = unsafe page(1) else { return nil }
    unsafe RowPages.write32(count, to: bytes + 28)
    if full.count == 1 {
      unsafe memcpy(root, bytes + RowPages.firstLeaf * RowPages.pageSize, RowPages.pageSize)
    } else {
      unsafe writeRoot(root)
    }
    unsafe memory = nil
    return unsafe (bytes, count * RowPages.pageSize)
  }

  /// How much of a record stands in the table itself.
  private static func local(_ size: Int) -> Int {
    if size <= mostLocal { return size }
    let least = (pageSize - 12) * 32 / 255 - 23
    let some = least + (size - least) % (pageSize - 4)
    return some <= mostLocal ? some : least
  }

  private func page(_ index: Int) -> UnsafeMutablePointer<UInt8>? {
    unsafe memory.map { unsafe $0 + index &* RowPages.pageSize }
  }

  private mutating func addPage() -> Int? {
    if count == capacity {
      capacity *= 2
      guard
        let more = unsafe sqlite3_realloc64(memory, UInt64(capacity * RowPages.pageSize))
      else { return nil }
      unsafe memory = more.assumingMemoryBound(to: UInt8.self)
    }
    count &+= 1
    return count &- 1
  }

  /// Writes the rest of a record into pages of their own, each of which names the next.
  ///
  /// - Parameter link: Where in the file the number of the first one goes.
  private mutating func overflow(_ rest: UnsafeRawBufferPointer, from link: Int) -> Bool {
    var link = link
    var done = 0
    while done < rest.count {
      guard let page = addPage(), let bytes = unsafe memory, let source = rest.baseAddress
      else { return false }
      let start = page &* RowPages.pageSize
      unsafe RowPages.write32(page + 1, to: bytes + link)
      unsafe RowPages.write32(0, to: bytes + start)
      let part = min(rest.count - done, RowPages.pageSize - 4)
      unsafe memcpy(bytes + start + 4, source + done, part)
      done += part
      link = start
    }
    return true
  }

  private mutating func finishLeaf() {
    guard let start = unsafe page(leaf) else { return }
    unsafe RowPages.begin(start, kind: 13, cells: cells, top: top)
    full.append((leaf, lastID))
  }

  /// The page above all others: for each but the last its number and its last id.
  private func writeRoot(_ root: UnsafeMutablePointer<UInt8>) {
    var top = RowPages.pageSize
    for (index, leaf) in full.dropLast().enumerated() {
      top -= 4 + Varint.size(UInt64(bitPattern: leaf.last))
      unsafe RowPages.write32(leaf.page + 1, to: root + top)
      _ = unsafe Varint.write(UInt64(bitPattern: leaf.last), to: root + top + 4)
      unsafe RowPages.write16(top, to: root + 12 + 2 * index)
    }
    unsafe RowPages.begin(root, kind: 5, cells: full.count - 1, top: top)
    unsafe RowPages.write32((full.last?.page ?? 0) + 1, to: root + 8)
  }

  /// Writes a page's header: its kind, no free blocks, how many cells, and where they begin.
  private static func begin(
    _ page: UnsafeMutablePointer<UInt8>, kind: UInt8, cells: Int, top: Int
  ) {
    unsafe page[0] = kind
    unsafe write16(0, to: page + 1)
    unsafe write16(cells, to: page + 3)
    unsafe write16(top, to: page + 5)
    unsafe page[7] = 0
  }

  private static func write16(_ value: Int, to place: UnsafeMutablePointer<UInt8>) {
    unsafe place[0] = UInt8(truncatingIfNeeded: value &>> 8)
    unsafe place[1] = UInt8(truncatingIfNeeded: value)
  }

  private static func write32(_ value: Int, to place: UnsafeMutablePointer<UInt8>) {
    unsafe write16(value &>> 16, to: place)
    unsafe write16(value, to: place + 2)
  }
}
