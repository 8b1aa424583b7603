package import ExpenseModel

/// What a column of a table is called and holds.
package struct TableColumn: Sendable {
  /// The type of a column's values.
  package enum Kind: Equatable, Sendable {
    case int64
    case uint64
    /// Days since 1970-01-01, 32 bits.
    case date
    /// 128 bits, so many digits behind the point.
    case decimal(digits: Int)
    case text
    /// Codes of 32 bits for texts that stand in the array's dictionary.
    case dictionary
    /// Lists of texts.
    case texts
    case uuid
  }

  package let name: String
  package let kind: Kind
  package let isNullable: Bool
  /// Where the values come from.
  let content: Content

  /// Where a column's values come from, in the columns of a store.
  enum Content: Sendable {
    case id
    case date
    case amount(WideColumn, currency: NarrowColumn)
    case number(WideColumn)
    case text(NarrowColumn)
    case name(NarrowColumn)
    case reimbursement
    case tags
    case uuid
  }

  init(_ name: String, _ kind: Kind, nullable: Bool = false, _ content: Content) {
    self.name = name
    self.kind = kind
    isNullable = nullable
    self.content = content
  }
}

/// Which columns a table has, and in which form.
package struct TableOptions: Sendable {
  /// The columns besides the id.
  package var fields: ExpenseFields
  /// Whether names that repeat are texts, and no dictionaries.
  package var isPlain: Bool
  /// Whether amounts are whole numbers of minor units.
  package var hasMinorUnits: Bool

  package init(fields: ExpenseFields = .all, isPlain: Bool = false, hasMinorUnits: Bool = false) {
    self.fields = fields
    self.isPlain = isPlain
    self.hasMinorUnits = hasMinorUnits
  }

  /// The columns of a table, in order; decimals have so many digits behind the point.
  func columns(digits: Int) -> [TableColumn] {
    let name: TableColumn.Kind = isPlain ? .text : .dictionary
    let amount: TableColumn.Kind = hasMinorUnits ? .int64 : .decimal(digits: digits)
    var columns = [TableColumn("id", .int64, .id)]
    func add(_ field: ExpenseField, _ column: TableColumn) {
      if fields.contains(ExpenseFields(field)) { columns.append(column) }
    }
    add(.date, TableColumn("date", .date, .date))
    add(.name, TableColumn("name", .text, .text(.name)))
    add(.type, TableColumn("type", name, nullable: true, .name(.type)))
    add(.category, TableColumn("category", name, nullable: true, .name(.category)))
    add(
      .amount,
      TableColumn(
        hasMinorUnits ? "amount_minor" : "amount", amount, .amount(.amount, currency: .currency)))
    add(.currency, TableColumn("currency", name, nullable: true, .name(.currency)))
    add(.account, TableColumn("account", name, nullable: true, .name(.account)))
    add(.note, TableColumn("note", .text, nullable: true, .text(.note)))
    add(.tags, TableColumn("tags", .texts, .tags))
    add(.reimbursement, TableColumn("reimbursement", name, .reimbursement))
    add(
      .conversion,
      TableColumn(
        hasMinorUnits ? "conversion_minor" : "conversion_amount", amount, nullable: true,
        .amount(.conversionAmount, currency: .conversionCurrency)))
    add(
      .conversion,
      TableColumn("conversion_currency", name, nullable: true, .name(.conversionCurrency)))
    add(.conversion, TableColumn("conversion_rate", .text, nullable: true, .text(.conversionRate)))
    add(.source, TableColumn("source_import", .int64, nullable: true, .number(.importNumber)))
    add(.source, TableColumn("source_line", .int64, nullable: true, .number(.line)))
    add(.source, TableColumn("source_fingerprint", .uint64, nullable: true, .number(.fingerprint)))
    add(.source, TableColumn("source_external_id", .text, nullable: true, .text(.externalID)))
    add(.extra, TableColumn("extra", .text, nullable: true, .text(.extra)))
    add(.uuid, TableColumn("uuid", .uuid, .uuid))
    return columns
  }

  /// What of a store's columns has to be loaded.
  var needs: ColumnNeeds {
    var needs: ColumnNeeds = []
    if fields.contains(.name) { needs.insert(.name) }
    if fields.contains(.note) { needs.insert(.note) }
    if fields.contains(.tags) { needs.insert(.tags) }
    if fields.contains(.reimbursement) { needs.insert(.reimbursement) }
    if fields.contains(.conversion) { needs.insert(.conversion) }
    if fields.contains(.source) { needs.insert(.source) }
    if fields.contains(.extra) { needs.insert(.extra) }
    if fields.contains(.uuid) { needs.insert(.uuid) }
    return needs
  }
}
