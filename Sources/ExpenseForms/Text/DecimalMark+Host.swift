internal import CLinux
public import ExpenseModel

extension AmountText.DecimalMark {
  /// The mark of the host's numbers (LC_NUMERIC): of the locale that the program has set, else of
  /// the environment's; a point where that has neither of the two.
  ///
  /// No locale is changed by asking. A program that has set no locale is in "C", as is one that has
  /// set that one: both are taken for the first.
  public static var host: AmountText.DecimalMark {
    clinux_decimal_mark() == CChar(UInt8(ascii: ",")) ? .comma : .point
  }
}
