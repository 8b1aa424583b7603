/// What the transactions of one statement have in common (OFX 2.3, section 11.4.2 and 11.4.3).
struct OFXStatement {
  /// Where it begins in the file.
  var start = 0
  /// `CURDEF`; "" where the bank gives none.
  var currencyText = ""
  /// Where that stands.
  var currencyOffset = 0
  /// `ACCTID` of the account that the statement is of.
  var account = ""
}
