/// What kind of value a JSON text has in one place.
enum JSONKind: Hashable {
  case object
  case array
  case string
  case number
  case boolean
  case null
}

/// One value of a JSON text, as the bytes that it stands in.
struct JSONToken {
  let kind: JSONKind
  /// Its bytes, the quotes of a string included.
  let range: Range<Int>
  /// Whether a string has escapes, so that its text is not its bytes.
  var isEscaped = false
}
