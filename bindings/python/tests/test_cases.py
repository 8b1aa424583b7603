"""Files that other software got wrong: numbers, dates and dialects.

The numbers in the names are those of the list of cases that the library was built for. Each is
tried as one of its kind, with others like it.
"""

from __future__ import annotations

from typing import Any

import iexpense
import pytest
from iexpense import RowStatus
from reading import asked, column, dates, days, keys, money, outcome, table

# 1: a mark before three digits.


@pytest.mark.parametrize(
    ("cells", "point", "comma"),
    [
        (["-3.000"], "-3.00", "-3000.00"),
        (["3,000"], "3000.00", "3.00"),
        (["1.234", "12"], "rejected", "1234.00"),
        (["12,345"], "12345.00", "rejected"),
        (["€ 3.000"], "3.00", "3000.00"),
    ],
)
def test_1_a_mark_before_three_digits_is_asked(cells: list[str], point: str, comma: str) -> None:
    file = column(*cells)
    settled = {"spending": "positive", "income": "refund", "currency": "EUR"}
    assert asked(file, **settled) == ["decimal"]
    assert money(file, currency="EUR", decimal=".")[0].split()[0] == point
    assert money(file, currency="EUR", decimal=",")[0].split()[0] == comma
    with iexpense.open(memory=True) as store, store.read(file, profile=settled) as opened:
        (question,) = opened.questions
        assert question.candidates == (".", ",")
        assert question.line == 2
        assert cells[0] in question.example
        assert "Amount" in str(question)
        with pytest.raises(iexpense.AmbiguousFileError):
            opened.commit()
        assert len(store.expenses()) == 0


@pytest.mark.parametrize(
    ("cells", "right"),
    [
        (["-3.000", "0.50"], ["-3.00", "0.50"]),
        (["-3.000", "0,50"], ["-3000.00", "0.50"]),
        (["3.000", "1.000.000"], ["3000.00", "1000000.00"]),
        (["3,000", "1,234.56"], ["3000.00", "1234.56"]),
        (["3,000", "1 234,56"], ["3.00", "1234.56"]),
        (["12", "5000"], ["12.00", "5000.00"]),
        (["0.123", "1.5"], ["rejected", "1.50"]),
    ],
)
def test_1_another_row_settles_it(cells: list[str], right: list[str]) -> None:
    read = money(column(*cells, delimiter=";"), currency="EUR")
    assert [amount.split()[0] for amount in read] == right


# 2 to 7: what stands around a number.


@pytest.mark.parametrize(
    ("cells", "right"),
    [
        ([" -110.7 €"], ["-110.70 EUR"]),  # 2
        (["1.355,90€"], ["1355.90 EUR"]),  # 3
        (["€1.355,90", "EUR 1.355,90", "1.355,90 EUR"], ["1355.90 EUR"] * 3),
        (["9.7"], ["9.70"]),  # 4
        (["9.7", "0.1", "1.15", "2.675", "4.35"][:3], ["9.70", "0.10", "1.15"]),
        (["NGN 2,300.50"], ["2300.50 NGN"]),  # 5
        (["$40.00", "40.00 $", "US$40.00", "USD 40.00"], ["40.00 USD"] * 4),
        (["£1,234.50", "£ 5.00"], ["1234.50 GBP", "5.00 GBP"]),
        (["\u221212.34", "-12.34", "12.34-"], ["-12.34"] * 3),  # 6
        (["\u2212€12.34", "-€12.34", "€-12.34", "€ \u221212.34"], ["-12.34 EUR"] * 4),
        (["($30.00)", "$(30.00)", "-$30.00"], ["-30.00 USD"] * 3),  # 7
        (["(30.00)", "30.00"], ["-30.00", "30.00"]),
        (["12'345.60", "12\u2019345.60"], ["12345.60"] * 2),
        (["12 345,60", "12\u00a0345,60", "12\u202f345,60"], ["12345.60"] * 3),
        (["12,34,567.00", "1,00,000.50"], ["1234567.00", "100000.50"]),
    ],
)
def test_2_to_7_what_stands_around_a_number(cells: list[str], right: list[str]) -> None:
    named = any(" " in one for one in right)
    read = money(column(*cells, delimiter=";"), **({} if named else {"currency": "CHF"}))
    assert [one if named else one.removesuffix(" CHF") for one in read] == right


@pytest.mark.parametrize("names", [("credit", "DEBIT"), ("CREDIT", "debit"), ("Credit", "Debit")])
def test_5_headers_in_any_case(names: tuple[str, str]) -> None:
    file = table(
        ("DATE", "payee", *names),
        ("2026-01-01", "Tea", "", "2.50"),
        ("2026-01-02", "Pay", "100.00", ""),
    )
    assert money(file, currency="EUR", spending="debit") == ["2.50 EUR", "-100.00 EUR"]
    assert money(file, currency="EUR", spending="credit") == ["-2.50 EUR", "100.00 EUR"]


