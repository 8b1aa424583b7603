/// What is known of a file that was opened for import.
public struct ImportSummary: Hashable, Sendable {
  /// What is known of how the file is to be read: given, certain or ambiguous.
  public var findings: [Finding] = []
  /// What the file leaves open and an answer must say; a commit is refused while there are any.
  public var questions: [String] { findings.filter { $0.state == .ambiguous }.map(\.text) }
  /// All rows: the sum of the eight numbers below. While a question keeps the rows from being read
  /// they are all 0.
  public var rows: Int64 = 0
  public var fresh: Int64 = 0
  public var duplicates: Int64 = 0
  public var suspected: Int64 = 0
  public var leftOut: Int64 = 0
  public var removedEarlier: Int64 = 0
  public var rejected: Int64 = 0
  public var excluded: Int64 = 0
  /// In the store with other values than in the other store that is imported.
  public var differing: Int64 = 0
  /// As in ``ImportOptions/format``: "csv", "json", "ofx", …
  public var format = ""
  /// "utf-8", "utf-8-sig", "cp1252", …
  public var encoding = ""
  /// The file's name.
  public var name = ""
  /// The saved profile that the file was read with; "" for none.
  public var profileName = ""
  /// One readable line: `visa-05.csv: 41 new, 3 duplicates, 1 rejected: line 17, Amount, "1,2"`.
  public var text = ""

  /// How many of those left out a rule has left out.
  private(set) var leftOutByRules: Int64 = 0
  /// How many of the others left out are transfers between accounts.
  private(set) var transfers: Int64 = 0

  /// The open questions, one a line.
  public var questionText: String { questions.joined(separator: "\n") }

  /// Counts the rows.
  mutating func count(_ entries: [RowEntry]) {
    var counts = [Int64](repeating: 0, count: RowStatus.allCases.count)
    leftOutByRules = 0
    transfers = 0
    for entry in entries {
      let status = entry.status
      counts[Int(status.rawValue)] += 1
      guard status == .leftOut else { continue }
      if entry.choice == .leftOutByRule {
        leftOutByRules += 1
      } else if entry.isTransfer {
        transfers += 1
      }
    }
    rows = Int64(entries.count)
    fresh = counts[Int(RowStatus.fresh.rawValue)]
    duplicates = counts[Int(RowStatus.duplicate.rawValue)]
    suspected = counts[Int(RowStatus.suspected.rawValue)]
    leftOut = counts[Int(RowStatus.leftOut.rawValue)]
    removedEarlier = counts[Int(RowStatus.removedEarlier.rawValue)]
    rejected = counts[Int(RowStatus.rejected.rawValue)]
    excluded = counts[Int(RowStatus.excluded.rawValue)]
    differing = counts[Int(RowStatus.differing.rawValue)]
  }

  /// Makes the readable line; `firstRejected` says where the first rejected row is and why.
  mutating func describe(firstRejected: String) {
    var parts = ["\(fresh) new"]
    func add(_ count: Int64, _ one: String, _ many: String) {
      if count != 0 { parts.append("\(count) \(count == 1 ? one : many)") }
    }
    add(duplicates, "duplicate", "duplicates")
    add(suspected, "perhaps a duplicate", "perhaps duplicates")
    add(leftOut - leftOutByRules - transfers, "left out (money in)", "left out (money in)")
    add(transfers, "left out (transfer)", "left out (transfers)")
    add(leftOutByRules, "left out by a rule", "left out by rules")
    add(removedEarlier, "removed earlier", "removed earlier")
    add(differing, "with other values", "with other values")
    add(excluded, "excluded", "excluded")
    add(rejected, "rejected: \(firstRejected)", "rejected, the first: \(firstRejected)")
    if questions.count == 1 { parts.append("1 open question") }
    if questions.count > 1 { parts.append("\(questions.count) open questions") }
    text = "\(name): \(parts.joined(separator: ", "))"
  }
}
