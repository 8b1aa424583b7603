internal import Glibc

/// Writes one record after the other as SQLite keeps it in a table: the kinds of all values, then the
/// values (https://www.sqlite.org/fileformat2.html, section 2.1).
///
/// NULLs at the end are left out, as SQLite reads what a record does not have.
@safe struct RecordWriter: ~Copyable {
  /// The kinds end where the values begin: more than 20 columns need.
  private static let headSize = 128

  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// Where the next kind goes; before the first is room for the size of all.
  private var head = 1
  /// Behind the kind of the last value that is not NULL.
  private var headEnd = 1
  /// Where the next value goes.
  private var end = headSize

  init() {
    capacity = 4096
    unsafe bytes = .allocate(capacity: capacity)
  }

  deinit { unsafe bytes.deallocate() }

  /// Begins a record.
  ///
  /// - Parameter size: What its texts and blobs have bytes; everything else has room in any case.
  mutating func begin(texts size: Int) {
    (head, headEnd, end) = (1, 1, RecordWriter.headSize)
    let needed = size &+ 2 &* RecordWriter.headSize &+ 256
    if needed <= capacity { return }
    unsafe bytes.deallocate()
    capacity = needed &* 2
    unsafe bytes = .allocate(capacity: capacity)
  }

  /// The record; it stands until the next one is begun.
  mutating func finish() -> UnsafeRawBufferPointer {
    let start = RecordWriter.headSize &- headEnd
    unsafe bytes[0] = UInt8(truncatingIfNeeded: headEnd)
    unsafe memmove(bytes + start, bytes, headEnd)
    return unsafe UnsafeRawBufferPointer(start: bytes + start, count: end &- start)
  }

  mutating func null() {
    unsafe bytes[head] = 0
    head &+= 1
  }

  private mutating func append(kind: UInt8) {
    unsafe bytes[head] = kind
    head &+= 1
    headEnd = head
  }

  /// A number, in as few bytes as SQLite would take.
  @inline(__always)
  mutating func integer(_ value: Int64) {
    if value == 0 || value == 1 { return append(kind: value == 0 ? 8 : 9) }
    let bits = 65 &- (value < 0 ? ~value : value).leadingZeroBitCount
    let (kind, size): (UInt8, Int) =
      switch bits {
      case ...8: (1, 1)
      case ...16: (2, 2)
      case ...24: (3, 3)
      case ...32: (4, 4)
      case ...48: (5, 6)
      default: (6, 8)
      }
    append(kind: kind)
    let high = (value &<< Int64(64 &- 8 &* size)).bigEndian
    unsafe UnsafeMutableRawPointer(bytes + end).storeBytes(of: high, as: Int64.self)
    end &+= size
  }

  /// A text, also one without bytes.
  mutating func text(_ text: UnsafeRawBufferPointer) {
    unsafe append(text, kind: 13)
  }

  mutating func blob(_ blob: UnsafeRawBufferPointer) {
    unsafe append(blob, kind: 12)
  }

  private mutating func append(_ value: UnsafeRawBufferPointer, kind: Int) {
    head &+= unsafe Varint.write(UInt64(kind &+ 2 &* value.count), to: bytes + head)
    headEnd = head
    if let start = value.baseAddress { unsafe memcpy(bytes + end, start, value.count) }
    end &+= value.count
  }
}
