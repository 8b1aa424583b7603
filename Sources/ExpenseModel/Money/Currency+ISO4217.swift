// The table follows ISO 4217 "list one" (current currency and funds codes) as the maintenance
// agency, SIX, published it on 2026-01-01, which includes amendments up to number 180: BGN, ANG and
// ZWL are gone, XCG, ZWG and XAD are there. A store pins the digits of a code at its first use, so
// a later edition of this table never changes what a stored amount means.

extension Currency {
  /// The currency with this ISO 4217 code in upper case; nil when the list has none.
  ///
  /// Complexity: O(1).
  public static func iso(_ code: String) -> Currency? {
    guard let place = place(code.utf8) else { return nil }
    let digits = digitsByPlace[place]
    return digits < 0 ? nil : Currency(unchecked: code, digits: Int(digits))
  }

  /// The whole of ISO 4217 list one as published on 2026-01-01 (amendment 180), in order of code.
  public static let iso4217: [Currency] = rows.flatMap { digits, codes in
    codes.split(separator: " ").map { Currency(unchecked: String($0), digits: digits) }
  }.sorted { $0.code < $1.code }

  /// Whether ISO 4217 gives the code a minor unit, be it one of no digits.
  ///
  /// It gives none ("N.A.") to metals, testing and accounting units such as XAU, XTS and XDR: their
  /// ``digits`` are 0 here, so that amounts are whole units.
  public var hasMinorUnit: Bool { !Currency.withoutMinorUnit.contains(code) }

  /// The number of a code of three letters among all that there could be; nil for other texts.
  private static func place(_ code: String.UTF8View) -> Int? {
    guard code.count == 3 else { return nil }
    var place = 0
    for byte in code {
      guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) else { return nil }
      place = place * 26 + Int(byte - UInt8(ascii: "A"))
    }
    return place
  }

  /// The digits of each code by its number, -1 for those that the list does not have: a dictionary takes
  /// a short program longer to make than all of its work.
  private static let digitsByPlace: [Int8] = {
    var all = [Int8](repeating: -1, count: 26 * 26 * 26)
    for (digits, codes) in rows {
      // Three letters each, with a space between.
      var (place, letters) = (0, 0)
      for byte in codes.utf8 where byte != UInt8(ascii: " ") {
        place = place * 26 + Int(byte - UInt8(ascii: "A"))
        letters += 1
        if letters == 3 {
          all[place] = Int8(digits)
          (place, letters) = (0, 0)
        }
      }
    }
    return all
  }()

  private static let withoutMinorUnit = Set(noMinorUnit.split(separator: " ").map(String.init))

  private static let rows: [(digits: Int, codes: String)] = [
    (0, noDigits), (2, twoDigits), (3, "BHD IQD JOD KWD LYD OMR TND"), (4, "CLF UYW"),
    (0, noMinorUnit),
  ]

  private static let noDigits =
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"

  private static let noMinorUnit = "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX"

  private static let twoDigits = """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD \
    CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS \
    GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD \
    LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB \
    PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP \
    SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW \
    ZWG
    """
}
