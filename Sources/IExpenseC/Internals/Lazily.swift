internal import Synchronization

/// An object that is made when it is first asked for, and then kept.
///
/// Without a lock: whoever is told of a change gets several of these, most of which are never asked for.
@safe
final class Lazily<Object: AnyObject & Sendable>: Sendable {
  /// The address of the object, which is held for it; 0 for none.
  private let address = Atomic<UInt>(0)

  deinit {
    unsafe Lazily.object(at: address.load(ordering: .acquiring))?.release()
  }

  /// The object; two threads that ask first may both make one, and one of them is kept.
  func get(_ make: () -> Object) -> Object {
    if let known = unsafe Lazily.object(at: address.load(ordering: .acquiring)) {
      return unsafe known.takeUnretainedValue()
    }
    let made = make()
    let held = unsafe Unmanaged.passRetained(made)
    let (isKept, earlier) = unsafe address.compareExchange(
      expected: 0, desired: UInt(bitPattern: held.toOpaque()), ordering: .acquiringAndReleasing)
    if isKept { return made }
    unsafe held.release()
    return unsafe Lazily.object(at: earlier)?.takeUnretainedValue() ?? made
  }

  private static func object(at address: UInt) -> Unmanaged<Object>? {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    return unsafe Unmanaged<Object>.fromOpaque(pointer)
  }
}
