public import ExpenseModel

extension Store {
  /// How to open a store.
  public struct Options: Hashable, Sendable {
    /// The default currency of a new store; for one that exists, "" or the same.
    public var currency = ""
    /// Who makes the changes; "" is the program's name.
    public var origin = ""
    /// Open for reading; every change throws `readOnly`.
    public var readOnly = false
    /// A commit survives the end of the program but may be lost with the machine's power.
    public var relaxed = false
    /// Do not create a file that is missing.
    public var existing = false
    /// Keep the store in memory; the path is not used.
    public var inMemory = false
    /// How long to wait for other writers, in milliseconds; 0 does not wait.
    public var busyTimeout: Int32 = 5000
    /// When columns are left to the next process.
    var cachePolicy = CachePolicy()

    public init() {}
  }

  /// Opens a store, and creates it when it is missing.
  ///
  /// - Throws: `missing`, `notAFile`, `permission`, `readOnly`, `notAStore`, `newer`, `damaged`,
  ///   `busy`, `full`, `io`; `currency` when a default currency is not known or another than the
  ///   store's. Nothing in a file is changed then.
  public convenience init(path: String, options: Options = Options()) throws(ExpenseError) {
    var options = options
    options.busyTimeout = max(0, options.busyTimeout)
    if !options.currency.isEmpty, Currency.iso(options.currency) == nil {
      throw ExpenseError(
        .currency, "currency: \"\(options.currency)\" is no ISO 4217 code", field: .currency)
    }
    if options.origin.utf8.count > 255 {
      throw ExpenseError(.invalid, "origin: longer than 255 bytes")
    }
    let opening = Opening(path: options.inMemory ? ":memory:" : path, options: options)
    let parts = try options.inMemory ? opening.memory() : opening.file()
    self.init(
      path: opening.path, options: options, instance: opening.instance, writer: parts.writer,
      reader: parts.reader, revision: parts.revision, place: parts.place,
      openAgain: parts.openAgain)
    try settleDefaultCurrency(options.currency, known: parts.defaultCurrency)
  }
}
