internal import CIExpense
internal import ExpenseForms
internal import ExpenseModel
internal import ExpenseStore

/// What stands behind an `iex_draft`, with the last that each getter gave out.
@safe
final class DraftObject: HandleObject {
  static let kind = HandleKind.draft

  let draft: Draft
  private let lender: Lender
  private let lastTexts = unsafe Locked<[Int32: Block<UnsafePointer<CChar>?>]>([:])
  private let lastChoices = unsafe Locked<[Int32: Block<UnsafePointer<CChar>?>]>([:])
  private let lastProblems = unsafe Locked<Block<iex_problem>?>(nil)

  init(_ draft: Draft, lender: Lender) {
    self.draft = draft
    self.lender = lender
  }

  /// The text of a field; nil for a field without one.
  func text(_ number: Int32) -> UnsafePointer<CChar>? {
    guard let field = try? draftField(number), let text = try? draft.text(of: field) else {
      return nil
    }
    let block = unsafe DraftObject.block([text])
    unsafe lastTexts.withLock { unsafe $0[number] = unsafe block }
    return unsafe block.rows.pointee
  }

  /// What could be chosen for a field.
  func choices(_ field: ExpenseField) throws(ExpenseError) -> Block<UnsafePointer<CChar>?> {
    let block = unsafe DraftObject.block(try draft.choices(for: field))
    unsafe lastChoices.withLock { unsafe $0[field.rawValue] = unsafe block }
    return unsafe block
  }

  /// What keeps the draft from being saved.
  func problems() throws(ExpenseError) -> Block<iex_problem> {
    let found = try draft.problems()
    let block = unsafe Block(count: found.count) { index, writer in
      unsafe iex_problem(found[index], writer: &writer)
    }
    unsafe lastProblems.withLock { unsafe $0 = unsafe block }
    return unsafe block
  }

  /// Saves the draft; a failure marks this thread's transaction, if there is one.
  func save() throws(ExpenseError) -> Int64 {
    do {
      return try draft.save()
    } catch {
      lender.store.noteFailure(error)
      throw error
    }
  }

  private static func block(_ texts: [String]) -> Block<UnsafePointer<CChar>?> {
    unsafe Block(count: texts.count) { index, writer in unsafe writer.write(texts[index]) }
  }
}

/// A field of a draft by its number.
func draftField(_ number: Int32) throws(ExpenseError) -> ExpenseField {
  guard let field = ExpenseField(rawValue: number) else {
    throw ExpenseError(.argument, "field is \(number), no IEX_FIELD_…")
  }
  return field
}

/// Opens a draft as C asks for it.
func openDraft(
  _ store: Store, _ id: Int64, _ pointer: UnsafePointer<iex_draft_options>?
) throws(ExpenseError) -> Draft {
  let options = try unsafe iex_draft_options.read(optional: pointer, "options")
  try unsafe requireNoFlags(options.flags, "options.flags")
  let text = try unsafe optionalText(options.decimal_mark, "options.decimal_mark")
  let mark = AmountText.DecimalMark(rawValue: text)
  guard text.isEmpty || mark != nil else {
    throw ExpenseError(.argument, "options.decimal_mark is neither \".\" nor \",\": \"\(text)\"")
  }
  let fields = unsafe ExpenseFields(rawValue: options.default_fields)
  guard !fields.hasUnknown else {
    throw ExpenseError(.argument, "options.default_fields has bits that stand for no field")
  }
  let defaults = unsafe options.defaults
  guard unsafe id == 0 || (defaults == nil && fields.isEmpty) else {
    throw ExpenseError(.argument, "options.defaults is for a new expense: id is \(id), not 0")
  }
  if id != 0 { return try Draft(editing: id, in: store, decimalMark: mark) }
  guard !fields.isEmpty else { return try Draft(adding: store, decimalMark: mark) }
  let expense = try unsafe Expense(updating: defaults, fields: fields)
  return try Draft(adding: store, defaults: expense, given: fields, decimalMark: mark)
}

extension iex_problem {
  /// Lays out a problem.
  fileprivate init(_ problem: Draft.Problem, writer: inout BlockWriter) {
    unsafe self.init()
    unsafe struct_size = UInt32(MemoryLayout<Self>.size)
    unsafe field = problem.field.rawValue
    unsafe status = problem.code.rawValue
    unsafe message = writer.write(problem.message)
  }
}

extension iex_draft_state {
  /// Lays out how a draft stands.
  init(_ status: Draft.Status) {
    self.init()
    struct_size = UInt32(MemoryLayout<Self>.size)
    flags =
      UInt32(status.canSave ? IEX_DRAFT_SAVABLE : 0)
      | UInt32(status.isChanged ? IEX_DRAFT_CHANGED : 0)
      | UInt32(status.isRemoved ? IEX_DRAFT_REMOVED : 0)
    id = status.id
    changed = status.changed.rawValue
    conflicts = status.conflicts.rawValue
  }
}
