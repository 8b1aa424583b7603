internal import ExpenseModel
internal import ExpenseStore

/// Which profile a file is read with: what the caller says, a saved one that the caller names, or the
/// saved one whose header the file has.
struct ProfileChoice {
  /// What is given, with what the saved profile says beneath it.
  var given = Profile()
  /// The saved profile; "" for none.
  var name = ""
  /// Asks which one, where the file has the header of more than one.
  var question: Finding?

  init() {}

  /// - Parameters:
  ///   - text: What the caller says: a profile, a name, or "".
  ///   - hasColumns: Whether the file may be recognised by the names of its columns.
  /// - Throws: `argument` for what is neither a profile nor the name of one.
  init(_ text: String, _ store: Store, _ bytes: [UInt8], hasColumns: Bool) throws(ExpenseError) {
    if text.isEmpty {
      if hasColumns { try recognise(store, bytes) }
    } else if text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      given = try Profile(parsing: text)
      if let saved = given.saved, !saved.isEmpty {
        given = try ProfileChoice.find(saved, store).merging(given)
        name = saved
      }
      given.forgetSaved()
    } else {
      given = try ProfileChoice.find(text, store)
      name = text
    }
  }

  /// Puts an answer over what was given before; with the name of a saved profile that one beneath.
  init(
    answering text: String, _ before: ProfileChoice, _ store: Store
  ) throws(ExpenseError) {
    let answer = try Profile(parsing: text)
    self = before
    if let saved = answer.saved {
      question = nil
      name = saved
      if !saved.isEmpty { given = try ProfileChoice.find(saved, store).merging(given) }
    }
    given = given.merging(answer)
    given.forgetSaved()
  }

  private static func find(_ name: String, _ store: Store) throws(ExpenseError) -> Profile {
    for saved in try store.profiles() where saved.name.utf8.elementsEqual(name.utf8) {
      return try Profile(parsing: saved.json)
    }
    throw ExpenseError(
      .argument,
      "the profile: \"\(shortened(name))\" is neither a JSON object nor the name of a saved profile"
    )
  }

  /// Looks for the saved profiles whose header the file has.
  private mutating func recognise(_ store: Store, _ bytes: [UInt8]) throws(ExpenseError) {
    var beginning: FileBeginning?
    var fitting: [(name: String, json: String, profile: Profile)] = []
    for saved in try store.profiles() {
      // Saved by a newer version, it may have keys that this one does not know.
      guard let profile = try? Profile(parsing: saved.json), let header = profile.header,
        !header.isEmpty
      else { continue }
      let start = beginning ?? FileBeginning(bytes)
      beginning = start
      if start.has(header, profile) { fitting.append((saved.name, saved.json, profile)) }
    }
    guard let first = fitting.first else { return }
    guard fitting.allSatisfy({ $0.json.utf8.elementsEqual(first.json.utf8) }) else {
      let names = fitting.map(\.name)
      let list = names.map { "\"\(shortened($0))\"" }.joined(separator: ", ")
      question = Finding(
        key: "profile", state: .ambiguous, candidates: names,
        text: "profile: the file has the header of \(names.count) saved profiles: \(list)")
      return
    }
    (name, given) = (first.name, first.profile)
  }
}

/// The first lines of a file, in which a header is looked for.
private struct FileBeginning {
  private static let most = 64 << 10
  private static let rows = 100
  private let bytes: [UInt8]

  init(_ file: [UInt8]) {
    guard file.count > FileBeginning.most else {
      bytes = file
      return
    }
    // Whole lines: no character is to be cut.
    var end = file[..<FileBeginning.most].lastIndex(of: 0x0A).map { $0 + 1 } ?? FileBeginning.most
    // In UTF-16, little end first, the line feed's second byte follows.
    if end % 2 == 1, file[end] == 0 { end += 1 }
    bytes = Array(file[..<end])
  }

  /// Whether one of the lines is a profile's header.
  func has(_ header: [String], _ profile: Profile) -> Bool {
    guard let text = try? DecodedText(bytes, declared: profile.encoding) else { return false }
    let delimiters = profile.delimiter.map { [$0] } ?? Array(",;\t|".utf8)
    return delimiters.contains { has(header, text, $0) }
  }

  private func has(_ header: [String], _ text: DecodedText, _ delimiter: UInt8) -> Bool {
    var scanner = CSVScanner(delimiter: delimiter, position: text.start)
    var row = CSVRow()
    for _ in 0..<FileBeginning.rows {
      guard let isRow = try? scanner.next(text.bytes.span, &row), isRow else { return false }
      guard row.fault == .none, row.cells.count == header.count else { continue }
      let isEqual = zip(row.cells, header).allSatisfy { cell, name in
        CSVCell.text(text.bytes, cell).utf8.elementsEqual(name.utf8)
      }
      if isEqual { return true }
    }
    return false
  }
}
