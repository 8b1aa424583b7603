internal import ExpenseModel

extension CSVDetection {
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
  mutating func settleDecimal(_ layout: CSVLayout, _ evidence: Evidence?, digits: Int?) {
    if let decimal = given.decimal {
      return add("decimal", .given, decimal.rawValue, "\"\(decimal.rawValue)\"")
    }
    guard let evidence else { return }
    switch evidence.decimal.conclusion(digits: digits) {
    case .irrelevant: break
    case .certain(let decimal, let example):
      profile.decimal = decimal
      add(
        "decimal", .certain, decimal.rawValue, at: example,
        "\"\(decimal.rawValue)\": \(CSVDetection.place(example, layout))")
    case .open(let example, let other):
      let place = CSVDetection.place(example, layout)
      var text = "\".\" or \",\": \(place)"
      if let other {
        text += " has a point, \(CSVDetection.place(other, layout)) a comma"
      } else {
        let readings = [AmountText.DecimalMark.point, .comma].compactMap {
          CSVDetection.reading(example.cell, $0)
        }
        text += " may be \(CSVDetection.either(readings))"
      }
      add("decimal", .ambiguous, candidates: [".", ","], at: example, text)
    }
  }

  /// What a cell is with a decimal mark: "-3000", "0.5".
  private static func reading(_ cell: String, _ mark: AmountText.DecimalMark) -> String? {
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
  mutating func settleDate(_ layout: CSVLayout, _ evidence: Evidence?) {
    if let order = given.date { return add("date", .given, order.rawValue, "\(order.rawValue)") }
    guard let evidence else { return }
    switch evidence.dates.conclusion() {
    case .irrelevant(let order): irrelevantOrder = order
    case .certain(let order, let example):
      profile.date = order
      add(
        "date", .certain, order.rawValue, at: example,
        order.rawValue + (example.map { ": \(CSVDetection.place($0, layout))" } ?? ""))
    case .open(let orders, let example):
      let bytes = example.cell.utf8
      let readings = orders.compactMap { order in
        (try? DateCell.read(bytes.span, 0..<bytes.count, order)).map(\.description)
      }
      let text = "\(CSVDetection.either(orders.map { "\"\($0.rawValue)\"" })): "
      add(
        "date", .ambiguous, candidates: orders.map(\.rawValue), at: example,
        text + CSVDetection.place(example, layout)
          + (readings.count > 1
            ? " may be \(CSVDetection.either(readings))" : ": other dates have another order"))
    }
  }

  /// The currency of amounts without one of their own; it is also returned when it is the only one.
  mutating func settleCurrency(
    _ layout: CSVLayout, _ choice: ColumnChoice, _ evidence: Evidence?
  ) throws(ExpenseError) -> Currency? {
    if let currency = try context.profileCurrency() {
      add("currency", .given, currency.code, currency.code)
      return choice.columns[.currency] == nil ? currency : nil
    }
    guard let evidence else { return nil }
    // A header that says the currency, the same for debits and credits.
    let names = [Profile.Field.amount, .debit, .credit].compactMap { choice.name($0)?.currency }
    if let code = names.first, Set(names).count == 1, let currency = context.currency(code) {
      profile.currency = code
      let line = layout.headerLine
      add("currency", .certain, code, "\(code): line \(line), the name of the amounts' column")
      return choice.columns[.currency] == nil && evidence.currencies.units.isEmpty ? currency : nil
    }
    // The column of currencies is asked for already.
    if choice.open[.currency] != nil { return nil }
    return settleUnits(layout, evidence.currencies)
  }

  /// The currency by what stands beside the amounts.
  private mutating func settleUnits(
    _ layout: CSVLayout, _ evidence: CurrencyEvidence
  ) -> Currency? {
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
      let place = CSVDetection.place(open.example, layout)
      add(
        "currency", .ambiguous, candidates: open.codes, at: open.example,
        "\(CSVDetection.either(open.codes)): \(place)")
      return nil
    }
    if let bare = evidence.bare {
      let likely =
        codes + [context.defaultCurrency].compactMap(\.self).filter { !codes.contains($0) }
      add(
        "currency", .ambiguous, candidates: likely, at: bare,
        "in which currency are the amounts? \(CSVDetection.place(bare, layout))")
      return nil
    }
    guard codes.count == 1, !evidence.isNamed, let example = evidence.units.values.first else {
      return nil
    }
    profile.currency = codes[0]
    add(
      "currency", .certain, codes[0], at: example,
      "\(codes[0]): \(CSVDetection.place(example, layout))")
    return context.currency(codes[0])
  }
}
