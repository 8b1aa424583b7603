internal import ExpenseModel

/// What the names of profiles and rules in a store must be like.
enum SavedName {
  /// - Parameter what: Such as "a profile".
  /// - Throws: `invalid` for a name that is blank, has a control character or more than 255 bytes.
  static func check(
    _ name: String, _ what: String, notBeginningWith first: UInt8? = nil
  ) throws(ExpenseError) {
    let hasControl = name.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    let isWrong = first != nil && name.utf8.first == first
    guard !TextRules.isBlank(name), !hasControl, name.utf8.count <= 255, !isWrong else {
      let and = first.map { " and does not begin with \(Unicode.Scalar($0))" } ?? ""
      throw ExpenseError(
        .invalid,
        "the name of \(what) has 1 to 255 bytes, is not blank, has no control character\(and)")
    }
  }
}
