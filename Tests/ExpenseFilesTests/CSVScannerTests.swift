import ExpenseModel
import Testing

@testable import ExpenseFiles

@Suite("CSV is read as RFC 4180 says")
struct CSVScannerTests {
  private func rows(_ text: String, delimiter: Character = ",") throws -> [[String]] {
    let bytes = Array(text.utf8)
    var scanner = CSVScanner(delimiter: delimiter.asciiValue ?? 0)
    var row = CSVRow()
    var rows: [[String]] = []
    while try scanner.next(bytes.span, &row) {
      rows.append(row.cells.map { CSVCell.text(bytes, $0) })
    }
    return rows
  }

  @Test(
    arguments: [
      ("", []), ("\n\r\n\r", []), ("a", [["a"]]), ("a,b\n", [["a", "b"]]),
      ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]), ("a\rb\nc\r\nd", [["a"], ["b"], ["c"], ["d"]]),
      (",\n", [["", ""]]), ("a,\n", [["a", ""]]), ("\"a,b\",c", [["a,b", "c"]]),
      ("\"a\"\"b\",\"\"\"\"", [["a\"b", "\""]]), ("\"\",x", [["", "x"]]),
      ("\"a\r\nb\",c\nd", [["a\r\nb", "c"], ["d"]]), ("a\"b,c\"", [["a\"b", "c\""]]),
      ("a\n\n\nb", [["a"], ["b"]]), ("é,€", [["é", "€"]]),
    ] as [(String, [[String]])])
  func splits(_ text: String, _ expected: [[String]]) throws {
    #expect(try rows(text) == expected)
  }

  @Test("Cells of every length end where they end, whatever stands around them")
  func lengths() throws {
    for delimiter in [",", ";", "\t", "|"] as [Character] {
      for length in 0..<40 {
        // Bytes that differ from a mark in one bit, or are near it, end no cell.
        let cell = String(repeating: "-+\u{8}\u{B}\u{C}\u{E}:<é\u{A0}{}", count: 4).prefix(length)
        for before in 0..<9 {
          let first = String(repeating: "x", count: before)
          let text = "\(first)\(delimiter)\(cell)\(delimiter)z\r\n\(cell)\r\(cell)"
          let rest = cell.isEmpty ? [] : [["\(cell)"], ["\(cell)"]]
          let expected = [[first, "\(cell)", "z"]] + rest
          #expect(try rows(text, delimiter: delimiter) == expected)
        }
      }
    }
  }

  @Test("The first byte that makes a text no UTF-8 is found wherever it stands")
  func utf8() {
    func first(_ bytes: [UInt8]) -> Int? {
      do {
        _ = try UTF8Span(validating: bytes.span)
        return nil
      } catch {
        return error.byteOffsets.lowerBound
      }
    }
    let parts: [[UInt8]] = [
      [], Array("é".utf8), Array("€€€".utf8), Array("日本語の文字".utf8), Array("😀".utf8), [0x80], [0xC3],
      [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xFF],
    ]
    for part in parts {
      for other in parts {
        for before in 0..<18 {
          for between in [0, 1, 7, 8, 15, 16, 17] {
            var bytes = [UInt8](repeating: 0x61, count: before)
            bytes += part + [UInt8](repeating: 0x62, count: between) + other
            #expect(DecodedText.firstInvalidByte(in: bytes) == first(bytes))
            bytes += Array("and so on".utf8)
            #expect(DecodedText.firstInvalidByte(in: bytes) == first(bytes))
          }
        }
      }
    }
  }

  @Test func otherDelimiters() throws {
    #expect(try rows("a;b,c", delimiter: ";") == [["a", "b,c"]])
    #expect(try rows("a\tb", delimiter: "\t") == [["a", "b"]])
  }

  @Test("A row knows the first of its physical lines")
  func lines() throws {
    let bytes = Array("h\r\n\"a\nb\rc\r\nd\"\n\nx".utf8)
    var scanner = CSVScanner(delimiter: UInt8(ascii: ","))
    var row = CSVRow()
    var lines: [Int] = []
    while try scanner.next(bytes.span, &row) { lines.append(row.line) }
    #expect(lines == [1, 2, 7])
  }

  @Test("Faults of quoting are told")
  func faults() throws {
    func fault(_ text: String) throws -> CSVRow.Fault {
      let bytes = Array(text.utf8)
      var scanner = CSVScanner(delimiter: UInt8(ascii: ","))
      var row = CSVRow()
      _ = try scanner.next(bytes.span, &row)
      return row.fault
    }
    #expect(try fault("a,\"b\"c,d") == .textAfterQuote(column: 1))
    #expect(try fault("a,\"b\nc") == .openQuote(column: 1))
    #expect(try fault("\"") == .openQuote(column: 0))
    #expect(try fault("a,\"b\"") == .none)
  }

  @Test("Limits are errors")
  func limits() throws {
    #expect(throws: ExpenseError.self) { try rows(String(repeating: ",", count: 5_000)) }
    let long = "\"" + String(repeating: "x", count: CSVScanner.maximumRowBytes) + "\","
    let error = try #require(throws: ExpenseError.self) { try rows("a\n\(long)") }
    #expect(error.message.hasPrefix("line 2: "))
  }

  @Test("A cell that was written reads the same")
  func writes() throws {
    let cells = ["", "a", "a,b", "\"", "a\nb", "\r", "=1+1", " x ", "é;€"]
    var bytes: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      OwnCSVWriter.write(cell, &bytes)
    }
    #expect(try rows(String(decoding: bytes, as: UTF8.self)) == [cells])
  }
}
