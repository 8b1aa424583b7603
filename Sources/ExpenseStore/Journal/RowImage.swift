internal import ExpenseModel

/// The journal's copy of a row before a commit changed or removed it.
struct RowImage {
  /// The fields that the commit changed; empty when it removed the row.
  var fields: ExpenseFields
  var row: StoredRow

  /// Which of the rarely used values of a row follow.
  private struct Presence: OptionSet {
    let rawValue: UInt64
    static let source = Presence(rawValue: 1)
    static let externalID = Presence(rawValue: 2)
    static let note = Presence(rawValue: 4)
    static let reimbursement = Presence(rawValue: 8)
    static let tags = Presence(rawValue: 16)
    static let conversion = Presence(rawValue: 32)
    static let extra = Presence(rawValue: 64)
  }

  func write(to writer: inout ByteWriter) {
    var presence: Presence = []
    if row.importNumber != nil || row.line != nil || row.fingerprint != nil {
      presence.insert(.source)
    }
    if !row.externalID.isEmpty { presence.insert(.externalID) }
    if !row.note.isEmpty { presence.insert(.note) }
    if row.reimbursement != nil { presence.insert(.reimbursement) }
    if !row.tags.isEmpty { presence.insert(.tags) }
    if row.conversionCurrency != nil { presence.insert(.conversion) }
    if !row.extra.isEmpty { presence.insert(.extra) }

    writer.write(fields.rawValue)
    writer.write(presence.rawValue)
    for value in [row.id, row.date, row.amount, row.currency, row.type, row.category, row.account] {
      writer.write(value)
    }
    writer.write(row.name)
    writer.write(row.uuid.high)
    writer.write(row.uuid.low)
    if presence.contains(.source) {
      writer.write(row.importNumber ?? 0)
      writer.write(row.line ?? 0)
      writer.write(row.fingerprint ?? 0)
    }
    if presence.contains(.externalID) { writer.write(row.externalID) }
    if presence.contains(.note) { writer.write(row.note) }
    if presence.contains(.reimbursement) { writer.write(row.reimbursement ?? 0) }
    if presence.contains(.tags) { writer.write(row.tags) }
    if presence.contains(.conversion) {
      writer.write(row.conversionAmount ?? 0)
      writer.write(row.conversionCurrency ?? 0)
      writer.write(row.conversionRate)
    }
    if presence.contains(.extra) { writer.write(row.extra) }
  }

  init(fields: ExpenseFields, row: StoredRow) {
    self.fields = fields
    self.row = row
  }

  /// Reads one image; nil where the bytes are not of its form.
  init?(_ reader: inout ByteReader) {
    guard let fields = reader.unsigned(), let presenceBits = reader.unsigned(),
      let id = reader.signed(), let date = reader.signed(), let amount = reader.signed(),
      let currency = reader.signed(), let type = reader.signed(), let category = reader.signed(),
      let account = reader.signed(), let name = reader.text(), let high = reader.unsigned(),
      let low = reader.unsigned(), StoredRow.isValid(id: id)
    else { return nil }
    self.fields = ExpenseFields(rawValue: fields)
    row = StoredRow()
    row.id = id
    row.date = date
    row.amount = amount
    row.currency = currency
    row.type = type
    row.category = category
    row.account = account
    row.name = name
    row.uuid = UUID128(high: high, low: low)
    guard readRareValues(Presence(rawValue: presenceBits), &reader) else { return nil }
  }

  private mutating func readRareValues(_ presence: Presence, _ reader: inout ByteReader) -> Bool {
    if presence.contains(.source) {
      guard let number = reader.signed(), let line = reader.signed(),
        let fingerprint = reader.signed()
      else { return false }
      (row.importNumber, row.line, row.fingerprint) = (number, line, fingerprint)
    }
    if presence.contains(.externalID) {
      guard let text = reader.text() else { return false }
      row.externalID = text
    }
    if presence.contains(.note) {
      guard let text = reader.text() else { return false }
      row.note = text
    }
    if presence.contains(.reimbursement) {
      guard let value = reader.signed() else { return false }
      row.reimbursement = value
    }
    if presence.contains(.tags) {
      guard let text = reader.text() else { return false }
      row.tags = text
    }
    if presence.contains(.conversion) {
      guard let amount = reader.signed(), let currency = reader.signed(), let rate = reader.text()
      else { return false }
      (row.conversionAmount, row.conversionCurrency, row.conversionRate) = (amount, currency, rate)
    }
    if presence.contains(.extra) {
      guard let text = reader.text() else { return false }
      row.extra = text
    }
    return true
  }
}
