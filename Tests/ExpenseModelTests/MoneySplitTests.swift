import ExpenseModel
import Testing

@Suite("Splitting money")
struct MoneySplitTests {
  private let euro = currency("EUR")

  private func money(_ minor: Int64) -> Money { Money(minor: minor, currency: euro) }

  @Test(
    "equal shares, the larger first",
    arguments: [
      (100, 3, [34, 33, 33]), (35_316, 8, [4415, 4415, 4415, 4415, 4414, 4414, 4414, 4414]),
      (-1001, 4, [-251, -250, -250, -250]), (0, 2, [0, 0]), (2, 5, [1, 1, 0, 0, 0]), (7, 1, [7]),
      (-1, 3, [-1, 0, 0]), (.min, 1, [.min]), (.min, 2, [.min / 2, .min / 2]),
      (.max, 2, [.max / 2 + 1, .max / 2]),
    ] as [(Int64, Int, [Int64])])
  func equal(amount: Int64, parts: Int, shares: [Int64]) throws {
    #expect(try money(amount).split(into: parts).map(\.minor) == shares)
    let weights = [Int64](repeating: 1, count: parts)
    #expect(try money(amount).split(byWeights: weights).map(\.minor) == shares)
  }

  @Test(
    "shares by weight, the largest remainder first",
    arguments: [
      (100, [1, 2, 3], [17, 33, 50]), (100, [0, 1], [0, 100]), (100, [1, 1, 1], [34, 33, 33]),
      (101, [1, 2], [34, 67]), (-100, [1, 2, 3], [-17, -33, -50]), (5, [7, 7, 7], [2, 2, 1]),
      (10, [.max, .max, .max], [4, 3, 3]), (.min, [.max, 1], [.min + 1, -1]),
      (.max, [.max], [.max]), (1, [1, .max], [0, 1]), (7, [0, 0, 3, 0], [0, 0, 7, 0]),
    ] as [(Int64, [Int64], [Int64])])
  func weighted(amount: Int64, weights: [Int64], shares: [Int64]) throws {
    #expect(try money(amount).split(byWeights: weights).map(\.minor) == shares)
  }

  @Test("no shares, too many, and weights that are none")
  func refused() {
    for parts in [0, -1, 1_000_001, .max, .min] {
      let error = caught { () throws(ExpenseError) in try money(100).split(into: parts) }
      #expect(error?.code == .argument)
    }
    for weights in [[], [0], [0, 0], [1, -1], [.min]] as [[Int64]] {
      let error = caught { () throws(ExpenseError) in try money(100).split(byWeights: weights) }
      #expect(error?.code == .argument)
    }
  }

  @Test("a million shares sum")
  func many() throws {
    let shares = try money(1_234_567).split(into: Money.maximumShares)
    #expect(shares.reduce(0) { $0 + $1.minor } == 1_234_567)
    #expect(shares.count(where: { $0.minor == 2 }) == 234_567)
  }

  @Test("random splits sum exactly, stay within one unit of their part, and mirror with the sign")
  func property() throws {
    var random = SeededGenerator(seed: 3)
    for round in 0..<4000 {
      let amount = random.amount()
      let weights = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        let weight = random.amount()
        return weight == .min ? .max : abs(weight)
      }
      let total = weights.reduce(Int128(0)) { $0 + Int128($1) }
      guard total > 0 else { continue }
      let shares = try money(amount).split(byWeights: weights).map(\.minor)
      let sum = shares.reduce(Int128(0)) { $0 + Int128($1) }
      var fine = sum == Int128(amount)
      for (share, weight) in zip(shares, weights) {
        let product = Int128(amount) * Int128(weight)
        let towardsZero = product / total
        let away = product % total == 0 ? towardsZero : towardsZero + product.signum()
        fine = fine && (Int128(share) == towardsZero || Int128(share) == away)
      }
      if amount != .min {
        fine = try fine && money(-amount).split(byWeights: weights).map { -$0.minor } == shares
      }
      let equal = try money(amount).split(into: weights.count).map(\.minor)
      fine = fine && equal.reduce(Int128(0)) { $0 + Int128($1) } == Int128(amount)
      fine = fine && (equal.max() ?? 0) - (equal.min() ?? 0) <= 1
      if !fine { Issue.record("round \(round): \(amount) by \(weights) gave \(shares)") }
    }
  }
}
