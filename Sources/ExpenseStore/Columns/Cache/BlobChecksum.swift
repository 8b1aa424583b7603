/// Tells bytes that were damaged from those that were written: no proof against who means to.
enum BlobChecksum {
  /// Of bytes that lie under a number, so that those of another one are told from them.
  ///
  /// Four lanes of eight bytes each are multiplied along side by side, and what is left byte by byte.
  static func of(_ bytes: UnsafeRawBufferPointer, under number: Int64) -> Int64 {
    let prime: UInt64 = 0x9E37_79B1_85EB_CA87
    @inline(__always)
    func mixed(_ lane: UInt64, _ word: UInt64) -> UInt64 {
      let next = (lane ^ word) &* prime
      return next ^ next &>> 29
    }
    let seed = UInt64(bitPattern: number)
    var lanes = (seed, seed ^ prime, seed &+ 1, seed &+ prime)
    let whole = bytes.count & ~31
    var place = 0
    while place < whole {
      func word(_ offset: Int) -> UInt64 {
        unsafe UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: place &+ offset, as: UInt64.self))
      }
      lanes.0 = mixed(lanes.0, word(0))
      lanes.1 = mixed(lanes.1, word(8))
      lanes.2 = mixed(lanes.2, word(16))
      lanes.3 = mixed(lanes.3, word(24))
      place &+= 32
    }
    var sum = mixed(mixed(mixed(lanes.0, lanes.1), lanes.2), lanes.3)
    while place < bytes.count {
      sum = unsafe mixed(sum, UInt64(bytes[place]))
      place &+= 1
    }
    return Int64(bitPattern: mixed(sum, UInt64(bytes.count)))
  }

  static func of(_ bytes: [UInt8], under number: Int64) -> Int64 {
    unsafe bytes.withUnsafeBytes { unsafe of($0, under: number) }
  }
}
