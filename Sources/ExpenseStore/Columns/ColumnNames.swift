internal import ExpenseModel

/// The file's tables of what repeats, as of the columns' revision: numbers to texts and their order.
///
/// Rows of these tables never change, so that a later state only has more of them.
///
/// A copy is one reference: each state of columns and views has one.
struct ColumnNames: Sendable {
  private var boxed = Boxed(Content())

  private struct Content: Sendable {
    var types = NameList()
    var categories = NameList()
    var accounts = NameList()
    var currencies: [Currency?] = [nil]
    var currencyCodes = NameList()
    var paths = NameList()
    var pathsOfCategory: [[Int32]] = [[]]
    var numberOfPath: [TextKey: Int32] = [:]

    mutating func intern(path: String, _ sortKey: [UInt8]) -> Int32 {
      if let known = numberOfPath[TextKey(path)] { return known }
      let number = Int32(clamping: paths.count)
      numberOfPath[TextKey(path)] = number
      paths.set(Int(number), path, sortKey: sortKey)
      return number
    }
  }

  var types: NameList { boxed.value.types }
  var categories: NameList { boxed.value.categories }
  var accounts: NameList { boxed.value.accounts }
  /// Currencies by number; nil for a number that the file does not have.
  var currencies: [Currency?] { boxed.value.currencies }
  var currencyCodes: NameList { boxed.value.currencyCodes }
  /// Every path that is a category or above one: what sections and totals by level are keyed by.
  var paths: NameList { boxed.value.paths }
  /// By category, the numbers in `paths` of its first name, its first two, and so on to all of it.
  var pathsOfCategory: [[Int32]] { boxed.value.pathsOfCategory }

  mutating func setType(_ number: Int, _ name: String) {
    boxed.change { $0.types.set(number, name, sortKey: Array(TextFold.fold(name).utf8)) }
  }

  mutating func setAccount(_ number: Int, _ name: String) {
    boxed.change { $0.accounts.set(number, name, sortKey: Array(TextFold.fold(name).utf8)) }
  }

  mutating func setCurrency(_ number: Int, _ currency: Currency) {
    boxed.change { own in
      while own.currencies.count <= number { own.currencies.append(nil) }
      own.currencies[number] = currency
      own.currencyCodes.set(number, currency.code, sortKey: Array(currency.code.utf8))
    }
  }

  mutating func setCategory(_ number: Int, _ name: String) {
    // A file may hold what is no path: it is a name then.
    let parts = (try? CategoryPath(parsing: name))?.names ?? [name]
    var (path, sortKey): (String, [UInt8]) = ("", [])
    boxed.change { own in
      while own.pathsOfCategory.count <= number { own.pathsOfCategory.append([]) }
      for (index, part) in parts.enumerated() {
        // Names hold no U+0000: with it between them bytes sort name by name.
        sortKey += (index == 0 ? [] : [0]) + Array(TextFold.fold(part).utf8)
        path += (index == 0 ? "" : ":") + CategoryPath.escaped(part)
        let numberOfPath = own.intern(path: path, sortKey)
        own.pathsOfCategory[number].append(numberOfPath)
      }
      own.categories.set(number, name, sortKey: sortKey)
    }
  }

  /// The number in `paths` of a category's first names; of all of them at level 0. 0 for none.
  func path(of category: Int32, level: Int) -> Int32 {
    let pathsOfCategory = boxed.value.pathsOfCategory
    guard category >= 0, Int(category) < pathsOfCategory.count else { return 0 }
    let paths = pathsOfCategory[Int(category)]
    return level == 0 || level > paths.count ? paths.last ?? 0 : paths[level &- 1]
  }

  /// The currency with a number.
  func currency(_ number: Int32) -> Currency? {
    number >= 0 && Int(number) < currencies.count ? currencies[Int(number)] : nil
  }
}
