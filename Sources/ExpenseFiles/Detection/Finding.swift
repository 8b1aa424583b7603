/// What is known of one thing that a file must be read with, such as its decimal mark.
public struct Finding: Hashable, Sendable {
  /// How it is known; the numbers are those of `IEX_FINDING_…`.
  public enum State: Int32, Hashable, Sendable, CaseIterable {
    /// The profile says it.
    case given = 0
    /// The whole file leaves no other way.
    case certain = 1
    /// The file leaves it open: a question, which ``Import/answer(_:)`` answers.
    case ambiguous = 2
  }

  /// Its key in a profile: `decimal`, `columns.amount`.
  public var key: String
  public var state: State
  /// The value as it would stand in a profile; "" when it is ambiguous.
  public var value: String
  /// The values that may be answered, the likeliest first; none when any text may be.
  public var candidates: [String]
  /// The first of the physical lines that ``example`` stands in, from 1; 0: none.
  public var line: Int64
  /// What shows it in the file: a cell, or the header's line.
  public var example: String
  /// One readable line: `decimal: "." or ",": line 2, Amount, "-3.000" may be -3 or -3000`.
  public var text: String

  public init(
    key: String, state: State, value: String = "", candidates: [String] = [], line: Int64 = 0,
    example: String = "", text: String
  ) {
    self.key = key
    self.state = state
    self.value = value
    self.candidates = candidates
    self.line = line
    self.example = example
    self.text = text
  }
}
