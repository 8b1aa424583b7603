/// A documentation comment, read from DocC's Markdown.
struct DocComment: Hashable, Sendable {
  /// A piece of the comment's body, in order.
  enum Block: Hashable, Sendable {
    case paragraph(String)
    /// An item of a list.
    case item(String)
    /// Code, line by line, as it stands.
    case code([String])
    /// `- Note: …` and the like: its name and its text.
    case remark(String, String)
  }

  /// The documentation of one parameter.
  struct Parameter: Hashable, Sendable {
    var name: String
    var text: String
    /// Its line in the source, from 1.
    var line: Int?
  }

  var blocks: [Block] = []
  var parameters: [Parameter] = []
  /// The text of `- Returns:`.
  var returns: String?
  /// The text of `- Throws:`.
  var errors: String?
}
