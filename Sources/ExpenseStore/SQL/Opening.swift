internal import CSQLite
internal import ExpenseModel
internal import Glibc
internal import Threads

/// Opens the file of a store once more, for reading on another thread.
typealias OpenAgain = @Sendable () throws(ExpenseError) -> Connection

/// The steps of opening a store.
struct Opening {
  let path: String
  let options: Store.Options
  /// 52 bits, so that every language holds it exactly.
  let instance = Int64.random(in: 1..<(1 << 52))

  struct Parts {
    var writer: LateWriter?
    var reader: Guarded<Reader>
    var revision: Int64
    /// The path without links, of a store in a file.
    var place = ""
    /// Nil where the options name none, or the store has none yet.
    var defaultCurrency: Currency?
    var openAgain: OpenAgain?
  }

  var origin: String {
    options.origin.isEmpty ? Platform.programName : options.origin
  }

  func memory() throws(ExpenseError) -> Parts {
    let name = "file:/iexpense-\(instance)?vfs=memdb"
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI
    let connection = try Connection(name, flags: flags, path: path)
    // Without a log, a page written early would be seen by the reader before the commit.
    try connection.execute("PRAGMA cache_spill = OFF")
    try create(in: connection)
    let readerConnection = try Connection(name, flags: flags, path: path)
    let reader = Guarded(Reader(readerConnection))
    return Parts(
      writer: LateWriter(
        Writer(
          connection, fileGuard: nil, memoryReader: reader, absolutePath: path, origin: origin,
          instance: instance)),
      reader: reader, revision: 0)
  }

  func file() throws(ExpenseError) -> Parts {
    let isNew = try createFileIfMissing()
    do throws(ExpenseError) {
      return try openFile()
    } catch {
      // Ours, and still empty: nobody has stored anything in it. Who makes us busy is about to.
      if isNew, error.code != .busy, fileSize == 0 { unsafe unlink(path) }
      throw error
    }
  }

  private var status: stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  private var fileSize: Int { status.map { Int($0.st_size) } ?? 0 }

  private func createFileIfMissing() throws(ExpenseError) -> Bool {
    if path.isEmpty { throw ExpenseError(.argument, "path: is empty") }
    if let status {
      if status.st_mode & S_IFMT != S_IFREG {
        let what = status.st_mode & S_IFMT == S_IFDIR ? "is a directory" : "is no regular file"
        throw ExpenseError(.notAFile, "\(path): open: \(what)")
      }
      return false
    }
    let reason = errno
    if reason != ENOENT { throw FileGuard.openError(path, reason) }
    if options.existing || options.readOnly {
      throw ExpenseError(.missing, "\(path): open: the file does not exist", systemCode: ENOENT)
    }
    return try OpenFiles.create(path)
  }

  private func openFile() throws(ExpenseError) -> Parts {
    // By the rights of now, not of the user who started the program.
    let isReadable = unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0
    let isWritable = unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
    if !options.readOnly, isReadable, !isWritable, errno == EACCES || errno == EROFS {
      throw ExpenseError(
        .readOnly, "\(path): open: the file can only be read; open it for reading only",
        systemCode: errno)
    }
    // Where SQLite puts the files beside the store: the path may be a link to it.
    let place = Platform.realPath(path)
    if !options.readOnly, !folderIsWritable(place) {
      throw ExpenseError(
        .readOnly, "\(path): open: its folder can only be read; open it for reading only",
        systemCode: EACCES)
    }
    let fileGuard = try FileGuard(path, writable: !options.readOnly)
    fileGuard.holdIndex(place + "-shm")
    let header = fileGuard.header(Opening.headerSize)
    // A creation that was cut off leaves its journal: SQLite must look at it first.
    let isBeingCreated = unsafe header.isEmpty || access(place + "-journal", F_OK) == 0
    if !isBeingCreated { try Opening.checkHeader(header, path) }
    if options.readOnly {
      // What SQLite's format of files says of how to read it: 2 is by a log.
      return try openForReading(
        fileGuard, place, hasLog: header.count > 19 && header[19] == 2)
    }
    return try openForWriting(
      fileGuard, place, isStore: !isBeingCreated && Opening.isInLogMode(header))
  }

