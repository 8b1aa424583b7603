internal import CIExpense
internal import ExpenseModel

/// The values of one column of a batch, as expenses have them.
struct ArrowCells {
  private let vector: ArrowVector
  /// Of a list its elements: one column of them, else none.
  private let elements: [ArrowCells]
  /// Of codes what they stand for.
  private let dictionary: ArrowVector?
  /// The row of the first value in the whole stream, for messages.
  private let firstRow: Int
  /// Of the elements of a list, the row that the list stands in.
  private var listRow: Int?

  var count: Int { vector.count }

  init(
    _ array: UnsafeMutablePointer<ArrowArray>?, _ type: ArrowType, _ name: String, _ firstRow: Int
  ) throws(ExpenseError) {
    self.firstRow = firstRow
    switch type {
    case .dictionary(let codes, let values):
      vector = try unsafe ArrowVector(array, codes, name)
      dictionary = try unsafe ArrowVector(array?.pointee.dictionary, values, name)
      elements = []
    case .list(_, let element):
      vector = try unsafe ArrowVector(array, type, name)
      elements = [try unsafe ArrowCells(array?.pointee.children?[0], element, name, 0)]
      dictionary = nil
    default:
      vector = try unsafe ArrowVector(array, type, name)
      elements = []
      dictionary = nil
    }
  }

  /// The number of a row in the whole stream.
  private func row(_ index: Int) -> Int { listRow ?? firstRow + index }

  // MARK: Values

  /// An error with column and row.
  func error(
    _ index: Int, _ code: ExpenseError.Code, _ what: String, _ field: ExpenseField
  ) -> ExpenseError {
    ExpenseError(
      code, "column \(quoted(vector.name)), row \(row(index)): \(what)", field: field)
  }

  func isNull(_ index: Int) -> Bool { vector.isNull(index) }

  /// A text; nil for null.
  func text(_ index: Int, _ field: ExpenseField) throws(ExpenseError) -> String? {
    guard let (vector, index) = try value(index, field) else { return nil }
    let text = try unsafe vector.withBytes(index) { (bytes) throws(ExpenseError) -> String? in
      let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
      guard let utf8 = try? UTF8Span(validating: span) else { return nil }
      return String(copying: utf8)
    }
    guard let text else { throw error(index, .encoding, "it is not UTF-8", field) }
    return text
  }

  /// Sixteen bytes, or a UUID as text; nil for null.
  func uuid(_ index: Int) throws(ExpenseError) -> UUID128? {
    guard let (vector, place) = try value(index, .uuid) else { return nil }
    let uuid = try unsafe vector.withBytes(place) { (bytes) throws(ExpenseError) -> UUID128? in
      if vector.type.isText { return UUID128(parsing: unsafe Span<UInt8>(_unsafeBytes: bytes)) }
      guard bytes.count == 16 else { return nil }
      return unsafe UUID128(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
    guard let uuid else { throw error(index, .invalid, "it is no UUID", .uuid) }
    return uuid
  }

  /// The tags of a row; none for null.
  func tags(_ index: Int) throws(ExpenseError) -> [String] {
    guard try value(index, .tags) != nil, var cells = elements.first else { return [] }
    let range = try vector.range(index)
    guard range.upperBound <= cells.count else {
      throw ArrowType.error(
        vector.name, "a list ends at \(range.upperBound) of \(cells.count) elements")
    }
    guard range.count <= Expense.Limits.tags else {
      throw error(index, .invalid, "\(range.count) tags, above 64", .tags)
    }
    cells.listRow = row(index)
    var tags: [String] = []
    for element in range {
      guard let tag = try cells.text(element, .tags) else {
        throw error(index, .invalid, "a tag is null", .tags)
      }
      tags.append(tag)
    }
    return tags
  }

  /// A whole number; nil for null.
  func integer(_ index: Int, _ field: ExpenseField) throws(ExpenseError) -> Int64? {
    guard let (vector, place) = try value(index, field) else { return nil }
    guard let number = vector.integer(place) else {
      throw error(index, .overflow, "the number does not fit 64 bits", field)
    }
    return number
  }

  /// Days since 1970-01-01, be it from a time of midnight; nil for null.
  func date(_ index: Int) throws(ExpenseError) -> CivilDate? {
    guard case .time(let perDay, _) = vector.type else {
      guard let text = try text(index, .date) else { return nil }
      guard let date = CivilDate(parsing: text.utf8.span) else {
        throw error(
          index, .invalid, "a date is written as in 2026-03-14: \(quoted(text))", .date)
      }
      return date
    }
    guard let time = try integer(index, .date) else { return nil }
    guard time % perDay == 0 else {
      throw error(index, .invalid, "a date without a time of day is wanted", .date)
    }
    guard let day = Int32(exactly: time / perDay), let date = CivilDate(day: day) else {
      throw error(index, .invalid, "day \(time / perDay) is outside the years 1 to 9999", .date)
    }
    return date
  }

  /// The digits of a decimal and how many of them stand behind the point; nil for null.
  func decimal(
    _ index: Int, _ field: ExpenseField
  ) throws(ExpenseError) -> (units: Int128, scale: Int)? {
    guard let (vector, place) = try value(index, field), case .decimal(_, let scale) = vector.type
    else { return nil }
    guard let units = vector.decimal(place) else {
      throw error(index, .overflow, "the amount does not fit 64 bits of minor units", field)
    }
    return (units, scale)
  }

  var type: ArrowType { vector.type }
  var isDictionary: Bool { dictionary != nil }

  /// Where the value of a row stands; nil for null.
  private func value(
    _ index: Int, _ field: ExpenseField
  ) throws(ExpenseError) -> (vector: ArrowVector, index: Int)? {
    if vector.isNull(index) { return nil }
    if vector.type == .floating {
      throw error(
        index, .invalid, "it is a floating-point number: give decimals, whole numbers or texts",
        field)
    }
    guard let dictionary else { return (vector, index) }
    guard let code = vector.integer(index), code >= 0, code < dictionary.count else {
      throw ArrowType.error(
        vector.name,
        "row \(row(index)): its code is none of the \(dictionary.count) of the dictionary")
    }
    return dictionary.isNull(Int(code)) ? nil : (dictionary, Int(code))
  }
}
