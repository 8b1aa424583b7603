public import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// Writes an amount as text, such as "12.50 EUR".
///
/// Always with the currency's full digits, "." as the decimal mark and no grouping marks. For the
/// currencies of ISO 4217; a store's registered ones need iex_store_amount_text.
///
/// - Parameters:
///   - amount_minor: The amount in minor units.
///   - currency: An ISO 4217 code.
///   - text: Receives the text: IEX_AMOUNT_TEXT bytes.
/// - Returns: `text`, which holds "" when the currency is not known; "" when `text` is NULL.
@_cdecl("iex_amount_text")
public func iex_amount_text(
  _ amount_minor: Int64, _ currency: UnsafePointer<CChar>?, _ text: UnsafeMutablePointer<CChar>?
) -> UnsafePointer<CChar>? {
  unsafe amountText(amount_minor, currency: currency)
    .copied(to: text, capacity: IEX_AMOUNT_TEXT)
}

/// Reads an amount from text: "12.50", "-3" or, with its currency, "12.50 USD".
///
/// Strict: an optional "-", digits, optionally "." with digits, optionally a blank and a code. No
/// "+", no grouping marks, no exponent, no symbols.
///
/// - Parameters:
///   - text: The amount.
///   - currency: The currency of a bare amount, an ISO 4217 code; NULL or "": the text must name
///     one. A code in the text wins.
///   - money: Receives the amount.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_INVALID when it is not written so or has more digits than the currency;
///   IEX_ERROR_CURRENCY, IEX_ERROR_OVERFLOW.
@_cdecl("iex_amount_parse")
public func iex_amount_parse(
  _ text: UnsafePointer<CChar>?, _ currency: UnsafePointer<CChar>?,
  _ money: UnsafeMutablePointer<iex_money>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, money, "money") {
    let text = try unsafe requiredText(text, "text")
    let currency = try unsafe optionalCurrency(currency, "currency")
    return iex_money(try Money.parse(text, currency: currency))
  }
}

/// Adds two amounts of one currency.
///
/// - Parameters:
///   - a: An amount in minor units.
///   - b: Another one, of the same currency.
///   - sum: Receives the sum in minor units.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_OVERFLOW when the sum does not fit 64 bits.
@_cdecl("iex_amount_add")
public func iex_amount_add(
  _ a: Int64, _ b: Int64, _ sum: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, sum, "sum") { try add(a, b) }
}

/// Splits an amount into shares that sum to it exactly, by the method of the largest remainder.
///
/// The same input always gives the same shares; of equal remainders the earlier share gets the
/// minor unit. 100 in three equal shares is 34, 33, 33.
///
/// - Parameters:
///   - amount_minor: The amount in minor units; may be negative.
///   - weights: `count` weights, none negative and not all 0; NULL: equal shares.
///   - count: How many shares, from 1 to 1,000,000.
///   - shares: Receives `count` amounts in minor units; may be the same array as `weights`.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for wrong weights or a wrong count.
@_cdecl("iex_amount_split")
public func iex_amount_split(
  _ amount_minor: Int64, _ weights: UnsafePointer<Int64>?, _ count: Int,
  _ shares: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    try unsafe split(amount_minor, weights: weights, count: count, into: shares)
  }
}

/// Converts an amount into another currency at a rate of `numerator` / `denominator`.
///
/// The rate is the price of one unit of `from` in units of `to`: 0.92 is 92 / 100. Computed in 128
/// bits and rounded once, half to even.
///
/// - Parameters:
///   - amount_minor: The amount in minor units of `from`.
///   - from: An ISO 4217 code.
///   - to: An ISO 4217 code.
///   - numerator: Of the rate; above 0.
///   - denominator: Of the rate; above 0.
///   - converted: Receives the amount in minor units of `to`.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_CURRENCY when one is not known; IEX_ERROR_ARGUMENT for a wrong rate;
///   IEX_ERROR_OVERFLOW when the result does not fit 64 bits.
@_cdecl("iex_amount_convert")
public func iex_amount_convert(
  _ amount_minor: Int64, _ from: UnsafePointer<CChar>?, _ to: UnsafePointer<CChar>?,
  _ numerator: Int64, _ denominator: Int64, _ converted: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, converted, "converted") {
    let source = Money(minor: amount_minor, currency: try unsafe currency(from, "from"))
    let target = try unsafe currency(to, "to")
    let rate = try Rate(numerator: numerator, denominator: denominator)
    return try source.converted(to: target, rate: rate).minor
  }
}

