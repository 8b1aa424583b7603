/// The text in quotation marks, for a message: cut where it is long, control characters replaced.
package func quoted(_ text: some StringProtocol) -> String {
  var result = "\""
  for (count, scalar) in text.unicodeScalars.enumerated() {
    guard count < 60 else {
      result += "…"
      break
    }
    let isControl = scalar.properties.generalCategory == .control
    result.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
  }
  return result + "\""
}
