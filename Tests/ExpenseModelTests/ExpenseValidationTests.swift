import ExpenseModel
import Testing

@Suite("Validation of expenses")
struct ExpenseValidationTests {
  private let plain = Expense(name: "Lunch", amount: 1250, date: date(2026, 3, 14))

  private func changed(_ change: (inout Expense) -> Void) -> Expense {
    var expense = plain
    change(&expense)
    return expense
  }

  private func failure(_ expense: Expense, _ fields: ExpenseFields = .all) -> ExpenseError? {
    caught { () throws(ExpenseError) in try expense.validated(fields) }
  }

  @Test("the defaults")
  func defaults() throws {
    #expect(plain.type == "Personal" && Expense.defaultType == "Personal")
    #expect(plain.id == 0 && plain.uuid.isZero && plain.currency.isEmpty && plain.tags.isEmpty)
    #expect(plain.conversion == nil && plain.source == nil && plain.reimbursement == .none)
    #expect(try plain.validated() == plain)
  }

  /// A field, its longest text, and how to set it.
  static let texts: [(ExpenseField, Int, @Sendable (inout Expense, String) -> Void)] = [
    (.name, 1024, { $0.name = $1 }), (.type, 256, { $0.type = $1 }),
    (.category, 1024, { $0.category = $1 }), (.account, 256, { $0.account = $1 }),
    (.note, 65_536, { $0.note = $1 }), (.tags, 128, { $0.tags = [$1] }),
    (.source, 256, { $0.source = .init(externalID: $1) }),
  ]

  @Test("each text may have its most bytes, not one more, and no U+0000", arguments: 0..<7)
  func lengths(index: Int) throws {
    let (field, most, set) = ExpenseValidationTests.texts[index]
    for text in [
      String(repeating: "x", count: most), String(repeating: "é", count: most / 2),
      String(repeating: "😀", count: most / 4), "x", "Ünïcode 東京", "two words",
    ] {
      let expense = changed { set(&$0, text) }
      #expect(try expense.validated() == expense)
    }
    for text in [
      String(repeating: "x", count: most + 1), String(repeating: "é", count: most / 2 + 1),
      "\u{0}", "a\u{0}", "\u{0}a", "é\u{0}é", String(repeating: "x", count: 100) + "\u{0}x",
    ] {
      let error = failure(changed { set(&$0, text) })
      #expect(error?.code == .invalid && error?.field == field)
    }
    let long = failure(changed { set(&$0, String(repeating: "x", count: most + 1)) })
    #expect(long?.message.contains("\(most + 1) bytes: at most \(most)") == true)
  }

  @Test("a name is there and not blank", arguments: ["", " ", "\t\n", "\u{00A0}\u{2003}\u{3000}"])
  func blankName(name: String) {
    let error = failure(changed { $0.name = name })
    #expect(error?.code == .invalid && error?.field == .name)
    #expect(error?.message == (name.isEmpty ? "the name is missing" : "the name is blank"))
  }

  @Test(
    "names are kept as they are",
    arguments: ["  Lunch ", "Lunch\nBreak", "é", "e\u{0301}", "\u{00A0}x", "=1+1", "\u{7F}", "😀"])
  func names(name: String) throws {
    let validated = try changed { $0.name = name }.validated()
    #expect(validated.name.utf8.elementsEqual(name.utf8))
  }

  @Test("a blank type is Personal", arguments: ["", " ", "\t"])
  func blankType(type: String) throws {
    #expect(try changed { $0.type = type }.validated().type == "Personal")
  }

  @Test("the currency has the form of a code, or is the store's default")
  func currencies() throws {
    for code in ["", "EUR", "BTC", "POINTS", "A1B2"] {
      #expect(try changed { $0.currency = code }.validated().currency == code)
    }
    for code in ["eur", "€", "EU", " EUR", "EUR\u{0}", "ABCDEFGHIJKLM"] {
      let error = failure(changed { $0.currency = code })
      #expect(error?.code == .currency && error?.field == .currency)
    }
  }

