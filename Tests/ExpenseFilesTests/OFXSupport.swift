/// The header that most banks write.
let ofxHeader = """
  OFXHEADER:100
  DATA:OFXSGML
  VERSION:102
  SECURITY:NONE
  ENCODING:USASCII
  CHARSET:1252
  COMPRESSION:NONE
  OLDFILEUID:NONE
  NEWFILEUID:NONE


  """

/// A statement of OFX 1 around some transactions.
func ofx1(
  _ transactions: String, currency: String = "<CURDEF>EUR\n", account: String = "4012-77",
  header: String = ofxHeader
) -> String {
  header + """
    <OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS>
    <DTSERVER>20260331120000<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
    <BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS>
    \(currency)<BANKACCTFROM><BANKID>10020030<ACCTID>\(account)<ACCTTYPE>CHECKING</BANKACCTFROM>
    <BANKTRANLIST><DTSTART>20260301<DTEND>20260331
    \(transactions)
    </BANKTRANLIST><LEDGERBAL><BALAMT>100.00<DTASOF>20260331</LEDGERBAL>
    </STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
    """
}

/// A transaction of OFX 1.
func transaction(
  _ amount: String, date: String = "20260304", id: String = "A1", name: String = "Grocer",
  type: String = "DEBIT", more: String = ""
) -> String {
  """
  <STMTTRN>
  <TRNTYPE>\(type)
  <DTPOSTED>\(date)
  <TRNAMT>\(amount)
  <FITID>\(id)
  <NAME>\(name)
  \(more)</STMTTRN>

  """
}
