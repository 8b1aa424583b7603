internal import ExpenseModel

/// The words by which columns are recognised, folded; of ten languages that banks write.
///
/// Collected from the column names that banks and accounting programs document for their exports. A
/// word that two languages use for two things is left out, or decided by what the column holds.
enum HeaderWords {
  /// Whole names.
  static let phrases: [String: ColumnRole] = {
    var phrases: [String: ColumnRole] = [:]
    func add(_ role: ColumnRole, _ names: String) {
      for name in names.split(separator: ",") {
        phrases[TextFold.fold(HeaderName.trimmed(String(name)))] = role
      }
    }
    add(.amount, amounts)
    add(.debit(isClear: true), out)
    add(.credit(isClear: true), into)
    add(.debit(isClear: false), debits)
    add(.credit(isClear: false), credits)
    add(.flag, flags)
    add(.currency, currencies)
    add(.date, dates)
    add(.otherDate, otherDates)
    add(.payee, payees)
    add(.text, texts)
    add(
      .category,
      "category, kategorie, catégorie, categoría, categoria, categorie, kategori, "
        + "kategoria")
    add(
      .note,
      "note, notes, comment, comments, remark, remarks, notiz, bemerkung, anmerkung, "
        + "remarque, nota, notas, notitie, anteckning, uwagi")
    add(.tags, "tags")
    add(
      .account,
      "account number, account no, account name, card number, card no, kontonummer, "
        + "auftragskonto, numéro de compte, numero de compte, rekeningnummer")
    return phrases
  }()

  /// Words as names of columns have them when they are folded.
  private static func folded(_ words: [String]) -> Set<String> { Set(words.map(TextFold.fold)) }

  private static let amounts = """
    amount, betrag, umsatz, montant, importe, importo, bedrag, valor, beløb, belopp, beløp, kwota, \
    summa, summe, sum, value, total, net, gross, spend, spent, spending, expenditure, netto, brutto, \
    netto betrag, brutto betrag, net value, gross value, price, cost, preis, kosten, prix, coût, \
    precio, prezzo, prijs, preço, pris, cena, quantia, valore, kwota transakcji, expense, expenses
    """

  private static let out = """
    paid out, money out, withdrawal, withdrawals, withdrawal amount, out, outgoing, outgoings, \
    ausgabe, ausgaben, ausgang, auszahlung, auszahlungen, dépense, dépenses, sortie, sorties, gasto, \
    gastos, salida, salidas, uscita, uscite, spesa, spese, uitgave, uitgaven, despesa, despesas, \
    saída, saídas, udgift, udgifter, utgift, utgifter, utbetaling, uttag, ut, ud, wydatek, wydatki, \
    ut fra konto
    """

  private static let into = """
    paid in, money in, deposit, deposits, deposit amount, in, incoming, income, einnahme, einnahmen, \
    eingang, einzahlung, einzahlungen, recette, recettes, entrée, entrées, ingreso, ingresos, \
    entrada, entradas, entrata, entrate, ontvangst, ontvangsten, receita, receitas, indtægt, \
    indtægter, inkomst, inkomster, innbetaling, insättning, inn, ind, wpływ, wpływy, \
    inn på konto
    """

  private static let debits = """
    debit, debits, debit amount, debit value, soll, belastung, lastschrift, débit, débits, cargo, \
    cargos, adeudo, dare, addebito, addebiti, debet, debito, débito, débitos, af, obciążenie, \
    obciążenia, winien
    """

  private static let credits = """
    credit, credits, credit amount, credit value, haben, gutschrift, crédit, crédits, abono, abonos, \
    avere, accredito, accrediti, kredit, credito, crédito, créditos, bij, uznanie, uznania
    """

  private static let flags = """
    debit credit, credit debit, debit or credit, debit credit indicator, credit debit indicator, \
    dr cr, cr dr, d c, c d, dc, cd, drcr, crdr, soll haben, soll haben kennzeichen, s h, \
    debit kredit, debet credit, af bij, bij af, sens, direction, indicator, sign, type, \
    transaction type, typ, tipo, soort, code, debit credit mark, debit credit flag, balance impact
    """

  private static let currencies = """
    currency, currency code, ccy, curr, currency of amount, transaction currency, account currency, \
    währung, waehrung, buchungswährung, kontowährung, devise, moneda, divisa, valuta, muntsoort, \
    munt, moeda, waluta, valutakod, valutakode, waluta transakcji
    """

  private static let dates = """
    date, day, when, datum, tag, buchungstag, buchung, belegtag, fecha, data, dato, dag, dia, jour, \
    giorno, posted, booked, f operación, datetime, timestamp, bokföringsdag, transaktionsdag
    """

  private static let otherDates = """
    valuta, valutadatum, valuta datum, wertstellung, wert, wertstellungsdatum, wertstellungstag, \
    valuutadatum, rentedatum, rentedato, rentedag, value date, valeur, date valeur, date de valeur, \
    f valor, fecha valor, data valuta, data valor, valutadag
    """

