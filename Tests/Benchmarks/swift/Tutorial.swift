// The tutorial's way: an array of Codable values, encoded whole to one file on every change.
//
// Speaks with the driver as the parties in C do; see c/party.h.
import Foundation

struct ExpenseItem: Identifiable, Codable {
  var id = UUID()
  let name: String
  let type: String
  let amount: Double
  let date: Date
  let note: String
}

final class Expenses {
  let file: URL
  var items: [ExpenseItem] {
    didSet { save() }
  }

  init(_ file: URL, items: [ExpenseItem] = []) {
    self.file = file
    self.items = items
  }

  func save() {
    guard let data = try? JSONEncoder().encode(items) else { return }
    try? data.write(to: file, options: .atomic)
  }
}

/// The rows of rows.csv; no cell is quoted that holds a line break.
func readRows(_ folder: String, _ count: Int) throws -> [ExpenseItem] {
  let text = try String(contentsOfFile: folder + "/rows.csv", encoding: .utf8)
  var items: [ExpenseItem] = []
  for line in text.split(separator: "\n").dropFirst().prefix(count) {
    var cells: [String] = [""]
    var quoted = false
    for character in line {
      if character == "\"" {
        quoted.toggle()
      } else if character == ",", !quoted {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    items.append(
      ExpenseItem(
        name: cells[3], type: cells[2], amount: Double(cells[1]) ?? 0, date: Date(), note: cells[4])
    )
  }
  return items
}

/// Sums by type as the driver compares them: how many, and their sum in minor units.
func totals(_ items: [ExpenseItem]) -> String {
  var sums: [String: Double] = [:]
  for item in items { sums[item.type, default: 0] += item.amount }
  let minor = sums.values.reduce(0) { $0 + Int(($1 * 100).rounded()) }
  return "\(sums.count):\(minor):\(String(repeating: "0", count: 16))"
}

var arguments = Array(CommandLine.arguments.dropFirst())
let whole = arguments.first == "--whole"
if whole { arguments.removeFirst() }
let (workload, count, folder) = (arguments[0], Int(arguments[2]) ?? 0, arguments[3])
let file = URL(fileURLWithPath: ProcessInfo.processInfo.environment["BENCH_DATABASE"] ?? "")

func seconds(_ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try body()
  let taken = (clock.now - start).components
  return Double(taken.seconds) + Double(taken.attoseconds) * 1e-18
}

if whole {
  print(totals(try JSONDecoder().decode([ExpenseItem].self, from: Data(contentsOf: file))))
} else {
  let expenses = Expenses(file, items: try readRows(folder, count))
  print("ready")
  fflush(stdout)
  while readLine() != nil {
    let time: Double
    if workload == "make" {
      time = seconds { expenses.save() }
      print(time, count)
    } else {
      let item = expenses.items[0]
      time = seconds { expenses.items.append(item) }
      print(time, 20)
    }
    fflush(stdout)
  }
}
