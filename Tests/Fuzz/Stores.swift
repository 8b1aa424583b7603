import ExpenseModel
import ExpenseStore

/// Empty stores in memory, used again as long as they are empty: making one costs more than reading
/// a small file. For one thread.
public final class Stores: @unchecked Sendable {
  private var known: [String: Store] = [:]
  private var uses = 0

  public init() {}

  /// A store with a default currency, or with none.
  func take(_ currency: String) throws(Violation) -> Store {
    uses += 1
    if uses.isMultiple(of: 100) { known = [:] }
    if let store = known.removeValue(forKey: currency) { return store }
    return try Stores.make(currency)
  }

  /// Takes back a store whose changes are undone.
  func giveBack(_ store: Store, _ currency: String) { known[currency] = store }

  static func make(_ currency: String) throws(Violation) -> Store {
    var options = Store.Options()
    options.inMemory = true
    options.currency = currency
    do throws(ExpenseError) {
      return try Store(path: "", options: options)
    } catch {
      throw Violation("no store: \(error)")
    }
  }
}
