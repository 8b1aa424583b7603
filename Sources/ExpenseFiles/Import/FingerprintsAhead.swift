internal import ExpenseModel
internal import ExpenseStore
internal import Threads

/// Fingerprints of a store, read by a second thread while the first one reads the file.
///
/// It keeps 16 bytes of each expense until the two are compared, and never waits for the first
/// thread: what is beyond its limit is read after the file.
final class FingerprintsAhead: @unchecked Sendable {
  struct Stored: Sendable {
    /// 0: it was not imported.
    private let bits: UInt64
    private let place: UInt64

    var id: Int64 { Int64(place >> 16) }
    var fingerprint: UInt64? { bits == 0 ? nil : bits }
    var mark: AmountMark { AmountMark(stored: UInt16(truncatingIfNeeded: place)) }

    /// Nil for an id beyond 47 bits.
    init?(_ id: Int64, _ fingerprint: UInt64?, _ mark: AmountMark) {
      guard id >> 47 == 0 else { return nil }
      bits = fingerprint ?? 0
      place = UInt64(id) << 16 | UInt64(mark.bits)
    }
  }

  private static let most = 4 << 20
  /// What is read sooner than a thread is made.
  private static let leastBytes = 1 << 20

  private var thread: BackgroundThread?
  private let isStopped = Guarded(false)
  /// Written by the thread, read after it was joined.
  private var read: [Stored] = []

  /// Begins to read, unless that is not worth it. A thread's own transaction is only its own to
  /// read.
  init(_ store: Store, fileOf bytes: Int) {
    guard bytes >= FingerprintsAhead.leastBytes, !store.isInTransaction else { return }
    thread = BackgroundThread { [self] in
      // What fails here is read again by the first thread, and fails there.
      try? store.forEachFingerprint { (id, fingerprint, amount) in
        guard let stored = Stored(id, fingerprint, AmountMark(amount)) else { return false }
        read.append(stored)
        return read.count < FingerprintsAhead.most
          && (read.count & 0xFFF != 0 || !isStopped.withLock(\.self))
      }
    }
  }

  /// In order of id, from the first; perhaps not all. Waits for the thread.
  func rows() -> [Stored] {
    thread?.join()
    thread = nil
    defer { read = [] }
    return read
  }

  /// Ends the thread; to be called before the call returns.
  func stop() {
    isStopped.withLock { $0 = true }
    thread?.join()
    thread = nil
  }
}
