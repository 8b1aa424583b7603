internal import ExpenseModel

/// One element of the tutorial's array, as the tokens that it has.
struct Item {
  /// A member of the object.
  struct Member {
    let key: JSONToken
    let value: JSONToken
  }

  /// The whole element.
  let token: JSONToken
  private(set) var id: Member?
  private(set) var name: Member?
  private(set) var type: Member?
  private(set) var amount: Member?
  /// The members that an expense has no field for, in the file's order.
  private(set) var others: [Member] = []
  /// A key that stands twice, although it may stand only once.
  private(set) var repeated: String?

  /// Reads an element of any kind; only an object has members.
  init(_ reader: inout JSONReader) throws(ExpenseError) {
    let kind = try reader.peek()
    guard kind == .object else {
      token = try reader.value()
      return
    }
    let start = reader.position
    var members: [Member] = []
    try reader.object { (reader, key) throws(ExpenseError) in
      members.append(Member(key: key, value: try reader.value()))
    }
    token = JSONToken(kind: .object, range: start..<reader.position)
    for member in members {
      switch reader.text(member.key) {
      case "id" where member.value.kind == .string || member.value.kind == .number:
        take(member, \.id, "id")
      case "id" where member.value.kind == .null: break
      case "name": take(member, \.name, "name")
      case "type": take(member, \.type, "type")
      case "amount": take(member, \.amount, "amount")
      default: others.append(member)
      }
    }
  }

  private mutating func take(
    _ member: Member, _ path: WritableKeyPath<Item, Member?>, _ key: String
  ) {
    if self[keyPath: path] != nil { repeated = key }
    self[keyPath: path] = member
  }

  /// What an expense keeps of the members that it has no fields for: a JSON object of their source
  /// text, or "".
  func extra(_ reader: JSONReader) -> String {
    guard !others.isEmpty else { return "" }
    let members = others.map { "\(reader.source($0.key.range)):\(reader.source($0.value.range))" }
    return "{\(members.joined(separator: ","))}"
  }

  /// The fingerprint of the item as the file gave it, without its place among equal items.
  ///
  /// Of one with an id the id, the amount and the date, if there is one; else all members in order
  /// of their keys, since the app writes them in any order. The account is part of it. Stores keep
  /// these numbers: never change this.
  func fingerprint(_ reader: JSONReader, account: String) -> Fingerprint {
    var fingerprint = Fingerprint()
    func text(_ token: JSONToken) -> String { reader.text(token) ?? reader.source(token.range) }
    if let id {
      let idText = text(id.value)
      fingerprint.add(byte: UInt8(ascii: "I"))
      fingerprint.add(account)
      fingerprint.add(UUID128(parsing: idText)?.description ?? idText)
      fingerprint.add(amount.map { text($0.value) } ?? "")
      for other in others where text(other.key) == "date" { fingerprint.add(text(other.value)) }
    } else {
      fingerprint.add(byte: UInt8(ascii: "R"))
      fingerprint.add(account)
      let members = [name, type, amount].compactMap(\.self) + others
      let pairs = members.map { (key: text($0.key), value: text($0.value)) }
      for pair in pairs.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        fingerprint.add(pair.key)
        fingerprint.add(pair.value)
      }
    }
    return fingerprint
  }
}
