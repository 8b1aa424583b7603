public import CIExpense
internal import ExpenseForms
internal import ExpenseModel
internal import ExpenseStore

/// The form of one expense.
///
/// It lives until iex_draft_close or until its store is closed. Nothing is stored before
/// iex_draft_save.
public typealias iex_draft = OpaquePointer

/// Opens a draft of a new expense, or of a stored one.
///
/// - Parameters:
///   - store: A store.
///   - id: The expense to edit; 0: one to be added.
///   - options: The decimal mark and, for a new expense, what it begins with; NULL: the defaults.
///   - draft: Receives the draft; NULL on failure. Close it with iex_draft_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND when the store has no such expense; IEX_ERROR_ARGUMENT for another
///   decimal mark, and for defaults of a stored expense; IEX_ERROR_INVALID, IEX_ERROR_CURRENCY or
///   IEX_ERROR_ENCODING for defaults that break a rule of their field.
@_cdecl("iex_draft_open")
public func iex_draft_open(
  _ store: iex_store?, _ id: Int64, _ options: UnsafePointer<iex_draft_options>?,
  _ draft: UnsafeMutablePointer<iex_draft?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, draft, "draft") {
    let lender = try resolveStore(store)
    let draft = try unsafe openDraft(lender.store, id, options)
    return try lender.lend(DraftObject(draft, lender: lender))
  }
}

/// Gives the text of a field: as it was set, else as the draft began with it.
///
/// While the amount names a currency and none was set, the currency's text is that one.
///
/// - Parameters:
///   - draft: A draft.
///   - field: IEX_FIELD_NAME and so on.
/// - Returns: A text that is valid until the next iex_draft_text of this field, or until the draft
///   or its store is closed; NULL when `draft` is no open draft, or the field has no text.
@_cdecl("iex_draft_text")
public func iex_draft_text(_ draft: iex_draft?, _ field: Int32) -> UnsafePointer<CChar>? {
  unsafe peek(draft, as: DraftObject.self)?.text(field)
}

/// Sets the text of a field, whatever it says: iex_draft_problems tells what is wrong with it.
///
/// - Parameters:
///   - draft: A draft.
///   - field: IEX_FIELD_NAME and so on.
///   - text: The text as it was typed; NULL and "" are the same.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for a field without a text; IEX_ERROR_ENCODING.
@_cdecl("iex_draft_set")
public func iex_draft_set(
  _ draft: iex_draft?, _ field: Int32, _ text: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    let object = try resolve(draft, "draft", as: DraftObject.self)
    let field = try draftField(field)
    try object.draft.setText(unsafe optionalText(text, "text", field: field), of: field)
  }
}