/// Tells how many digits of a currency stand behind the point: 2 for "EUR", 0 for "JPY".
///
/// - Parameters:
///   - currency: An ISO 4217 code.
///   - digits: Receives the number.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_CURRENCY when it is not known.
@_cdecl("iex_currency_digits")
public func iex_currency_digits(
  _ currency: UnsafePointer<CChar>?, _ digits: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, digits, "digits") {
    Int32(truncatingIfNeeded: try unsafe IExpenseC.currency(currency, "currency").digits)
  }
}

/// Reads a date from ISO 8601 text: "2026-03-14", "20260314" or the week date "2026-W11-6".
///
/// - Parameters:
///   - text: The date.
///   - date: Receives it as yyyymmdd.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_INVALID when it is no date.
@_cdecl("iex_date_parse")
public func iex_date_parse(
  _ text: UnsafePointer<CChar>?, _ date: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, date, "date") {
    try CivilDate(parsing: unsafe requiredText(text, "text")).yyyymmdd
  }
}

/// Writes a date as ISO 8601 text, "2026-03-14".
///
/// - Parameters:
///   - date: yyyymmdd.
///   - text: Receives the text: IEX_DATE_TEXT bytes.
/// - Returns: `text`, which holds "" when there is no such date; "" when `text` is NULL.
@_cdecl("iex_date_text")
public func iex_date_text(
  _ date: Int32, _ text: UnsafeMutablePointer<CChar>?
) -> UnsafePointer<CChar>? {
  unsafe (CivilDate(yyyymmdd: date)?.description ?? "").copied(to: text, capacity: IEX_DATE_TEXT)
}

/// Steps from a date by years, months and days; the months first, then the days.
///
/// A step of months keeps the day of the month where the month has it, and else takes the month's
/// last day: from 31 January, one month is 28 February and two are 31 March.
///
/// - Parameters:
///   - date: yyyymmdd.
///   - years: How many; may be negative.
///   - months: How many; may be negative.
///   - days: How many; may be negative.
///   - result: Receives the date as yyyymmdd.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_INVALID when `date` is none; IEX_ERROR_OVERFLOW outside the years 1 to
///   9999.
@_cdecl("iex_date_add")
public func iex_date_add(
  _ date: Int32, _ years: Int32, _ months: Int32, _ days: Int32,
  _ result: UnsafeMutablePointer<Int32>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, result, "result") {
    try civilDate(date, "date")
      .adding(years: Int(years), months: Int(months), days: Int(days)).yyyymmdd
  }
}

/// Tells the ISO 8601 week of a date.
///
/// - Parameters:
///   - date: yyyymmdd.
///   - year: Receives the year that the week belongs to; may be NULL.
///   - week: Receives the week, from 1 to 53; may be NULL.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_INVALID when `date` is none.
@_cdecl("iex_date_week")
public func iex_date_week(
  _ date: Int32, _ year: UnsafeMutablePointer<Int32>?, _ week: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, optional: year, week) {
    let isoWeek = try civilDate(date, "date").isoWeek
    return (
      Int32(truncatingIfNeeded: isoWeek.year), Int32(truncatingIfNeeded: isoWeek.week)
    )
  }
}

/// Gives today's date in the time zone of the host.
///
/// - Returns: yyyymmdd.
@_cdecl("iex_date_today")
public func iex_date_today() -> Int32 {
  CivilDate.today().yyyymmdd
}