  /// Refuses a foreign or newer file by its first bytes, before SQLite touches it.
  private static func checkHeader(_ header: [UInt8], _ path: String) throws(ExpenseError) {
    func number(at offset: Int) -> Int64 {
      header[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int64($1) }
    }
    guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8),
      number(at: 68) == Schema.applicationID
    else {
      throw ExpenseError(.notAStore, "\(path): open: the file is not an iexpense store")
    }
    try checkVersion(number(at: 60), path)
  }

  static func checkVersion(_ version: Int64, _ path: String) throws(ExpenseError) {
    if version > Schema.version {
      throw ExpenseError(
        .newer,
        """
        \(path): open: the store has version \(version), this library reads up to \
        \(Schema.version); use a newer library
        """)
    }
  }

  /// How to open the file once more for reading, while its reader is open.
  func againForReading(
    _ fileGuard: FileGuard, sharesLog: Bool,
    _ connect: @escaping @Sendable (_ path: String) throws(ExpenseError) -> Connection
  ) -> OpenAgain {
    let path = Platform.absolutePath(path)
    let fileGuard = Unguarded(fileGuard)
    let busyTimeout = options.busyTimeout
    return { () throws(ExpenseError) in
      let connection = try connect(path)
      try connection.becomeReader(sharesLog: sharesLog, busyTimeout: busyTimeout)
      guard fileGuard.value.isFile(at: path) else {
        connection.close()
        throw ExpenseError(.missing, "\(path): read: the file was replaced or removed")
      }
      return connection
    }
  }

  private func openForReading(
    _ fileGuard: FileGuard, _ place: String, hasLog: Bool
  ) throws(ExpenseError) -> Parts {
    let canShare = unsafe folderIsWritable(place) || access(place + "-wal", F_OK) == 0
    let sharesLog = canShare && hasLog
    let name = readingName(canShare: canShare)
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    let connection = try Connection(name, flags: flags, files: LogFiles.name, path: path)
    do throws(ExpenseError) {
      connection.setDeadline(Deadline(after: options.busyTimeout))
      let seen = try connection.snapshot { () throws(ExpenseError) in
        if try identify(connection) < Schema.version {
          throw ExpenseError(
            .readOnly, "\(path): open: the store is of an older version; open it for writing once")
        }
        try verifySchema(connection)
        return try Reader.Seen(connection)
      }
      try connection.becomeReader(sharesLog: sharesLog, busyTimeout: options.busyTimeout)
      _ = fileGuard.lockShared()
      fileGuard.holdIndex(place + "-shm")
      return Parts(
        writer: nil,
        reader: Guarded(Reader(connection, fileGuard, ownsGuard: true, seen: seen)),
        revision: seen.revision, place: place,
        openAgain: againForReading(fileGuard, sharesLog: sharesLog) { (path) throws(ExpenseError) in
          try Connection(name, flags: flags, files: LogFiles.name, path: path)
        })
    } catch {
      fileGuard.unlockShared()
      connection.close()
      throw error
    }
  }

  /// Whether SQLite can make the files that stand beside an open store.
  private func folderIsWritable(_ place: String) -> Bool {
    let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? "."
    return unsafe faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS) == 0
  }

  /// The file as a URI. In a folder that cannot be written SQLite cannot share the file's state:
  /// a store that was closed cleanly is then read as what cannot change.
  private func readingName(canShare: Bool) -> String {
    var name = "file:"
    for byte in Platform.absolutePath(path).utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16)
        name += "%" + (hex.count == 1 ? "0" : "") + hex
      }
    }
    return name + (canShare ? "" : "?immutable=1")
  }
}
