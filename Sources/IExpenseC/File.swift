public import CIExpense
internal import ExpenseFiles
internal import ExpenseModel
internal import ExpenseStore

/// A file that was read and compared with a store, and is yet to be committed.
///
/// It lives until iex_import_close or until its store is closed. Nothing is stored before
/// iex_import_commit.
public typealias iex_import = OpaquePointer

/// Rows of a file and all their texts.
///
/// It lives until iex_import_page_close or until its store is closed.
public typealias iex_import_page = OpaquePointer

/// Reads a file for import: what its rows are, which of them the store has, and what is not clear.
///
/// The file is read into memory, and stays there until the import is closed. Whatever is in it, an
/// import needs at most four times its size, 96 bytes for each row, 16 times its largest row, and
/// 64 MB besides; of another store, which keeps a text once that many rows have, the size of its export
/// as JSON counts. A file is under 4 GiB, a row of CSV has at most 16 MiB and 4,096 columns, and JSON at
/// most 128 levels: what is larger is IEX_ERROR_FORMAT.
///
/// - Parameters:
///   - store: A store; it is not changed.
///   - path: The file, in UTF-8.
///   - options: How to read it; NULL: the defaults.
///   - import: Receives the import; NULL on failure. Close it with iex_import_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_FORMAT with line and column, or byte offset, when the file is not of its
///   format; IEX_ERROR_ENCODING when its bytes are not of its encoding; IEX_ERROR_ARGUMENT for a
///   wrong profile or the name of one that is not saved, IEX_ERROR_CURRENCY for an unknown currency
///   in it; IEX_ERROR_CANCELLED when
///   `options` has a progress callback that asked to stop; IEX_ERROR_MISSING, IEX_ERROR_NOT_A_FILE,
///   IEX_ERROR_PERMISSION, IEX_ERROR_IO; of another store what opening it gives, such as
///   IEX_ERROR_NOT_A_STORE, IEX_ERROR_NEWER and IEX_ERROR_DAMAGED. What the file leaves open is no
///   failure but a question: see iex_import_findings.
@_cdecl("iex_import_open")
public func iex_import_open(
  _ store: iex_store?, _ path: UnsafePointer<CChar>?,
  _ options: UnsafePointer<iex_import_options>?, _ import: UnsafeMutablePointer<iex_import?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, `import`, "import") {
    let lender = try resolveStore(store)
    let path = try unsafe requiredText(path, "path")
    let options = try unsafe ImportOptions(options)
    let file = try Import.open(lender.store, path: path, options: options)
    return try lender.lend(ImportObject(file, lender: lender))
  }
}

/// Reads a file for import from memory; the rest is as in iex_import_open.
///
/// - Parameters:
///   - store: A store; it is not changed.
///   - bytes: The file's content; it is copied.
///   - size: How many bytes.
///   - options: How to read it; NULL: the defaults.
///   - import: Receives the import; NULL on failure. Close it with iex_import_close.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_FORMAT, IEX_ERROR_ENCODING, IEX_ERROR_ARGUMENT, IEX_ERROR_CURRENCY,
///   IEX_ERROR_CANCELLED.
@_cdecl("iex_import_open_bytes")
public func iex_import_open_bytes(
  _ store: iex_store?, _ bytes: UnsafeRawPointer?, _ size: Int,
  _ options: UnsafePointer<iex_import_options>?, _ import: UnsafeMutablePointer<iex_import?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, `import`, "import") {
    let lender = try resolveStore(store)
    let bytes = try unsafe copy(bytes, size: size)
    let options = try unsafe ImportOptions(options)
    let file = try Import.open(lender.store, bytes: bytes, options: options)
    return try lender.lend(ImportObject(file, lender: lender))
  }
}

/// Tells what is known of a file: how many rows of each kind, and the open questions.
///
/// - Parameters:
///   - import: An import.
///   - summary: Its struct_size must be set; receives the rest. The texts live as long as the
///     import.
///   - error: Receives what went wrong; may be NULL.
@_cdecl("iex_import_describe")
public func iex_import_describe(
  _ import: iex_import?, _ summary: UnsafeMutablePointer<iex_import_summary>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, versioned: summary, "summary") {
    try unsafe resolve(`import`, "import", as: ImportObject.self).summary()
  }
}

