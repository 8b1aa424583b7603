internal import ExpenseModel

extension FileDetection {
  /// Adds what is known of a key.
  mutating func add(
    _ key: String, _ state: Finding.State, _ value: String = "", candidates: [String] = [],
    at example: Example? = nil, _ text: String
  ) {
    findings.append(
      Finding(
        key: key, state: state, value: value, candidates: candidates,
        line: Int64(example?.line ?? 0), example: example?.cell ?? "", text: "\(key): \(text)"))
  }

  /// The decimal mark. Where no amount has one that matters it is no finding.
  mutating func settleDecimal(_ evidence: DecimalEvidence?, digits: Int?) {
    if let decimal = given.decimal {
      return add("decimal", .given, decimal.rawValue, "\"\(decimal.rawValue)\"")
    }
    guard let evidence else { return }
    switch evidence.conclusion(digits: digits) {
    case .irrelevant: break
    case .certain(let decimal, let example):
      profile.decimal = decimal
      add(
        "decimal", .certain, decimal.rawValue, at: example,
        "\"\(decimal.rawValue)\": \(place(example))")
    case .open(let example, let other):
      var text = "\".\" or \",\": \(place(example))"
      if let other {
        text += " has a point, \(place(other)) a comma"
      } else {
        let readings = [AmountText.DecimalMark.point, .comma].compactMap {
          Self.reading(example.cell, $0)
        }
        text += " may be \(Self.either(readings))"
      }
      add("decimal", .ambiguous, candidates: [".", ","], at: example, text)
    }
  }

  /// What a cell is with a decimal mark: "-3000", "0.5".
  static func reading(_ cell: String, _ mark: AmountText.DecimalMark) -> String? {
    let bytes = cell.utf8
    guard let amount = try? AmountText(bytes.span, 0..<bytes.count, decimal: mark),
      let units = try? amount.minor(digits: Currency.maximumDigits)
    else { return nil }
    var text = Money.amountText(units, digits: Currency.maximumDigits)[...]
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }

  /// The order of day, month and year. Where all orders give the same days it is no finding.
  mutating func settleDate(_ evidence: DateEvidence?) {
    if let order = given.date { return add("date", .given, order.rawValue, "\(order.rawValue)") }
    guard let evidence else { return }
    switch evidence.conclusion() {
    case .irrelevant(let order): irrelevantOrder = order
    case .certain(let order, let example):
      profile.date = order
      add(
        "date", .certain, order.rawValue, at: example,
        order.rawValue + (example.map { ": \(place($0))" } ?? ""))
    case .open(let orders, let example):
      let readings = orders.compactMap { Self.date(example.cell, $0)?.description }
      let text = "\(Self.either(orders.map { "\"\($0.rawValue)\"" })): "
      add(
        "date", .ambiguous, candidates: orders.map(\.rawValue), at: example,
        text + place(example)
          + (readings.count > 1
            ? " may be \(Self.either(readings))" : ": other dates have another order"))
    }
  }

  /// The currency by what stands beside the amounts.
  mutating func settleUnits(_ evidence: CurrencyEvidence) -> Currency? {
    var codes: [String] = []
    var open: (codes: [String], example: Example)?
    for (unit, example) in evidence.units.sorted(by: { $0.value.line < $1.value.line }) {
      guard let known = CurrencyText(unit)?.codes.filter({ context.currency($0) != nil }),
        let code = known.first
      else { continue }
      if known.count > 1 {
        open = open ?? (known, example)
      } else if !codes.contains(code) {
        codes.append(code)
      }
    }
    if let open {
      add(
        "currency", .ambiguous, candidates: open.codes, at: open.example,
        "\(Self.either(open.codes)): \(place(open.example))")
      return nil
    }
    if let bare = evidence.bare {
      let likely =
        codes + [context.defaultCurrency].compactMap(\.self).filter { !codes.contains($0) }
      add(
        "currency", .ambiguous, candidates: likely, at: bare,
        "in which currency are the amounts? \(place(bare))")
      return nil
    }
    guard codes.count == 1, !evidence.isNamed, let example = evidence.units.values.first else {
      return nil
    }
    profile.currency = codes[0]
    add(
      "currency", .certain, codes[0], at: example,
      "\(codes[0]): \(place(example))")
    return context.currency(codes[0])
  }
}
