/// Tags as one line of text: with commas between them, a comma in a tag written "\," and a
/// backslash "\\".
///
/// Blanks around a tag do not count, and nothing between two commas is no tag.
package enum TagList {
  /// The tags as one text.
  package static func text(_ tags: [String]) -> String {
    tags.map(escaped).joined(separator: ", ")
  }

  /// One tag as it stands in the text.
  package static func escaped(_ tag: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in tag.unicodeScalars {
      if scalar == "," || scalar == "\\" { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// The tags in a text; a backslash before anything else stands for itself.
  package static func tags(_ text: String) -> [String] {
    pieces(text).compactMap { piece in
      let tag = TextRules.trimmed(piece)
      return tag.isEmpty ? nil : tag
    }
  }

  /// The text up to its last comma, that one included, and the tag behind it as it stands so far.
  package static func split(_ text: String) -> (before: String, last: String) {
    let last = pieces(text).last ?? ""
    // Escapes make the piece in the text longer than the piece is.
    var start = text.unicodeScalars.startIndex
    var escapes = false
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      if escapes {
        escapes = false
      } else if scalar == "\\" {
        escapes = true
      } else if scalar == "," {
        start = text.unicodeScalars.index(after: index)
      }
    }
    return (String(text.unicodeScalars[..<start]), TextRules.trimmed(last))
  }

  /// What stands between the commas, without its escapes.
  private static func pieces(_ text: String) -> [String] {
    var pieces: [String] = []
    var piece = String.UnicodeScalarView()
    var escapes = false
    for scalar in text.unicodeScalars {
      if escapes {
        if scalar != "," && scalar != "\\" { piece.append("\\") }
        piece.append(scalar)
        escapes = false
      } else if scalar == "\\" {
        escapes = true
      } else if scalar == "," {
        pieces.append(String(piece))
        piece = String.UnicodeScalarView()
      } else {
        piece.append(scalar)
      }
    }
    if escapes { piece.append("\\") }
    pieces.append(String(piece))
    return pieces
  }
}
