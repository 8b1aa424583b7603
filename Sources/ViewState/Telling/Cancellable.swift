/// What ends a subscription.
public protocol Cancellable: AnyObject, Sendable {
  /// Ends the subscription: when this returns the callback is not running and never will again.
  ///
  /// Inside any callback it does not wait: then the promise holds once the running callback has
  /// returned. Calling it twice does nothing; letting go of the object ends nothing.
  func cancel()
}
