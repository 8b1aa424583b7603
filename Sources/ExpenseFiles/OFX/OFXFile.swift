internal import ExpenseModel

/// A statement of a bank or a card in OFX: 1.x in SGML, 2.x in XML, and QFX, which is OFX with tags of
/// Intuit's own.
///
/// What is read of a transaction (OFX 2.3, section 11.4.4.1): the day of `DTPOSTED`, `TRNAMT` with its
/// sign turned round, since it is money spent that is positive here, `NAME`, else `PAYEE`'s, else
/// `EXTDNAME`, else `MEMO`; `MEMO` as the note, where it says more; `FITID` as the external id. All else is kept in `extra`.
/// The account is the one that the caller names, else the statement's `ACCTID`.
struct OFXFile: RowReader {
  let bytes: [UInt8]
  let outline: OFXOutline
  let plan: OFXPlan

  var identity: RowIdentity { .fingerprint }

  func cursor() -> any RowCursor { OFXCursor(file: self) }
  func currency(_ code: String) -> Currency? { plan.context.currency(code) }

  /// Reads all rows: where they are, what will become of them, and their fingerprints.
  ///
  /// - Returns: The entries, their index, and how many rows of money coming in the profile does not
  ///   say what to do with.
  func readRows(
    start: Int, _ meter: inout ProgressMeter
  ) throws(ExpenseError) -> (entries: [RowEntry], index: RowIndex, undecided: Int) {
    var entries: [RowEntry] = []
    var index = RowIndex()
    var undecided = 0
    var lines = LineCounter(start)
    _ = try OFXOutline(bytes, start: start, &meter) {
      (offset, transaction, _) throws(ExpenseError) in
      // As it is known at the end of the file, which is how a single row is read again.
      let statement = outline.statement(at: offset)
      var entry = RowEntry(
        offset: UInt32(offset), line: lines.line(of: offset, in: bytes), status: .fresh)
      guard let transaction, let read = try? read(transaction, statement, line: entry.line) else {
        entry.status = .rejected
        entries.append(entry)
        return
      }
      entry.amountMark = AmountMark(read.expense.amount)
      entry.isNameless = read.isNameless
      if read.expense.amount < 0, plan.income != .refund {
        entry.status = .leftOut
        if plan.income == nil { undecided += 1 }
      } else if OFXFile.isCorrection(transaction) {
        // Whether what it replaces is here, the file does not say: that is for a person to see.
        entry.status = .suspected
      }
      entries.append(entry)
      index.add(
        fingerprint(transaction, read, statement), row: entries.count - 1, in: &entries)
    }
    return (entries, index, undecided)
  }

  /// Whether a transaction stands in place of an earlier one (OFX 2.3, section 11.4.4.1).
  private static func isCorrection(_ transaction: OFXTransaction) -> Bool {
    !transaction["CORRECTFITID"].isEmpty
  }

  /// A transaction as an expense, with what its fingerprint needs.
  struct Reading {
    var expense: Expense
    /// `TRNAMT` in minor units, with its own sign.
    var amount: Int64
    var isNameless: Bool
  }

  /// The fingerprint of a transaction, without its place among equal ones.
  ///
  /// Of one with a `FITID` that, the day and the amount, since there are banks that give the same id
  /// to two transactions; else the day, the amount, `NAME`, `MEMO` and `CHECKNUM`. Day and amount are
  /// taken as numbers: a bank writes them differently in each version of OFX. The account is part of
  /// it. Stores keep these numbers: never change this.
  func fingerprint(
    _ transaction: OFXTransaction, _ read: Reading, _ statement: OFXStatement
  ) -> Fingerprint {
    var fingerprint = Fingerprint()
    let id = transaction["FITID"]
    fingerprint.add(byte: UInt8(ascii: id.isEmpty ? "p" : "o"))
    fingerprint.add(plan.account(of: statement))
    fingerprint.add(UInt64(bitPattern: Int64(read.expense.date.day)))
    fingerprint.add(UInt64(bitPattern: read.amount))
    if id.isEmpty {
      for name in ["NAME", "MEMO", "CHECKNUM"] { fingerprint.add(transaction[name]) }
    } else {
      fingerprint.add(id)
    }
    return fingerprint
  }
}

/// Reads single transactions.
struct OFXCursor: RowCursor {
  let file: OFXFile

  func expense(at entry: RowEntry) throws(RowProblem) -> Expense {
    let statement = file.outline.statement(at: Int(entry.offset))
    return try file.read(try transaction(at: entry), statement, line: entry.line).expense
  }

  private func transaction(at entry: RowEntry) throws(RowProblem) -> OFXTransaction {
    var scanner = MarkupScanner(file.bytes, start: Int(entry.offset))
    do throws(ExpenseError) {
      guard case .open(let name, _) = try scanner.next() else {
        throw ExpenseError(.format, "no transaction begins here")
      }
      let tag = scanner.tagName(name)
      guard tag == "STMTTRN" else { throw ExpenseError(.format, OFXOutline.reason(tag)) }
    } catch {
      throw RowProblem(reason: error.message)
    }
    do throws(ExpenseError) {
      return try OFXTransaction(&scanner)
    } catch {
      throw RowProblem(reason: error.message)
    }
  }

  func remark(on entry: RowEntry) -> String {
    if entry.status == .suspected, let replaced = try? transaction(at: entry)["CORRECTFITID"] {
      return "it stands in place of the bank's transaction \(quoted(replaced)): remove that one"
    }
    guard entry.status == .leftOut else {
      return entry.isNameless && entry.status != .rejected ? CSVCursor.noNameRemark : ""
    }
    return CSVCursor.incomeRemark(file.plan.income)
  }
}
