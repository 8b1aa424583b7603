internal import ExpenseModel
internal import Threads

/// Opening a file for reading and writing.
extension Opening {
  /// Opens the file with one connection, which is there for whoever first needs one.
  ///
  /// - Parameter isStore: Whether the file looks like a store that is ready to be shared.
  func openForWriting(
    _ fileGuard: FileGuard, _ place: String, isStore: Bool
  ) throws(ExpenseError) -> Parts {
    let deadline = Deadline(after: options.busyTimeout)
    let connection = try Connection(file: path)
    do throws(ExpenseError) {
      connection.setDeadline(deadline)
      if !isStore { try prepare(connection, deadline) }
      var known = try look(connection)
      try holdFile(fileGuard, deadline)
      // Nobody can take the file out of that mode any more.
      while !Opening.isInLogMode(fileGuard.header(Opening.headerSize)) {
        fileGuard.unlockShared()
        try checkTime(deadline)
        try prepare(connection, deadline)
        known = try look(connection)
        try holdFile(fileGuard, deadline)
      }
      fileGuard.holdIndex(place + "-shm")
      return parts(connection, fileGuard, place, known)
    } catch {
      fileGuard.unlockShared()
      connection.close()
      throw error
    }
  }

  /// Makes a store of an empty file, or of an older one, that others can use too.
  private func prepare(
    _ connection: Connection, _ deadline: Deadline
  ) throws(ExpenseError) {
    if try connection.integer("PRAGMA application_id") == 0 {
      try create(in: connection)
      _ = try identify(connection)
    } else {
      _ = try identify(connection)
      try migrate(connection, Schema.migrations)
      // What is refused stays as it is.
      try verifySchema(connection)
    }
    try enterLogMode(connection, deadline)
  }

  /// What the first look at a store finds.
  private struct Known {
    var seen: Reader.Seen
    var defaultCurrency: Currency?
  }

  /// Refuses what is no store of this version, and brings an older one to it.
  private func look(_ connection: Connection) throws(ExpenseError) -> Known {
    while true {
      let known: Known? = try connection.snapshot { () throws(ExpenseError) in
        guard try identify(connection) >= Schema.version else { return nil }
        try verifySchema(connection)
        return Known(
          seen: try Reader.Seen(connection),
          defaultCurrency: options.currency.isEmpty
            ? nil : try Store.defaultCurrency(connection, Names(connection)))
      }
      if let known { return known }
      try migrate(connection, Schema.migrations)
    }
  }

  private func parts(
    _ connection: Connection, _ fileGuard: FileGuard, _ place: String, _ known: Known
  ) -> Parts {
    let connections = FileConnections(connection, fileGuard, path: path, options: options)
    let absolutePath = Platform.absolutePath(path)
    let writer = LateWriter(
      { () throws(ExpenseError) in
        Writer(
          try connections.forWriting(), fileGuard: fileGuard, memoryReader: nil,
          absolutePath: absolutePath, origin: origin, instance: instance)
      },
      unmade: {
        fileGuard.unlockShared()
        connections.close()
        fileGuard.close()
      })
    return Parts(
      writer: writer, reader: Guarded(Reader(connections, fileGuard, seen: known.seen)),
      revision: known.seen.revision, place: place, defaultCurrency: known.defaultCurrency,
      openAgain: againForReading(fileGuard, sharesLog: true) { (path) throws(ExpenseError) in
        try Connection(file: path)
      })
  }
}
