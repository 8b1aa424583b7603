/// One input of the fuzzer, taken apart: how to read, and the file.
///
/// The first byte chooses the profile, the second the options and the answers; so that what the
/// fuzzer changes in one part of the input changes nothing in the others.
struct FuzzInput {
  /// As which the file is read; "": as what it is, CSV or JSON.
  let format: String
  let profile: String
  let account: String
  let currency: String
  /// Which of a question's candidates is the answer to it.
  let choice: Int
  /// Whether to look at what costs most, too.
  let isThorough: Bool
  /// Whether to store the rows. What is stored after reading is the same whatever was read: of tables
  /// always, of other formats every other time.
  let isStoring: Bool
  /// Whether to leave out a row and to change another.
  let isEditing: Bool
  let file: [UInt8]

  /// - Parameter format: The name of the fuzzer's run: "csv", "json", "ofx", …
  init?(_ input: [UInt8], format name: String) {
    guard input.count >= 2 else { return nil }
    format = name == "csv" ? "" : name
    let number = Int(input[0] & 0x1F)
    var start = 2
    let profiles = FuzzInput.profiles[name] ?? FuzzInput.tables
    if number < profiles.count {
      profile = profiles[number]
    } else {
      // The profile stands in the input, and ends with a zero byte.
      let end = input[2...].firstIndex(of: 0) ?? 2
      profile = String(decoding: input[2..<end], as: UTF8.self)
      start = end == 2 ? 2 : end + 1
    }
    currency = input[1] & 1 == 0 ? "EUR" : ""
    account = input[1] & 2 == 0 ? "" : "Visa"
    choice = Int(input[1] >> 2 & 3)
    isThorough = input[1] & 0x30 == 0x10 && (format.isEmpty || choice < 2)
    isStoring = format.isEmpty || input[1] & 0x10 != 0
    isEditing = input[1] & 0xC0 == 0x80
    file = Array(input[start...])
  }

  /// `@`, `A`, `B` … in this order as the first byte.
  private static let profiles = [
    "csv": tables,
    "json": ["", items("USD"), items("JPY"), items("KWD")],
    "plist": ["", items("USD"), items("KWD", #","key":"a""#)],
    "ofx": [
      "", #"{"income":"leave out"}"#,
      #"{"income":"refund","currency":"EUR","decimal":".","spending":"negative"}"#,
      #"{"income":"refund","currency":"JPY","decimal":",","spending":"debit"}"#,
      #"{"income":"leave out","currency":"KWD","spending":"positive","type":"Business"}"#,
      #"{"income":"refund","encoding":"cp1252"}"#, #"{"encoding":"utf-16"}"#,
    ],
    "qif": [
      "", register(#""decimal":".","date":"MDY","income":"leave out","classes":"tags""#),
      register(#""decimal":",","date":"DMY","income":"refund","classes":"name""#),
      register(#""income":"refund","transfers":"keep","spending":"positive","date":"YMD""#),
      register(#""income":"leave out","transfers":"leave out","spending":"negative""#),
      #"{"currency":"KWD","income":"refund","encoding":"latin-1","type":"Business"}"#,
    ],
  ]

  private static func register(_ more: String) -> String {
    #"{"currency":"EUR","# + more + "}"
  }

  private static func items(_ currency: String, _ more: String = "") -> String {
    #"{"currency":""# + currency + #"","defaultDate":"2026-01-31""# + more + "}"
  }

  private static let tables = [
    "",
    full(#""decimal":",","date":"DMY","spending":"negative","income":"leave out""#, ";"),
    full(#""decimal":".","date":"MDY","spending":"positive","income":"refund""#, ","),
    full(#""decimal":".","date":"YMD","spending":"negative","income":"refund""#, "\\t"),
    full(#""decimal":".","date":"DMY","spending":"positive""#, ","),
    #"{"decimal":",","currency":"EUR"}"#,
    #"{"date":"DMY","spending":"positive","income":"leave out"}"#,
    #"{"currency":"JPY","encoding":"cp1252"}"#,
    #"{"encoding":"utf-16"}"#,
    #"{"columns":{"date":"Date","name":"Name","amount":"Amount","note":"Note","tags":"Tags","#
      + #""category":"Category","type":"Type","account":"Account","id":"Id","currency":"Currency"},"#
      + #""delimiter":",","decimal":".","date":"YMD","spending":"positive","income":"refund","#
      + #""categorySeparator":">"}"#,
    #"{"columns":{"name":"Name","amount":"Amount"},"delimiter":",","decimal":".","#
      + #""spending":"positive","income":"refund","currency":"KWD","defaultDate":"2026-01-31"}"#,
  ]

  private static func full(_ keys: String, _ delimiter: String) -> String {
    #"{"columns":{"date":"Date","name":"Name","amount":"Amount"},"delimiter":""# + delimiter
      + #"","currency":"EUR","# + keys + "}"
  }
}
