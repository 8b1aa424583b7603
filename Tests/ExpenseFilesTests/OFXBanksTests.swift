import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("OFX as banks write it")
struct OFXBanksTests {
  private func rows(_ text: String, _ profile: String = #"{"income":"refund"}"#) throws
    -> [ImportRow]
  {
    let file = try Import.open(try makeStore(), text, profile)
    #expect(file.summary.format == "ofx")
    #expect(file.summary.questions.isEmpty)
    return try file.allRows()
  }

  private func names(_ text: String) throws -> [String?] { try rows(text).map { $0.expense?.name } }

  @Test("OFX 2 on one line, with closing tags and a tag of another namespace")
  func xml() throws {
    let text =
      #"<?xml version="1.0" encoding="UTF-8" standalone="no"?>"#
      + #"<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>"#
      + "<OFX ><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD</CURDEF><CCACCTFROM>"
      + "<ACCTID>5555</ACCTID></CCACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT</TRNTYPE>"
      + "<DTPOSTED>20250912120000.000</DTPOSTED><TRNAMT>-20.00</TRNAMT><FITID>8z34</FITID>"
      + "<NAME>Caf\u{E9} &quot;Zur Post&quot; &#38; S\u{F6}hne</NAME><MEMO/><PAYEE><CITY>Ulm</CITY></PAYEE></STMTTRN>"
      + "</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>"
    let row = try #require(try rows(text).first)
    #expect(row.expense?.name == "Caf\u{E9} \"Zur Post\" & S\u{F6}hne")
    #expect(row.expense?.account == "5555")
    #expect(row.expense?.extra == #"{"TRNTYPE":"DEBIT","PAYEE.CITY":"Ulm"}"#)
    #expect(row.line == 1)
  }

  @Test("QFX: the tags of Intuit are passed over")
  func qfx() throws {
    let text = ofx1(transaction("-3.00")).replacing(
      "</SONRS>", with: "<FI><ORG>B1<FID>10898</FI><INTU.BID>10898<INTU.USERID>me</SONRS>")
    #expect(try names(text) == ["Grocer"])
  }

  @Test("Some fields closed and some not, an empty field without its end, one in another")
  func tags() throws {
    let text = ofx1(
      """
      <STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260304<TRNAMT>-1.00</TRNAMT><FITID>1<MEMO>
      </STMTTRN>
      <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260304<TRNAMT>-1.00<FITID>2<NAME><MEMO>Two</MEMO></STMTTRN>
      <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260304<TRNAMT>-1.00<FITID>3
      <PAYEE><NAME>Three<ADDR1>Road 1<CITY>X<STATE>Y<POSTALCODE>1<PHONE>2</PAYEE><NAME></STMTTRN>
      """)
    let rows = try rows(text)
    #expect(rows.map { $0.expense?.name } == ["(no name)", "Two", "Three"])
    #expect(rows[0].reason == "the file gives no name: \"(no name)\" stands for it")
    #expect(rows[1].expense?.note == "")
  }

  @Test("A transaction without its end, a statement with the end of another kind")
  func wrongEnds() throws {
    let text = ofx1(
      """
      <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260304<TRNAMT>-1.00<FITID>1<NAME>One
      <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260304<TRNAMT>-1.00<FITID>2<NAME>Two
      """
    ).replacing("<STMTRS>", with: "<CCSTMTRS>")
    #expect(try names(text) == ["One", "Two"])
  }

  @Test("Names with &, <, quotes, entities of other languages, CDATA, and a comment")
  func escapes() throws {
    let written = [
      "B&B Hotel", "Q&amp;A &lt;1&gt;", "R&D; x", "5 < 6 & 7", "Say \"hi\"", "&copy; A&#233;&#xE9;",
      "<![CDATA[Tom & <Jerry>]]>", "A<!-- no -->B", "nbsp&nbsp;x", "&#0;&#xD800;&;&",
      "Tom &amp Jerry", "&ampere", "x &gt", "&ltx&gt;",
    ]
    let right = [
      "B&B Hotel", "Q&A <1>", "R&D; x", "5 < 6 & 7", "Say \"hi\"", "&copy; A\u{E9}\u{E9}",
      "Tom & <Jerry>", "AB", "nbsp\u{A0}x", "&#0;&#xD800;&;&",
      "Tom & Jerry", "&ampere", "x >", "&ltx>",
    ]
    let text = written.enumerated().map { transaction("-1.00", id: "\($0)", name: $1) }
    #expect(try names(ofx1(text.joined())) == right)
  }

  @Test("Without a header, without <OFX>, in one line, behind blank lines")
  func headers() throws {
    let text = ofx1(transaction("-1.00"))
    let body = String(text.drop { $0 != "<" })
    #expect(try names(body) == ["Grocer"])
    #expect(try names("\n\r\n " + text) == ["Grocer"])
    #expect(try names("\u{FEFF}" + text) == ["Grocer"])
    #expect(
      try names("OFXHEADER:100 DATA:OFXSGML VERSION:151 CHARSET:1252 " + body) == ["Grocer"])
    // As csv2ofx writes it.
    #expect(try names("DATA:OFXSGML\nENCODING:UTF-8\n" + body) == ["Grocer"])
    #expect(try names(text.replacing("\n", with: "\r")) == ["Grocer"])
    #expect(try names(text.replacing("\n", with: "")) == ["Grocer"])
    #expect(try names(text.replacing("\n", with: "\r\n")) == ["Grocer"])
    let bare =
      ofxHeader + "<BANKTRANLIST><DTSTART>20260301\n" + transaction("-1.00") + "</BANKTRANLIST>"
    let rows = try rows(bare, #"{"currency":"USD"}"#)
    #expect(rows.map { $0.expense?.currency } == ["USD"])
    #expect(rows[0].expense?.account == "")
  }

  @Test(
    "The bytes decide on the encoding where the header lies",
    arguments: [
      ("USASCII", "1252", [UInt8]("Caf\u{E9}".utf8), "utf-8"),
      ("USASCII", "1252", [0x43, 0x61, 0x66, 0xE9], "cp1252"),
      ("UTF-8", "NONE", [UInt8]("Caf\u{E9}".utf8), "utf-8"),
      ("UTF-8", "NONE", [0x43, 0x61, 0x66, 0xE9], "cp1252"),
      ("USASCII", "NONE", [0x43, 0x61, 0x66, 0xE9], "cp1252"),
      ("USASCII", "8859-1", [0x43, 0x61, 0x66, 0xE9], "cp1252"),
      ("UNICODE", "NONE", [UInt8]("Caf\u{E9}".utf8), "utf-8"),
    ])
  func encoding(_ encoding: String, _ charset: String, _ name: [UInt8], _ right: String) throws {
    let header = ofxHeader.replacing("USASCII", with: encoding).replacing("1252", with: charset)
    var bytes: [UInt8] = []
    for byte in ofx1(transaction("-1.00", name: "*"), header: header).utf8 {
      if byte == UInt8(ascii: "*") { bytes += name } else { bytes.append(byte) }
    }
    let file = try Import.open(try makeStore(), bytes: bytes)
    #expect(file.summary.questions.isEmpty)
    #expect(file.summary.encoding == right)
    #expect(try file.allRows()[0].expense?.name == "Caf\u{E9}")
  }

  @Test("An encoding that this library does not read is asked for where it matters")
  func unknownEncoding() throws {
    let header = ofxHeader.replacing("1252", with: "1251")
    var bytes = Array(ofx1(transaction("-1.00", name: "Caf*"), header: header).utf8)
    #expect(try Import.open(try makeStore(), bytes: bytes).summary.questions.isEmpty)
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "*")))
    bytes[place] = 0xE9
    let file = try Import.open(try makeStore(), bytes: bytes)
    #expect(
      file.summary.questions == [
        "encoding: the text is not UTF-8, and the file says that it is 1251; if it is none of utf-8, "
          + "utf-8-sig, cp1252, latin-1, utf-16, utf-16-le or utf-16-be, save it as UTF-8"
      ])
    try file.answer(#"{"encoding":"cp1252"}"#)
    #expect(file.summary.fresh == 1)
  }

  @Test("UTF-16, with a mark and without")
  func utf16() throws {
    let units = Array(ofx1(transaction("-1.00", name: "Caf\u{E9}")).utf16)
    let bytes = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    for mark: [UInt8] in [[0xFF, 0xFE], []] {
      let file = try Import.open(try makeStore(), bytes: mark + bytes)
      #expect(file.summary.encoding == "utf-16-le")
      #expect(try file.allRows()[0].expense?.name == "Caf\u{E9}")
    }
  }

  @Test("Balances among the transactions, pending ones and investments are rejected, not dropped")
  func notRead() throws {
    let text = ofx1(
      transaction("0.00", date: "00000000", id: "", name: "Saldo anterior", type: "OTHER")
        + transaction("-1.00")
        + transaction(
          "-9.00", id: "A9", more: "<CORRECTFITID>A1\n<CORRECTACTION>DELETE\n")
    ).replacing(
      "</BANKMSGSRSV1>",
      with: """
        </BANKMSGSRSV1><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>USD
        <INVACCTFROM><BROKERID>x<ACCTID>INV1</INVACCTFROM>
        <INVTRANLIST><DTSTART>20260301<DTEND>20260331
        <BUYSTOCK><INVBUY><INVTRAN><FITID>1<DTTRADE>20260302</INVTRAN><TOTAL>-100.00</INVBUY></BUYSTOCK>
        <INCOME><INVTRAN><FITID>2</INVTRAN></INCOME>
        <INVBANKTRAN>\(transaction("-2.00", name: "Fee"))<SUBACCTFUND>CASH</INVBANKTRAN>
        </INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>
        """
    ).replacing(
      "<LEDGERBAL>",
      with: "<BANKTRANLISTP><DTASOF>20260331<STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20260330"
        + "<TRNAMT>-4.00<NAME>Later</STMTTRNP></BANKTRANLISTP><LEDGERBAL>")
    let rows = try rows(text)
    #expect(
      rows.map(\.status)
        == [.rejected, .fresh, .rejected, .rejected, .rejected, .rejected, .fresh])
    #expect(
      rows.map(\.reason) == [
        "there is no such day", "",
        "the bank takes back the transaction \"A1\": remove that one",
        "a pending transaction: it comes with its date when the bank has posted it",
        "an investment (BUYSTOCK): statements of investments are not read",
        "an investment (INCOME): statements of investments are not read", "",
      ])
    #expect(rows[6].expense?.account == "INV1")
    #expect(rows[6].expense?.currency == "USD")
  }

  @Test("What the bank answers to an order is rejected, also where nothing closes it")
  func orders() throws {
    let order = "<INTRATRNRS><INTRARS><CURDEF>USD<XFERINFO><BANKACCTFROM><ACCTID>9</BANKACCTFROM>"
    let ends = "<TRNAMT>5.00</XFERINFO><DTPOSTED>20260302</INTRARS></INTRATRNRS>"
    for end in [ends, ""] {
      let rows = try rows(
        ofx1(transaction("-1.00")).replacing("<STMTTRNRS>", with: order + end + "<STMTTRNRS>"))
      #expect(rows.map(\.status) == [.rejected, .fresh])
      #expect(
        rows[0].reason
          == "an order of a transfer (INTRARS): it comes with the statement that has it")
      #expect(rows[1].expense?.account == "4012-77")
      #expect(rows[1].expense?.currency == "EUR")
    }
  }

  @Test("Two statements in a file: each with its own currency and account")
  func statements() throws {
    let one = ofx1(transaction("-1.00"))
    let card =
      "<CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>GBP<CCACCTFROM><ACCTID>XXXX1111"
      + "</CCACCTFROM><BANKTRANLIST>\(transaction("-1.00"))</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS>"
      + "</CREDITCARDMSGSRSV1>"
    let text = one.replacing("</OFX>", with: card + "</OFX>")
    let rows = try rows(text)
    #expect(rows.map { $0.expense?.currency } == ["EUR", "GBP"])
    #expect(rows.map { $0.expense?.account } == ["4012-77", "XXXX1111"])
    // The same id, day and amount: two accounts, two rows.
    let store = try makeStore()
    _ = try Import.open(store, text).commit()
    let again = try Import.open(store, text)
    #expect(again.summary.duplicates == 2)
    #expect(try Import.open(store, one).summary.duplicates == 1)
  }

  @Test("What a statement says behind its transactions is true of them too, whatever was answered")
  func lateCurrency() throws {
    let rows = try rows(
      """
      <OFX><STMTRS><STMTTRN><DTPOSTED>20260304<TRNAMT>-1.50<NAME>Tea</STMTTRN>
      <CURDEF>USD<BANKACCTFROM><ACCTID>12</BANKACCTFROM></STMTRS></OFX>
      """, #"{"income":"refund","currency":"EUR"}"#)
    #expect(rows.map(\.status) == [.fresh])
    #expect(rows.first?.expense?.currency == "USD")
    #expect(rows.first?.expense?.account == "12")
  }

  @Test("A memo that says the name again is no note; the rate of ofxstatement's own tag is read")
  func ofxstatement() throws {
    let rate = "<ORIG_CURRENCY>\n<CURSYM>USD</CURSYM><CURRATE>0.5</CURRATE></ORIG_CURRENCY>\n"
    let row = try #require(
      try rows(ofx1(transaction("-5.00", more: "<MEMO>Grocer</MEMO>\n" + rate))).first)
    #expect(row.expense?.note == "")
    #expect(row.expense?.extra == #"{"TRNTYPE":"DEBIT"}"#)
    #expect(row.expense?.conversion == .init(amount: 1_000, currency: "USD", rate: "0.5"))
  }
}