/// Tells what keeps a draft from being saved: at most one problem for each field.
///
/// - Parameters:
///   - draft: A draft.
///   - count: Receives how many; may be NULL.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: The first problem, also when `count` is 0, in the order of the fields' numbers; valid
///   until the next iex_draft_problems of this draft, or until the draft or its store is closed.
///   NULL and a `count` of 0 when `draft` is no open draft or the store can't be read.
@_cdecl("iex_draft_problems")
public func iex_draft_problems(
  _ draft: iex_draft?, _ count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> UnsafePointer<iex_problem>? {
  var block: Block<iex_problem>?
  _ = unsafe call(error) {
    unsafe block = try resolve(draft, "draft", as: DraftObject.self).problems()
  }
  return unsafe give(block, count: count)
}

/// Gives what could be chosen for a field: texts that can be set as they are.
///
/// For the type "Business" and "Personal", then what the store knows, at most 200; for a
/// reimbursement its four words. For name, category, account, currency and tags at most 20 that
/// were used before and fit what was typed, regardless of case and accents: what begins with it
/// first, then the most used, and of equals the latest. Categories that stood beside the draft's
/// name come first; a tag completes the last one of the text. Names, accounts and tags are those
/// of the latest 20,000 expenses, which are read at the first call after a change of the store.
/// Amount, date and note have no choices.
///
/// - Parameters:
///   - draft: A draft.
///   - field: IEX_FIELD_TYPE and so on.
///   - count: Receives how many; may be NULL.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: The first text, also when `count` is 0; valid until the next iex_draft_choices of this
///   field, or until the draft or its store is closed. NULL and a `count` of 0 when `draft` is no
///   open draft, the field has no text, or the store can't be read.
@_cdecl("iex_draft_choices")
public func iex_draft_choices(
  _ draft: iex_draft?, _ field: Int32, _ count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> UnsafePointer<UnsafePointer<CChar>?>? {
  var block: Block<UnsafePointer<CChar>?>?
  _ = unsafe call(error) {
    let object = try resolve(draft, "draft", as: DraftObject.self)
    unsafe block = try object.choices(draftField(field))
  }
  return unsafe give(block, count: count)
}

/// Tells how a draft stands: whether it can be saved, what it has changed, and what else has.
///
/// - Parameters:
///   - draft: A draft.
///   - state: Its struct_size must be set; receives the rest.
///   - error: Receives what went wrong; may be NULL.
@_cdecl("iex_draft_describe")
public func iex_draft_describe(
  _ draft: iex_draft?, _ state: UnsafeMutablePointer<iex_draft_state>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, versioned: state, "state") {
    try iex_draft_state(resolve(draft, "draft", as: DraftObject.self).draft.status())
  }
}

/// Settles conflicts of a draft.
///
/// What others have stored is what the draft has seen last, in iex_draft_describe,
/// iex_draft_problems or iex_draft_save: what they change after that is a conflict again.
///
/// - Parameters:
///   - draft: A draft.
///   - fields: The fields to settle: IEX_BIT(IEX_FIELD_NAME) and so on, joined by |. Those without
///     a conflict stay as they are; amount and currency are settled together.
///   - how: IEX_DRAFT_TAKE_THEIRS or IEX_DRAFT_KEEP_MINE.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT.
@_cdecl("iex_draft_resolve")
public func iex_draft_resolve(
  _ draft: iex_draft?, _ fields: UInt64, _ how: Int32, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    let object = try resolve(draft, "draft", as: DraftObject.self)
    guard how == IEX_DRAFT_TAKE_THEIRS || how == IEX_DRAFT_KEEP_MINE else {
      throw ExpenseError(
        .argument, "how is \(how), not IEX_DRAFT_TAKE_THEIRS or IEX_DRAFT_KEEP_MINE")
    }
    try object.draft.resolve(
      ExpenseFields(rawValue: fields), takeTheirs: how == IEX_DRAFT_TAKE_THEIRS)
  }
}

/// Adds the expense of a draft, or writes the fields that the draft has changed over the stored ones.
///
/// It is one change, with a label such as "added Lunch", and one undo; in a transaction it becomes
/// a part of that, and when that is rolled back, the draft stands as after an undo. Without a
/// change nothing is stored. From then on the draft is one of the stored expense: saving it again
/// updates that.
///
/// - Parameters:
///   - draft: A draft.
///   - id: Receives the id of the expense; may be NULL.
///   - error: Receives what went wrong, with the field at fault; may be NULL.
/// - Returns: The status of the first problem; IEX_ERROR_CONFLICT when someone else has changed
///   fields that the draft has changed too: iex_draft_describe tells which; IEX_ERROR_NOT_FOUND when
///   the expense was removed; IEX_ERROR_BUSY, also while another call saves this draft;
///   IEX_ERROR_READ_ONLY, … Then nothing is stored, and the draft stays as it is.
@_cdecl("iex_draft_save")
public func iex_draft_save(
  _ draft: iex_draft?, _ id: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, optional: id) {
    try resolve(draft, "draft", as: DraftObject.self).save()
  }
}

/// Forgets what was typed: the draft is again what it began with, or the stored expense as it is now.
///
/// - Parameters:
///   - draft: A draft.
///   - error: Receives what went wrong; may be NULL.
@_cdecl("iex_draft_discard")
public func iex_draft_discard(
  _ draft: iex_draft?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) { try resolve(draft, "draft", as: DraftObject.self).draft.discard() }
}

/// Closes a draft; what was not saved is forgotten.
///
/// - Parameter draft: A draft. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_draft_close")
public func iex_draft_close(_ draft: iex_draft?) -> iex_status {
  closeHandle(draft, kind: .draft)
}
