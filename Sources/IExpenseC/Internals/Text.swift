internal import ExpenseModel

/// A text that must be there: NULL is an error.
func requiredText(
  _ pointer: UnsafePointer<CChar>?, _ name: StaticString
) throws(ExpenseError) -> String {
  guard let pointer = unsafe pointer else {
    throw ExpenseError(.argument, "\(name) is NULL")
  }
  return try unsafe validText(pointer, name, field: nil)
}

/// A text that may be left out: NULL is "".
@inline(__always)
func optionalText(
  _ pointer: UnsafePointer<CChar>?, _ name: StaticString, field: ExpenseField? = nil
) throws(ExpenseError) -> String {
  guard let pointer = unsafe pointer else { return "" }
  return try unsafe validText(pointer, name, field: field)
}

private func validText(
  _ pointer: UnsafePointer<CChar>, _ name: StaticString, field: ExpenseField?
) throws(ExpenseError) -> String {
  guard let text = unsafe String(validatingCString: pointer) else {
    throw ExpenseError(.encoding, "\(name) is not UTF-8", field: field)
  }
  return text
}

extension String {
  /// Copies the text, as many whole characters as fit, and a NUL.
  ///
  /// A U+0000 inside, which C could not see beyond, becomes a blank.
  func copyAsCText(into buffer: UnsafeMutableRawBufferPointer) {
    guard buffer.count > 0 else { return }
    let room = buffer.count - 1
    var length = utf8.count
    if length > room {
      length = 0
      for character in self {
        let size = character.utf8.count
        guard size <= room - length else { break }
        length += size
      }
    }
    for (index, byte) in utf8.prefix(length).enumerated() {
      unsafe buffer[index] = byte == 0 ? UInt8(ascii: " ") : byte
    }
    unsafe buffer[length] = 0
  }

  /// Copies the text into a caller's buffer of `capacity` bytes, and gives that buffer.
  func copied(
    to pointer: UnsafeMutablePointer<CChar>?, capacity: Int32
  ) -> UnsafePointer<CChar>? {
    guard let pointer = unsafe pointer else { return unsafe emptyText }
    unsafe copyAsCText(
      into: UnsafeMutableRawBufferPointer(start: pointer, count: Int(capacity)))
    return unsafe UnsafePointer(pointer)
  }
}

/// A literal as a C text that lives for ever.
func staticText(_ text: StaticString) -> UnsafePointer<CChar>? {
  // Every caller passes a literal with more than one character, or "", so there is a pointer.
  guard text.hasPointerRepresentation else { return nil }
  return unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// "" for C, for ever.
var emptyText: UnsafePointer<CChar>? { unsafe staticText("") }
