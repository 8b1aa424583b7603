internal import Threads

/// The subscribers of one view, as a store's delivery counts them.
///
/// All of them hear the same changes: each begins where the view stands. Guarded by the delivery's
/// lock.
final class Audience: @unchecked Sendable {
  var subscribers = 0
  /// Callbacks that are running although their subscriptions were cancelled meanwhile.
  var lateCallbacks = 0
  /// What the view has taken in.
  var heardUpTo: Int64 = 0
  /// Of a queued view: steps of a change are left.
  var hasSteps = false
  /// Nobody holds the view itself any more: it lives as long as its subscribers.
  var isAbandoned = false
}
