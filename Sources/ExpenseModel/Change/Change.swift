/// What one commit, or several merged ones, did to the expenses of a store.
public struct Change: Hashable, Sendable {
  /// What made it.
  public var kind: Kind
  /// The first revision that it covers; revisions count the commits of a store without a gap.
  public var firstRevision: Int64
  /// The last revision that it covers: the first, unless changes were merged.
  public var lastRevision: Int64
  /// When it was committed, in milliseconds since 1970-01-01 UTC.
  public var time: Int64
  /// The open store that made it: differs for each open.
  public var instance: Int64
  /// Who made it.
  public var origin: String
  /// Its title, such as "Trip to Rome" or "removed 3 expenses".
  public var label: String
  /// The revision that an undo or redo took; else 0.
  public var target: Int64
  /// In a history: the revision that undid it; 0 when it stands.
  public var undoneBy: Int64
  /// What happened to which expenses.
  public var items: [Item]

  /// Creates a change.
  public init(
    kind: Kind, firstRevision: Int64, lastRevision: Int64, time: Int64, instance: Int64,
    origin: String, label: String, target: Int64 = 0, undoneBy: Int64 = 0, items: [Item]
  ) {
    self.kind = kind
    self.firstRevision = firstRevision
    self.lastRevision = lastRevision
    self.time = time
    self.instance = instance
    self.origin = origin
    self.label = label
    self.target = target
    self.undoneBy = undoneBy
    self.items = items
  }
}

extension Change {
  /// What made a change; the numbers are those of `IEX_CHANGE_…`.
  public enum Kind: Int32, Hashable, Sendable, CaseIterable {
    case edit = 0
    case undo = 1
    case redo = 2
    /// A setting of the store: no expense changed.
    case settings = 3
    /// The state at the moment of subscribing, as expenses added.
    case initial = 4
    /// What was known is void: read again.
    case reset = 5
  }

  /// Expenses with neighbouring ids, to which the same happened.
  public struct Item: Hashable, Sendable {
    /// What happens to an expense; the numbers are those of `IEX_ITEM_…`.
    public enum Kind: Int32, Hashable, Sendable, CaseIterable {
      case added = 0
      case updated = 1
      case removed = 2
    }

    /// What happened.
    public var kind: Kind
    /// The first expense.
    public var firstID: Int64
    /// How many, in order of id.
    public var count: Int64
    /// Of an update, the fields that it changed; else empty.
    public var fields: ExpenseFields

    /// Creates an item.
    @inlinable
    public init(kind: Kind, firstID: Int64, count: Int64 = 1, fields: ExpenseFields = []) {
      self.kind = kind
      self.firstID = firstID
      self.count = count
      self.fields = fields
    }

    /// The last expense; the one before ``firstID`` when there is none.
    @inlinable
    public var lastID: Int64 { firstID &+ count &- 1 }
  }
}
