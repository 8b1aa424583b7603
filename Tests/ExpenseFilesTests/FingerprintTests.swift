import Testing

@testable import ExpenseFiles

@Suite("Fingerprints are the same for ever")
struct FingerprintTests {
  @Test(
    "FNV-1a as published",
    arguments: [
      ("", 0xcbf2_9ce4_8422_2325 as UInt64), ("a", 0xaf63_dc4c_8601_ec8c),
      ("foobar", 0x8594_4171_f739_67e8),
    ])
  func published(_ text: String, _ expected: UInt64) {
    var fingerprint = Fingerprint()
    for byte in text.utf8 { fingerprint.add(byte: byte) }
    #expect(fingerprint.state == expected)
  }

  @Test("Texts end: ab, c differs from a, bc")
  func boundaries() {
    var first = Fingerprint()
    first.add("ab")
    first.add("c")
    var second = Fingerprint()
    second.add("a")
    second.add("bc")
    #expect(first.state != second.state)
  }

  @Test("The fingerprints that stores keep are pinned")
  func pinned() throws {
    let csv = try Import.open(
      makeStore(), "Date;Merchant;Amount\n01.02.2026;\"Café \"\"X\"\"\";-1,00\n", cardProfile,
      account: "Visa")
    #expect(try csv.allRows()[0].expense?.source?.fingerprint == 0x63c9_29a9_5f1a_fb4e)
    let items = try Import.open(
      makeStore(),
      #"[{"name":"Lunch","type":"Personal","amount":12.5},{"id":"x","name":"L","amount":1}]"#,
      itemsProfile)
    #expect(
      try items.allRows().map { $0.expense?.source?.fingerprint } == [
        0xea35_a30e_706d_f528, 0x6ed6_5c61_7740_8909,
      ])
  }

  @Test("Quoting and line breaks do not count, cells and account do")
  func quoting() throws {
    func fingerprint(_ row: String, account: String = "") throws -> UInt64? {
      let text = "Date;Merchant;Amount;Note\n\(row)\n"
      return try Import.open(makeStore(), text, cardProfile, account: account).allRows()[0]
        .expense?.source?.fingerprint
    }
    let plain = try fingerprint("01.02.2026;Tea;-1,00;x")
    #expect(try fingerprint("\"01.02.2026\";\"Tea\";-1,00;\"x\"\r") == plain)
    #expect(try fingerprint("01.02.2026;Tea;-1,00;y") != plain)
    #expect(try fingerprint("01.02.2026;Tea;-1,00;x", account: "Visa") != plain)
  }
}