# 8: what is no number.


NO_NUMBERS = """-
12abc
12,34,5
abc
1.2.3
--1
1e5
0x10
12 Kg
+-3
()
NaN
1,,000
12.50.
€
2026-01-01
١٢
"""


@pytest.mark.parametrize("cell", NO_NUMBERS.split("\n"))
def test_8_what_is_no_number_is_rejected(cell: str) -> None:
    file = column("1.50", cell, "1,000.25")
    given = {"spending": "positive", "currency": "EUR"}
    with iexpense.open(memory=True) as store, store.read(file, profile=given) as opened:
        assert outcome(opened) == ["1.50 EUR", "rejected", "1000.25 EUR"]
        row = opened.rows[1]
        assert (row.line, row.column, row.column_name, row.cell) == (3, 3, "Amount", cell)
        assert row.reason
        assert "line 3" in str(opened.summary)
        opened.commit()
        assert len(store.expenses()) == 2


# 9 and 10: the digits of a currency.


@pytest.mark.parametrize(
    ("currency", "cells", "right"),
    [
        ("KRW", ["500000", "12,000"], ["500000", "12000"]),  # 9
        ("JPY", ["1,000", "12,345,678"], ["1000", "12345678"]),
        ("KWD", ["1.234", "0.5", "12"], ["1.234", "0.500", "12.000"]),  # 10
        ("CLF", ["1.2345", "0.5"], ["1.2345", "0.5000"]),
        ("USD", ["1.234", "1.230", "1.23"], ["rejected", "1.23", "1.23"]),
        ("JPY", ["1000.50", "1000.00"], ["rejected", "1000"]),
    ],
)
def test_9_and_10_each_currency_has_its_digits(
    currency: str, cells: list[str], right: list[str]
) -> None:
    read = money(column(*cells), currency=currency, decimal=".")
    assert [one.split()[0] for one in read] == right
    rows = [(f"2026-01-{i:02}", f"Payee {i}", c, currency) for i, c in enumerate(cells, 1)]
    file = table(("Date", "Payee", "Amount", "Currency"), *rows)
    assert [one.split()[0] for one in money(file, decimal=".")] == right


# 21, 22 and 26: dates.


def test_21_one_value_settles_the_order_for_the_whole_file() -> None:
    assert days(dates("03/04/2026", "25/04/2026")) == ["2026-04-03", "2026-04-25"]
    assert days(dates("03/04/2026", "04/25/2026")) == ["2026-03-04", "2026-04-25"]
    assert days(dates("3-4-2026", "31-12-2026")) == ["2026-04-03", "2026-12-31"]
    assert days(dates("03/04/26", "25/04/26")) == ["2026-04-03", "2026-04-25"]


@pytest.mark.parametrize("cells", [["03/04/2026"], ["03/04/2026", "12/12/2026"], ["3-4-2026"]])
def test_21_without_one_it_is_asked(cells: list[str]) -> None:
    file = dates(*cells)
    assert asked(file, spending="positive", currency="EUR") == ["date"]
    assert days(file, date="DMY")[0] == "2026-04-03"
    assert days(file, date="MDY")[0] == "2026-03-04"
    with (
        iexpense.open(memory=True) as store,
        store.read(file, profile={"spending": "positive", "currency": "EUR"}) as opened,
    ):
        (question,) = opened.questions
        assert set(question.candidates) == {"DMY", "MDY"}
        assert cells[0] in str(question)


def test_21_both_orders_in_one_file_are_never_mixed() -> None:
    file = dates("25/04/2026", "04/25/2026")
    assert asked(file, spending="positive", currency="EUR") == ["date"]
    assert days(file, date="DMY") == ["2026-04-25", "rejected"]


@pytest.mark.parametrize(
    ("cells", "right"),
    [
        (["2023.02.28."], ["2023-02-28"]),
        (["20200101"], ["2020-01-01"]),
        (["2026-03-14T09:30:00", "2026-03-15 23:59"], ["2026-03-14", "2026-03-15"]),
        (["14.03.2026", "03.04.2026"], ["2026-03-14", "2026-04-03"]),
        (["1 Jan 2020", "01-JAN-20", "12 March 2021"], ["2020-01-01", "2020-01-01", "2021-03-12"]),
        (["2026-02-28", "2026-02-29", "2024-02-29"], ["2026-02-28", "rejected", "2024-02-29"]),
        (["30/01/2026", "31/02/2026", "today"], ["2026-01-30", "rejected", "rejected"]),  # 22
        (["2026-03-14", "2011-05"], ["2026-03-14", "rejected"]),  # 26
        (["14/03/2026", "05/2011", "2011"], ["2026-03-14", "rejected", "rejected"]),
        (["2026-03-14", "", "102", "0000-00-00"], ["2026-03-14", *["rejected"] * 3]),
    ],
)
def test_22_and_26_dates(cells: list[str], right: list[str]) -> None:
    assert days(dates(*cells)) == right


