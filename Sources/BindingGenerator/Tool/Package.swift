internal import Foundation

/// The package that the tool works on.
struct Package: Sendable {
  /// The folder of the manifest.
  var root: URL

  /// Finds the package that a folder is in.
  init(containing folder: URL) throws(Trouble) {
    var folder = folder.standardizedFileURL
    while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      let parent = folder.deletingLastPathComponent().standardizedFileURL
      guard parent != folder, folder.path != "/" else {
        throw Trouble(message: "no Package.swift here or above: name the package with --package")
      }
      folder = parent
    }
    root = folder
  }

  /// Reads a file of the package.
  func read(_ path: String) throws(Trouble) -> SourceFile {
    guard let text = readIfPresent(path) else {
      throw Trouble(message: "can't read \(path)")
    }
    return SourceFile(path: path, text: text)
  }

  /// Reads a file of the package; `nil` when there is none.
  func readIfPresent(_ path: String) -> String? {
    try? String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Writes a file of the package, with its folders.
  func write(_ file: SourceFile) throws(Trouble) {
    let url = root.appending(path: file.path)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: url, options: .atomic)
    } catch {
      throw Trouble(message: "can't write \(file.path): \(error.localizedDescription)")
    }
  }

  /// The paths below a folder that end in `suffix`, from the package's root, sorted.
  func paths(below folder: String, suffix: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    let names = (found?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) }
    return names.sorted().map { "\(folder)/\($0)" }
  }

  /// Tells whether a file or folder is there.
  func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }
}
