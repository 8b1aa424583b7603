import ExpenseModel
import ExpenseStore
import Foundation
import Testing

@testable import ExpenseFiles

@Suite("The tutorial's property list")
struct PlistTests {
  static let items =
    #"[{"id":"6F9619FF-8B86-D011-B42D-00CF4FC964FF","name":"Lunch","type":"Personal","amount":12.5},"#
    + #"{"name":"Café","type":"Travel","amount":3}]"#

  /// A property list as the system writes it.
  private func plist(
    _ values: [String: Any], _ format: PropertyListSerialization.PropertyListFormat
  ) throws -> [UInt8] {
    Array(try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0))
  }

  private func open(_ bytes: [UInt8], _ profile: String = itemsProfile) throws -> Import {
    try Import.open(
      try makeStore("USD"), bytes: bytes, options: ImportOptions(profile: profile, name: "file"))
  }

  @Test(
    "Binary and XML, data and text, with other keys beside", arguments: [true, false],
    [true, false])
  func found(_ isBinary: Bool, _ isData: Bool) throws {
    let values: [String: Any] = [
      "Items": isData ? Data(PlistTests.items.utf8) : PlistTests.items,
      "Launches": 7, "Last": Date(timeIntervalSince1970: 0), "On": true, "Rate": 0.5,
      "Window": ["x": 1, "Items": "no", "list": [1, ["deep": Data([1])]]] as [String: Any],
      "Größe": "ö",
    ]
    let file = try open(try plist(values, isBinary ? .binary : .xml))
    #expect(file.summary.format == "plist")
    #expect(file.summary.text == "file: 2 new")
    let rows = try file.allRows()
    #expect(rows.map { $0.expense?.name } == ["Lunch", "Café"])
    #expect(rows.map { $0.expense?.amount } == [1250, 300])
    #expect(rows.map { $0.expense?.type } == ["Personal", "Travel"])
    #expect(rows[0].expense?.uuid.description == "6f9619ff-8b86-d011-b42d-00cf4fc964ff")
    #expect(rows.map { $0.expense?.date.description } == ["2026-01-31", "2026-01-31"])
  }

  @Test("Currency and day are asked for, as of the same list in JSON, and it is the same list")
  func questions() throws {
    let store = try makeStore("USD")
    let file = try Import.open(
      store, bytes: try plist(["Items": Data(PlistTests.items.utf8)], .xml))
    #expect(
      file.summary.questions == [
        "currency: in which currency are the amounts?",
        "defaultDate: on which day were they spent? (yyyy-mm-dd)",
      ])
    try file.answer(itemsProfile)
    _ = try file.commit()
    #expect(try Import.open(store, PlistTests.items, itemsProfile).summary.duplicates == 2)
    let removed = try #require(try store.all().first)
    try store.remove([removed.id])
    let again = try Import.open(
      store, bytes: try plist(["Items": PlistTests.items], .binary),
      options: ImportOptions(profile: itemsProfile))
    #expect(again.summary.removedEarlier == 1)
    #expect(again.summary.duplicates == 1)
    _ = try store.undo()
    _ = try store.undo()
    #expect(try store.all().isEmpty)
  }

  @Test("The key may be given; without the usual one it is asked for", arguments: [true, false])
  func key(_ isBinary: Bool) throws {
    let values: [String: Any] = [
      "expenses": Data(PlistTests.items.utf8), "old": "[]", "note": "text", "n": 1,
    ]
    let bytes = try plist(values, isBinary ? .binary : .xml)
    let file = try open(bytes)
    let question = try #require(file.summary.findings.first { $0.key == "key" })
    #expect(question.state == .ambiguous)
    #expect(question.candidates.sorted() == ["expenses", "old"])
    try file.answer(#"{"key":"expenses"}"#)
    #expect(file.summary.questions.isEmpty)
    #expect(file.summary.fresh == 2)
    #expect(file.profile == #"{"currency":"USD","defaultDate":"2026-01-31","key":"expenses"}"#)
    #expect(try open(bytes, file.profile).summary.fresh == 2)
    for (key, what) in [("none", "it has \""), ("n", "it has \"")] {
      let error = #expect(throws: ExpenseError.self) {
        try open(bytes, #"{"currency":"USD","defaultDate":"2026-01-31","key":"\#(key)"}"#)
      }
      #expect(error?.code == .format)
      #expect(error?.message.contains("under \"\(key)\": \(what)") == true)
    }
    let text = try open(bytes, #"{"currency":"USD","defaultDate":"2026-01-31","key":"old"}"#)
    #expect(text.summary.text == "file: 0 new")
  }

  @Test("What has no list says so", arguments: [true, false])
  func noList(_ isBinary: Bool) throws {
    for values: [String: Any] in [[:], ["a": 1], ["Items": 5]] {
      let error = #expect(throws: ExpenseError.self) {
        try open(try plist(values, isBinary ? .binary : .xml))
      }
      #expect(error?.code == .format)
      #expect(
        error?.message == "the property list has no data and no text under \"Items\": it has none "
          + "at all")
    }
    let array = try PropertyListSerialization.data(
      fromPropertyList: [1, 2], format: isBinary ? .binary : .xml, options: 0)
    #expect(throws: ExpenseError.self) { try open(Array(array)) }
  }

  @Test("A list that is damaged inside is an error with its place in the list")
  func damaged() throws {
    let cut = String(PlistTests.items.dropLast(8))
    let error = #expect(throws: ExpenseError.self) {
      try open(try plist(["Items": Data(cut.utf8)], .binary))
    }
    #expect(error?.code == .format)
    #expect(
      error?.message.hasPrefix(
        "the value of \"Items\": byte \(cut.utf8.count) (line 1, column ") == true)
    let text = #expect(throws: ExpenseError.self) {
      try open(try plist(["Items": Data([0xFF, 0x00, 0x5B])], .xml))
    }
    #expect(text?.code == .encoding)
  }

  @Test("XML by hand: comments, CDATA, an empty value, and what is not well-formed")
  func xml() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/x.dtd">
      <plist version="1.0"><!-- mine -->
      <dict><key>A</key><string/><key>B</key><array><dict/></array>
      <key>It<![CDATA[ems]]></key><string><![CDATA[[{"name":"a&b","amount":1}]]]></string>
      </dict></plist>
      """
    #expect(try open(Array(text.utf8)).allRows().map { $0.expense?.name } == ["a&b"])
    for (old, new) in [
      ("</dict></plist>", ""), ("</dict></plist>", "</dict>"), ("<key>A</key>", "<key>A"),
      ("<key>A</key>", ""), ("<dict><key>", "x<dict><key>"), ("<string/>", "<data>A</data>"),
      ("<string/>", "<data>AAA</data>"), ("<string/>", "<data>A=AA</data>"),
      ("<string/>", "<data>*</data>"), ("<array>", ""), ("<plist version=\"1.0\">", "<plistx>"),
    ] {
      let error = #expect(throws: ExpenseError.self, "\(old) → \(new)") {
        try open(Array(text.replacing(old, with: new).utf8))
      }
      #expect(error?.code == .format)
    }
  }

  @Test("No cut and no changed byte of a binary file is more than an error")
  func mutated() throws {
    let whole = try plist(
      ["Items": Data(PlistTests.items.utf8), "Größe": "ö", "n": ["a": [1, 2]]], .binary)
    for end in 8..<whole.count {
      #expect(throws: ExpenseError.self) { try open(Array(whole[..<end])) }
    }
    let store = try makeStore("USD")
    for index in 7..<whole.count {
      for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xD3, 0xFF] {
        var bytes = whole
        bytes[index] = byte
        do throws(ExpenseError) {
          _ = try Import.open(
            store, bytes: bytes,
            options: ImportOptions(profile: itemsProfile))
        } catch {
          #expect([.format, .encoding].contains(error.code))
        }
      }
    }
  }
}
