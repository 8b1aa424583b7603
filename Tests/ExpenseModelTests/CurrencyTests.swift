import ExpenseModel
import Testing

@Suite("Currencies")
struct CurrencyTests {
  @Test("ISO 4217 list one of 2026-01-01 has 178 codes, 165 of them with a minor unit")
  func size() {
    #expect(Currency.iso4217.count == 178)
    #expect(Currency.iso4217.count(where: \.hasMinorUnit) == 165)
    #expect(Set(Currency.iso4217.map(\.code)).count == 178)
    #expect(Currency.iso4217.map(\.code) == Currency.iso4217.map(\.code).sorted())
    for currency in Currency.iso4217 {
      #expect(Currency.isCode(currency.code) && currency.code.utf8.count == 3)
      #expect(Currency.iso(currency.code) == currency)
    }
  }

  @Test(
    "digits behind the point",
    arguments: [
      (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
      (2, "EUR USD GBP CHF CNY INR MGA MRU XCG ZWG XAD SVC CHE CHW USN BOV COU MXV VED VES"),
      (3, "BHD IQD JOD KWD LYD OMR TND"), (4, "CLF UYW"),
      (0, "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX"),
    ])
  func digits(digits: Int, codes: String) {
    for code in codes.split(separator: " ") {
      #expect(Currency.iso(String(code))?.digits == digits, "\(code)")
    }
    for digit in [0, 3, 4] where digit == digits && codes.hasPrefix("X") == false {
      let table = Currency.iso4217.filter { $0.digits == digit && $0.hasMinorUnit }
      #expect(table.map(\.code).joined(separator: " ") == codes)
    }
  }

  @Test("codes without a minor unit are marked, and only they")
  func minorUnit() throws {
    let none = Currency.iso4217.filter { !$0.hasMinorUnit }.map(\.code)
    #expect(none.joined(separator: " ") == "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX")
    #expect(currency("JPY").hasMinorUnit)
    #expect(try Currency(code: "XAU", digits: 0) == currency("XAU"))
  }

  @Test(
    "unknown, withdrawn and lower-case codes",
    arguments: ["", "usd", "Eur", "BGN", "HRK", "ANG", "ZWL", "CUC", "ABC", "EURO", "€"])
  func unknown(code: String) { #expect(Currency.iso(code) == nil) }

  @Test(
    "codes of one's own", arguments: [("BTC", 8), ("POINTS", 0), ("A12", 3), ("ABCDEFGHIJKL", 2)])
  func custom(code: String, digits: Int) throws {
    let currency = try Currency(code: code, digits: digits)
    #expect(currency.code == code && currency.digits == digits && currency.hasMinorUnit)
    #expect("\(currency)" == code)
  }

  @Test(
    "codes that are none",
    arguments: [
      "", "AB", "ABCDEFGHIJKLM", "1AB", "abc", "AbC", "A-B", "A B", "ÄBC", "AB\u{0}", "USD ",
    ])
  func notACode(code: String) {
    #expect(!Currency.isCode(code))
    let error = caught { () throws(ExpenseError) in try Currency(code: code, digits: 2) }
    #expect(error?.code == .currency && error?.field == .currency)
  }

  @Test("digits out of range", arguments: [-1, 9, .max, .min])
  func digitsOutOfRange(digits: Int) {
    let error = caught { () throws(ExpenseError) in try Currency(code: "BTC", digits: digits) }
    #expect(error?.code == .argument && error?.field == .currency)
  }
}
