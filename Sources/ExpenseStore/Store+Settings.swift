public import ExpenseModel
internal import Threads

extension Store {
  private static let currencySetting = "currency"

  /// The currency of amounts that name none; nil for a store that was created without one.
  public var defaultCurrency: Currency? {
    get throws(ExpenseError) {
      try settled("") { (connection, names) throws(ExpenseError) in
        let currency = try Store.defaultCurrency(connection, names)
        return (currency, currency != nil)
      }
    }
  }

  /// The currency with a code: as this store has pinned it, else as ISO 4217 has it.
  public func currency(_ code: String) throws(ExpenseError) -> Currency? {
    guard Currency.isCode(code) else { return nil }
    return try settled(code) { (_, names) throws(ExpenseError) in
      let pinned = try names.currencies.find(code)?.currency
      return (pinned ?? Currency.iso(code), pinned != nil)
    }
  }

  /// Looks a currency up in the file, unless it was found there before and is settled for good.
  private func settled(
    _ key: String,
    _ find: (Connection, Names) throws(ExpenseError) -> (currency: Currency?, isSettled: Bool)
  ) throws(ExpenseError) -> Currency? {
    if gate.isClosed { throw Store.closedError }
    if let known = settledCurrencies.withLock({ $0[TextKey(key)] }) { return known }
    let found = try read(find)
    // What this thread's own transaction has pinned may still be rolled back.
    if found.isSettled, !gate.isInOwnTransaction {
      settledCurrencies.withLock { $0[TextKey(key)] = found.currency }
    }
    return found.currency
  }

  static func defaultCurrency(
    _ connection: Connection, _ names: Names
  ) throws(ExpenseError) -> Currency? {
    let statement = try connection.statement("SELECT value FROM setting WHERE name = ?1")
    defer { statement.reset() }
    statement.bind(1, currencySetting)
    guard try statement.step() else { return nil }
    return try names.currencies.resolve(statement.text(0))
  }

  /// Registers a currency that ISO 4217 does not have.
  ///
  /// - Throws: `currency` when the store has the code with other digits, since amounts never
  ///   rescale, or when ISO 4217 has it so.
  public func registerCurrency(_ currency: Currency) throws(ExpenseError) {
    try write { (writer) throws(ExpenseError) in
      let iso = Currency.iso(currency.code) ?? currency
      if iso.digits != currency.digits, try writer.names.currencies.find(iso.code) == nil {
        throw Store.otherDigits(iso, "ISO 4217")
      }
      try Store.pin(currency, writer)
    }
  }

  /// Keeps a currency with the digits that another store has it with, whatever ISO 4217 says today.
  ///
  /// - Returns: Whether it was new to this store.
  /// - Throws: `currency` when this store has the code with other digits.
  @discardableResult
  public func pinCurrency(_ currency: Currency) throws(ExpenseError) -> Bool {
    try write { (writer) throws(ExpenseError) in try Store.pin(currency, writer) }
  }

  @discardableResult
  private static func pin(
    _ currency: Currency, _ writer: Writer
  ) throws(ExpenseError) -> Bool {
    guard let known = try writer.names.currencies.find(currency.code)?.currency else {
      _ = try writer.names.currencies.pin(currency)
      writer.effect?.changedSettings = true
      return true
    }
    if known.digits != currency.digits { throw otherDigits(known, "this store") }
    return false
  }

  private static func otherDigits(_ known: Currency, _ whose: String) -> ExpenseError {
    ExpenseError(
      .currency, "currency: \(whose) has \(known.code) with \(known.digits) digits already",
      field: .currency)
  }

  /// Gives a new store its default currency, or compares it with the one that the store has.
  ///
  /// - Parameter known: What the file was found to have when it was opened.
  func settleDefaultCurrency(_ code: String, known: Currency?) throws(ExpenseError) {
    guard !code.isEmpty else { return }
    if let known {
      try check(code, against: known)
      return settledCurrencies.withLock { $0[TextKey("")] = known }
    }
    if options.readOnly {
      if let known = try defaultCurrency { try check(code, against: known) }
      return
    }
    try write { (writer) throws(ExpenseError) in
      // Another process may have been first.
      if let known = try Store.defaultCurrency(writer.connection, writer.names) {
        return try check(code, against: known)
      }
      _ = try writer.names.currencies.intern(code)
      let statement = try writer.connection.statement(
        "INSERT INTO setting(name, value) VALUES(?1, ?2)")
      statement.bind(1, Store.currencySetting)
      statement.bind(2, code)
      try statement.run()
      writer.effect?.changedSettings = true
    }
  }

  private func check(_ code: String, against known: Currency) throws(ExpenseError) {
    if known.code == code { return }
    throw ExpenseError(
      .currency,
      "\(path): open: the default currency of this store is \(known.code), not \(code)",
      field: .currency)
  }

  // MARK: Texts that other modules keep

  /// Keeps a text under a name, or with nil removes it; whether anything was there before.
  ///
  /// A change is announced as one of settings, and is outside undo.
  @discardableResult
  package func setSetting(_ name: String, _ text: String?) throws(ExpenseError) -> Bool {
    try write { (writer) throws(ExpenseError) in
      let old = try Store.setting(name, writer.connection)
      guard old != text.map(TextKey.init) else { return old != nil }
      let statement = try writer.connection.statement(
        text == nil
          ? "DELETE FROM setting WHERE name = ?1"
          : "INSERT OR REPLACE INTO setting(name, value) VALUES(?1, ?2)")
      statement.bind(1, name)
      if let text { statement.bind(2, text) }
      try statement.run()
      writer.effect?.changedSettings = true
      return old != nil
    }
  }

  private static func setting(
    _ name: String, _ connection: Connection
  ) throws(ExpenseError) -> TextKey? {
    let statement = try connection.statement("SELECT value FROM setting WHERE name = ?1")
    defer { statement.reset() }
    statement.bind(1, name)
    return try statement.step() ? TextKey(statement.text(0)) : nil
  }

  /// The texts whose names begin so, in order, with what follows in their names.
  package func settings(
    beginningWith prefix: String
  ) throws(ExpenseError) -> [(key: String, value: String)] {
    try read { (connection, _) throws(ExpenseError) in
      let statement = try connection.statement("SELECT name, value FROM setting ORDER BY name")
      defer { statement.reset() }
      var found: [(key: String, value: String)] = []
      while try statement.step() {
        let name = statement.text(0)
        guard name.utf8.starts(with: prefix.utf8) else { continue }
        found.append((String(Substring(name.utf8.dropFirst(prefix.utf8.count))), statement.text(1)))
      }
      return found
    }
  }
}
