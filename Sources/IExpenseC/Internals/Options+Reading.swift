internal import CIExpense
internal import ExpenseModel
internal import ExpenseStore

extension Store.Options {
  /// Reads the caller's options; NULL is all defaults.
  init(_ pointer: UnsafePointer<iex_options>?) throws(ExpenseError) {
    let options = try unsafe iex_options.read(optional: pointer, "options")
    self.init()
    let known = IEX_OPEN_READ_ONLY | IEX_OPEN_RELAXED | IEX_OPEN_EXISTING | IEX_OPEN_MEMORY
    try unsafe requireFlags(options.flags, among: known, "options.flags")
    readOnly = unsafe options.flags & UInt32(IEX_OPEN_READ_ONLY) != 0
    relaxed = unsafe options.flags & UInt32(IEX_OPEN_RELAXED) != 0
    existing = unsafe options.flags & UInt32(IEX_OPEN_EXISTING) != 0
    inMemory = unsafe options.flags & UInt32(IEX_OPEN_MEMORY) != 0
    currency = try unsafe optionalText(options.currency, "options.currency")
    origin = try unsafe optionalText(options.origin, "options.origin")
    busyTimeout = try unsafe busyTimeoutMilliseconds(
      options.busy_timeout_ms, "options.busy_timeout_ms")
  }
}

/// Reads a busy timeout: 0 is the default of 5 seconds, -1 is not to wait.
func busyTimeoutMilliseconds(
  _ milliseconds: Int32, _ name: StaticString
) throws(ExpenseError) -> Int32 {
  switch milliseconds {
  case 0: return 5000
  case -1: return 0
  case 1...: return milliseconds
  default: throw ExpenseError(.argument, "\(name) is \(milliseconds), below -1")
  }
}

/// Refuses bits of flags that mean nothing.
func requireFlags(
  _ flags: UInt32, among known: Int32, _ name: StaticString
) throws(ExpenseError) {
  let unknown = flags & ~UInt32(bitPattern: known)
  guard unknown == 0 else {
    throw ExpenseError(
      .argument, "\(name) has unknown bits: 0x\(String(unknown, radix: 16, uppercase: true))")
  }
}

/// Refuses flags where none is known yet.
func requireNoFlags(_ flags: UInt32, _ name: StaticString) throws(ExpenseError) {
  try requireFlags(flags, among: 0, name)
}

/// Refuses a negative number of rows.
func requireNotNegative(_ number: Int64, _ name: StaticString) throws(ExpenseError) {
  guard number >= 0 else {
    throw ExpenseError(.argument, "\(name) is \(number), below 0")
  }
}
