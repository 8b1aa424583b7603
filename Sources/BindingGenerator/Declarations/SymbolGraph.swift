internal import Foundation

/// What the generator reads of a symbol graph, as `swiftc -emit-symbol-graph` writes it.
///
/// The graph of the *source* is needed: one extracted from a built module has lost
/// `@convention(c)` and the parameter names.
struct SymbolGraph: Decodable, Sendable {
  /// A declaration.
  struct Symbol: Decodable, Sendable {
    /// A piece of the declaration's text.
    struct Fragment: Decodable, Sendable {
      var spelling: String
    }
    /// A place in a source file; both numbers count from 0.
    struct Position: Decodable, Sendable {
      var line: Int
      var character: Int
    }
    struct Location: Decodable, Sendable {
      var uri: String
      var position: Position
    }
    struct Kind: Decodable, Sendable {
      var identifier: String
    }
    struct Names: Decodable, Sendable {
      var title: String
    }
    struct DocComment: Decodable, Sendable {
      struct Span: Decodable, Sendable {
        var start: Position
      }
      struct Line: Decodable, Sendable {
        var range: Span?
        var text: String
      }
      var lines: [Line]
    }

    var kind: Kind
    var names: Names
    var declarationFragments: [Fragment]
    var location: Location?
    var docComment: DocComment?

    /// The declaration as one text.
    var declaration: String { declarationFragments.map(\.spelling).joined() }

    /// The file as the compiler was given it, without `file://`.
    var file: String {
      guard let uri = location?.uri else { return names.title }
      let path = uri.hasPrefix("file://") ? String(uri.dropFirst("file://".count)) : uri
      return path.removingPercentEncoding ?? path
    }

    /// The line of the declared name, from 1.
    var line: Int? { location.map { $0.position.line + 1 } }

    /// The documentation comment, line by line.
    var documentation: [DocumentationLine] {
      (docComment?.lines ?? []).map {
        DocumentationLine(number: $0.range.map { $0.start.line + 1 }, text: $0.text)
      }
    }
  }

  var symbols: [Symbol]

  /// Decodes a symbol graph; `name` stands in the diagnostic when it is none.
  static func decode(_ json: Data, name: String) throws(Diagnostics) -> SymbolGraph {
    do {
      return try JSONDecoder().decode(SymbolGraph.self, from: json)
    } catch {
      throw Diagnostics([
        Diagnostic(file: name, message: "is not a symbol graph that this tool can read: \(error)")
      ])
    }
  }
}

/// A line of a documentation comment.
struct DocumentationLine: Hashable, Sendable {
  /// Its line in the source file, from 1.
  var number: Int?
  /// Its text without the comment marks.
  var text: String
}
