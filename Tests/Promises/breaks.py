"""Ways to break the promises: for each at least one edit of the source, after which it fails.

An edit compiles, and changes nothing besides what it breaks.
"""

from typing import NamedTuple


class Break(NamedTuple):
    promise: int
    what: str  # what the library then does
    file: str  # in Sources: Swift, since a build that goes on may miss a change of a header
    before: str  # stands there once
    after: str


BREAKS = [
    Break(
        1,
        "a commit waits in memory for more",
        "ExpenseStore/SQL/LogFile.swift",
        "guard count > 0 else { return SQLITE_OK }",
        "guard count > 1 << 16 else { return SQLITE_OK }",
    ),
    Break(
        2,
        "each expense of a transaction is stored at once",
        "ExpenseStore/Transactions/Writer+Rows.swift",
        "    effect?.added.insert(row.id)\n",
        '    try connection.execute("COMMIT; BEGIN IMMEDIATE")\n    effect?.added.insert(row.id)\n',
    ),
    Break(
        2,
        "what has failed is stored as far as it came",
        "ExpenseStore/Transactions/Writer.swift",
        'try? connection.run("ROLLBACK")',
        'try? connection.run("COMMIT")',
    ),
    Break(
        3,
        "a commit is not synchronised",
        "ExpenseStore/Transactions/FileConnections.swift",
        '"NORMAL" : "FULL"',
        '"NORMAL" : "NORMAL"',
    ),
    Break(
        3,
        "the pages of a commit are written one by one",
        "ExpenseStore/SQL/LogFile.swift",
        "private static let capacity = 0x1FFFF",
        "private static let capacity = 0xFFF",
    ),
    Break(
        4,
        "a store that can't be opened for writing for a moment is read only",
        "ExpenseStore/SQL/LogFiles.swift",
        "faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0",
        "faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 1",
    ),
    Break(
        4,
        "a log that can't be synchronised is taken for one that is",
        "ExpenseStore/SQL/LogFile.swift",
        "{ unsafe $0.xSync?(file, flags) }",
        "{ unsafe ($0.xSync?(file, flags) ?? 0) &* 0 }",
    ),
    Break(
        5,
        "a disk that can't be read is called a damaged file",
        "ExpenseStore/SQL/StoreFile.swift",
        "code == cannotBeRead ? reading : code",
        "code == reading ? cannotBeRead : code",
    ),
    Break(
        6,
        "a wrong total is not found",
        "ExpenseStore/Store+Check.swift",
        "if kept == counted { return }",
        "if kept == counted || !path.isEmpty { return }",
    ),
    Break(
        7,
        "of a log that is cut off half a transaction is left",
        "ExpenseStore/Transactions/Writer+Rows.swift",
        "    effect?.added.insert(row.id)\n",
        '    try connection.execute("COMMIT; BEGIN IMMEDIATE")\n    effect?.added.insert(row.id)\n',
    ),
    Break(
        7,
        "the log that a killed program has left is not read",
        "ExpenseStore/SQL/Opening.swift",
        '    fileGuard.holdIndex(place + "-shm")\n    let header',
        '    unsafe unlink(place + "-wal")\n'
        '    fileGuard.holdIndex(place + "-shm")\n    let header',
    ),
    Break(
        8,
        "a newer store is opened",
        "ExpenseStore/SQL/Opening.swift",
        "if version > Schema.version {",
        "if version > Schema.version &+ 1_000_000 {",
    ),
    Break(
        8,
        "tables that someone has added are taken for the library's own",
        "ExpenseStore/SQL/Opening+Schema.swift",
        "if found != Schema.expected {",
        "if found.count < Schema.expected.count {",
    ),
    Break(
        9,
        "the file is not held by a lock of our own",
        "ExpenseStore/Internals/FileGuard.swift",
        "lock(Int16(F_RDLCK), FileGuard.sharedStart, FileGuard.sharedSize)",
        "lock(Int16(F_UNLCK), FileGuard.sharedStart, FileGuard.sharedSize)",
    ),
    Break(
        10,
        "the locks of a log's index belong to the process",
        "ExpenseStore/SQL/IndexLocks.swift",
        "opening.load(ordering: .sequentiallyConsistent) == UInt(pthread_self())",
        "opening.load(ordering: .sequentiallyConsistent) == UInt(descriptor)",
    ),
    Break(
        11,
        "an update leaves the old amount in the totals",
        "ExpenseStore/Transactions/Writer+Rows.swift",
        "    effect?.count(old, -1)\n",
        "",
    ),
    Break(
        12,
        "a sum that does not fit is another number",
        "IExpenseC/Internals/Amounts.swift",
        "guard !overflow else {",
        "guard !overflow || sum != 0 else {",
    ),
    Break(
        12,
        "a total that does not fit is another number",
        "ExpenseModel/Query/Total.swift",
        "Int64(exactly: amount)",
        "Optional(Int64(truncatingIfNeeded: amount))",
    ),
    Break(
        13,
        "a copy that fails is left",
        "ExpenseStore/Store+Backup.swift",
        'for suffix in ["", ',
        'for suffix in ["-none", ',
    ),
    Break(
        13,
        "a copy that has failed is said to be made",
        "ExpenseStore/Store+Backup.swift",
        "if result != SQLITE_DONE || finished != SQLITE_OK",
        "if result == SQLITE_MISUSE || finished == SQLITE_MISUSE",
    ),
    Break(
        14,
        "a closed handle is taken for what came after it",
        "IExpenseC/Internals/HandleSlots.swift",
        "slots[index].generation == token.generation && ",
        "slots[index].generation >= 0 && ",
    ),
    Break(
        15,
        "a call that fails leaves its output as it was",
        "IExpenseC/Internals/Call.swift",
        "unsafe output?.pointee = nil",
        "_ = unsafe output",
    ),
    Break(
        15,
        "a call that fails does not say why",
        "IExpenseC/Internals/Call.swift",
        "unsafe error?.pointee.fill(failure)",
        "unsafe error?.pointee.fill(ExpenseError(failure.code, String()))",
    ),
    Break(
        16,
        "free_context is forgotten",
        "IExpenseC/Internals/HostContext.swift",
        "unsafe freeContext?(pointer)",
        "if unsafe pointer == nil { unsafe freeContext?(pointer) }",
    ),
    Break(
        16,
        "free_context is called twice",
        "IExpenseC/Internals/HostContext.swift",
        "!isReleased.exchange(true, ordering: .acquiringAndReleasing)",
        "!isReleased.load(ordering: .acquiring)",
    ),
    Break(
        17,
        "callbacks run under the lock of the subscriptions",
        "ExpenseStore/Changes/Delivery.swift",
        "if let callback { CallbackScope.run(callback) }",
        "if let callback { monitor.withLock { CallbackScope.run(callback) } }",
    ),
    Break(
        17,
        "callbacks run before the store may be written again",
        "ExpenseStore/Store.swift",
        """    gate.leave(inTransaction: false)
    deliver()
""",
        """    deliver()
    gate.leave(inTransaction: false)
""",
    ),
    Break(
        18,
        "a cancelling call does not wait for a running callback",
        "ExpenseStore/Changes/Delivery.swift",
        "if CallbackScope.depth == 0 {",
        "if CallbackScope.depth < 0 {",
    ),
    Break(
        19,
        "what a store lent stays open",
        "IExpenseC/Internals/HandleSlots.swift",
        "while let lent = slots[index].firstLent {",
        "while index < 0, let lent = slots[index].firstLent {",
    ),
    Break(
        20,
        "a forked child goes on",
        "IExpenseC/Internals/ForkGuard.swift",
        "{ forked.load(ordering: .relaxed) }",
        "{ forked.load(ordering: .relaxed) && !hasRoots }",
    ),
    Break(
        21,
        "a name is looked up by what it says in SQL",
        "ExpenseStore/SQL/NameTable.swift",
        "FROM \\(table) WHERE name = ?1",
        "FROM \\(table) WHERE name = ?1 OR name = '\\(name)'",
    ),
    Break(
        21,
        "a spreadsheet takes a name for a formula",
        "ExpenseFiles/Own/FormulaGuard.swift",
        """return "'" + text""",
        "return text",
    ),
    Break(
        22,
        "the first revision of another program is passed over",
        "ExpenseStore/SQL/Journal.swift",
        'columns + " WHERE revision > ?1 ORDER BY revision LIMIT ?2")',
        'columns + " WHERE revision > ?1 + 1 ORDER BY revision LIMIT ?2")',
    ),
    Break(
        22,
        "a row of the journal is skipped",
        "ExpenseStore/Transactions/Writer.swift",
        "    try statement.run()\n    return change.withAutomaticLabel",
        "    if effect.revision % 64 > 0 { try statement.run() }\n"
        "    return change.withAutomaticLabel",
    ),
    Break(
        22,
        "a change is told with the origin of who hears it",
        "ExpenseStore/SQL/Journal.swift",
        "try names.origins.name(statement.integer(2))",
        "try names.origins.name(1)",
    ),
    Break(
        23,
        "a difference of a view is off by one",
        "ExpenseStore/Views/Rows/ViewAdvance.swift",
        "touched[index].oldRank = min(kept, touched[index].oldIndex - before)\n      before += 1",
        "touched[index].oldRank = min(kept, touched[index].oldIndex - before)\n      before += 2",
    ),
    Break(
        24,
        "nothing is looked at unless someone wakes",
        "ExpenseStore/Internals/Waker.swift",
        "period.it_value.tv_sec = Waker.periodSeconds",
        "period.it_value.tv_sec = 0",
    ),
    Break(
        25,
        "an undo takes a later change of the same field with it",
        "ExpenseStore/Transactions/Inverse+Conflicts.swift",
        "case (.updated, .updated): !my.fields.isDisjoint(with: their.fields)",
        "case (.updated, .updated): false",
    ),
    Break(
        25,
        "an undo brings back the first row only",
        "ExpenseStore/Transactions/Inverse.swift",
        "      return true\n    }\n    let revision",
        "      return false\n    }\n    let revision",
    ),
    Break(
        26,
        "the history goes by the clock",
        "ExpenseStore/Store+History.swift",
        "OR revision < ?1 ORDER BY revision DESC",
        "OR revision < ?1 ORDER BY time DESC",
    ),
    Break(
        26,
        "waiting goes by the clock that is set",
        "Threads/Deadline.swift",
        "clock_gettime(CLOCK_MONOTONIC, &time)",
        "clock_gettime(CLOCK_REALTIME, &time)",
    ),
    Break(
        27,
        "an import that is stopped goes on",
        "ExpenseFiles/Import/ProgressMeter.swift",
        "done: min(done, total), total: total)) else {",
        "done: min(done, total), total: total)) || total >= 0 else {",
    ),
    Break(
        28,
        "JSON may nest as deep as the stack goes, and deeper",
        "ExpenseFiles/JSON/JSONReader.swift",
        "static let maximumDepth = 128",
        "static let maximumDepth = 1 << 30",
    ),
    Break(
        29,
        "a struct must be as long as the library's own",
        "IExpenseC/Internals/VersionedStruct.swift",
        "guard size >= leastSize, size <= greatestSize",
        "guard size >= Self.size, size <= greatestSize",
    ),
    Break(
        30,
        "a number stands for another status",
        "IExpenseC/Internals/Statuses.swift",
        'case .notFound: "IEX_ERROR_NOT_FOUND"',
        'case .notFound: "IEX_ERROR_MISSING"',
    ),
    Break(
        31,
        "the library has a field elsewhere than the header",
        "IExpenseC/ABILayout.swift",
        'case "digits": layout(\\iex_money.digits)',
        'case "digits": layout(\\iex_money.amount_minor)',
    ),
    Break(
        32,
        "a new store may be read by everyone",
        "ExpenseStore/Internals/OpenFiles.swift",
        "O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)",
        "O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)",
    ),
]
