import ExpenseModel
import Testing

@testable import ExpenseFiles

@Suite("A profile says how a file is read")
struct ProfileTests {
  @Test func reads() throws {
    let profile = try Profile(parsing: cardProfile)
    #expect(profile.columns == [.date: "Date", .name: "Merchant", .amount: "Amount"])
    #expect(profile.delimiter == UInt8(ascii: ";"))
    #expect(profile.decimal == .comma)
    #expect(profile.date == .dayMonthYear)
    #expect(profile.spending == .negative)
    #expect(profile.income == .leaveOut)
    #expect(profile.currency == "EUR")
    #expect(profile.encoding == .utf8)
    #expect(try Profile(parsing: "") == Profile())
    #expect(try Profile(parsing: "{}") == Profile())
  }

  @Test(
    "What is wrong is named",
    arguments: [
      (#"{"delimeter":";"}"#, "delimeter"), (#"{"columns":{"payee":"X"}}"#, "columns.payee"),
      (#"{"columns":[]}"#, "columns"), (#"{"decimal":"x"}"#, "decimal"),
      (#"{"decimal":1}"#, "decimal"),
      (#"{"date":"DYM"}"#, "DMY"), (#"{"delimiter":";;"}"#, "delimiter"),
      (#"{"delimiter":"é"}"#, "delimiter"),
      (#"{"delimiter":"\""}"#, "delimiter"), (#"{"income":"leave"}"#, "leave out"),
      (#"{"encoding":"ebcdic"}"#, "ebcdic"), (#"{"defaultDate":"31.1.2026"}"#, "defaultDate"),
      (#"{"decimal":".","decimal":","}"#, "twice"),
      (#"{"columns":{"name":"a","name":"b"}}"#, "twice"),
      (#"{"decimal":"."#, "byte 13"), ("[]", "byte 0"), ("{} x", "byte 3"),
      (#"{"type":"\ud800"}"#, "type"), (#"{"categorySeparator":""}"#, "categorySeparator"),
    ])
  func refuses(_ text: String, _ part: String) throws {
    let error = try #require(throws: ExpenseError.self) { try Profile(parsing: text) }
    #expect(error.code == .argument)
    #expect(error.message.contains(part), "\(error.message)")
  }

  @Test("A key of another format is refused")
  func otherFormat() throws {
    let error = try #require(throws: ExpenseError.self) {
      try Import.open(makeStore(), "[]", cardProfile)
    }
    #expect(error.code == .argument)
  }

  @Test("What it leaves out, and the file too, is asked, all at once")
  func questions() throws {
    let store = try makeStore()
    let file = try Import.open(store, "a,b,c,d\n01/02/2026,x,y,1.000\n02/01/2026,x,y,2.000\n")
    let questions = file.summary.questions
    let keys = questions.map { $0.prefix { $0 != ":" } }
    #expect(keys == ["columns.name", "decimal", "date", "spending", "currency"])
    #expect(file.summary.rows == 0)
    #expect(file.summary.text == "file: 0 new, 5 open questions")
    let error = try #require(throws: ExpenseError.self) { try file.commit() }
    #expect(error.code == .ambiguous)
    for question in questions { #expect(error.message.contains(question)) }
    #expect(file.summary.findings.filter { $0.state == .ambiguous }.allSatisfy { $0.value.isEmpty })
  }
}
