import ExpenseFiles
import ExpenseModel

extension ReaderCheck {
  /// What is found agrees with itself.
  func checkFindings(_ file: Import) throws(Violation) {
    let summary = file.summary
    var keys: Set<String> = []
    let lines = Int64(input.file.count) + 1
    for finding in summary.findings {
      try expect(keys.insert(finding.key).inserted, "\(finding.key) is found twice")
      try expect(
        finding.text.utf8.starts(with: finding.key.utf8) && finding.text != finding.key,
        "\(finding.key) is told as \"\(finding.text)\"")
      try expect(0...lines ~= finding.line, "\(finding.key) in line \(finding.line)")
      try expect(
        Set(finding.candidates).count == finding.candidates.count,
        "\(finding.key) has a candidate twice: \(finding.candidates)")
      if finding.state == .ambiguous {
        try expect(finding.value.isEmpty, "\(finding.key) is open and is \(finding.value)")
      } else {
        try expect(!finding.value.isEmpty, "\(finding.key) is \(finding.state) and empty")
      }
    }
    let open = summary.findings.filter { $0.state == .ambiguous }.map(\.text)
    try expect(open == summary.questions, "open: \(open), questions: \(summary.questions)")
  }

  /// Answers each question with one of its candidates, until there is none.
  func answer(_ file: Import) throws(Violation) {
    for round in 0..<40 {
      guard let question = file.summary.findings.first(where: { $0.state == .ambiguous }) else {
        return
      }
      if round == 0 { try checkRefusal(file) }
      guard let answer = answer(question, round) else {
        throw Violation("nothing to answer to \(question.text)")
      }
      let profile = ReaderCheck.profile(question.key, answer)
      do throws(ExpenseError) {
        try file.answer(profile)
      } catch {
        // A candidate is never refused, but a delimiter where the profile names columns: with it the
        // file may have fewer; and a key of a property list under which there is no JSON.
        let isFormat = error.code == .format || error.code == .encoding
        try expect(
          question.candidates.isEmpty || isFormat && ["delimiter", "key"].contains(question.key),
          "\(profile) to \(question.text) threw \(error)")
        return
      }
      try checkFindings(file)
      let after = file.summary.findings.first { $0.key == question.key }
      try expect(
        after.map {
          $0.state == .given && ($0.value == answer || question.candidates.isEmpty)
        } ?? ["json", "plist"].contains(file.summary.format),
        "\(profile) was answered to \(question.text), now it is \(String(describing: after))")
    }
    throw Violation("questions without an end: \(file.summary.questions)")
  }

  private func answer(_ question: Finding, _ round: Int) -> String? {
    let candidates = question.candidates
    return candidates.isEmpty
      ? ReaderCheck.usual(question.key) : candidates[(input.choice + round) % candidates.count]
  }

  /// An answer to a question that names no candidates.
  private static func usual(_ key: String) -> String? {
    switch key {
    case "currency": "GBP"
    case "delimiter": ","
    case "decimal": "."
    case "date": "YMD"
    case "defaultDate": "2026-01-31"
    case "encoding": "utf-8"
    case "income": "refund"
    case "spending": "positive"
    case "spendingMark": "D"
    default: key.utf8.starts(with: "columns.".utf8) ? "1" : nil
    }
  }

  /// The profile of one key.
  private static func profile(_ key: String, _ value: String) -> String {
    let parts = key.split(separator: ".", maxSplits: 1)
    let isObject = parts.count == 2
    let isNumber = key == "skip"
    let text = key == "header" || isNumber ? value : quoted(value)
    return isObject
      ? "{\(quoted(String(parts[0]))):{\(quoted(String(parts[1]))):\(text)}}"
      : "{\(quoted(key)):\(text)}"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        quoted += "\\\(scalar)"
      } else if scalar.value < 0x20 {
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
      } else {
        quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Read with the profile that the import gives to be saved, a file says the same.
  func checkSavedProfile(_ file: Import, _ rows: [ImportRow]) throws(Violation) {
    let profile = file.profile
    var options = options
    options.profile = profile
    let again = try call("opening with the profile \(profile)") { () throws(ExpenseError) in
      try Import.open(store, bytes: input.file, options: options)
    }
    try checkFindings(again)
    try expect(
      again.summary.questions.isEmpty, "with \(profile) it asks \(again.summary.questions)")
    let others = try call("rows") { () throws(ExpenseError) in
      try again.rows(offset: 0, limit: .max)
    }
    try expect(others == rows, "with \(profile) the rows are \(others), not \(rows)")
    try expect(again.profile == profile, "\(profile) becomes \(again.profile)")
  }
}
