// The one place that says what a store takes. Lengths are bytes of UTF-8, as in CIExpense.h.

extension Expense {
  /// The most that each field may have.
  public enum Limits {
    /// Bytes of a name.
    public static let name = 1024
    /// Bytes of a type.
    public static let type = 256
    /// Bytes of a category's text.
    public static let category = 1024
    /// Bytes of an account.
    public static let account = 256
    /// Bytes of a note.
    public static let note = 65_536
    /// Tags of one expense.
    public static let tags = 64
    /// Bytes of one tag.
    public static let tag = 128
    /// Bytes of a recorded rate.
    public static let rate = 64
    /// Bytes of a source's external id.
    public static let externalID = 256
    /// Bytes of the extra text: 16 MiB.
    public static let extra = 16 * 1024 * 1024
  }

  /// Gives the expense with its fields in canonical form, or says which of them breaks a rule.
  ///
  /// Canonical: a blank type is "Personal", the category is the text of its path, tags are trimmed
  /// and each there once. No other text is changed. A currency's form is checked here; whether it
  /// exists is for the store. Complexity: O(bytes of text); allocates only where it changes a text.
  ///
  /// - Parameter fields: Which to look at, such as those of an update.
  /// - Throws: ``ExpenseError/Code/invalid`` with ``ExpenseError/field`` set;
  ///   ``ExpenseError/Code/argument`` when `fields` has bits of no field.
  public func validated(_ fields: ExpenseFields = .all) throws(ExpenseError) -> Expense {
    var result = self
    try result.validate(fields)
    return result
  }

  /// Brings fields into canonical form in place; the rules are those of ``validated(_:)``.
  ///
  /// After an error some fields may be in canonical form already.
  public mutating func validate(_ fields: ExpenseFields = .all) throws(ExpenseError) {
    guard !fields.hasUnknown else {
      throw ExpenseError(.argument, "the set of fields has bits that are no field")
    }
    if fields.contains(.name) { try validateName() }
    if fields.contains(.type) { try validateType() }
    if fields.contains(.category), !category.isEmpty { try validateCategory() }
    if fields.contains(.currency), !currency.isEmpty {
      try Expense.checkCurrency(currency, .currency)
    }
    if fields.contains(.conversion), let conversion { try Expense.check(conversion) }
    if fields.contains(.account), !account.isEmpty {
      try TextRules.check(account, "the account", .account, most: Limits.account)
    }
    if fields.contains(.note), !note.isEmpty {
      try TextRules.check(note, "the note", .note, most: Limits.note)
    }
    if fields.contains(.tags), !tags.isEmpty { try validateTags() }
    if fields.contains(.source), let source { try Expense.check(source) }
    if fields.contains(.extra), !extra.isEmpty { try validateExtra() }
  }

  private func validateName() throws(ExpenseError) {
    try TextRules.check(name, "the name", .name, most: Limits.name)
    guard !TextRules.isBlank(name) else {
      throw ExpenseError(
        .invalid, "the name is \(name.isEmpty ? "missing" : "blank")", field: .name)
    }
  }

  private mutating func validateType() throws(ExpenseError) {
    try TextRules.check(type, "the type", .type, most: Limits.type)
    if TextRules.isBlank(type) { type = Expense.defaultType }
  }

  private mutating func validateCategory() throws(ExpenseError) {
    try TextRules.check(category, "the category", .category, most: Limits.category)
    if CategoryPath.isCanonical(category) { return }
    // Never longer than it was: reading takes white space away and adds nothing.
    category = try CategoryPath(parsing: category).description
  }

  private mutating func validateTags() throws(ExpenseError) {
    var result: [String] = []
    for (index, tag) in tags.enumerated() {
      try TextRules.check(tag, "tag \(index + 1)", .tags, most: Limits.tag)
      let tag = TextRules.trimmed(tag)
      guard !tag.isEmpty else {
        throw ExpenseError(.invalid, "tag \(index + 1) is blank", field: .tags)
      }
      if !result.contains(tag) { result.append(tag) }
      guard result.count <= Limits.tags else {
        throw ExpenseError(.invalid, "there are more than 64 tags", field: .tags)
      }
    }
    tags = result
  }

  private func validateExtra() throws(ExpenseError) {
    try TextRules.check(extra, "the extra text", .extra, most: Limits.extra)
    let bytes = extra.utf8
    if let offset = JSONSyntax.faultInObject(bytes.span) {
      throw ExpenseError(
        .invalid,
        "the extra text is not a JSON object of at most 100 levels: byte \(offset) is wrong",
        field: .extra)
    }
  }

  private static func check(_ conversion: Conversion) throws(ExpenseError) {
    try checkCurrency(conversion.currency, .conversion)
    guard !conversion.rate.isEmpty else { return }
    try TextRules.check(conversion.rate, "the rate", .conversion, most: Limits.rate)
    let bytes = conversion.rate.utf8
    guard let rate = DecimalText(parsing: bytes.span, grammar: .plain), !rate.isZero,
      !rate.isNegative
    else {
      throw ExpenseError(
        .invalid, "a rate is a decimal number above 0, such as 0.92: \(quoted(conversion.rate))",
        field: .conversion)
    }
  }

  private static func check(_ source: Source) throws(ExpenseError) {
    guard source.importNumber >= 0, source.line >= 0 else {
      throw ExpenseError(
        .invalid, "the source's import and line are 0 or above", field: .source)
    }
    try TextRules.check(source.externalID, "the external id", .source, most: Limits.externalID)
  }

  private static func checkCurrency(
    _ code: String, _ field: ExpenseField
  ) throws(ExpenseError) {
    guard Currency.isCode(code) else {
      throw ExpenseError(
        .currency, "a currency code is 3 to 12 of A to Z and 0 to 9: \(quoted(code))", field: field)
    }
  }
}
