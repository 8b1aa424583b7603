import ExpenseModel
import ExpenseStore

/// Empty stores in memory, used again as long as they are empty: making one costs more than reading
/// a small file. For one thread.
public final class Stores: @unchecked Sendable {
  private var known: [String: Store] = [:]
  private var copy: Store?
  private var uses = 0

  public init() {}

  /// A store with a default currency, or with none.
  func take(_ currency: String) throws(Violation) -> Store {
    uses += 1
    if uses.isMultiple(of: 100) { (known, copy) = ([:], nil) }
    if let store = known.removeValue(forKey: currency) { return store }
    return try Stores.make(currency)
  }

  /// Takes back a store whose changes are undone.
  func giveBack(_ store: Store, _ currency: String) { known[currency] = store }

  /// A store without a currency, in which nobody has registered one.
  func takeCopy() throws(Violation) -> Store {
    guard let known = copy else { return try Stores.make("") }
    copy = nil
    return known
  }

  /// Takes back a store for copies, unless it has learnt of a currency: an undo does not take that
  /// back, and the next file may have it with other digits.
  func giveBackCopy(_ store: Store) throws(Violation) {
    do throws(ExpenseError) {
      let isNew = try store.currencies().allSatisfy { Currency.iso($0.code) == $0 }
      copy = isNew ? store : nil
    } catch {
      throw Violation("no currencies: \(error)")
    }
  }

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
