internal import ExpenseModel

/// A date with its month as a word: `1 Jan 2020`, `01-JAN-20`, `Jan 1, 2020`, `1. März 2020`.
struct NamedDate {
  private var numbers: [DateCell.Digits] = []
  private var month = 0
  /// How many numbers stand before the month.
  private var before = 0

  /// Takes a cell apart that is not blank.
  init(_ bytes: Span<UInt8>, _ cell: Range<Int>) throws(DateCell.Fault) {
    var index = cell.lowerBound
    let end = cell.upperBound
    while index < end {
      if numbers.count == 2, month > 0, DateCell.isTime(bytes, index, end) { return }
      let byte = bytes[index]
      if byte &- UInt8(ascii: "0") < 10 {
        guard numbers.count < 2 else { throw .notADate }
        numbers.append(DateCell.digits(bytes, &index, end))
      } else if NamedDate.isLetter(byte) {
        let start = index
        while index < end, NamedDate.isLetter(bytes[index]) { index += 1 }
        guard index - start <= 16 else { throw .notADate }
        guard let utf8 = try? UTF8Span(validating: bytes.extracting(start..<index)) else {
          throw .notADate
        }
        let word = TextFold.fold(String(copying: utf8))
        // "1 de enero de 2020"
        if word == "de" || word == "of" { continue }
        guard month == 0, let number = MonthName.numbers[word] else { throw .notADate }
        month = number
        before = numbers.count
      } else {
        switch byte {
        case 0x20, UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ","):
          index += 1
        default:
          throw .notADate
        }
      }
    }
    guard month > 0 else { throw .notADate }
    guard numbers.count == 2 else { throw numbers.count == 1 ? .noDay : .notADate }
  }

  /// The date; the order decides only between two numbers that could both be the year.
  func date(_ order: Profile.DateOrder) throws(DateCell.Fault) -> CivilDate {
    guard numbers.count == 2, before < 2 else { throw .notADate }
    let isYearFirst =
      before == 1
      && (numbers[0].count == 4 || (order == .yearMonthDay && numbers[1].count <= 2))
    return try DateCell.date(
      isYearFirst ? numbers[0] : numbers[1], (month, 2), isYearFirst ? numbers[1] : numbers[0])
  }

  /// Letters of ASCII, and the bytes of all other characters.
  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte >= 0x80
  }
}

/// Names of months, folded: without regard to case and accents.
///
/// Those of Unicode's CLDR for English, German, French, Spanish, Italian, Dutch, Portuguese, Danish,
/// Norwegian, Swedish and Polish, whole and abbreviated. None of them means two months.
enum MonthName {
  static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    for (index, words) in months.enumerated() {
      for word in words.split(separator: " ") { numbers[TextFold.fold(String(word))] = index + 1 }
    }
    return numbers
  }()

  private static let months = [
    "jan january januar jänner janvier janv ene enero gen gennaio januari janeiro sty stycznia styczeń",
    "feb february februar février févr fév febrero febbraio februari fev fevereiro lut lutego luty",
    "mar march mär märz mrz mars marzo maart mrt março marts marca marzec",
    "apr april avr avril abr abril aprile kwi kwietnia kwiecień",
    "may mai mayo mag maggio mei maio maj maja",
    "jun june juni juin junio giu giugno junho cze czerwca czerwiec",
    "jul july juli juil juillet julio lug luglio julho lip lipca lipiec",
    "aug august août ago agosto augustus augusti sie sierpnia sierpień",
    "sep sept september septembre septiembre set settembre setembro wrz września wrzesień",
    "oct october okt oktober octobre octubre ott ottobre out outubro paź października październik",
    "nov november novembre noviembre novembro lis listopada listopad",
    "dec december dez dezember déc décembre dic diciembre dicembre dezembro des desember gru grudnia "
      + "grudzień",
  ]
}
