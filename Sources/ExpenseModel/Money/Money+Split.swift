extension Money {
  /// Most shares that an amount is split into.
  public static let maximumShares = 1_000_000

  /// Splits the amount into equal shares that sum to it exactly.
  ///
  /// Where it cannot be shared equally, the first shares are one minor unit larger in size, so that
  /// 1.00 in three is 0.34, 0.33, 0.33 and -1.00 is -0.34, -0.33, -0.33.
  ///
  /// - Throws: ``ExpenseError/Code/argument`` unless there are 1 to 1,000,000 parts.
  public func split(into parts: Int) throws(ExpenseError) -> [Money] {
    try Money.requireShares(parts)
    let (share, rest) = minor.quotientAndRemainder(dividingBy: Int64(parts))
    let unit: Int64 = minor < 0 ? -1 : 1
    return (0..<parts).map { index in
      let larger = index < rest.magnitude
      return Money(minor: larger ? share &+ unit : share, currency: currency)
    }
  }

  /// Splits the amount in proportion to weights into shares that sum to it exactly.
  ///
  /// Each share is rounded towards zero; the minor units that are left go to the shares with the
  /// largest remainders, the earlier first where two are equal (the method of largest remainder).
  /// A weight of 0 gets 0.
  ///
  /// Complexity: O(n log n).
  ///
  /// - Throws: ``ExpenseError/Code/argument`` unless there are 1 to 1,000,000 weights, none below 0
  ///   and one above 0.
  public func split(byWeights weights: [Int64]) throws(ExpenseError) -> [Money] {
    try Money.requireShares(weights.count)
    var total: UInt128 = 0
    for weight in weights {
      guard weight >= 0 else {
        throw ExpenseError(.argument, "a weight is 0 or above: \(weight)", field: .amount)
      }
      total &+= UInt128(weight.magnitude)
    }
    guard total > 0 else {
      throw ExpenseError(.argument, "one of the weights must be above 0", field: .amount)
    }
    var left = minor.magnitude
    var remainders: [UInt128] = []
    var shares: [UInt64] = []
    remainders.reserveCapacity(weights.count)
    shares.reserveCapacity(weights.count)
    for weight in weights {
      let product = UInt128(minor.magnitude) &* UInt128(weight.magnitude)
      let (share, remainder) = product.quotientAndRemainder(dividingBy: total)
      // A share is no larger than the amount, because a weight is no larger than their total.
      shares.append(UInt64(truncatingIfNeeded: share))
      left &-= UInt64(truncatingIfNeeded: share)
      remainders.append(remainder)
    }
    if left > 0 {
      let order = weights.indices.sorted { a, b in
        remainders[a] != remainders[b] ? remainders[a] > remainders[b] : a < b
      }
      // Fewer units are left than there are remainders above 0.
      for index in order.prefix(Int(left)) { shares[index] &+= 1 }
    }
    return shares.map { share in
      let minor = Int64(truncatingIfNeeded: share)
      return Money(minor: self.minor < 0 ? 0 &- minor : minor, currency: currency)
    }
  }

  private static func requireShares(_ count: Int) throws(ExpenseError) {
    guard (1...maximumShares).contains(count) else {
      throw ExpenseError(
        .argument, "an amount is split into 1 to 1,000,000 shares: \(count)", field: .amount)
    }
  }
}
