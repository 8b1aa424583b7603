internal import CIExpense
internal import ExpenseModel

/// An ISO 4217 currency that C names.
func currency(
  _ pointer: UnsafePointer<CChar>?, _ name: StaticString
) throws(ExpenseError) -> Currency {
  let code = try unsafe requiredText(pointer, name)
  guard let currency = Currency.iso(code) else {
    throw ExpenseError(
      .currency, "\(name) is \"\(code)\", which ISO 4217 does not have", field: .currency)
  }
  return currency
}

/// The same; NULL and "" are none.
func optionalCurrency(
  _ pointer: UnsafePointer<CChar>?, _ name: StaticString
) throws(ExpenseError) -> Currency? {
  guard let pointer = unsafe pointer, unsafe pointer.pointee != 0 else { return nil }
  return try unsafe currency(pointer, name)
}

/// An amount with its currency; "" when the currency is not known.
func amountText(_ amount: Int64, currency: UnsafePointer<CChar>?) -> String {
  guard let currency = unsafe currency,
    let code = unsafe String(validatingCString: currency),
    let currency = Currency.iso(code)
  else { return "" }
  return Money(minor: amount, currency: currency).description
}

/// Adds minor units of one currency.
func add(_ a: Int64, _ b: Int64) throws(ExpenseError) -> Int64 {
  let (sum, overflow) = a.addingReportingOverflow(b)
  guard !overflow else {
    throw ExpenseError(.overflow, "\(a) + \(b) does not fit 64 bits of minor units")
  }
  return sum
}

/// Splits minor units into the caller's array, which is zero on failure.
func split(
  _ amount: Int64, weights: UnsafePointer<Int64>?, count: Int,
  into shares: UnsafeMutablePointer<Int64>?
) throws(ExpenseError) {
  guard let shares = unsafe shares else { throw ExpenseError(.argument, "shares is NULL") }
  guard (1...Money.maximumShares).contains(count) else {
    throw ExpenseError(
      .argument, "count is \(count): an amount is split into 1 to 1,000,000 shares")
  }
  let weights = try unsafe weights.map { (pointer) throws(ExpenseError) in
    try unsafe numbers(pointer, count: count, "weights")
  }
  // Zero until the shares are known; the weights, which may stand in the same array, are copied.
  unsafe shares.update(repeating: 0, count: count)
  // Splitting knows of no currency, and this one has no digits to name in a message.
  guard let none = Currency.iso("XXX") else { return }
  let money = Money(minor: amount, currency: none)
  let parts: [Money]
  if let weights {
    parts = try money.split(byWeights: weights)
  } else {
    parts = try money.split(into: count)
  }
  for (index, part) in parts.enumerated() where index < count {
    unsafe shares[index] = part.minor
  }
}
