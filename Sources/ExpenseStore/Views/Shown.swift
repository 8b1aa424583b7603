/// What the owner of a view was told: a state, or what stands between two.
enum Shown: Sendable {
  case state(ViewState)
  case passage(Passage)

  var count: Int {
    switch self {
    case .state(let state): state.count
    case .passage(let passage): passage.count
    }
  }

  /// The last state that was told whole.
  var state: ViewState {
    switch self {
    case .state(let state): state
    case .passage(let passage): passage.old
    }
  }

  /// The state that says what stands at a position that there is, and its position there.
  func source(_ position: Int) -> (state: ViewState, position: Int) {
    switch self {
    case .state(let state): return (state, position)
    case .passage(let passage):
      let (isNew, place) = passage.source(position)
      return (isNew ? passage.new : passage.old, place)
    }
  }

  func id(at position: Int) -> Int64 {
    let (state, place) = source(position)
    return state.id(at: place)
  }

  func position(of id: Int64) -> Int? {
    switch self {
    case .state(let state): state.position(of: id)
    case .passage(let passage): passage.position(of: id)
    }
  }
}
