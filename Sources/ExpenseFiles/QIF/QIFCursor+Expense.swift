internal import ExpenseModel

extension QIFCursor {
  /// Makes the expense of a transaction, or of a part of one that is split.
  func expense(
    _ record: QIFRecord, _ part: QIFRecord.Split?, _ section: QIFSection, _ entry: RowEntry
  ) throws(RowProblem) -> Expense {
    let plan = file.plan
    guard let date = record.date else { throw RowProblem(reason: "the transaction has no date") }
    let day: CivilDate
    do throws(DateCell.Fault) {
      day = try QIFDate.read(file.bytes.span, date, plan.order, isDayFirst: plan.isDayFirst)
    } catch {
      throw problem("D", date, error.reason(plan.order))
    }
    guard let range = part == nil ? record.anyAmount : part?.amount else {
      throw RowProblem(reason: "the transaction has no amount")
    }
    let (amount, currency) = try amount(range, part == nil ? record.amount == nil ? "U" : "T" : "$")
    let name = name(record, part)
    var expense = Expense(name: name?.text ?? CSVCursor.noName, amount: amount, date: day)
    expense.currency = currency.code
    expense.account = plan.account.isEmpty ? section.name(file.bytes) : plan.account
    expense.source = Expense.Source(line: Int64(entry.line))
    if let type = plan.type { expense.type = type }
    if let category = category(record, part) {
      do throws(ExpenseError) {
        expense.category = try CategoryPath(names: category.names).description
      } catch {
        throw problem(
          part == nil ? "L" : "S", (part == nil ? record.category : part?.category) ?? 0..<0,
          error.message)
      }
      expense.tags = category.tags
    }
    let notes = [part?.memo ?? [], record.memo].map(joined)
    expense.note = notes.first { !$0.isEmpty } ?? ""
    if name?.letter == "M",
      TextRules.trimmed(expense.note).utf8.elementsEqual(name?.text.utf8 ?? "".utf8)
    {
      expense.note = ""
    }
    expense.extra = extra(record, part)
    do throws(ExpenseError) {
      try expense.validate()
    } catch {
      throw invalid(record, part, error)
    }
    return expense
  }

  /// What the row's `L` or `S` line says; nil when it says nothing.
  func category(_ record: QIFRecord, _ part: QIFRecord.Split?) -> QIFCategory? {
    guard let range = part == nil ? record.category : part?.category else { return nil }
    let category = QIFCategory(TextRules.trimmed(text(range)), file.plan.classes)
    return category.names.isEmpty && category.tags.isEmpty ? nil : category
  }

  /// The payee, or the memo of a transaction without one; nil when both are blank.
  func name(
    _ record: QIFRecord, _ part: QIFRecord.Split?
  ) -> (letter: String, text: String)? {
    // Some programs pad payees with blanks.
    let payee = record.payee.map { TextRules.trimmed(text($0)) }
    if let payee, !payee.isEmpty { return ("P", payee) }
    for memo in record.memo + (part?.memo ?? []) {
      let memo = TextRules.trimmed(joined([memo]))
      if !memo.isEmpty { return ("M", memo) }
    }
    return nil
  }

  /// The texts of lines with one letter, a line each; "" when all are blank, or are what HomeBank
  /// writes of a memo that is not there.
  private func joined(_ lines: [Range<Int>]) -> String {
    let texts = lines.map(text)
    let isNothing = texts.allSatisfy {
      TextRules.isBlank($0) || $0.utf8.elementsEqual("(null)".utf8)
    }
    return isNothing ? "" : texts.joined(separator: "\n")
  }

  /// What the expense has no field for; of a part with a memo of its own also that of the whole.
  private func extra(_ record: QIFRecord, _ part: QIFRecord.Split?) -> String {
    var extra = QIFExtra()
    for line in record.others where !Blanks.trimmed(file.bytes.span, line.text).isEmpty {
      extra.add(UnicodeScalar(line.letter), text(line.text))
    }
    if let part, !joined(part.memo).isEmpty, !joined(record.memo).isEmpty {
      for memo in record.memo { extra.add("M", text(memo)) }
    }
    if let percentage = part?.percentage { extra.add("%", text(percentage)) }
    return extra.json
  }

  /// An amount, above zero when it is money spent, and its currency.
  func amount(
    _ range: Range<Int>, _ letter: String
  ) throws(RowProblem) -> (minor: Int64, currency: Currency) {
    let plan = file.plan
    let span = file.bytes.span
    do throws(AmountText.Fault) {
      var amount = try AmountText(span, range, decimal: plan.decimal)
      let currency = try amount.currency(in: span, preferred: plan.currency, lookup: file.lookup)
      let isSpent =
        switch amount.direction {
        case .debit: true
        case .credit: false
        case .none: amount.isNegative != plan.isSpendingPositive
        }
      // The sign is turned in the text, since the least number has no opposite.
      if amount.number.isNegative == isSpent { amount.number.negate() }
      return (try amount.minor(digits: currency.digits), currency)
    } catch {
      throw problem(letter, range, error.reason(plan.currency))
    }
  }

  /// Which line is at fault for a field that no expense may have so.
  private func invalid(
    _ record: QIFRecord, _ part: QIFRecord.Split?, _ error: ExpenseError
  ) -> RowProblem {
    let (letter, range): (String, Range<Int>?) =
      switch error.field {
      case .name: (name(record, part)?.letter ?? "P", record.payee)
      case .category, .tags: part == nil ? ("L", record.category) : ("S", part?.category)
      case .note: ("M", record.memo.first)
      default: ("", nil)
      }
    guard let range else { return RowProblem(reason: error.message) }
    return problem(letter, range, error.message)
  }
}
