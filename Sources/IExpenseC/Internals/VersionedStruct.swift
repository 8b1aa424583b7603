internal import CIExpense
internal import ExpenseModel

/// A struct of `CIExpense` that begins with its own size.
protocol VersionedStruct {
  init()
  var struct_size: UInt32 { get set }

  /// The least size that a caller may give: the fields without which the struct says nothing. So a
  /// `struct_size` that is zero, left out or the size of a pointer is noticed.
  static var leastSize: Int { get }
}

extension iex_options: VersionedStruct { static let leastSize = 16 }
extension iex_expense: VersionedStruct { static let leastSize = 32 }
extension iex_query: VersionedStruct { static let leastSize = 16 }
extension iex_subscription_options: VersionedStruct { static let leastSize = 16 }
extension iex_import_options: VersionedStruct { static let leastSize = 16 }
extension iex_export_options: VersionedStruct { static let leastSize = 16 }
extension iex_draft_options: VersionedStruct { static let leastSize = 16 }
extension iex_draft_state: VersionedStruct { static let leastSize = 32 }
extension iex_value: VersionedStruct { static let leastSize = 32 }
extension iex_sheet_state: VersionedStruct { static let leastSize = 16 }
extension iex_import_summary: VersionedStruct { static let leastSize = 56 }

extension VersionedStruct {
  /// The size of the struct as this library knows it.
  static var size: Int { MemoryLayout<Self>.size }

  /// How much larger than this library's the struct of a later version may be.
  private static var greatestSize: Int { size + 4096 }

  /// Reads the caller's struct: what lies beyond its size is zero.
  ///
  /// A struct from a later version than this library's is taken when it uses nothing that this
  /// library does not know, which means that the rest of it is zero.
  static func read(
    _ pointer: UnsafePointer<Self>, _ name: StaticString
  ) throws(ExpenseError) -> Self {
    try unsafe read(at: UnsafeRawPointer(pointer), size: readSize(of: pointer, name), name)
  }

  /// The same for a struct that must be there.
  static func read(
    required pointer: UnsafePointer<Self>?, _ name: StaticString
  ) throws(ExpenseError) -> Self {
    guard let pointer = unsafe pointer else {
      throw ExpenseError(.argument, "\(name) is NULL")
    }
    return try unsafe read(pointer, name)
  }

  /// The same for an optional struct: NULL is all zero.
  static func read(
    optional pointer: UnsafePointer<Self>?, _ name: StaticString
  ) throws(ExpenseError) -> Self {
    guard let pointer = unsafe pointer else { return Self() }
    return try unsafe read(pointer, name)
  }

  /// The caller's `struct_size`, checked.
  static func readSize(
    of pointer: UnsafePointer<Self>, _ name: StaticString
  ) throws(ExpenseError) -> Int {
    let size = unsafe Int(UnsafeRawPointer(pointer).loadUnaligned(as: UInt32.self))
    guard size >= leastSize, size <= greatestSize else {
      throw ExpenseError(
        .argument, "\(name): struct_size is \(size); set it to sizeof, which is \(Self.size) here")
    }
    return size
  }

  /// Reads a struct of a checked size.
  static func read(
    at source: UnsafeRawPointer, size: Int, _ name: StaticString
  ) throws(ExpenseError) -> Self {
    var value = Self()
    unsafe withUnsafeMutableBytes(of: &value) { buffer in
      unsafe buffer.copyMemory(
        from: UnsafeRawBufferPointer(start: source, count: min(size, Self.size)))
    }
    if size > Self.size {
      let rest = unsafe UnsafeRawBufferPointer(
        start: source + Self.size, count: size - Self.size)
      guard unsafe rest.allSatisfy({ $0 == 0 }) else {
        throw ExpenseError(
          .argument,
          "\(name): struct_size is \(size), and a field is set that this library does not know")
      }
    }
    return value
  }

  /// Fills the caller's struct, as much as it has room for; its `struct_size` stays.
  func write(to pointer: UnsafeMutablePointer<Self>, size: Int) {
    var value = self
    value.struct_size = UInt32(truncatingIfNeeded: size)
    let target = unsafe UnsafeMutableRawBufferPointer(start: pointer, count: size)
    unsafe withUnsafeBytes(of: &value) { source in
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.prefix(size)))
    }
    if size > Self.size {
      for index in Self.size..<size { unsafe target[index] = 0 }
    }
  }
}
