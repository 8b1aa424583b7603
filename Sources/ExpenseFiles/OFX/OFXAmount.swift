internal import ExpenseModel

/// Reads the amounts of OFX (2.3, section 3.2.9.1): the decimal mark is a point or a comma, and there
/// are no grouping marks.
///
/// Some banks write grouping marks all the same. So `1,650` may be 1650 or 1.65, which is a question;
/// `1,650.00`, `-200,00` and `-8.95000` can be read in one way only.
enum OFXAmount {
  enum Reading {
    /// In minor units.
    case minor(Int64)
    /// The two marks give two numbers.
    case ambiguous
    case fault(AmountText.Fault)
  }

  /// - Parameter settled: The decimal mark where the text leaves it open.
  static func read(
    _ text: String, _ currency: Currency, settled: AmountText.DecimalMark?
  ) -> Reading {
    let text = wholeNumber(text) ?? text
    let marks = marks(text)
    // With three digits the currency leaves no doubt: there are no grouping marks.
    let isOpen = marks.count > 1 && currency.digits < 3
    guard let mark = isOpen ? settled : marks.count > 1 ? decimal(text) : marks.first ?? .point
    else { return .ambiguous }
    do throws(AmountText.Fault) {
      let utf8 = text.utf8
      let amount = try AmountText(utf8.span, 0..<utf8.count, decimal: mark)
      guard amount.unit.isEmpty, amount.direction == .none else { return .fault(.notANumber) }
      return .minor(try amount.minor(digits: currency.digits))
    } catch {
      return .fault(error)
    }
  }

  /// The decimal marks with which a text is a number; one where both give the same.
  static func marks(_ text: String) -> [AmountText.DecimalMark] {
    let text = wholeNumber(text) ?? text
    let utf8 = text.utf8
    let numbers = AmountText.DecimalMark.allCases.compactMap { mark in
      (try? AmountText(utf8.span, 0..<utf8.count, decimal: mark)).map { (mark, $0) }
    }
    let hasMark = text.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
    guard hasMark || numbers.count < 2 else { return [.point] }
    return numbers.map(\.0)
  }

  /// A number that ends in its decimal mark, such as `-5.`, without that; nil for any other text.
  private static func wholeNumber(_ text: String) -> String? {
    guard let mark = text.last, mark == "." || mark == ",", text.dropLast().last?.isNumber == true
    else { return nil }
    return String(text.dropLast())
  }

  /// The mark that stands in a text.
  private static func decimal(_ text: String) -> AmountText.DecimalMark {
    text.utf8.contains(UInt8(ascii: ",")) ? .comma : .point
  }
}
