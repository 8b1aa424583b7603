import ExpenseModel
import ExpenseStore
import Testing

@testable import ExpenseFiles

@Suite("What programs and banks put around a file, or send in its place")
struct OddFilesTests {
  @Test(
    "The end-of-file character of DOS is no part of a text",
    arguments: [
      ("Date,Payee,Amount,Currency\n2026-03-04,Cafe,3.50,EUR\n\u{1A}", #"{"spending":"positive"}"#),
      ("Date,Payee,Amount,Currency\n2026-03-04,Cafe,3.50,EUR\u{1A}", #"{"spending":"positive"}"#),
      ("!Type:Bank\nD2026-03-04\nT-3.50\nPCafe\n^\n\u{1A}\u{1A}", qifAnswers),
      (ofx1(transaction("-3.50", name: "Cafe")) + "\r\n\u{1A}", ""),
      (#"[{"name":"Cafe","type":"Personal","amount":3.5}]"# + "\n\u{1A}", itemsProfile),
    ])
  func endOfDOS(_ text: String, _ profile: String) throws {
    let rows = try Import.open(makeStore(), text, profile).allRows()
    #expect(rows.map(\.expense?.amount) == [350])
    #expect(rows.first?.expense?.name == "Cafe")
  }

  @Test(
    "A web page in place of a file is an error that says so",
    arguments: [
      "<!DOCTYPE html><html><body>Your session has expired</body></html>", "\n <HTML>\n<head>",
      "\u{FEFF}<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">", "<html lang=\"de\"><OFX>",
    ])
  func webPage(_ text: String) throws {
    for bytes in [
      Array(text.utf8), text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] },
    ] {
      let error = #expect(throws: ExpenseError.self) {
        try Import.open(try makeStore(), bytes: bytes)
      }
      #expect(error?.code == .format)
      #expect(error?.message.hasPrefix("the file is a web page (HTML)") == true)
    }
  }

  @Test("What only begins like one is none", arguments: ["<htm", "", "htmls,x\n1,2\n"])
  func noWebPage(_ text: String) throws {
    do {
      _ = try Import.open(try makeStore(), text)
    } catch let error as ExpenseError {
      #expect(!error.message.hasPrefix("the file is a web page"))
    }
  }
}
