import Glibc

private let stores = Stores()
/// Which reader this run is of.
private let format = unsafe getenv("FUZZ_FORMAT").map { unsafe String(cString: $0) } ?? "csv"

/// What libFuzzer calls with each input; a broken promise ends the program, which keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  do throws(Violation) {
    try ReaderCheck.run(input, stores, format: format)
  } catch {
    fatalError(error.description)
  }
  return 0
}
