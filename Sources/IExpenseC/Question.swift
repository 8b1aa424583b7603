public import CIExpense
internal import ExpenseFiles
internal import ExpenseModel
internal import ExpenseStore

/// The profiles that are saved in a store, and all their texts.
///
/// They live until iex_profiles_close or until their store is closed.
public typealias iex_profiles = OpaquePointer

/// Tells how a file is read: what the profile gave, what the whole file shows, what is open.
///
/// - Parameters:
///   - import: An import.
///   - count: Receives how many; may be NULL.
/// - Returns: The first one, also when `count` is 0, valid until the import is closed; NULL and a
///   `count` of 0 when `import` is no open import.
@_cdecl("iex_import_findings")
public func iex_import_findings(
  _ import: iex_import?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafePointer<iex_finding>? {
  unsafe give(peek(`import`, as: ImportObject.self)?.findings(), count: count)
}

/// Answers questions about a file, and reads it again.
///
/// What iex_import_set_row and iex_import_edit_row did is forgotten. After a failure the import is
/// as it was before.
///
/// - Parameters:
///   - import: An import that is not committed.
///   - profile: A JSON object; its keys are put over those that were given before.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_ARGUMENT for a wrong profile, IEX_ERROR_CURRENCY for an unknown currency in
///   it, IEX_ERROR_FORMAT when the file has no such column, IEX_ERROR_ENCODING when it is not of the
///   encoding given; IEX_ERROR_TRANSACTION when it is committed; IEX_ERROR_CANCELLED.
@_cdecl("iex_import_answer")
public func iex_import_answer(
  _ import: iex_import?, _ profile: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    let object = try resolve(`import`, "import", as: ImportObject.self)
    try object.file.answer(try unsafe requiredText(profile, "profile"))
  }
}

/// Gives the profile that a file is read with: all that is given and certain, and its header line.
///
/// With iex_store_save_profile, the next file with this header is read the same way.
///
/// - Parameter import: An import.
/// - Returns: A JSON object, valid until the import is closed; NULL when `import` is no open import.
@_cdecl("iex_import_profile")
public func iex_import_profile(_ import: iex_import?) -> UnsafePointer<CChar>? {
  unsafe peek(`import`, as: ImportObject.self)?.profile()
}

/// Saves a profile in a store under a name, in place of one that has this name.
///
/// A file whose header line is that of a saved profile is read with it when no other is given. It
/// is a change of kind IEX_CHANGE_SETTINGS, which undo passes over.
///
/// - Parameters:
///   - store: A store.
///   - name: Such as "Visa"; 1 to 255 bytes, and it does not begin with "{".
///   - json: The profile.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_INVALID for a wrong name, IEX_ERROR_ARGUMENT for a wrong profile;
///   IEX_ERROR_BUSY, IEX_ERROR_READ_ONLY, …
@_cdecl("iex_store_save_profile")
public func iex_store_save_profile(
  _ store: iex_store?, _ name: UnsafePointer<CChar>?, _ json: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    try changing(store) { store in
      let name = try unsafe requiredText(name, "name")
      let json = try unsafe requiredText(json, "json")
      try store.saveProfile(name, json)
    }
  }
}

/// Removes a saved profile.
///
/// - Parameters:
///   - store: A store.
///   - name: The name that it was saved under.
///   - error: Receives what went wrong; may be NULL.
/// - Returns: IEX_ERROR_NOT_FOUND when there is none of this name; IEX_ERROR_BUSY,
///   IEX_ERROR_READ_ONLY, …
@_cdecl("iex_store_remove_profile")
public func iex_store_remove_profile(
  _ store: iex_store?, _ name: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error) {
    try changing(store) { store in
      try store.removeProfile(try unsafe requiredText(name, "name"))
    }
  }
}

/// Reads the saved profiles, in order of their names.
///
/// - Parameters:
///   - store: A store.
///   - profiles: Receives them; NULL on failure. Close it with iex_profiles_close.
///   - error: Receives what went wrong; may be NULL.
@_cdecl("iex_store_profiles")
public func iex_store_profiles(
  _ store: iex_store?, _ profiles: UnsafeMutablePointer<iex_profiles?>?,
  _ error: UnsafeMutablePointer<iex_error>?
) -> iex_status {
  unsafe call(error, profiles, "profiles") {
    let lender = try resolveStore(store)
    return try lender.lend(ProfilesObject(lender.store.profiles()))
  }
}

/// Gives the saved profiles that were read.
///
/// - Parameters:
///   - profiles: Saved profiles.
///   - count: Receives how many; may be NULL.
/// - Returns: The first one, also when `count` is 0, valid until they or their store are closed;
///   NULL and a `count` of 0 when `profiles` is no open handle of them.
@_cdecl("iex_profiles_rows")
public func iex_profiles_rows(
  _ profiles: iex_profiles?, _ count: UnsafeMutablePointer<Int>?
) -> UnsafePointer<iex_profile>? {
  unsafe give(peek(profiles, as: ProfilesObject.self)?.rows, count: count)
}

/// Closes saved profiles that were read, and frees their texts.
///
/// - Parameter profiles: Saved profiles. Closed ones, NULL or any other value is IEX_ERROR_HANDLE.
/// - Returns: IEX_OK or IEX_ERROR_HANDLE.
@_cdecl("iex_profiles_close")
public func iex_profiles_close(_ profiles: iex_profiles?) -> iex_status {
  closeHandle(profiles, kind: .profiles)
}
