/// What a currency's code or symbol in an amount's text may mean.
///
/// The symbols are those that Unicode's CLDR gives a currency in English or in the language of its
/// country.
public struct CurrencyText: Hashable, Sendable {
  /// The codes that it may mean; one, unless the text alone does not tell.
  ///
  /// They need not exist: a text in the form of a code is that code.
  public let codes: [String]

  /// Reads a code in upper case or a symbol; nil when it has the form of neither.
  ///
  /// A code of one of the common currencies is also read in lower case; others are not, because
  /// `all`, `top` and `try` are words. `$` alone is USD, unless `preferred` is another dollar or
  /// peso that is written so.
  ///
  /// - Parameters:
  ///   - text: The code or the symbol.
  ///   - preferred: The currency of the amounts around it, when it is known.
  public init?(_ text: String, preferred: String? = nil) {
    if let known = CurrencyText.symbols[text] {
      if let preferred, known.contains(preferred) {
        codes = [preferred]
      } else {
        codes = text == "$" ? ["USD"] : known
      }
    } else if Currency.isCode(text) {
      codes = [text]
    } else if CurrencyText.lowerCase.contains(text) {
      codes = [text.uppercased()]
    } else {
      return nil
    }
  }

  private static let lowerCase: Set<String> = [
    "eur", "usd", "gbp", "chf", "jpy", "sek", "nok", "dkk", "pln", "czk", "huf", "cad", "aud",
    "nzd", "inr", "cny",
  ]

  private static let symbols: [String: [String]] = [
    "€": ["EUR"], "Euro": ["EUR"], "euro": ["EUR"], "Euros": ["EUR"],
    "euros": ["EUR"], "£": ["GBP"], "zł": ["PLN"], "Kč": ["CZK"],
    "Ft": ["HUF"], "lei": ["RON"], "Fr.": ["CHF"], "SFr.": ["CHF"], "sFr.": ["CHF"], "₹": ["INR"],
    "₩": ["KRW"], "₽": ["RUB"], "₺": ["TRY"], "₴": ["UAH"], "₪": ["ILS"], "฿": ["THB"],
    "₫": ["VND"], "₱": ["PHP"], "₦": ["NGN"], "₡": ["CRC"], "₲": ["PYG"], "₸": ["KZT"],
    "₼": ["AZN"], "₾": ["GEL"], "₭": ["LAK"], "₮": ["MNT"], "៛": ["KHR"], "₵": ["GHS"],
    "֏": ["AMD"], "৳": ["BDT"], "RM": ["MYR"], "Rp": ["IDR"],
    "$": [
      "USD", "AUD", "CAD", "NZD", "HKD", "SGD", "TWD", "MXN", "ARS", "CLP", "COP", "BBD", "BMD",
      "BND", "BSD", "BZD", "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD", "TTD", "UYU",
      "XCD", "DOP", "CUP", "BRL",
    ],
    "US$": ["USD"], "A$": ["AUD"], "AU$": ["AUD"], "C$": ["CAD"], "CA$": ["CAD"],
    "NZ$": ["NZD"], "HK$": ["HKD"], "S$": ["SGD"], "NT$": ["TWD"], "MX$": ["MXN"],
    "R$": ["BRL"], "¥": ["JPY", "CNY"], "￥": ["JPY", "CNY"], "JP¥": ["JPY"], "CN¥": ["CNY"],
    "kr": ["SEK", "NOK", "DKK", "ISK"], "kr.": ["DKK", "SEK", "NOK", "ISK"],
    "Rs": ["INR", "PKR", "LKR", "NPR", "MUR"], "Rs.": ["INR", "PKR", "LKR", "NPR", "MUR"],
  ]
}
