internal import ExpenseModel

/// The writer of a store, which is made for the first change.
///
/// Only the thread that holds the store's `WriterGate` uses it.
final class LateWriter {
  /// Nil before the first change.
  private(set) var made: Writer?
  private let make: () throws(ExpenseError) -> Writer
  /// Gives up the file of a writer that was never made.
  private let giveUp: () -> Void

  init(
    _ make: @escaping () throws(ExpenseError) -> Writer, unmade giveUp: @escaping () -> Void
  ) {
    self.make = make
    self.giveUp = giveUp
  }

  /// One that is there from the start.
  init(_ writer: Writer) {
    made = writer
    make = { () throws(ExpenseError) in writer }
    giveUp = {}
  }

  /// The writer; when it can't be made, the next call tries again.
  func writer() throws(ExpenseError) -> Writer {
    if let made { return made }
    let new = try make()
    made = new
    return new
  }

  /// Closes its connection and gives up the file.
  func close() {
    if let made { made.close() } else { giveUp() }
  }
}
