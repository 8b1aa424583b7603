internal import ExpenseModel

extension Columns {
  /// Lends the row of an expense, from columns of which all are loaded. O(log n).
  func lend(_ id: Int64, _ body: (LentRow) -> Void) -> Lending {
    let place = indexOfChunk(reaching: id)
    guard place < chunks.count else { return .missing }
    let chunk = chunks[place]
    let (index, isThere) = chunk.place(of: id)
    guard isThere else { return .missing }
    guard let date = CivilDate(day: chunk.value(.date, index)),
      let currency = names.currency(chunk.value(.currency, index)),
      chunk.value(.tags, index) == 0, chunk.value(.conversionCurrency, index) == 0
    else { return .refused }
    var row = unsafe LentRow(
      id: id,
      uuid: UUID128(
        high: UInt64(bitPattern: chunk.value(.uuidHigh, index)),
        low: UInt64(bitPattern: chunk.value(.uuidLow, index))),
      date: date, amount: chunk.value(.amount, index), currency: currency,
      type: names.types[chunk.value(.type, index)],
      category: names.categories[chunk.value(.category, index)],
      account: names.accounts[chunk.value(.account, index)],
      reimbursement: Reimbursement(rawValue: chunk.value(.reimbursement, index)) ?? .none)
    row.importNumber = chunk.value(.importNumber, index)
    row.line = chunk.value(.line, index)
    row.fingerprint = UInt64(bitPattern: chunk.value(.fingerprint, index))
    unsafe texts.withBytes(chunk.value(.name, index)) { name in
      unsafe texts.withBytes(chunk.value(.note, index)) { note in
        unsafe texts.withBytes(chunk.value(.externalID, index)) { externalID in
          unsafe texts.withBytes(chunk.value(.extra, index)) { extra in
            unsafe row.name = name
            unsafe row.note = note
            unsafe row.externalID = externalID
            unsafe row.extra = extra
            body(row)
          }
        }
      }
    }
    return .lent
  }
}

extension TextPool {
  /// Lends the bytes of a text.
  fileprivate func withBytes(_ number: Int32, _ body: (UnsafeRawBufferPointer) -> Void) {
    // Most rows have none of most texts.
    if number <= 0 { return unsafe body(LentRow.noText) }
    let (page, index) = (Int(number) / TextPool.textsPerPage, Int(number) % TextPool.textsPerPage)
    guard page < pages.count, index < pages[page].count else { return unsafe body(LentRow.noText) }
    let content = pages[page].content
    unsafe content.bytes.withUnsafeBytes { bytes in
      unsafe body(UnsafeRawBufferPointer(rebasing: bytes[content.range(index)]))
    }
  }
}
