package import ExpenseModel

extension Store {
  /// The texts that expenses have, at the last commit or, in a transaction, as written so far.
  package func uses() throws(ExpenseError) -> Uses {
    try read { (connection, names) throws(ExpenseError) in
      var uses = Uses()
      try uses.readTotals(connection, names)
      try uses.readLatest(connection, names)
      return uses
    }
  }
}

extension Uses {
  /// Reads what every expense has from the totals, whose cells are few.
  fileprivate mutating func readTotals(
    _ connection: Connection, _ names: Names
  ) throws(ExpenseError) {
    // The key backwards: of texts equally used the one of the latest month comes first, and of
    // one month the one that was new last.
    let select = try connection.statement(
      """
      SELECT type, category, currency, count FROM total \
      ORDER BY month DESC, type DESC, category DESC, currency DESC
      """)
    defer { select.reset() }
    var counts: [[Int64: (order: Int, count: Int64)]] = [[:], [:], [:]]
    while try select.step() {
      let count = select.integer(3)
      for column in 0..<3 {
        let order = counts[column].count
        counts[column][select.integer(Int32(column)), default: (order, 0)].count &+= count
      }
    }
    var counters = [UseCounter(), UseCounter(), UseCounter()]
    for column in 0..<3 {
      for (id, use) in counts[column].sorted(by: { $0.value.order < $1.value.order })
      where id != 0 {
        let text =
          switch column {
          case 0: try names.types.name(id)
          case 1: try names.categories.name(id)
          default: try names.currencies.currency(id).code
          }
        counters[column].count(text, use.count)
      }
    }
    types = counters[0].sorted
    categories = counters[1].sorted
    currencies = counters[2].sorted
  }

  /// Reads the texts of the latest expenses.
  fileprivate mutating func readLatest(
    _ connection: Connection, _ names: Names
  ) throws(ExpenseError) {
    let select = try connection.statement(
      "SELECT name, category, account, tags FROM expense ORDER BY id DESC LIMIT ?1")
    defer { select.reset() }
    select.bind(1, Uses.depth)
    var (nameUses, accountUses, tagUses) = (UseCounter(), UseCounter(), UseCounter())
    var categoryPlaces: [Int64: Int32] = [:]
    while try select.step() {
      let place = nameUses.count(select.text(0))
      let category = select.integer(1)
      if category != 0 {
        let known = categoryPlaces[category] ?? Int32(clamping: pairCategories.count)
        if Int(known) == pairCategories.count {
          categoryPlaces[category] = known
          pairCategories.append(try names.categories.name(category))
        }
        pairs.append((Int32(clamping: place), known))
      }
      let account = select.integer(2)
      if account != 0 { accountUses.count(try names.accounts.name(account)) }
      // A text that is no list of tags is told by whoever reads that expense.
      for tag in TagText.decode(select.text(3)) ?? [] { tagUses.count(tag) }
    }
    pairNames = nameUses.folded
    self.names = nameUses.sorted(folded: pairNames)
    accounts = accountUses.sorted
    tags = tagUses.sorted
  }
}
