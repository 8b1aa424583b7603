/// Reads what the compiler says about the proof.
enum ProofOutput {
  /// Turns the compiler's errors into diagnostics that point at the library's declarations.
  ///
  /// - Parameters:
  ///   - output: What the compiler printed.
  ///   - source: The path of the proof's source.
  ///   - origins: The declaration on each of its lines.
  static func problems(
    _ output: String, source: String, origins: [Int: Interface.Origin]
  ) -> [Diagnostic] {
    output.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("\(source):"), let mark = line.firstRange(of: " error: ") else {
        return nil
      }
      let place = line[..<mark.lowerBound].dropFirst(source.count + 1)
      guard let number = place.split(separator: ":").first.flatMap({ Int($0) }),
        let origin = origins[number]
      else { return nil }
      return Diagnostic(
        file: origin.file, line: origin.line,
        message: "the header disagrees: \(line[mark.upperBound...])")
    }
  }
}
