internal import ExpenseModel

/// The part of a query that SQLite answers: everything but the text filter.
struct SQLCondition {
  private enum Value {
    case integer(Int64)
    case text(String)
  }

  private var terms: [String] = []
  private var values: [Value] = []

  /// Every row.
  init() {}

  init(_ query: ExpenseQuery) {
    if let first = query.firstDate { add("date >= ?", .integer(Int64(first.day))) }
    if let last = query.lastDate { add("date <= ?", .integer(Int64(last.day))) }
    if !query.type.isEmpty {
      add("type = (SELECT id FROM type WHERE name = ?)", .text(query.type))
    }
    if !query.category.isEmpty {
      // A colon inside a name stands as "\:", so that "A:" begins only what is below A.
      add(
        """
        category IN (SELECT id FROM category \
        WHERE name = ? OR substr(name, 1, length(?) + 1) = ? || ':')
        """, .text(query.category))
    }
    if !query.currency.isEmpty {
      add("currency = (SELECT id FROM currency WHERE code = ?)", .text(query.currency))
    }
    if !query.account.isEmpty {
      add("account = (SELECT id FROM account WHERE name = ?)", .text(query.account))
    }
  }

  /// Adds a term in which every "?" stands for the same value.
  private mutating func add(_ term: String, _ value: Value) {
    values.append(value)
    terms.append(
      term.split(separator: "?", omittingEmptySubsequences: false)
        .joined(separator: "?\(values.count)"))
  }

  var whereClause: String {
    terms.isEmpty ? "" : " WHERE " + terms.joined(separator: " AND ")
  }

  func bind(to statement: Statement) {
    for (index, value) in values.enumerated() {
      switch value {
      case .integer(let number): statement.bind(Int32(index + 1), number)
      case .text(let text): statement.bind(Int32(index + 1), text)
      }
    }
  }
}

/// The order of a query, as SQL.
enum SQLOrder {
  static func clause(_ keys: [SortKey]) -> String {
    let terms = keys.map { key in
      expression(key.field) + (key.descending ? " DESC" : "")
    }
    return " ORDER BY " + (terms + ["id"]).joined(separator: ", ")
  }

  private static func expression(_ field: SortKey.Field) -> String {
    switch field {
    case .id: "id"
    case .date: "date"
    case .amount: "amount"
    case .name: "name COLLATE NOCASE"
    case .type: "(SELECT name FROM type WHERE id = type) COLLATE NOCASE"
    case .category: "(SELECT name FROM category WHERE id = category) COLLATE NOCASE"
    case .currency: "(SELECT code FROM currency WHERE id = currency)"
    case .account: "(SELECT name FROM account WHERE id = account) COLLATE NOCASE"
    }
  }
}
