internal import Foundation

/// A program that the tool runs and waits for.
struct Subprocess {
  /// What a program left.
  struct Outcome: Sendable {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs a program that is found on the PATH.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - directory: Where it runs.
  /// - Throws: A trouble when the program can't be started.
  static func run(_ arguments: [String], in directory: URL) throws(Trouble) -> Outcome {
    let name = arguments.first ?? ""
    do {
      return try TemporaryDirectory.use { folder in
        // Files, not pipes: a program that fills one pipe while we read the other would hang.
        let output = folder.appending(path: "output")
        let errors = folder.appending(path: "errors")
        for file in [output, errors] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = directory
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return Outcome(
          status: process.terminationStatus,
          output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
          errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
      }
    } catch {
      throw Trouble(message: "can't run \(name): \(error)")
    }
  }
}

/// Why the tool can't do its work at all, as against what is wrong in what it reads.
struct Trouble: Error, Hashable, Sendable {
  var message: String
}

/// A folder that is gone afterwards.
enum TemporaryDirectory {
  /// Runs `body` with an empty folder.
  static func use<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "iexpense-bindgen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}
