internal import ExpenseModel

/// What a file says besides its rows, gathered while these are written.
struct ExportTable {
  private let currencies: [String: Currency]
  private let names: [Int64: String]
  /// Whether an expense had a currency that was not there when the store was asked for them.
  var missedCurrency = false
  var currencyCount: Int { currencies.count }

  /// Currencies of the rows that ISO 4217 does not have, or with other digits.
  private(set) var custom: [String: Currency] = [:]
  /// The names of the imports that rows came from, in the order of their first rows.
  private(set) var imports: [String] = []
  private var numbers: [Int64: Int64] = [:]

  /// - Parameter all: Whether all of the store is written, its unused currencies too.
  init(currencies: [Currency], names: [Int64: String], all: Bool) {
    for currency in currencies where all && Currency.iso(currency.code) != currency {
      custom[currency.code] = currency
    }
    self.currencies = Dictionary(currencies.map { ($0.code, $0) }) { first, _ in first }
    self.names = names
  }

  /// An amount with all digits of its currency.
  mutating func amount(_ minor: Int64, _ code: String) throws(ExpenseError) -> String {
    Money(minor: minor, currency: try currency(code)).amountText
  }

  /// The currency that an expense has.
  mutating func currency(_ code: String) throws(ExpenseError) -> Currency {
    let iso = Currency.iso(code)
    guard let currency = currencies[code] ?? iso else {
      missedCurrency = true
      throw ExpenseError(.currency, "unknown currency \"\(code)\"", field: .currency)
    }
    if currency != iso { custom[code] = currency }
    return currency
  }

  /// The number that an import has in the file, from 1: a store's own numbers may have gaps, and
  /// another store gives others.
  mutating func importNumber(_ number: Int64) -> Int64 {
    if number == 0 { return 0 }
    if let known = numbers[number] { return known }
    imports.append(importName(number))
    numbers[number] = Int64(imports.count)
    return Int64(imports.count)
  }

  /// The name of an import of the store; "" for none.
  func importName(_ number: Int64) -> String { names[number] ?? "" }
}

extension Expense.Source {
  /// Whether it says anything.
  var isEmpty: Bool {
    importNumber == 0 && line == 0 && fingerprint == 0 && externalID.isEmpty
  }

  /// The fingerprint as 16 hexadecimal digits.
  var fingerprintText: String {
    let digits = String(fingerprint, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
