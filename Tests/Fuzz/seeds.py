"""Writes the inputs that the fuzzer of one format starts from: the same ones in each run.

An input begins with two bytes: the profile (`FuzzInput.profiles`, from "@") and the options; the
rest is the file.
"""

import itertools
import plistlib
import sys
from collections.abc import Iterable
from pathlib import Path

PLAIN = "Date,Name,Amount\n2026-03-04,Tea,-3.50\n2026-03-25,Rent,-700.00\n"
GERMAN = (
    "Buchungstag;Empfänger;Betrag;Währung\r\n"
    "03.04.2026;Bäckerei;-1.234,50;EUR\r\n25.04.2026;Gehalt;2.000,00;EUR\r\n"
)
CELLS = [
    "-3.000", " -110.7 €", "1.355,90€", "9.7", "NGN 2,300.50", "$40.00", "\u221212.34", "($30.00)",
    "-", "", "12abc", "12,34,5", "500000", "1,000", "1.2345", "12.50 CR", "12.50-", "1'234.50",
    "1 234,50", "1\u202f234,50", "12,34,567.00", "92233720368547758.07", "-92233720368547758.08",
    "-0", "+5", "A$5.00", "EUR5", "5EUR", "kr 5", "¥500", "1e5", "0x10", "٣", "5.", ".5", "-.5",
]  # fmt: skip
DATES = [
    "2023.02.28.", "20200101", "31/02/2026", "today", "1 Jan 2020", "01-JAN-20", "2011-05",
    "2026-01-02T10:00:00Z", "01/02/03", "1/5'20", "03.04.26", "2020-02-30", "00/00/0000",
    "12 mars 2026", "9999-12-31", "0001-01-01", "29/02/2100",
]  # fmt: skip


def tables() -> list[str]:
    """CSV files of every kind that the reader knows, small."""
    found = [
        PLAIN,
        GERMAN,
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace(",", "|"),
        "sep=;\nDate;Name;Amount\n01/02/2026;a;1,00\n31/12/2026;b;2,00\n",
        "Bank of X\nAccount 1\n\n" + PLAIN + "Grand Total,,-703.50\n",
        PLAIN + PLAIN,
        PLAIN + "2026-03-04,Tea,-3.50\n" * 3,
        PLAIN + "2026-04-01\n2026-04-02,a,1,2,3\n2026-04-03,b,-1.00,\n",
        'Date,Name,Amount,Note\n2026-01-02,"a ""b"" c",-1.00,"two\nlines\r\nthree\rfour"\n',
        'Date,Name,Amount\n2026-01-02,a"b"c,-1.00\n2026-01-03,"x"y,-2.00\n2026-01-04,"open,-3\n',
        "Date,Description,Debit,Credit\n02/01/2026,Tea,3.50,\n25/01/2026,Pay,,100.00\n",
        "Date,Description,Paid out,Paid in,Balance\n02/01/2026,a,3.50,,96.50\n"
        "25/01/2026,b,,10.00,106.50\n",
        "Date,Description,Amount,D/C\n02/01/2026,Tea,3.50,D\n25/01/2026,Pay,100.00,C\n",
        "Date,Name,Amount,Balance\n2026-01-02,a,-3.00,97.00\n2026-01-03,b,10.00,107.00\n",
        "Date,Name,Amount,Currency\n2026-01-02,a,-500,KRW\n2026-01-03,b,-1.234,KWD\n",
        "Date,Name,Amount (EUR)\n2026-01-02,a,-5.00\n",
        "Date,Supplier,Gross,Net,VAT\n2026-01-02,a,12.00,10.00,2.00\n",
        "Date,Name,Name,Amount\n2026-01-02,a,b,-1.00\n",
        "2026-01-02,a,-1.00\n2026-01-03,b,-2.00\n",
        "Id,Date,Name,Amount,Type,Category,Account,Note,Tags,Currency\n"
        "X1,2026-01-02,a,1.00,Business,A>B,Visa,n,t;u,EUR\n"
        "X1,2026-01-02,a,1.00,Business,A>B,Visa,n,t;u,EUR\n",
        "Date,Name,Amount\n2026-01-02,=1+1,1.00\n2026-01-03,'@x,1.00\n2026-01-04,+1,-1.00\n",
        "\ufeff" + PLAIN,
        "\ufeff\ufeff" + PLAIN,
        '\ufeff"Date","Name","Amount"\n"2026-01-02","a","-1.00"\n',
        "Name,Amount\nTea,3.5\n",
        '[{"name":"Tea","type":"Personal","amount":2}]',
        "uuid,date,name,type,category,amount,currency,conversion_amount,conversion_currency,"
        "conversion_rate,account,note,tags,reimbursement,source_import,source_name,source_line,"
        "source_fingerprint,source_id,extra\r\n"
        "01890a5d-ac96-774b-bcce-b302099a8057,2026-01-02,a,Personal,A:B,1.00,EUR,,,,Visa,n,t;u,"
        "none,1,f,2,00000000000000ff,X,\r\n",
        "",
        "\n",
        ",\n,\n",
        '"',
    ]
    for cell in CELLS:
        found.append(f'Date,Name,Amount\n2026-01-02,a,-1.00\n2026-01-25,b,"{cell}"\n')
    for date in DATES:
        found.append(f"Date,Name,Amount\n{date},a,-1.00\n25/01/2026,b,-2.00\n")
    return found


