internal import ExpenseModel

/// What an expense keeps of a record that it has no fields for: the texts of the lines, by their
/// letters, as a JSON object such as `{"C":"X","N":"1023"}`.
///
/// Lines with the same letter are joined by line breaks.
struct QIFExtra {
  private(set) var members: [(letter: Unicode.Scalar, text: String)] = []

  /// The letters that an expense has fields for, or that mean something to the file.
  private static let taken = "DTUPMLSE$%^!".unicodeScalars

  init() {}

  /// Takes up those members of an expense's `extra` that a file can have again.
  init(parsing extra: String) {
    guard !extra.isEmpty else { return }
    var reader = JSONReader(Array(extra.utf8))
    do throws(ExpenseError) {
      try reader.object { (reader, key) throws(ExpenseError) in
        let value = try reader.value()
        let scalars = (reader.text(key) ?? "").unicodeScalars
        guard value.kind == .string, let letter = scalars.first, scalars.count == 1,
          0x21..<0x7F ~= letter.value, !Self.taken.contains(letter), let text = reader.text(value)
        else { return }
        members.append((letter, text))
      }
    } catch {
      // What the store holds is a JSON object; of anything else nothing is written.
      members = []
    }
  }

  /// Takes up a line.
  mutating func add(_ letter: Unicode.Scalar, _ text: String) {
    guard let index = members.firstIndex(where: { $0.letter == letter }) else {
      members.append((letter, text))
      return
    }
    members[index].text += "\n" + text
  }

  /// The JSON object; "" for nothing.
  var json: String {
    guard !members.isEmpty else { return "" }
    var writer = JSONWriter()
    var separator: StaticString = "{"
    for (letter, text) in members {
      writer.raw(separator)
      separator = ","
      writer.string(String(letter))
      writer.raw(":")
      writer.string(text)
    }
    writer.raw("}")
    return String(decoding: writer.take(), as: UTF8.self)
  }
}