  @Test("a recorded conversion has a currency and, if any, a decimal rate above 0")
  func conversions() throws {
    for rate in ["", "0.92", "1", "161.50", "0.000000000000000000000000000000000000001"] {
      let expense = changed { $0.conversion = .init(amount: -5, currency: "EUR", rate: rate) }
      #expect(try expense.validated() == expense)
    }
    for (code, rate) in [
      ("", "0.92"), ("eur", "1"), ("EUR", "0"), ("EUR", "-1"), ("EUR", "1e2"), ("EUR", "1,5"),
      ("EUR", " 1"), ("EUR", "abc"), ("EUR", String(repeating: "1", count: 65)), ("EUR", "1\u{0}"),
    ] {
      let error = failure(changed { $0.conversion = .init(amount: 5, currency: code, rate: rate) })
      let isCode = code == "EUR"
      #expect(error?.code == (isCode ? .invalid : .currency) && error?.field == .conversion)
    }
  }

  @Test(
    "tags are trimmed and each there once",
    arguments: [
      (["a", "b"], ["a", "b"]), ([" a ", "a", "b", "a"], ["a", "b"]), (["A", "a"], ["A", "a"]),
      (["\u{2003}client meeting\n"], ["client meeting"]), (["é"], ["é"]), ([], []),
    ])
  func tags(tags: [String], canonical: [String]) throws {
    #expect(try changed { $0.tags = tags }.validated().tags == canonical)
  }

  @Test("tags that are blank or too many")
  func badTags() throws {
    for tags in [[""], ["a", " "], ["a", "\u{00A0}"], (0..<65).map { "t\($0)" }] {
      let error = failure(changed { $0.tags = tags })
      #expect(error?.code == .invalid && error?.field == .tags)
    }
    let most = (0..<64).map { "t\($0)" }
    #expect(try changed { $0.tags = most + most }.validated().tags == most)
  }

  @Test("a source has no number below 0")
  func sources() throws {
    let source = Expense.Source(importNumber: 1, line: 17, fingerprint: .max, externalID: "é-1")
    #expect(try changed { $0.source = source }.validated().source == source)
    for source in [Expense.Source(importNumber: -1), .init(line: -1), .init(line: .min)] {
      let error = failure(changed { $0.source = source })
      #expect(error?.code == .invalid && error?.field == .source)
    }
  }

  @Test("extra is the text of a JSON object, kept as it is")
  func extra() throws {
    for text in ["", "{}", #" { "a" : [1, {"b": null}] } "#] {
      #expect(try changed { $0.extra = text }.validated().extra == text)
    }
    for text in ["[]", "{", "null", " ", #"{"a":}"#, "{}x", "{\u{0}}"] {
      let error = failure(changed { $0.extra = text })
      #expect(error?.code == .invalid && error?.field == .extra)
    }
    let padding = String(repeating: " ", count: Expense.Limits.extra - 2)
    #expect(try changed { $0.extra = "{}" + padding }.validated().extra.utf8.count == 16_777_216)
    #expect(failure(changed { $0.extra = "{} " + padding })?.field == .extra)
  }

  @Test("only the given fields are looked at")
  func mask() throws {
    let bad = changed {
      $0.name = ""
      $0.tags = [" "]
      $0.category = " a : b "
    }
    #expect(try bad.validated([.category, .amount]).category == "a:b")
    #expect(try bad.validated([.amount]).category == " a : b ")
    #expect(failure(bad, [.tags])?.field == .tags)
    #expect(failure(bad, [.name, .tags])?.field == .name)
    #expect(try bad.validated([]) == bad)
    let unknown = failure(plain, ExpenseFields(rawValue: 1 << 14))
    #expect(unknown?.code == .argument && unknown?.field == nil)
  }

  @Test("validation done twice changes nothing, in place or not")
  func idempotent() throws {
    var expense = changed {
      $0.type = " "
      $0.category = " a :b"
      $0.tags = ["x ", "x"]
    }
    let once = try expense.validated()
    #expect(try once.validated() == once)
    try expense.validate()
    #expect(expense == once)
  }

  @Test("amounts, dates and identifiers of any value are taken")
  func values() throws {
    for amount in [0, 1, -1, Int64.max, .min] {
      for day in [CivilDate.first, .last] {
        let expense = Expense(
          id: -5, uuid: UUID128(high: 1, low: 2), name: "x", amount: amount, date: day)
        #expect(try expense.validated() == expense)
      }
    }
  }
}