def csv() -> list[bytes]:
    """Tables, each with a profile and without, and in other encodings."""
    found = paired([text.encode() for text in tables()], "ABCDEFGHIJ")
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1"):
        found.append(b"@@" + GERMAN.encode(encoding))
        found.append(b"E@" + GERMAN.encode(encoding))
    found.append(
        b'_@{"columns":{"date":"Date","name":"Name","amount":"Amount"}}\0' + PLAIN.encode()
    )
    found.append(b'_@{"columns":{"date":1,"name":2,"amount":"3"},"skip":1}\0' + PLAIN.encode())
    return found


ITEMS = [
    '[{"id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","name":"Lunch","type":"Personal","amount":12}]',
    '[{"amount":"12.50","name":"Tea"},{"name":"Tea","amount":1e2},{"name":"Tea","amount":-0.0}]',
    '[{"id":7,"name":"a\\u00e9\\ud83d\\ude00","type":"Travel","amount":19.99,"date":694224000.5,'
    '"currencyCode":"USD","image":null,"more":{"deep":[1,true]}}]',
    '[{"id":"x","name":"a","amount":1},{"id":"x","name":"a","amount":1},{"id":null,"name":"b"},'
    '3,{"name":"c","amount":92233720368547758.07},{"name":"d","amount":1,"amount":2}]',
    " [ ] ",
]


def json() -> list[bytes]:
    """The tutorial's list, and what the library exports."""
    own = (
        '{"format":"iexpense","version":1,"currencies":[{"code":"XBT","digits":8}],'
        '"imports":["f"],"expenses":[{"uuid":"01890a5d-ac96-774b-bcce-b302099a8057",'
        '"date":"2026-01-02","name":"a","type":"Personal","amount":"1.00","currency":"EUR"}]}'
    )
    return paired([text.encode() for text in (*ITEMS, own)], "ABC")


def plist() -> list[bytes]:
    """The tutorial's list in its property list."""
    files = []
    for number, items in enumerate(ITEMS):
        values: dict[str, object] = {"a": items, "n": number, "d": {"x": [1, 2]}}
        values["Items"] = items if number % 2 else items.encode()
        for fmt in (plistlib.FMT_BINARY, plistlib.FMT_XML):
            files.append(plistlib.dumps(values, fmt=fmt))
    files.append(plistlib.dumps({"b": ITEMS[0]}, fmt=plistlib.FMT_BINARY))
    files.append(plistlib.dumps({"b": ITEMS[0].encode(), "\u00e9": b""}, fmt=plistlib.FMT_XML))
    files.append(
        b"<plist><dict><key>Items</key><string>[&#91;]<![CDATA[]]></string></dict></plist>"
    )
    return paired(files, "ABC")


def transaction(amount: str, date: str = "20260304", more: str = "<NAME>Tea") -> str:
    """A transaction of OFX 1."""
    return f"<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>{date}<TRNAMT>{amount}<FITID>1{more}</STMTTRN>\n"


def ofx() -> list[bytes]:
    """Statements of OFX 1 and 2, small."""
    header = "OFXHEADER:100\nDATA:OFXSGML\nENCODING:USASCII\nCHARSET:1252\n\n"
    start = "<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>12</BANKACCTFROM><BANKTRANLIST>"
    end = "</BANKTRANLIST></STMTRS></OFX>"
    rows = [
        transaction("-12.50") + transaction("0,91", more="<FITID>2<NAME>A&amp;B &#233; &x<MEMO>m"),
        transaction("-1,650") + transaction("-1.650,00", "20260304120000.000[-5:EST]"),
        transaction("-3", more="<CURRENCY><CURRATE>0.92<CURSYM>USD</CURRENCY><CHECKNUM>7"),
        transaction("-3", more="<ORIGCURRENCY><CURRATE>0,92<CURSYM>JPY</ORIGCURRENCY>"),
        transaction("-3", more="<PAYEE><NAME>P<CITY>C</PAYEE><NAME/><MEMO>") * 3,
        transaction("-3", "00000000") + transaction("-3", "2026-03-04") + transaction("5"),
        "<STMTTRN><TRNAMT>-1<DTPOSTED>20260304<STMTTRN><TRNAMT>-2<DTPOSTED>20260304",
        transaction("-3", more="<NAME><![CDATA[a <b> & c]]><!-- x --><MEMO>5 < 6"),
        transaction("-3", more="<CORRECTFITID>1<CORRECTACTION>DELETE"),
        "<STMTTRNP><NAME>p</STMTTRNP>" + transaction("-2"),
        "",
    ]
    files = [header + start + row + end for row in rows]
    files += [
        start + rows[0] + end,
        start.replace("<CURDEF>EUR", "<CURDEF>") + rows[0] + end,
        start.replace("<CURDEF>EUR", "<CURDEF>R$") + rows[0] + end,
        header.replace("1252", "1251") + start + rows[0] + "\xe9" + end,
        (start + rows[0]).replace("<OFX>", "").replace("<STMTRS>", ""),
        '<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="220"?><OFX><CCSTMTRS>'
        "<CURDEF>USD</CURDEF><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260304</DTPOSTED><TRNAMT>-1"
        "</TRNAMT><NAME>x</NAME></STMTTRN></BANKTRANLIST></CCSTMTRS></OFX>",
        "<OFX><INVSTMTRS><CURDEF>USD<INVTRANLIST><DTSTART>20260301<BUYSTOCK><INVBUY></BUYSTOCK>"
        f"<INVBANKTRAN>{rows[3]}</INVBANKTRAN></INVTRANLIST></INVSTMTRS></OFX>",
        "<OFX><STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>no</STATUS></OFX>",
        header + start + rows[0] + "<STMTTRN><TRNAMT>-1",
    ]
    encoded = [text.encode() for text in files]
    encoded.append(files[0].encode("utf-16-le"))
    encoded.append(files[14].encode("latin-1"))
    return paired(encoded, "ABCDEF")


