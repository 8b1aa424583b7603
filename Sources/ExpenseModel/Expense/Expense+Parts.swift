/// How far the employer has paid an expense back; the numbers are `IEX_REIMBURSEMENT_…`.
public enum Reimbursement: Int32, Hashable, Sendable, CaseIterable {
  /// It is not to be paid back.
  case none = 0
  /// It is to be handed in.
  case open = 1
  /// It was handed in.
  case submitted = 2
  /// It was paid back.
  case paid = 3
}

extension Expense {
  /// What an amount was in another currency, as recorded.
  @frozen
  public struct Conversion: Hashable, Sendable {
    /// In minor units of ``currency``.
    public var amount: Int64
    /// The code of a ``Currency``.
    public var currency: String
    /// The rate as it was recorded, a plain decimal number above 0 of at most 64 bytes; "" where
    /// none was recorded.
    public var rate: String

    /// Creates a conversion.
    @inlinable
    public init(amount: Int64, currency: String, rate: String = "") {
      self.amount = amount
      self.currency = currency
      self.rate = rate
    }
  }

  /// Where an imported expense came from.
  @frozen
  public struct Source: Hashable, Sendable {
    /// The number of the import in its store.
    public var importNumber: Int64
    /// The line in the imported file, from 1; 0 where it has none.
    public var line: Int64
    /// Of the row as the file gave it, so that an edit does not change it.
    public var fingerprint: UInt64
    /// The file's own id of the row, at most 256 bytes; "" for none.
    public var externalID: String

    /// Creates a source.
    @inlinable
    public init(
      importNumber: Int64 = 0, line: Int64 = 0, fingerprint: UInt64 = 0, externalID: String = ""
    ) {
      self.importNumber = importNumber
      self.line = line
      self.fingerprint = fingerprint
      self.externalID = externalID
    }
  }
}
