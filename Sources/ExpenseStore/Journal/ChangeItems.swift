internal import ExpenseModel

/// The form in which the journal keeps which expenses a commit touched.
enum ChangeItems {
  static func encode(_ items: [Change.Item]) -> [UInt8] {
    var writer = ByteWriter()
    var last: Int64 = 0
    for item in items {
      writer.write(UInt64(item.kind.rawValue))
      writer.write(item.firstID &- last)
      writer.write(UInt64(item.count))
      if item.kind == .updated { writer.write(item.fields.rawValue) }
      last = item.firstID
    }
    return writer.bytes
  }

  /// Reads what `encode` wrote; nil for any other bytes, and for ids and counts that no store has.
  static func decode(_ bytes: [UInt8]) -> [Change.Item]? {
    var reader = ByteReader(bytes)
    var items: [Change.Item] = []
    var last: Int64 = 0
    var total: Int64 = 0
    while !reader.isAtEnd {
      guard let kindNumber = reader.unsigned(),
        let kind = Change.Item.Kind(rawValue: Int32(truncatingIfNeeded: kindNumber)),
        let delta = reader.signed(), let count = reader.unsigned().flatMap({ Int64(exactly: $0) }),
        count > 0
      else { return nil }
      var fields: ExpenseFields = []
      if kind == .updated {
        guard let bits = reader.unsigned() else { return nil }
        fields = ExpenseFields(rawValue: bits)
      }
      last &+= delta
      guard StoredRow.isValid(id: last), !last.addingReportingOverflow(count).overflow,
        !total.addingReportingOverflow(count).overflow
      else { return nil }
      total += count
      items.append(Change.Item(kind: kind, firstID: last, count: count, fields: fields))
    }
    return items
  }
}

extension Change.Item {
  /// The ids that the item covers.
  package var ids: Range<Int64> { firstID..<max(firstID, firstID &+ count) }
}
