import ExpenseModel
import Testing

@Suite("Arithmetic of money")
struct MoneyTests {
  private let euro = currency("EUR")

  @Test("0.10 added a million times is 100000.00")
  func million() throws {
    let dime = try Money.parse("0.10", currency: euro)
    var sum = Money(minor: 0, currency: euro)
    for _ in 0..<1_000_000 { sum = try sum.adding(dime) }
    #expect(sum.description == "100000.00 EUR")
    #expect(try Money.sum(repeatElement(dime, count: 1_000_000), currency: euro) == sum)
  }

  @Test("one cent more than fits is an overflow, in each direction")
  func overflow() throws {
    let most = try Money.parse("92233720368547758.07", currency: euro)
    let least = try Money.parse("-92233720368547758.08", currency: euro)
    let cent = Money(minor: 1, currency: euro)
    let sum = caught { () throws(ExpenseError) in try most.adding(cent) }
    #expect(sum?.code == .overflow && sum?.field == .amount)
    #expect(caught { () throws(ExpenseError) in try least.subtracting(cent) }?.code == .overflow)
    #expect(caught { () throws(ExpenseError) in try least.negated() }?.code == .overflow)
    #expect(try most.negated().minor == -.max)
    #expect(try most.subtracting(cent).adding(cent) == most)
    #expect(try least.adding(cent).negated() == most)
  }

  @Test("only the whole sum has to fit")
  func sum() throws {
    let amounts = [Int64.max, .max, .min, .min, 5].map { Money(minor: $0, currency: euro) }
    #expect(try Money.sum(amounts, currency: euro).minor == 3)
    #expect(try Money.sum([], currency: euro).minor == 0)
    let error = caught { () throws(ExpenseError) in
      try Money.sum(amounts.prefix(2), currency: euro)
    }
    #expect(error?.code == .overflow)
  }

  @Test("amounts of different currencies are never added")
  func currencies() throws {
    let dollar = Money(minor: 1, currency: currency("USD"))
    let cent = Money(minor: 1, currency: euro)
    let rescaled = Money(minor: 1, currency: try Currency(code: "EUR", digits: 3))
    for other in [dollar, rescaled] {
      #expect(caught { () throws(ExpenseError) in try cent.adding(other) }?.code == .currency)
      #expect(caught { () throws(ExpenseError) in try cent.subtracting(other) }?.code == .currency)
      let sum = caught { () throws(ExpenseError) in try Money.sum([cent, other], currency: euro) }
      #expect(sum?.code == .currency)
    }
  }
}
