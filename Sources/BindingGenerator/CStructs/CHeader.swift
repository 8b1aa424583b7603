/// The hand-written C declarations, read: constants, numbers, structs, and the text of each
/// section, which goes into the public header as it stands.
struct CHeader: Sendable {
  /// A `#define` of a whole number.
  struct Constant: Hashable, Sendable {
    var name: String
    var value: Int64
  }

  /// A `typedef` of a number: `iex_status`.
  struct Number: Hashable, Sendable {
    var name: String
    var scalar: Scalar
  }

  /// A `typedef` of a function pointer that a struct holds: `iex_progress_callback`.
  struct Callback: Hashable, Sendable {
    var name: String
    var result: ABIType
    var parameters: [ABIType]
    /// How many structs stand above it: it can be used below them alone.
    var structuresAbove: Int
  }

  /// A struct.
  struct Structure: Hashable, Sendable {
    var name: String
    var fields: [Field]
    /// The line of its name, from 1.
    var line: Int
  }

  /// A field of a struct.
  struct Field: Hashable, Sendable {
    var name: String
    var type: ABIType
    /// The number of elements of an array, as it is spelled: a number or a constant's name.
    var count: String?
  }

  /// A part of the file below one `section:` mark.
  struct Section: Hashable, Sendable {
    var name: String
    /// The text as it stands, without blank lines at its ends.
    var text: String
    /// The line of the mark, from 1.
    var line: Int
  }

  /// The file's path, for diagnostics.
  var file: String
  var sections: [Section] = []
  var constants: [Constant] = []
  var numbers: [Number] = []
  var callbacks: [Callback] = []
  var structures: [Structure] = []
  /// Structs of a published interface: what stands between `#ifndef` and `#endif` is copied as it
  /// is, and of a struct in there only the name is known.
  var foreignStructures: Set<String> = []
}

extension CHeader {
  /// Finds a struct by its name.
  func structure(named name: String) -> Structure? {
    structures.first { $0.name == name }
  }

  /// The text of a section; "" when the file has none of this name.
  func text(ofSection name: String) -> String {
    sections.first { $0.name == name }?.text ?? ""
  }
}
