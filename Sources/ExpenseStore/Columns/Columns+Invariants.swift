extension Columns {
  /// What is wrong with the columns as such; nil when all is well. For tests.
  func brokenInvariant() -> String? {
    var last: Int64 = 0
    var rows = 0
    for (index, chunk) in chunks.enumerated() {
      if let problem = chunk.brokenInvariant(loaded) { return "chunk \(index): \(problem)" }
      if chunk.firstID <= last {
        return "chunk \(index) begins with \(chunk.firstID) after \(last)"
      }
      last = chunk.lastID
      rows += chunk.count
    }
    if rows != count { return "\(count) rows are said, \(rows) are there" }
    if chunks.count > 4 * (count / ColumnChunk.capacity) + 4 {
      // Two neighbours hold half a chunk at least.
      return "\(chunks.count) chunks for \(count) rows"
    }
    for chunk in chunks {
      for index in 0..<chunk.count {
        let row = chunk.row(index)
        for number in [
          row.name, row.note, row.tags, row.extra, row.conversionRate, row.externalID,
        ]
        where number != 0 && number >= texts.count {
          return "expense \(row.id): no text \(number)"
        }
        if self.row(row.id) != row { return "expense \(row.id) is not found" }
      }
    }
    return nil
  }
}

extension ColumnChunk {
  fileprivate func brokenInvariant(_ loaded: ColumnNeeds) -> String? {
    if count < 1 || count > ColumnChunk.capacity { return "\(count) rows" }
    let offsets = offsets.isLoaded ? (0..<count).map { self.offsets[$0] } : []
    if offsets.isEmpty ? lastID - firstID != Int64(count - 1) : self.offsets.storedCount != count {
      return "\(offsets.count) offsets for \(count) rows from \(firstID) to \(lastID)"
    }
    if id(0) != firstID || id(count - 1) != lastID { return "the ends are not the first and last" }
    if zip(offsets, offsets.dropFirst()).contains(where: { $0 >= $1 }) { return "no order" }
    for column in NarrowColumn.allCases {
      let values = self.column(column)
      let isNeeded = loaded.isSuperset(of: column.need)
      if values.isLoaded != isNeeded || (values.storedCount ?? count) != count {
        return "\(values.storedCount ?? 0) values of \(column)"
      }
    }
    for column in WideColumn.allCases {
      let values = self.column(column)
      let isNeeded = loaded.isSuperset(of: column.need)
      if values.isLoaded != isNeeded || (values.storedCount ?? count) != count {
        return "\(values.storedCount ?? 0) values of \(column)"
      }
    }
    let days = (0..<count).map { value(.date, $0) }
    if days.min() != dates.lowerBound || days.max() != dates.upperBound { return "dates" }
    let sums = (0..<count).map { value(.amount, $0) }
    if sums.min() != amounts.lowerBound || sums.max() != amounts.upperBound { return "amounts" }
    return nil
  }
}
