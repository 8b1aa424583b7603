// swift-tools-version: 6.2
import PackageDescription

// Every module of the library: Swift 6 mode, strict memory safety, warnings are errors.
let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "iexpense",
  products: [
    // The Swift product: the model, the store, the forms and the file formats.
    .library(
      name: "IExpense",
      targets: ["ExpenseModel", "ViewState", "ExpenseStore", "ExpenseForms", "ExpenseFiles"]),
    // The C library: libiexpense.so.
    .library(name: "iexpense", type: .dynamic, targets: ["IExpenseC"]),
    // Writes include/iexpense.h, the Python declarations, the export list and the layout table.
    .executable(name: "iexpense-bindgen", targets: ["iexpense-bindgen"]),
  ],
  targets: [
    // C declarations.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CLinux"),
    .target(name: "CIExpense"),

    // The library, lowest module first; a lower one never imports a higher one.
    .target(name: "Threads", swiftSettings: strict),
    .target(name: "ExpenseModel", swiftSettings: strict),
    .target(
      name: "ViewState", dependencies: ["ExpenseModel", "Threads"], swiftSettings: strict),
    .target(
      name: "ExpenseStore", dependencies: ["ExpenseModel", "Threads", "CSQLite", "CLinux"],
      swiftSettings: strict),
    .target(
      name: "ExpenseForms",
      dependencies: ["ExpenseModel", "ExpenseStore", "ViewState", "Threads", "CLinux"],
      swiftSettings: strict),
    .target(
      name: "ExpenseFiles", dependencies: ["ExpenseModel", "ExpenseStore", "Threads"],
      swiftSettings: strict),
    .target(
      name: "IExpenseC",
      dependencies: [
        "CIExpense", "ExpenseModel", "ViewState", "ExpenseStore", "ExpenseForms", "ExpenseFiles",
      ],
      exclude: ["exports.map"], swiftSettings: strict),

    // Tools.
    .target(name: "BindingGenerator", swiftSettings: strict),
    .executableTarget(
      name: "iexpense-bindgen", dependencies: ["BindingGenerator"], swiftSettings: strict),

    // Tests.
    .target(
      name: "ReaderFuzz", dependencies: ["ExpenseModel", "ExpenseStore", "ExpenseFiles"],
      path: "Tests/Fuzz", exclude: ["crashes", "dictionaries", "run.sh", "seeds.py"],
      swiftSettings: strict),
    .testTarget(name: "ExpenseModelTests", dependencies: ["ExpenseModel"]),
    .testTarget(
      name: "ViewStateTests", dependencies: ["ExpenseModel", "ViewState", "Threads"]),
    .testTarget(
      name: "ExpenseStoreTests",
      dependencies: ["ExpenseModel", "ExpenseStore", "Threads", "CSQLite"]),
    .testTarget(
      name: "ExpenseFilesTests",
      dependencies: ["ExpenseModel", "ExpenseStore", "ExpenseFiles", "ReaderFuzz", "Threads"]),
    .testTarget(
      name: "ExpenseFormsTests",
      dependencies: ["ExpenseModel", "ExpenseStore", "ExpenseForms", "ViewState", "Threads"]),
    .testTarget(
      name: "BindingGeneratorTests", dependencies: ["BindingGenerator"], exclude: ["Fixtures"]),
  ],
  swiftLanguageModes: [.v6]
)