/// Reads some of the rows of a file, in the file's order.
///
/// - Parameters:
///   - import: An import.
///   - offset: The first row, from 0; beyond the end the page is empty.
///   - limit: At most how many.
///   - page: Receives the rows; NULL on failure. Close it with iex_import_page_close; it outlives
///     the import.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT when `offset` or `limit` is negative.
@_cdecl("iex_import_read")
public func iex_import_read(
  _ import: iex_import?, _ offset: Int64, _ limit: Int64,
  _ page: UnsafeMutablePointer<iex_import_page?>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, page, "page") {
    let object = try resolve(`import`, "import", as: ImportObject.self)
    return try read(object, offset: offset, limit: limit)
  }
}

/// Gives the rows of a page of a file.
///
/// - Parameters:
///   - page: A page of a file.
///   - count: Receives how many; may be NULL.
/// - Returns: The first one, also when `count` is 0, valid until the page or its store is closed;
///   NULL and a `count` of 0 when `page` is no open page of a file.
@_cdecl("iex_import_page_rows")
public func iex_import_page_rows(
  _ page: iex_import_page?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafePointer<iex_import_row>? {
  unsafe give(peek(page, as: ImportPageObject.self)?.rows, count: count)
}

/// Closes a page of a file and frees its texts.
///
/// - Parameter page: A page of a file. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_import_page_close")
public func iex_import_page_close(_ page: iex_import_page?) -> iex_status {
  closeHandle(page, kind: .importPage)
}

/// Takes a row out of what will be stored, or into it.
///
/// It holds until the import is answered or closed, also when the rows are compared again.
///
/// - Parameters:
///   - import: An import that is not committed.
///   - row: The row's place in the file, from 0, as iex_import_read counts.
///   - status: IEX_ROW_EXCLUDED, so that it will not be stored; or IEX_ROW_NEW, so that it will,
///     also when it was suspected, left out, removed earlier or excluded, and with the values of
///     the other store when it differs.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for another status, when there is no such row, and when a row that
///   is a duplicate or rejected is to be stored; IEX_ERROR_TRANSACTION when it is committed.
@_cdecl("iex_import_set_row")
public func iex_import_set_row(
  _ import: iex_import?, _ row: Int64, _ status: Int32, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    let object = try resolve(`import`, "import", as: ImportObject.self)
    try object.setRow(row, status)
  }
}

/// Changes what a row will be stored as.
///
/// It is checked at once, and holds until the import is answered or closed. What makes the row the
/// same as one of a later file stays what the file gave.
///
/// - Parameters:
///   - import: An import that is not committed.
///   - row: The row's place in the file, from 0, as iex_import_read counts.
///   - expense: The new values; of the other fields nothing is read.
///   - fields: The fields to set: IEX_BIT(IEX_FIELD_NAME) and so on, joined by |.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_INVALID or IEX_ERROR_CURRENCY with the field at fault; IEX_ERROR_ARGUMENT
///   when there is no such row, or it is rejected; IEX_ERROR_TRANSACTION when it is committed.
@_cdecl("iex_import_edit_row")
public func iex_import_edit_row(
  _ import: iex_import?, _ row: Int64, _ expense: UnsafePointer<iex_expense>?, _ fields: UInt64,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    let object = try resolve(`import`, "import", as: ImportObject.self)
    let fields = ExpenseFields(rawValue: fields)
    let expense = try unsafe Expense(updating: expense, fields: fields)
    try object.file.editRow(row, expense, fields: fields)
  }
}

/// Stores the new and the suspected rows of a file as one change, which one undo takes back.
///
/// Where the store has changed since the file was opened, the rows are compared with it again first.
/// Inside a transaction it becomes a part of that. After a failure nothing is stored, and it may be
/// tried again.
///
/// - Parameters:
///   - import: An import.
///   - step: Receives the new revision and its label; the revision is 0 when no row was new. May be
///     NULL.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_AMBIGUOUS while there are open questions: the message lists them;
///   IEX_ERROR_TRANSACTION when it was committed before; IEX_ERROR_CONFLICT when the digits of a
///   currency have changed since the file was opened; IEX_ERROR_CANCELLED when the progress
///   callback asked to stop; IEX_ERROR_BUSY, IEX_ERROR_READ_ONLY, …
@_cdecl("iex_import_commit")
public func iex_import_commit(
  _ import: iex_import?, _ step: UnsafeMutablePointer<iex_step>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, optional: step) {
    try iex_step(resolve(`import`, "import", as: ImportObject.self).commit())
  }
}

/// Closes an import; what was not committed is forgotten.
///
/// - Parameter import: An import. A closed one, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_import_close")
public func iex_import_close(_ import: iex_import?) -> iex_status {
  closeHandle(`import`, kind: .fileImport)
}
