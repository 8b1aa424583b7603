package import ExpenseModel

/// What a new expense has, as bytes that stand somewhere else: its commonest form.
///
/// They are read before the call that is given it returns, and nothing is known of them.
@safe package struct PlainRow {
  package var date = CivilDate.first
  /// Minor units.
  package var amount: Int64 = 0
  package var name = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  package var type = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  package var category = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  /// The code; none for the store's default.
  package var currency = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  package var account = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  package var note = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  /// Zero for a new one.
  package var uuid = UUID128.zero
  package var source: PlainSource?

  package init() {}
}

/// Where a `PlainRow` came from.
package struct PlainSource {
  package var importNumber: Int64
  package var line: Int64
  package var fingerprint: UInt64

  package init(importNumber: Int64, line: Int64, fingerprint: UInt64) {
    self.importNumber = importNumber
    self.line = line
    self.fingerprint = fingerprint
  }
}
