/// A set of states of being paid back: bit n stands for the ``Reimbursement`` with number n.
public struct Reimbursements: OptionSet, Hashable, Sendable {
  /// The bits, as `IEX_BIT(IEX_REIMBURSEMENT_…)` makes them.
  public let rawValue: UInt32

  /// Creates a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a set of one state.
  public init(_ state: Reimbursement) { rawValue = 1 &<< UInt32(state.rawValue) }

  /// Not to be paid back.
  public static let none = Reimbursements(.none)
  /// To be handed in.
  public static let open = Reimbursements(.open)
  /// Handed in.
  public static let submitted = Reimbursements(.submitted)
  /// Paid back.
  public static let paid = Reimbursements(.paid)
  /// Every state.
  public static let all: Reimbursements = [.none, .open, .submitted, .paid]
}
