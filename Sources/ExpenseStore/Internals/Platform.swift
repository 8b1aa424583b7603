internal import CLinux
public import ExpenseModel
internal import Glibc

/// What the store asks the host system for.
enum Platform {
  /// Milliseconds since 1970-01-01 UTC.
  static var milliseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000
  }

  /// The name of the running program, the default origin of changes.
  static var programName: String {
    // As the C library has it from the start of the program: Swift's own list of arguments is read out of
    // the memory of the process, which its initializer needs a map of.
    guard let path = unsafe clinux_program_path(),
      let name = unsafe String(cString: path).split(separator: "/").last
    else { return "program" }
    return String(decoding: name.utf8.prefix(255), as: UTF8.self)
  }

  /// Sleeps for a random time of up to this many microseconds.
  static func sleepRandomly(upTo microseconds: UInt32) {
    usleep(UInt32.random(in: 50...max(51, microseconds)))
  }

  /// A path from the root, as the current folder has it now.
  static func absolutePath(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder) + "/" + path
  }

  /// A path without links; the same path where there is no such file.
  static func realPath(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The text of a system error number.
  static func errorText(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}

extension CivilDate {
  /// Today in the host's time zone.
  public static func today() -> CivilDate {
    var now = time(nil)
    var parts = unsafe tm()
    unsafe localtime_r(&now, &parts)
    let day = unsafe CivilDate(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    return day ?? CivilDate.last
  }
}
