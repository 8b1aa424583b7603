/// What the command line asks for.
struct Options: Hashable, Sendable {
  enum Action: Hashable, Sendable {
    case write, check, help, version
  }

  var action = Action.write
  /// A library whose exports are to be checked.
  var library: String?
  /// A folder in the package; `nil`: the current folder.
  var package: String?

  static let usage = "usage: iexpense-bindgen [--check [--library FILE]] [--package FOLDER]"

  static let help = """
    \(usage)

    Writes the C header, the Python declarations, the linker's export list and the layout table from
    the Swift declarations in Sources/IExpenseC and the C structs in Sources/CIExpense.

      --check            write nothing; fail when a committed file is not what would be written, or
                         when the compiler finds that the header and the Swift declarations disagree
      --library FILE     with --check: fail when FILE exports more or less than the header declares
      --package FOLDER   work on the package that FOLDER is in, instead of the current one
      --help, --version  print this, or the version, and exit

    Exit status: 0 all is well; 1 a declaration is wrong or a check failed; 2 wrong usage or trouble.
    """

  /// Reads the command line without the program's name.
  static func parse(_ arguments: [String]) throws(Trouble) -> Options {
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--check": options.action = .check
      case "--library": options.library = try value(of: argument, &rest)
      case "--package": options.package = try value(of: argument, &rest)
      case "--help", "-h": return Options(action: .help)
      case "--version": return Options(action: .version)
      default: throw Trouble(message: "unknown argument \(argument)\n\(usage)")
      }
    }
    if options.library != nil, options.action != .check {
      throw Trouble(message: "--library needs --check\n\(usage)")
    }
    return options
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(Trouble) -> String {
    guard let value = rest.popFirst() else {
      throw Trouble(message: "\(option) needs a value\n\(usage)")
    }
    return value
  }
}
