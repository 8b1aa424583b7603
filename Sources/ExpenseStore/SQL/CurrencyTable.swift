internal import ExpenseModel

/// The currencies that a store has used or registered, with the digits its amounts have.
///
/// A currency is pinned at its first use and then wins over the library's own table, so that a
/// later edition of ISO 4217 never rescales what is stored.
final class CurrencyTable {
  private let connection: Connection
  private var byCode: [TextKey: (id: Int64, currency: Currency)] = [:]
  /// By number; larger numbers than the library gives are looked up each time.
  private var byID: [Currency?] = []
  private static let mostNumbers: Int64 = 26 * 26 * 26 * 2
  private var uncommitted: [(code: String, id: Int64)] = []

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// The pinned currency with this code.
  func find(_ code: String) throws(ExpenseError) -> (id: Int64, currency: Currency)? {
    if let known = byCode[TextKey(code)] { return known }
    let statement = try connection.statement("SELECT id, digits FROM currency WHERE code = ?1")
    defer { statement.reset() }
    statement.bind(1, code)
    guard try statement.step() else { return nil }
    return try remember(statement.integer(0), code, statement.integer(1))
  }

  /// The currency with this code, from the file or else from ISO 4217.
  func resolve(_ code: String) throws(ExpenseError) -> Currency? {
    try find(code)?.currency ?? Currency.iso(code)
  }

  /// The number of a currency, which is pinned when the file does not have it.
  func intern(
    _ code: String, _ field: ExpenseField = .currency
  ) throws(ExpenseError) -> Int64 {
    if let known = try find(code) { return known.id }
    guard let currency = Currency.iso(code) else {
      throw ExpenseError(
        .currency,
        "currency: \"\(code)\" is no ISO 4217 code and not registered in this store",
        field: field)
    }
    return try pin(currency)
  }

  /// Adds a currency that the file does not have.
  func pin(_ currency: Currency) throws(ExpenseError) -> Int64 {
    let statement = try connection.statement(
      "INSERT INTO currency(code, digits) VALUES(?1, ?2) RETURNING id")
    statement.bind(1, currency.code)
    statement.bind(2, Int64(currency.digits))
    guard try statement.step() else { throw connection.error("write") }
    let id = statement.integer(0)
    statement.reset()
    uncommitted.append((currency.code, id))
    return try remember(id, currency.code, Int64(currency.digits)).id
  }

  func currency(_ id: Int64) throws(ExpenseError) -> Currency {
    if let place = Int(exactly: id), byID.indices.contains(place), let known = byID[place] {
      return known
    }
    let statement = try connection.statement("SELECT code, digits FROM currency WHERE id = ?1")
    defer { statement.reset() }
    statement.bind(1, id)
    guard try statement.step() else {
      throw ExpenseError(.damaged, "\(connection.path): currency \(id) is missing")
    }
    return try remember(id, statement.text(0), statement.integer(1)).currency
  }

  private func remember(
    _ id: Int64, _ code: String, _ digits: Int64
  ) throws(ExpenseError) -> (id: Int64, currency: Currency) {
    guard let currency = try? Currency(code: code, digits: Int(clamping: digits)) else {
      throw ExpenseError(.damaged, "\(connection.path): currency \(id) is not valid")
    }
    byCode[TextKey(code)] = (id, currency)
    keep(currency, id)
    return (id, currency)
  }

  private func keep(_ currency: Currency?, _ id: Int64) {
    guard id >= 0, id < CurrencyTable.mostNumbers else { return }
    let place = Int(id)
    while byID.count <= place { byID.append(nil) }
    byID[place] = currency
  }

  /// Whether the open transaction has added currencies.
  var hasNew: Bool { !uncommitted.isEmpty }

  func transactionEnded(committed: Bool) {
    if !committed {
      for (code, id) in uncommitted {
        byCode[TextKey(code)] = nil
        keep(nil, id)
      }
    }
    uncommitted.removeAll()
  }
}