  private static let payees = """
    name, naam, nom, nombre, nome, navn, namn, nazwa, payee, merchant, tiers, commerçant, esercente, \
    mottagare, mottaker, modtager, odbiorca, kontrahent, tegenpartij, paid to, who, shop, store, \
    auftraggeber empfänger, empfänger, empfaenger, partner name, counter party
    """

  private static let texts = """
    description, details, detail, narrative, particulars, text, what, item, title, memo, purpose, \
    transaction, transaction details, transaction description, subject, buchungstext, \
    verwendungszweck, zweck, beschreibung, libellé, libelle, libellé opération, opération, objet, \
    concepto, descripción, descripcion, detalle, descrizione, causale, omschrijving, mededelingen, \
    mededeling, descrição, descricao, histórico, historico, lançamento, tekst, beskrivning, \
    beskrivelse, rubrik, specifikation, opis, opis operacji, tytuł, tytuł operacji
    """

  /// Words that make a name one of amounts, as its last.
  static let amount: Set<String> = folded([
    "amount", "amt", "betrag", "umsatz", "montant", "importe", "importo", "bedrag", "valor",
    "belopp", "beløb", "beløp", "kwota", "summa", "summe", "value", "total",
  ])
  /// The same as its first: "Montant de l'opération".
  static let firstAmount: Set<String> = folded([
    "amount", "betrag", "montant", "importe", "importo", "bedrag", "kwota", "valore",
  ])
  /// Words by which the name of a column of amounts says that they are spending.
  static let spending: Set<String> = folded([
    "spend", "spent", "spending", "expenditure", "expense", "expenses", "ausgabe", "ausgaben",
    "dépense", "dépenses", "gasto", "gastos", "spesa", "spese", "uitgave", "uitgaven", "despesa",
    "despesas", "udgift", "udgifter", "utgift", "utgifter", "wydatek", "wydatki",
  ])
  static let otherAmount: Set<String> = folded([
    "fee", "fees", "vat", "tax", "charges", "original", "foreign", "exchange", "exchanged",
    "discount", "tip", "cashback", "gebühr", "mwst", "steuer", "frais", "tva", "comisión",
    "comisiones", "iva", "impuesto", "commissione", "commissioni", "btw", "kosten", "taxa", "moms",
    "avgift", "prowizja", "podatek", "local", "fremdwährung", "ursprünglicher", "source",
  ])
  static let noAmount: Set<String> = folded([
    "code", "type", "category", "area", "family", "description", "id", "number", "no", "nr",
    "currency", "rate", "date", "name", "status", "count", "quantity", "ref", "reference",
  ])

  static let balance: Set<String> = folded([
    "balance", "saldo", "solde", "kontostand", "balans", "bilans", "bal", "kontosaldo",
  ])

  /// "data" is the date in three languages, as the first word.
  static let firstDate: Set<String> = folded([
    "data", "datum", "fecha", "date", "dato",
  ])
  static let otherDate: Set<String> = folded([
    "value", "valuta", "wert", "valeur", "valor", "valör", "due", "birth", "expiry", "end",
    "vencimiento", "scadenza", "échéance", "fällig", "fälligkeitsdatum", "ränta", "waluty", "rente",
    "vencimento", "valutadatum", "rentedato",
  ])

  /// Whether a word says that its column has dates.
  static func isDate(_ word: String) -> Bool {
    dateWords.contains(word) || word.utf8.count > 5 && word.hasSuffix("datum")
      || word.utf8.count > 4 && word.hasSuffix("dato")
  }

  private static let dateWords: Set<String> = folded([
    "date", "datum", "fecha", "dato", "buchungstag",
  ])

  static let payee: Set<String> = folded([
    "payee", "merchant", "supplier", "vendor", "beneficiary", "recipient", "counterparty", "payer",
    "empfänger", "empfaenger", "begünstigter", "beguenstigter", "zahlungsempfänger",
    "zahlungsempfaenger", "zahlungsbeteiligter", "bénéficiaire", "fournisseur", "commerçant",
    "beneficiario", "comercio", "proveedor", "esercente", "fornitore", "begunstigde", "tegenpartij",
    "leverancier", "mottagare", "mottaker", "modtager", "beneficiário", "fornecedor",
    "estabelecimento", "odbiorca", "odbiorcy", "kontrahent", "kontrahenta", "lieferant", "händler",
  ])
  static let text: Set<String> = folded([
    "description", "descripción", "beschreibung", "verwendungszweck", "buchungstext", "libellé",
    "concepto", "descrizione", "omschrijving", "descrição", "beskrivning", "beskrivelse", "opis",
    "tytuł", "narrative",
  ])
  static let noName: Set<String> = folded([
    "id", "no", "number", "nr", "nummer", "code", "type", "iban", "bic", "account", "konto",
    "address", "city", "country", "vat", "ref", "reference", "postcode", "category", "class",
    "currency", "key", "kontonummer", "blz", "rekening", "numéro", "número", "conto",
  ])
}
