import ExpenseModel
import ExpenseStore
import Foundation
import Synchronization
import Testing
import Threads

@testable import ExpenseFiles

@Suite("An import from opening to closing")
struct ImportTests {
  private let text = "Date;Merchant;Amount\n01.02.2026;Coffee;-2,40\n"

  @Test("Committed twice it is an error")
  func twice() throws {
    let store = try makeStore()
    let file = try Import.open(store, text, cardProfile)
    _ = try file.commit()
    let error = try #require(throws: ExpenseError.self) { try file.commit() }
    #expect(error.code == .transaction)
    #expect(try store.all().count == 1)
  }

  @Test("Closed it answers handle, and may be closed again")
  func closed() throws {
    let file = try Import.open(makeStore(), text, cardProfile)
    file.close()
    file.close()
    #expect(try #require(throws: ExpenseError.self) { try file.commit() }.code == .handle)
    #expect(try #require(throws: ExpenseError.self) { try file.allRows() }.code == .handle)
    #expect(file.summary.fresh == 1)
  }

  @Test("Pages of rows")
  func pages() throws {
    let rows = (0..<10).map { "0\($0 % 9 + 1).02.2026;Row \($0);-1\n" }.joined()
    let file = try Import.open(makeStore(), "Date;Merchant;Amount\n" + rows, cardProfile)
    #expect(try file.rows(offset: 3, limit: 2).map { $0.expense?.name } == ["Row 3", "Row 4"])
    #expect(try file.rows(offset: 9, limit: .max).count == 1)
    #expect(try file.rows(offset: 10, limit: 1).isEmpty)
    #expect(try file.rows(offset: .max, limit: .max).isEmpty)
    #expect(try file.rows(offset: 0, limit: 0).isEmpty)
    for (offset, limit) in [(-1, 1), (0, -1)] as [(Int64, Int64)] {
      #expect(throws: ExpenseError.self) { try file.rows(offset: offset, limit: limit) }
    }
  }

  @Test("One change is announced, and a subscriber may look at the import")
  func announced() throws {
    let store = try makeStore()
    let file = try Import.open(store, text, cardProfile)
    let heard = Mutex<[String]>([])
    let subscription = try store.subscribe(SubscriptionOptions()) { change in
      heard.withLock { $0.append("\(change.label) \(file.summary.fresh)") }
    }
    _ = try file.commit()
    subscription.cancel()
    #expect(heard.withLock(\.self) == ["imported file 1"])
  }

  @Test("A failed commit stores nothing and may be tried again")
  func failed() throws {
    let store = try makeStore()
    let file = try Import.open(store, text, cardProfile)
    try store.begin("Broken")
    _ = try? store.remove([99])
    #expect(throws: ExpenseError.self) { try file.commit() }
    try store.rollback()
    #expect(try store.all().isEmpty)
    _ = try file.commit()
    #expect(try store.all().count == 1)
  }

  @Test("What was opened in a transaction that was rolled back is compared again")
  func openedInside() throws {
    let store = try makeStore()
    try store.begin()
    _ = try Import.open(store, text, cardProfile).commit()
    let file = try Import.open(store, text, cardProfile)
    #expect(file.summary.duplicates == 1)
    try store.rollback()
    _ = try file.commit()
    #expect(try store.all().count == 1)
  }

  @Test("A currency whose digits changed after opening is a conflict", arguments: [false, true])
  func changedDigits(_ hasColumn: Bool) throws {
    let store = try makeStore()
    let columns =
      #"{"date":"d","name":"n","amount":"a""# + (hasColumn ? #","currency":"c"}"# : "}")
    let profile = """
      {"columns":\(columns),"delimiter":",","decimal":".","date":"YMD","spending":"positive",
      "income":"refund","currency":"USD"}
      """
    let file = try Import.open(store, "d,n,a,c\n2026-01-01,Tea,1.50,USD\n", profile)
    try store.pinCurrency(Currency(code: "USD", digits: 3))
    #expect(try #require(throws: ExpenseError.self) { try file.commit() }.code == .conflict)
    let again = try Import.open(store, "d,n,a,c\n2026-01-01,Tea,1.50,USD\n", profile)
    _ = try again.commit()
    #expect(try store.all().map(\.amount) == [1_500])
  }

