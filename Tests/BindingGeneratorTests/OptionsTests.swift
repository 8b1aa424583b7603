import Testing

@testable import BindingGenerator

/// The command line.
struct OptionsTests {
  @Test(
    arguments: [
      ([], Options()),
      (["--check"], Options(action: .check)),
      (["--check", "--library", "a.so"], Options(action: .check, library: "a.so")),
      (["--library", "a.so", "--check"], Options(action: .check, library: "a.so")),
      (["--package", "a"], Options(package: "a")),
      (["--help", "--nonsense"], Options(action: .help)),
      (["--version"], Options(action: .version)),
    ] as [([String], Options)])
  func options(arguments: [String], options: Options) throws {
    #expect(try Options.parse(arguments) == options)
  }

  @Test(arguments: [
    (["--nonsense"], "unknown argument --nonsense"),
    (["a"], "unknown argument a"),
    (["--package"], "--package needs a value"),
    (["--library", "a.so"], "--library needs --check"),
  ])
  func wrongUsage(arguments: [String], message: String) {
    #expect(throws: Trouble(message: "\(message)\n\(Options.usage)")) {
      try Options.parse(arguments)
    }
  }

  @Test func helpIsStatus0() {
    #expect(Support.run(["--help"]) == Run(output: "\(Options.help)\n"))
    #expect(Support.run(["--version"]).status == 0)
  }

  @Test func wrongUsageIsStatus2() {
    #expect(
      Support.run(["--nonsense"])
        == Run(
          status: 2, errors: "iexpense-bindgen: unknown argument --nonsense\n\(Options.usage)\n"))
    #expect(
      Support.run(["--package", "/"])
        == Run(
          status: 2,
          errors:
            "iexpense-bindgen: no Package.swift here or above: name the package with --package\n"
        ))
  }
}