def record(*lines: str) -> str:
    """A transaction of a QIF file."""
    return "\n".join((*lines, "^", ""))


def qif() -> list[bytes]:
    """Registers, lists and their transactions, small."""
    bank = "!Type:Bank\n"
    plain = record("D1/ 5'20", "T-1.00", "PTea", "LFood:Out")
    split = record(
        "D28.02'2009", "U-9.00", "T-9.00", "PMarket", "MAll", "SFood/Trip", "EBread", "$-4.00",
        "S[Savings]", "$-5.00", "%50",
    )  # fmt: skip
    accounts = "!Option:AutoSwitch\n!Account\nNCash\nTCash\n^\nNVisa\n^\n!Clear:AutoSwitch\n"
    lists = "!Type:Cat\nNFood/Out\nE\n^\n!Type:Class\nNTrip\n^\n!Type:Memorized\nKP\nT-9\n^\n"
    opening = record("D01/01'95", "T5,762.36", "CX", "POpening Balance", "L[Cash]")
    texts = [
        bank + plain,
        bank + plain + split,
        accounts + "!Account\nNVisa\nTCCard\n^\n!Type:CCard \n" + split + plain,
        lists + bank + split,
        bank + opening + record("D01/16'95", "T-1", "L[Cash]") + plain,
        bank + record("D01/16'95", "T-1", "L[A:B]/t") * 2,
        "!Option:MDY\n" + bank + plain + record("D2020-01-05", "T-3.000", "MOne", "MTwo", "N7"),
        "!Type:Invst\n" + record("D1/6'20", "NBuy", "YFund", "T9.00") + bank + plain,
        bank + record("D1/5/20", "T-2.00", "SA", "$-1.00", "SB", "$-0.99"),
        bank + record("D1/5/20", "PShop", "SA", "$-1.00", "$-2.00", "S"),
        bank + record("D1/5/20", "T1", "T2", "LA", "LB"),
        bank + record("D1/5/20", "T-1.00 €", r"L\[a\/b\:c\\d]/e\/f:g", "A1", "A2", "F", "X"),
        bank + plain + "D1/6'20\nT-2.0",
        plain,
        '!Type:Prices\n"F",50 1/2,"6/30/98"\n^\n!Unknown\n!\n',
        "^\n^\n",
        "",
    ]
    texts += [bank + record("D1/5/20", f"T{cell}", "Pa") for cell in CELLS[::3]]
    texts += [bank + record(f"D{date}", "T-1", "Pa") for date in DATES[::2]]
    files = [text.encode() for text in texts]
    files.append(texts[1].replace("\n", "\r\n").encode())
    files.append(texts[2].replace("\n", "\r").encode())
    files.append(texts[4].encode("utf-16"))
    files.append((bank + record("D1/5/20", "T-1", "PCaf\xe9")).encode("cp1252"))
    return paired(files, "ABCDEF")


def paired(files: Iterable[bytes], profiles: str) -> list[bytes]:
    """Each file with a profile and without."""
    found = []
    profile = itertools.cycle(profiles)
    options = itertools.cycle(bytes((*b"@ABCDEFGHIJKLMNOPQRS", *range(0x80, 0xA0))))
    for data in files:
        found.append(b"@" + bytes([next(options)]) + data)
        found.append(next(profile).encode() + bytes([next(options)]) + data)
    return found


FORMATS = {"csv": csv, "json": json, "ofx": ofx, "plist": plist, "qif": qif}


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(FORMATS[sys.argv[2]]()):
        (folder / f"{number:03}").write_bytes(data)


if __name__ == "__main__":
    main()