def test_26_a_date_without_a_day_says_so() -> None:
    given = {"spending": "positive", "currency": "EUR"}
    with (
        iexpense.open(memory=True) as store,
        store.read(dates("2026-03-14", "2011-05"), profile=given) as opened,
    ):
        row = opened.rows[1]
        assert (row.line, row.column, row.cell) == (3, 1, "2011-05")
        assert "day" in row.reason


# 27 to 30: files.

BOMS = {
    "utf-8": b"\xef\xbb\xbf",
    "utf-16-le": b"\xff\xfe",
    "utf-16-be": b"\xfe\xff",
}


@pytest.mark.parametrize("encoding", BOMS)
@pytest.mark.parametrize("bom", [True, False])
def test_27_encodings_and_line_breaks(encoding: str, bom: bool) -> None:
    text = 'Date\tPayee\tAmount\tNote\r\n2026-01-31\tCaf\u00e9\t-2.50\t"two\r\nlines"\n'
    file = (BOMS[encoding] if bom else b"") + text.encode(encoding)
    with (
        iexpense.open(memory=True) as store,
        store.read(file, profile={"spending": "negative", "currency": "EUR"}) as opened,
    ):
        assert outcome(opened) == ["2.50 EUR"]
        expense = opened.rows[0].expense
        assert expense is not None
        assert (expense.name, expense.note) == ("Caf\u00e9", "two\r\nlines")
        assert opened.summary.encoding.startswith(encoding[:6])


@pytest.mark.parametrize("start", ["\ufeff", "\ufeff\ufeff"])
@pytest.mark.parametrize("quote", ["", '"'])
def test_27_marks_before_the_header(start: str, quote: str) -> None:
    file = f"{start}{quote}Date{quote},Payee,Amount\n2026-01-31,Tea,1.50\n"
    assert money(file.encode(), currency="EUR") == ["1.50 EUR"]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_27_any_line_end(ends: str) -> None:
    lines = ["Date;Payee;Amount", "2026-01-30;Tea;1,50", '2026-01-31;"a\nb";2,50', ""]
    assert money(ends.join(lines).encode(), currency="EUR") == ["1.50 EUR", "2.50 EUR"]


@pytest.mark.parametrize(
    ("raw", "right"),
    [
        (b"Caf\xe9", "Caf\u00e9"),
        (b"\x80 shop", "\u20ac shop"),
        (b"Na\xefve \x96 \x93x\x94", "Na\u00efve \u2013 \u201cx\u201d"),
    ],
)
def test_28_cp1252_is_decoded_and_reported(raw: bytes, right: str) -> None:
    file = b"Date,Payee,Amount\n2026-01-31," + raw + b",2.50\n"
    with (
        iexpense.open(memory=True) as store,
        store.read(file, profile={"spending": "positive", "currency": "EUR"}) as opened,
    ):
        expense = opened.rows[0].expense
        assert expense is not None
        assert "\ufffd" not in expense.name
        assert expense.name.startswith(right[:3])
        assert opened.summary.encoding == "cp1252"
        (finding,) = [f for f in opened.findings if f.key == "encoding"]
        assert (finding.value, finding.state.name) == ("cp1252", "CERTAIN")


def test_28_what_cp1252_has_no_character_for_is_a_question() -> None:
    file = "Date,Payee,Amount\n2026-01-31,\u30ab\u30fc\u30c9,2.50\n".encode("shift_jis")
    profile = {"spending": "positive", "currency": "EUR"}
    with iexpense.open(memory=True) as store, store.read(file, profile=profile) as opened:
        (question,) = opened.questions
        assert (question.key, question.line) == ("encoding", 2)
        assert question.candidates == ("cp1252", "latin-1")
        opened.answer(encoding="cp1252")
        assert outcome(opened) == ["2.50 EUR"]


PREAMBLE = "Bank of Nowhere\nAccount: 12345\nFrom 2026-01-01 to 2026-01-31\n"


