internal import ExpenseModel

/// Writes items as the tutorial's app does.
enum ItemsWriter {
  /// Writes one element of the array.
  static func write(_ expense: Expense, _ currency: Currency, _ json: inout JSONWriter) {
    json.raw("{\"id\":")
    json.string(expense.uuid.description.uppercased())
    json.raw(",\"name\":")
    json.raw(json: string(expense.name))
    json.raw(",\"type\":")
    json.raw(json: string(expense.type))
    json.raw(",\"amount\":")
    json.raw(json: number(expense.amount, currency))
    json.raw("}")
  }

  /// A string with its quotation marks; Foundation also escapes `/`.
  private static func string(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    var bytes: [UInt8] = []
    for byte in json.take() {
      if byte == UInt8(ascii: "/") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The shortest number: 12.50 is 12.5, and 12.00 is 12.
  private static func number(_ minor: Int64, _ currency: Currency) -> String {
    let text = Money(minor: minor, currency: currency).amountText
    guard currency.digits > 0 else { return text }
    var digits = text.utf8[...]
    while digits.last == UInt8(ascii: "0") { digits = digits.dropLast() }
    if digits.last == UInt8(ascii: ".") { digits = digits.dropLast() }
    return String(Substring(digits))
  }
}
