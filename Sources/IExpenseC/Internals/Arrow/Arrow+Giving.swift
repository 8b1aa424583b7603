internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

/// Runs the work of a C function that gives a stream: on failure its release is NULL.
func call(
  _ error: UnsafeMutablePointer<iex_error>?, _ stream: UnsafeMutablePointer<ArrowArrayStream>?,
  fields: UInt64, flags: UInt32, _ table: (TableOptions) throws -> ExpenseTable
) -> iex_status {
  unsafe stream?.pointee = ArrowArrayStream()
  return unsafe call(error) {
    let known = IEX_ARROW_PLAIN | IEX_ARROW_MINOR | IEX_ARROW_WHOLE
    try requireFlags(flags, among: known, "flags")
    let fields = ExpenseFields(rawValue: fields)
    guard !fields.hasUnknown else {
      throw ExpenseError(.argument, "fields has bits that stand for no field")
    }
    let options = TableOptions(
      fields: fields.isEmpty ? .all : fields,
      isPlain: flags & UInt32(IEX_ARROW_PLAIN) != 0,
      hasMinorUnits: flags & UInt32(IEX_ARROW_MINOR) != 0)
    let isWhole = flags & UInt32(IEX_ARROW_WHOLE) != 0
    // The handle first: what is no handle is told before what else is wrong.
    let table = try table(options)
    guard let stream = unsafe stream else { throw ExpenseError(.argument, "stream is NULL") }
    unsafe stream.pointee = ArrowStreamSource(table, isWhole: isWhole).export()
  }
}
