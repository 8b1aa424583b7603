import Foundation
import ReaderFuzz
import Testing

/// The inputs in which the fuzzer found a fault, in folders by format; each name says which.
private let crashes: [URL] = {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fuzz/crashes")
  let formats = try? FileManager.default.contentsOfDirectory(
    at: folder, includingPropertiesForKeys: nil)
  return (formats ?? []).flatMap { format in
    let files = try? FileManager.default.contentsOfDirectory(
      at: format, includingPropertiesForKeys: nil)
    return files ?? []
  }.sorted { $0.path < $1.path }
}()

@Suite("Files that the fuzzer made")
struct FuzzedFilesTests {
  @Test("What was a fault is none", arguments: crashes)
  func crash(_ file: URL) throws {
    try ReaderCheck.run(
      Array(Data(contentsOf: file)), Stores(),
      format: file.deletingLastPathComponent().lastPathComponent)
  }
}