def test_29_what_stands_around_the_rows() -> None:
    rows = "Date;Payee;Amount\n2026-01-30;Tea;1,50\n2026-01-31;Bread;2,50\n"
    total = "Grand Total;;4,00\n"
    for file in (rows + total, PREAMBLE + rows + total, "sep=;\n" + rows + total):
        with (
            iexpense.open(memory=True) as store,
            store.read(
                file.encode(), profile={"spending": "positive", "currency": "EUR"}
            ) as opened,
        ):
            assert outcome(opened) == ["1.50 EUR", "2.50 EUR", "rejected"]
            assert opened.rows[-1].line == file.count("\n")
            assert opened.rows[-1].reason
            known = {f.key: f for f in opened.findings}
            assert known["delimiter"].value == ";"
            assert known["header"].line == file[: file.index("Date;")].count("\n") + 1
            opened.commit()
            assert len(store.expenses()) == 2


def test_29_a_header_that_stands_again_and_ragged_rows() -> None:
    file = (
        "Date,Payee,Amount\n2026-01-30,Tea,1.50\nDate,Payee,Amount\n2026-01-31,Bread\n"
        "2026-01-31,Bread,2.50,\n2026-01-31,Bread,2.50,x\n\n"
    )
    read = money(file.encode(), currency="EUR")
    assert read == ["1.50 EUR", "rejected", "rejected", "2.50 EUR", "rejected"]


DEBIT_AND_CREDIT = table(
    ("Date", "Payee", "Debit", "Credit"),
    ("2026-01-30", "Tea", "1.50", ""),
    ("2026-01-31", "Pay", "", "900.00"),
)


def test_30_debit_and_credit_are_asked() -> None:
    assert asked(DEBIT_AND_CREDIT, currency="EUR", income="refund") == ["spending"]
    with (
        iexpense.open(memory=True) as store,
        store.read(DEBIT_AND_CREDIT, profile={"currency": "EUR", "income": "refund"}) as opened,
    ):
        (question,) = opened.questions
        assert set(question.candidates) == {"debit", "credit"}
    assert money(DEBIT_AND_CREDIT, currency="EUR", spending="debit") == ["1.50 EUR", "-900.00 EUR"]
    assert money(DEBIT_AND_CREDIT, currency="EUR", spending="credit") == ["-1.50 EUR", "900.00 EUR"]


def test_30_one_of_debit_and_credit_is_filled() -> None:
    file = table(
        ("Date", "Payee", "Debit", "Credit"),
        ("2026-01-01", "Tea", "1.50", "0.00"),
        ("2026-01-02", "Pay", "0", "900.00"),
        ("2026-01-03", "Both", "1.00", "2.00"),
        ("2026-01-04", "None", "", ""),
    )
    read = money(file, currency="EUR", spending="debit")
    assert read == ["1.50 EUR", "-900.00 EUR", "rejected", "rejected"]


# What else a bank's file may say of spending.


@pytest.mark.parametrize(
    ("header", "rows", "profile", "right"),
    [
        (
            ("Date", "Payee", "Amount", "D/C"),
            [("2026-01-01", "Tea", "1.50", "D"), ("2026-01-02", "Pay", "9.00", "C")],
            {},
            ["1.50 EUR", "-9.00 EUR"],
        ),
        (
            ("Date", "Payee", "Amount", "Balance"),
            [("2026-01-01", "Tea", "-1.50", "98.50"), ("2026-01-02", "Pay", "9.00", "107.50")],
            {},
            ["1.50 EUR", "-9.00 EUR"],
        ),
        (
            ("Date", "Payee", "Amount", "Balance"),
            [("2026-01-01", "Tea", "1.50", "98.50"), ("2026-01-02", "Bread", "2.50", "96.00")],
            {},
            ["1.50 EUR", "2.50 EUR"],
        ),
        (("Date", "Payee", "Spend"), [("2026-01-01", "Tea", "1.50")], {}, ["1.50 EUR"]),
    ],
)
def test_spending_that_the_file_shows(
    header: tuple[str, ...], rows: list[tuple[str, ...]], profile: dict[str, Any], right: list[str]
) -> None:
    given = {"currency": "EUR", "income": "refund", **profile}
    with (
        iexpense.open(memory=True) as store,
        store.read(table(header, *rows), profile=given) as opened,
    ):
        assert keys(opened) == []
        assert outcome(opened) == right
        assert {f.key: f.state.name for f in opened.findings}["spending"] == "CERTAIN"


def test_what_is_not_said_is_asked_and_never_taken_from_the_store() -> None:
    file = column("1.50", "-2.50")
    with iexpense.open(memory=True, currency="EUR") as store, store.read(file) as opened:
        assert sorted(keys(opened)) == ["currency", "income", "spending"]
        currency = next(q for q in opened.questions if q.key == "currency")
        assert currency.candidates[0] == "EUR"
        opened.answer(spending="negative", currency="EUR", income="leave out")
        assert [row.status for row in opened.rows] == [RowStatus.LEFT_OUT, RowStatus.NEW]
