/// What a handle is a handle of.
enum HandleKind: UInt8, Sendable {
  case store = 1
  case view, page, totals, change, history, fileImport, importPage, bytes, subscription
  case profiles, sections, viewChange, draft
  case binding, object, environment, sheet
  case rules, effects

  /// The name of its C type.
  var name: StaticString {
    switch self {
    case .store: "iex_store"
    case .view: "iex_view"
    case .page: "iex_page"
    case .totals: "iex_totals"
    case .change: "iex_change"
    case .history: "iex_history"
    case .fileImport: "iex_import"
    case .importPage: "iex_import_page"
    case .bytes: "iex_bytes"
    case .subscription: "subscription"
    case .profiles: "iex_profiles"
    case .sections: "iex_sections"
    case .viewChange: "iex_view_change"
    case .draft: "iex_draft"
    case .binding: "iex_binding"
    case .object: "iex_object"
    case .environment: "iex_environment"
    case .sheet: "iex_sheet"
    case .rules: "iex_rules"
    case .effects: "iex_effects"
    }
  }
}

#if !_pointerBitWidth(_64)
  #error("a handle needs pointers of 64 bits")
#endif

/// The value of a handle: a number that names a slot of the handle table, never an address.
///
/// Bits 56 to 63 hold the kind, 32 to 55 the slot and 0 to 31 the slot's generation, which counts
/// how often the slot was taken. So a value that was closed, made up or meant for another kind is
/// told apart from every open handle, and following it as a pointer faults at once.
struct Token: Hashable, Sendable {
  let rawValue: UInt64

  /// The most handles that can be open at a time.
  static let slotLimit = 1 << 24

  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  init(kind: HandleKind, slot: Int, generation: UInt32) {
    rawValue =
      UInt64(kind.rawValue) << 56 | UInt64(truncatingIfNeeded: slot) << 32 | UInt64(generation)
  }

  /// The token that a handle passed by C claims to be; the handle is not followed.
  @safe
  init(_ handle: OpaquePointer?) {
    rawValue = UInt64(UInt(bitPattern: handle))
  }

  var kind: HandleKind? { HandleKind(rawValue: UInt8(truncatingIfNeeded: rawValue >> 56)) }
  var slot: Int { Int(truncatingIfNeeded: rawValue >> 32 & 0xFF_FFFF) }
  var generation: UInt32 { UInt32(truncatingIfNeeded: rawValue) }

  /// The token as the handle that C sees.
  var handle: OpaquePointer? {
    unsafe OpaquePointer(bitPattern: UInt(truncatingIfNeeded: rawValue))
  }
}
