/// The blanks that stand around and inside the numbers and dates of real files.
public enum Blanks {
  /// How many bytes the blank at `index` has; 0 when there is none.
  ///
  /// Space, tab, no-break space (U+00A0), thin space (U+2009), narrow no-break space (U+202F), and
  /// the byte-order mark (U+FEFF), which is a no-break space of no width where files were joined.
  @inlinable
  public static func length(_ bytes: Span<UInt8>, at index: Int, end: Int) -> Int {
    switch bytes[index] {
    case 0x20, 0x09:
      return 1
    case 0xC2:
      return index &+ 1 < end && bytes[index &+ 1] == 0xA0 ? 2 : 0
    case 0xE2:
      guard index &+ 2 < end, bytes[index &+ 1] == 0x80 else { return 0 }
      return bytes[index &+ 2] == 0x89 || bytes[index &+ 2] == 0xAF ? 3 : 0
    case 0xEF:
      guard index &+ 2 < end else { return 0 }
      return bytes[index &+ 1] == 0xBB && bytes[index &+ 2] == 0xBF ? 3 : 0
    default:
      return 0
    }
  }

  /// The range without the blanks at its ends.
  @inlinable
  public static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end {
      let blank = length(bytes, at: start, end: end)
      if blank == 0 { break }
      start &+= blank
    }
    while end > start {
      if bytes[end &- 1] == 0x20 || bytes[end &- 1] == 0x09 {
        end &-= 1
      } else if bytes[end &- 1] < 0x80 {
        break
      } else if end &- start >= 2, length(bytes, at: end &- 2, end: end) == 2 {
        end &-= 2
      } else if end &- start >= 3, length(bytes, at: end &- 3, end: end) == 3 {
        end &-= 3
      } else {
        break
      }
    }
    return start..<end
  }
}
