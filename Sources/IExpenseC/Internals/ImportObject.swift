internal import CIExpense
internal import ExpenseFiles
internal import ExpenseModel
internal import ExpenseStore

/// What stands behind an `iex_import`.
@safe
final class ImportObject: HandleObject {
  static let kind = HandleKind.fileImport

  let file: Import
  let lender: Lender
  /// Every summary that was given out and differs from the one before, because its texts live as
  /// long as the import.
  private let summaries = unsafe Locked<[(ImportSummary, Block<iex_import_summary>)]>([])
  /// The same of the findings and the profile, which an answer changes.
  private let givenFindings = unsafe Locked<[([Finding], Block<iex_finding>)]>([])
  private let givenProfiles = Locked<[(String, Block<CChar>)]>([])

  init(_ file: Import, lender: Lender) {
    self.file = file
    self.lender = lender
  }

  func end() { file.close() }

  /// Stores the new rows; a failure marks this thread's transaction, if there is one.
  func commit() throws(ExpenseError) -> UndoStep {
    do {
      return try file.commit()
    } catch {
      lender.store.noteFailure(error)
      throw error
    }
  }

  /// What is known of the file, with texts that live as long as this object.
  func summary() -> iex_import_summary {
    let summary = file.summary
    let block = unsafe Block(count: 1) { _, writer in
      unsafe iex_import_summary(summary, writer: &writer)
    }
    return unsafe summaries.withLock { summaries in
      if let last = unsafe summaries.last, unsafe last.0 == summary {
        return unsafe last.1.rows.pointee
      }
      unsafe summaries.append((summary, block))
      return unsafe block.rows.pointee
    }
  }

  /// Takes a row out of what will be stored, or into it.
  func setRow(_ row: Int64, _ status: Int32) throws(ExpenseError) {
    guard let status = RowStatus(rawValue: status) else {
      throw ExpenseError(.argument, "status is \(status), no IEX_ROW_…")
    }
    try file.setRow(row, status)
  }

  /// How the file is read, with texts that live as long as this object.
  func findings() -> Block<iex_finding> {
    let findings = file.summary.findings
    return unsafe givenFindings.withLock { known in
      if let last = unsafe known.last, unsafe last.0 == findings { return unsafe last.1 }
      let block = unsafe Block(count: findings.count) { index, writer in
        unsafe iex_finding(findings[index], writer: &writer)
      }
      unsafe known.append((findings, block))
      return unsafe block
    }
  }

  /// The profile that the file is read with; the text lives as long as this object.
  func profile() -> UnsafePointer<CChar>? {
    let profile = file.profile
    let block = givenProfiles.withLock { known in
      if let last = known.last, last.0 == profile { return last.1 }
      let block = Block(copying: profile.utf8.map(CChar.init(bitPattern:)) + [0])
      known.append((profile, block))
      return block
    }
    return unsafe block.rows
  }
}

extension iex_finding {
  fileprivate init(_ finding: Finding, writer: inout BlockWriter) {
    unsafe self.init()
    unsafe struct_size = UInt32(MemoryLayout<Self>.size)
    unsafe state = finding.state.rawValue
    unsafe line = finding.line
    unsafe key = writer.write(finding.key)
    unsafe value = writer.write(finding.value)
    unsafe text = writer.write(finding.text)
    unsafe example = writer.write(finding.example)
    unsafe candidates = writer.write(finding.candidates)
    unsafe candidate_count = UInt32(truncatingIfNeeded: finding.candidates.count)
  }
}

extension iex_import_summary {
  fileprivate init(_ summary: ImportSummary, writer: inout BlockWriter) {
    unsafe self.init()
    unsafe struct_size = unsafe UInt32(iex_import_summary.size)
    unsafe questions = Int32(clamping: summary.questions.count)
    unsafe rows = summary.rows
    unsafe fresh = summary.fresh
    unsafe duplicates = summary.duplicates
    unsafe suspected = summary.suspected
    unsafe left_out = summary.leftOut
    unsafe removed_earlier = summary.removedEarlier
    unsafe rejected = summary.rejected
    unsafe format = writer.write(summary.format)
    unsafe encoding = writer.write(summary.encoding)
    unsafe name = writer.write(summary.name)
    unsafe text = writer.write(summary.text)
    unsafe question_text = writer.write(summary.questionText)
    unsafe profile_name = writer.write(summary.profileName)
    unsafe excluded = summary.excluded
    unsafe differing = summary.differing
  }
}

/// What stands behind an `iex_import_page`.
@safe
final class ImportPageObject: HandleObject {
  static let kind = HandleKind.importPage
  static let isPlainMemory = true

  let rows: Block<iex_import_row>
  private let expenses: Block<iex_expense>

  init(_ rows: [ImportRow], store: Store) throws(ExpenseError) {
    let digits = try CurrencyDigits(rows.lazy.compactMap(\.expense), in: store)
    let expenses = unsafe Block(count: rows.count) { index, writer in
      guard let expense = rows[index].expense else { return unsafe iex_expense(blankWith: &writer) }
      return unsafe iex_expense(expense, digits: digits, writer: &writer)
    }
    unsafe self.expenses = expenses
    unsafe self.rows = Block(count: rows.count) { index, writer in
      var row = unsafe iex_import_row(rows[index], writer: &writer)
      if rows[index].expense != nil { unsafe row.expense = expenses.rows + index }
      return unsafe row
    }
  }
}

extension iex_import_row {
  fileprivate init(_ row: ImportRow, writer: inout BlockWriter) {
    unsafe self.init()
    unsafe struct_size = UInt32(MemoryLayout<Self>.size)
    unsafe status = row.status.rawValue
    unsafe line = row.line
    unsafe column = row.column
    unsafe duplicate_of = row.duplicateOf
    unsafe column_name = writer.write(row.columnName)
    unsafe cell = writer.write(row.cell)
    unsafe reason = writer.write(row.reason)
    unsafe effects = writer.write(count: row.effects.count) { index, writer in
      unsafe iex_effect(row.effects[index], writer: &writer)
    }
    unsafe effect_count = UInt32(truncatingIfNeeded: row.effects.count)
  }
}

extension ImportOptions {
  /// Reads the caller's options; NULL is all defaults.
  init(_ pointer: UnsafePointer<iex_import_options>?) throws(ExpenseError) {
    let options = try unsafe iex_import_options.read(optional: pointer, "options")
    try unsafe requireNoFlags(options.flags, "options.flags")
    self.init(
      profile: try unsafe optionalText(options.profile, "options.profile"),
      account: try unsafe optionalText(options.account, "options.account"),
      format: try unsafe optionalText(options.format, "options.format"),
      name: try unsafe optionalText(options.name, "options.name"))
    if let host = unsafe HostProgress(options.progress, options.progress_context) {
      progress = { progress in host.goesOn(progress) }
    }
  }
}

extension iex_step {
  /// Lays out what a step did.
  init(_ step: UndoStep) {
    self.init()
    revision = step.revision
    target = step.target
    unsafe withUnsafeMutableBytes(of: &label) { buffer in
      unsafe step.label.copyAsCText(into: buffer)
    }
  }
}

extension iex_money {
  /// Lays out an amount.
  init(_ money: Money) {
    self.init()
    amount_minor = money.minor
    digits = Int32(truncatingIfNeeded: money.currency.digits)
    unsafe withUnsafeMutableBytes(of: &currency) { buffer in
      unsafe money.currency.code.copyAsCText(into: buffer)
    }
  }
}
