internal import CSQLite
internal import ExpenseModel
internal import Glibc

extension ExpenseError {
  /// The error for a SQLite result code, with what was being done and to which file.
  static func sqlite(_ code: Int32, system: Int32, _ what: String, path: String) -> ExpenseError {
    // SQLite calls it an input/output error when there is no room for its -shm file.
    let isFull = code & 0xff == SQLITE_IOERR && (system == ENOSPC || system == EDQUOT)
    let (kind, why) = meaning(of: isFull ? SQLITE_FULL : code)
    var message = "\(path): \(what): \(why)"
    if kind == .io {
      message += " (SQLite error \(code)"
      if system != 0 { message += ", \(Platform.errorText(system))" }
      message += ")"
    }
    return ExpenseError(kind, message, sqliteCode: code, systemCode: system)
  }

  private static func meaning(of code: Int32) -> (Code, String) {
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED:
      return (.busy, "another program or thread is writing to the store; try again later")
    case SQLITE_READONLY: return (.readOnly, "the store can only be read")
    case SQLITE_CORRUPT:
      return (.damaged, "the file is damaged; nothing in it was changed; restore a backup")
    case SQLITE_NOTADB: return (.notAStore, "the file is not an iexpense store")
    case SQLITE_FULL: return (.full, "the disk is full; nothing was stored")
    case SQLITE_NOMEM: return (.io, "out of memory")
    case SQLITE_CANTOPEN: return (.io, "the file cannot be opened")
    case SQLITE_TOOBIG: return (.invalid, "a value is too large")
    case SQLITE_PERM, SQLITE_AUTH: return (.permission, "the system does not permit it")
    default: return (.io, "reading or writing failed")
    }
  }
}