  @Test("A file whose rows and currencies the store has already makes no revision")
  func nothingNew() throws {
    let store = try makeStore()
    try store.registerCurrency(Currency(code: "POINTS", digits: 0))
    try store.add(Expense(name: "Tea", amount: 3, currency: "POINTS", date: .first))
    let exported = try Export.json(store, ExpenseQuery())
    let revision = try store.revision
    #expect(try Import.open(store, bytes: exported).commit().revision == 0)
    #expect(try store.revision == revision)
    let other = try makeStore()
    #expect(try Import.open(other, bytes: exported).commit().revision == other.revision)
  }

  @Test("Paths that lead to no file to read")
  func paths() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "iexpense-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = Store.Options()
    options.currency = "EUR"
    let path = folder.appending(path: "store.db").path
    let store = try Store(path: path, options: options)
    func code(_ path: String) -> ExpenseError.Code? {
      do throws(ExpenseError) {
        _ = try Import.open(store, path: path)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(folder.appending(path: "none.csv").path) == .missing)
    #expect(code(folder.path) == .notAFile)
    #expect(code("/dev/null") == .notAFile)
    #expect(code("") == .argument)
    #expect(code("a\u{0}b") == .argument)
    #expect(code(path) == .argument)
    let link = folder.appending(path: "link.csv").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(code(link) == .argument)
    try store.add(Expense(name: "Tea", amount: 1, date: .first))
    #expect(code(path + "-wal") == .argument)
    #expect(code(path + "-shm") == .argument)
    let good = folder.appending(path: "visa-05.csv")
    try Data(text.utf8).write(to: good)
    let file = try Import.open(store, path: good.path, options: ImportOptions(profile: cardProfile))
    #expect(file.summary.text == "visa-05.csv: 1 new")
    store.close()
    #expect(try #require(throws: ExpenseError.self) { try file.commit() }.code == .handle)
  }

  @Test("Unknown formats and options")
  func formats() throws {
    let store = try makeStore()
    let error = try #require(throws: ExpenseError.self) {
      try Import.open(store, bytes: [], options: ImportOptions(format: "pdf"))
    }
    #expect(error.code == .argument)
    #expect(throws: ExpenseError.self) {
      try Import.open(store, text, cardProfile, account: String(repeating: "x", count: 300))
    }
    let long = try Import.open(store, text, cardProfile, name: String(repeating: "é", count: 300))
    #expect(try long.commit().label.utf8.count <= 255)
  }

  @Test("No bytes make it crash", arguments: 0..<200)
  func garbage(_ seed: Int) throws {
    var generator = SeededGenerator(state: UInt64(seed))
    let store = try makeStore()
    let seeds = [
      text, #"[{"id":"x","name":"\u00e9","amount":1.5e2,"z":[{}]}]"#,
      String(decoding: try Export.json(store), as: UTF8.self),
      String(decoding: try Export.csv(store), as: UTF8.self) + "a,2026-01-01,\"x\n\",,,1,EUR\r\n",
      "\u{FEFF}" + text,
    ]
    for sample in seeds {
      var bytes = Array(sample.utf8)
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        case 1:
          bytes.insert("\"\n,;{}[]\\-.e0".utf8.randomElement(using: &generator) ?? 0, at: place)
        case 2 where bytes.count > 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
        }
      }
      for profile in ["", cardProfile, itemsProfile] {
        guard
          let file = try? Import.open(store, bytes: bytes, options: ImportOptions(profile: profile))
        else { continue }
        for row in try file.allRows() where row.status == .rejected { #expect(!row.reason.isEmpty) }
        _ = try? file.commit()
      }
    }
  }
}
