internal import Glibc

/// A text that is compared byte by byte.
///
/// Swift compares strings by canonical equivalence: "é" written as one scalar or as two would be one
/// name. The store keeps what it was given.
package struct TextKey: Hashable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: TextKey, right: TextKey) -> Bool {
    left.text.isIdentical(to: right.text)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether two texts have the same UTF-8 bytes.
  package func isIdentical(to other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard let left = left.baseAddress, let bytes = right.baseAddress else { return true }
        return unsafe memcmp(left, bytes, right.count) == 0
      }
    }
  }
}
