internal import ExpenseModel
internal import ExpenseStore

extension Rule {
  /// Reads a rule from its JSON text.
  ///
  /// Keys: `name`; `when`, an object of conditions that must all hold (`{}`: every row); and at least
  /// one of `set`, an object of fields and values, and `leaveOut`, true or false.
  ///
  /// - Parameter currency: Finds a currency by its code.
  /// - Throws: `argument` with the rule's name and the key for anything else.
  init(
    parsing text: String, currency: (String) throws(ExpenseError) -> Currency?
  ) throws(ExpenseError) {
    var rule = Rule()
    var conditions: RuleConditions?
    do throws(ExpenseError) {
      var reader = JSONReader(Array(text.utf8))
      guard try reader.peek() == .object else { throw reader.failure("expected an object") }
      try reader.members { (reader, key) throws(ExpenseError) in
        switch key {
        case "name":
          rule.name = try reader.text(of: key)
          try SavedName.check(rule.name, "a rule")
        case "when": conditions = try RuleConditions(&reader, currency)
        case "set": try rule.readChanges(&reader)
        case "leaveOut": rule.leavesOut = try reader.flag(of: key)
        default:
          throw JSONReader.fault(
            "unknown key \"\(shortened(key))\"; known are \"name\", \"when\", \"set\", \"leaveOut\""
          )
        }
      }
      try reader.finish()
      guard !rule.name.isEmpty else { throw JSONReader.fault("name is missing") }
      guard let conditions else {
        throw JSONReader.fault("when is missing; {} is a rule for every row")
      }
      rule.conditions = conditions
      guard !rule.fields.isEmpty || !rule.addedTags.isEmpty || rule.leavesOut != nil else {
        throw JSONReader.fault("it does nothing: give set or leaveOut")
      }
    } catch {
      // The name may stand behind what is wrong.
      var reader = JSONReader(Array(text.utf8))
      let found = rule.name.isEmpty ? (try? Rule.findName(&reader)) ?? "" : rule.name
      let name = found.isEmpty ? "" : " \(quoted(found))"
      let code: ExpenseError.Code = error.code == .format ? .argument : error.code
      throw ExpenseError(code, "the rule\(name): \(error.message)", field: error.field)
    }
    self = rule
  }

  /// Reads over an object, whatever it is, and gives its name; "" for none.
  static func findName(_ reader: inout JSONReader) throws(ExpenseError) -> String {
    var name = ""
    try reader.object { (reader, token) throws(ExpenseError) in
      let value = try reader.value()
      if value.kind == .string, reader.text(token) == "name" { name = reader.text(value) ?? "" }
    }
    return name
  }

  /// The fields that a rule may set; the raw value is its key.
  private enum Field: String, CaseIterable {
    case category, type, tags, name, note, reimbursement
  }

  private enum TagChange: String, CaseIterable { case add, replace }

  private mutating func readChanges(_ reader: inout JSONReader) throws(ExpenseError) {
    guard try reader.peek() == .object else {
      throw JSONReader.fault("set must be an object of fields; \(JSONReader.known(Field.self))")
    }
    var rule = self
    try reader.members { (reader, key) throws(ExpenseError) in
      guard let field = Field(rawValue: key) else {
        throw JSONReader.fault(
          "unknown key set.\(shortened(key)); \(JSONReader.known(Field.self))")
      }
      let key = "set.\(key)"
      switch field {
      case .category: try rule.set(.category, to: reader.text(of: key), key)
      case .type: try rule.set(.type, to: reader.text(of: key), key)
      case .name: try rule.set(.name, to: reader.text(of: key), key)
      case .note: try rule.set(.note, to: reader.text(of: key), key)
      case .tags: try rule.readTags(&reader, key)
      case .reimbursement:
        let word = try reader.text(of: key)
        guard let value = Reimbursement.allCases.first(where: { word.isIdentical(to: "\($0)") })
        else {
          throw JSONReader.fault(
            "\(key) is \(quoted(word)); known are \"none\", \"open\", \"submitted\", \"paid\"")
        }
        rule.values.reimbursement = value
        rule.fields.insert(.reimbursement)
      }
    }
    self = rule
  }

  private mutating func set(
    _ field: ExpenseField, to text: String, _ key: String
  ) throws(ExpenseError) {
    switch field {
    case .category: values.category = text
    case .type: values.type = text
    case .name: values.name = text
    default: values.note = text
    }
    if field == .type, TextRules.isBlank(text) { throw JSONReader.fault("\(key) is blank") }
    fields.insert(ExpenseFields(field))
    try validate(ExpenseFields(field), key)
  }

  private mutating func readTags(
    _ reader: inout JSONReader, _ key: String
  ) throws(ExpenseError) {
    guard try reader.peek() == .object else {
      throw JSONReader.fault("\(key) must be {\"add\": […]} or {\"replace\": […]}")
    }
    var change: TagChange?
    var tags: [String] = []
    try reader.members { (reader, name) throws(ExpenseError) in
      guard let kind = TagChange(rawValue: name) else {
        throw JSONReader.fault(
          "unknown key \(key).\(shortened(name)); \(JSONReader.known(TagChange.self))")
      }
      guard change == nil else { throw JSONReader.fault("\(key) has both add and replace") }
      change = kind
      tags = try reader.texts(of: "\(key).\(name)")
    }
    guard let change else { throw JSONReader.fault("\(key) must have add or replace") }
    values.tags = tags
    try validate(.tags, "\(key).\(change.rawValue)")
    switch change {
    case .replace: fields.insert(.tags)
    case .add:
      guard !tags.isEmpty else { throw JSONReader.fault("\(key).add is empty") }
      addedTags = values.tags
      values.tags = []
    }
  }

  private mutating func validate(
    _ fields: ExpenseFields, _ key: String
  ) throws(ExpenseError) {
    do throws(ExpenseError) {
      try values.validate(fields)
    } catch {
      throw ExpenseError(.argument, "\(key): \(error.message)", field: error.field)
    }
  }
}
