package import ExpenseModel

/// The packed rows of one bulk, stored batch by batch.
package struct NewRows {
  /// The numbers in the file of the packer's names, by `NameKind`; that of 0 first.
  private var numbers = [[Int64]](repeating: [0], count: NameKind.allCases.count)
  private var hasDefaultCurrency = false
  /// How many rows were stored.
  private(set) var count = 0

  package init() {}

  /// Stores the rows of a batch.
  ///
  /// - Returns: The id of the first; the others follow without a gap.
  /// - Throws: `currency` for one that nobody knows, or for none where there is no default: which row
  ///   that is stands before the message.
  mutating func add(_ batch: RowBatch, to writer: Writer) throws(ExpenseError) -> Int64 {
    let first = writer.effect?.nextID ?? 0
    if batch.count == 0 { return first }
    let (end, isTooMuch) = first.addingReportingOverflow(Int64(batch.count))
    guard StoredRow.isValid(id: first), !isTooMuch else {
      throw ExpenseError(
        .damaged, "\(writer.path): write: the journal leaves no id for a new expense")
    }
    try resolve(batch, writer)
    writer.effect?.nextID = end
    try writer.newRowsTable().store(batch, numbers: numbers, firstID: first)
    writer.effect?.added.insert(first..<end)
    writer.effect?.rows = nil
    for (key, delta) in batch.totals {
      let key = TotalKey(
        month: Int64(key.month), type: number(.type, key.type),
        category: number(.category, key.category), currency: number(.currency, key.currency))
      // Of amounts of 64 bits there are never enough for more than 128.
      _ = writer.effect?.totals[key, default: TotalDelta()].add(delta)
    }
    count += batch.count
    return first
  }

  private func number(_ kind: NameKind, _ number: Int32) -> Int64 {
    numbers[kind.rawValue][Int(number)]
  }

  /// Finds or makes the numbers of the names that are new.
  private mutating func resolve(_ batch: RowBatch, _ writer: Writer) throws(ExpenseError) {
    let names = writer.names
    for name in batch.newNames[NameKind.type.rawValue] {
      numbers[NameKind.type.rawValue].append(try names.types.internLater(name))
    }
    for name in batch.newNames[NameKind.category.rawValue] {
      numbers[NameKind.category.rawValue].append(try names.categories.internLater(name))
    }
    for name in batch.newNames[NameKind.account.rawValue] {
      numbers[NameKind.account.rawValue].append(try names.accounts.internLater(name))
    }
    for code in batch.newNames[NameKind.currency.rawValue] {
      let number = Int32(truncatingIfNeeded: numbers[NameKind.currency.rawValue].count)
      do throws(ExpenseError) {
        numbers[NameKind.currency.rawValue].append(try names.currencies.intern(code))
      } catch {
        throw located(error, batch.currencyRows[number] ?? 0)
      }
    }
    guard let row = batch.firstWithoutCurrency, !hasDefaultCurrency else { return }
    do throws(ExpenseError) {
      let code = try Store.currencyForBareAmount(writer).code
      numbers[NameKind.currency.rawValue][0] = try names.currencies.intern(code)
    } catch {
      throw located(error, row)
    }
    hasDefaultCurrency = true
  }

  private func located(_ error: ExpenseError, _ row: Int) -> ExpenseError {
    error.located(at: count + row)
  }
}

extension ExpenseError {
  /// The same, with the place among the expenses that a call was given before the message.
  package func located(at index: Int) -> ExpenseError {
    guard field != nil else { return self }
    var located = self
    located.message = "expenses[\(index)]: \(message)"
    return located
  }
}
