"""Journals, read by Ledger, hledger and Beancount: what they take, their totals, every text."""

from __future__ import annotations

import random
from decimal import Decimal
from pathlib import Path
from typing import Any

import iexpense
import pytest
from journals import PROGRAMS, Entry, Program

AWKWARD = [
    'a "quote"', "it's", "semi;colon", "semi ; colon", "pipe|line", "pipe | line", "# hash",
    "a # b", "* star", "! bang", "two  spaces", "tab\tin it", " blanks around ", "trailing ",
    "\ttab first", "two\nlines", "two\r\nlines", "lone\rreturn", "back\\slash \\n",
    "caf\u00e9 \u20ac", "cafe\u0301", "\u9910\u996e", "\U0001f355", "\U0001f355 pizza",
    "7 leading digits", "7", "a:b", "a : b", ":", "::", "(in parentheses)", "(a) b",
    "[in brackets]", "<angles>", "{braces}", "2026-03-14", "2026/03/14 * x", "12.50 EUR", "-5",
    "$5", "= x", "=", "@ 5", "@@", "~ x", "%", "^", "&", "-", "--", "; comment", ";", "\u00a0",
    "x\u00a0y", "x\u00a0\u00a0y", "\u2028", "\ufeffmark", "\u200b", "\x01", "x\x7fy", "\x1b[31m",
    "x" * 1000, "e\u0301" * 300, "note: x", "uuid: 7", ":tag:", "tag:", "date:2026-99-99",
    "[2026/99/99]", "[=2026/99/99]", "comment", "end comment", "account", "include x", "TRUE",
    "null", "\u01c5", "\u00df", "\u0131", "\u0587", "\u05d0\u05d1", "stra\u00dfe",
    "\u0442\u0430\u043a\u0441\u0438", "AA / BB : CC", "a, b: c, d", '"', '""', "\\", '"quoted"',
    '\\"', "'", "`", "a\u0300\u0301", "\U00010400", "\u1e9e", "\u0660", "\uff21",
]  # fmt: skip


@pytest.fixture(params=PROGRAMS, ids=lambda program: program.format)
def program(request: pytest.FixtureRequest) -> Program:
    chosen: Program = request.param
    chosen.require()
    return chosen


def read(program: Program, store: iexpense.Store, tmp_path: Path, **query: Any) -> dict[str, Entry]:
    """The transactions by their UUIDs."""
    path = tmp_path / f"expenses.{program.format}"
    store.export(program.format, path, **query)
    entries = {entry.meta["uuid"]: entry for entry in program.entries(path)}
    assert len(entries) == len(store.expenses(**query))
    return entries


def check_entry(expense: iexpense.Expense, entry: Entry) -> None:
    assert entry.name == expense.name
    assert entry.note == expense.note
    assert entry.meta["type"] == expense.type
    assert entry.category == expense.category
    assert entry.account == expense.account
    assert sorted(entry.all_tags) == sorted(expense.tags)
    assert entry.meta.get("reimbursement", "none") == expense.reimbursement.name.lower()
    assert entry.date == str(expense.date)
    _, amount, currency = entry.postings[0]
    assert (amount, currency) == (expense.amount, expense.currency)
    assert amount.as_tuple() == expense.amount.as_tuple()


def check_totals(
    program: Program, store: iexpense.Store, tmp_path: Path, entries: dict[str, Entry]
) -> None:
    """The program's sums are the store's, by category and currency."""
    category = {entry.postings[0][0]: entry.category for entry in entries.values()}
    assert len(set(category.values())) == len(category), "two categories share an account"
    totals = program.totals(tmp_path / f"expenses.{program.format}")
    found = {(category[account], code): sum for (account, code), sum in totals.items() if sum}
    expected = {
        (total.category, total.currency): total.amount
        for total in store.totals("category")
        if total.amount
    }
    assert found == expected


def check_all(program: Program, store: iexpense.Store, tmp_path: Path) -> None:
    entries = read(program, store, tmp_path)
    for expense in store.expenses():
        check_entry(expense, entries[str(expense.uuid)])
    check_totals(program, store, tmp_path, entries)


def test_31_32_34_awkward_texts_come_back(
    program: Program, store: iexpense.Store, tmp_path: Path
) -> None:
    with store.transaction("awkward"):
        for number, text in enumerate(AWKWARD):
            visible = text.strip()[:340] or "x"
            store.add(
                f"x{text}" if not text.strip() else text, number, note=text, account=text[:85]
            )
            store.add("Category", f"{number}.01", category=[visible], type=visible[:85])
            store.add("Below", f"{number}.02", category=["Food", visible[:85], visible[:85]])
            tag = text.strip()[:40]
            store.add("Tags", "1.00", tags=["client", tag] if tag else None)
    check_all(program, store, tmp_path)


def test_refunds_and_currencies_of_other_digits(
    program: Program, store: iexpense.Store, tmp_path: Path
) -> None:
    store.register_currency("B2X", 8)
    store.register_currency("POINTS", 0)
    store.register_currency("TRUE", 3)
    for amount in [
        "500000 JPY",
        "-1.234 KWD",
        "1.2345 CLF",
        "-0.00000001 B2X",
        "7 POINTS",
        "0 JPY",
    ]:
        store.add("Coins", amount, category="Coins", date="2026-02-28")
    store.add("Refund", "-12.50", category="Coins")
    store.add("Most", "92233720368547758.07", category="Most")
    store.add("More", "92233720368547758.07", category="Most")
    store.add("Least", "-92233720368547758.08", category="Least")
    if program.format != "beancount":
        store.add("Not", "1.234 TRUE", category="Coins")
    check_all(program, store, tmp_path)


def test_a_currency_that_is_a_word_of_beancount(store: iexpense.Store, tmp_path: Path) -> None:
    program = PROGRAMS[2]
    program.require()
    store.register_currency("TRUE", 3)
    store.add("Not", "1.234 TRUE", conversion=("3", "JPY", "2.4"))
    (entry,) = read(program, store, tmp_path).values()
    assert entry.postings[0][1:] == (Decimal("1.234"), "X-TRUE")


def test_conversions_are_prices_as_recorded(
    program: Program, store: iexpense.Store, tmp_path: Path
) -> None:
    prices = {
        "300.00 USD": ("10000", "JPY", "33.4"),
        "-300.00 USD": ("-10000", "JPY", "33.4"),
        "10.00 USD": ("9.20", "EUR", "0.92"),
        "0.03 USD": ("9223372036854775807", "JPY", "1"),
        "92233720368547758.07 USD": ("3", "JPY", "1"),
        "3 JPY": ("0.020", "KWD", "0.0067"),
    }
    for amount, conversion in prices.items():
        store.add("Price", amount, conversion=conversion, account="Visa")
    # What a price cannot say is kept beside the amounts.
    for amount, conversion in {
        "0.00 USD": ("1.00", "EUR", "1"),
        "1.00 USD": ("-1.00", "EUR", "1"),
        "2.00 USD": ("0.00", "EUR", "1"),
        "3.00 USD": ("3.00", "USD", "1"),
    }.items():
        store.add("No price", amount, conversion=conversion, account="Visa")
    entries = read(program, store, tmp_path)
    for expense in store.expenses():
        entry, conversion = entries[str(expense.uuid)], expense.conversion
        assert conversion is not None
        assert Decimal(entry.meta["rate"]) == conversion.rate
        number, currency = entry.postings[1][1:]
        if expense.name == "Price":
            assert (-number, currency) == (conversion.amount, conversion.currency)
        else:
            assert (-number, currency) == (expense.amount, expense.currency)
            text = f"{conversion.amount} {conversion.currency}"
            assert entry.meta["conversion"] == text
    check_totals(program, store, tmp_path, entries)


def test_accounts(program: Program, store: iexpense.Store, tmp_path: Path) -> None:
    expected = {
        "": "Assets:Unknown",
        "Unknown": "Assets:Unknown-2",
        "Visa": "Assets:Visa",
        "Liabilities:Visa": "Liabilities:Visa",
        "Equity:Opening:2026": "Equity:Opening:2026",
        "Assets:Giro": "Assets:Giro",
        "Assets": "Assets:Assets",
    }
    for account in expected:
        store.add(account or "none", "1.00", account=account)
    entries = read(program, store, tmp_path)
    for expense in store.expenses():
        entry = entries[str(expense.uuid)]
        assert entry.postings[1][0] == expected[expense.account]
        assert entry.account == expense.account


def test_names_that_fold_to_one_are_two_accounts_in_every_export(
    program: Program, store: iexpense.Store, tmp_path: Path
) -> None:
    for category in (["a\tb"], ["a b"], ["A-b"], ["a", "b"], ["A b-2"], ["Uncategorized"], []):
        store.add("x", "1.00", category=category, date="2026-01-31")
    entries = read(program, store, tmp_path)
    names = {entry.category: entry.postings[0][0] for entry in entries.values()}
    assert len(set(names.values())) == 7
    assert names[""] == "Expenses:Uncategorized"
    assert names["Uncategorized"] == "Expenses:Uncategorized-2"
    assert names["a\tb"] == ("Expenses:A-b" if program.format == "beancount" else "Expenses:a b")
    check_all(program, store, tmp_path)
    # Another month, and more categories: the names stay.
    for category in (["A\tb"], ["a b"], ["x"]):
        store.add("x", "1.00", category=category, date="2026-02-01")
    for month in ("2026-01", "2026-02"):
        for entry in read(program, store, tmp_path, month=month).values():
            assert names.setdefault(entry.category, entry.postings[0][0]) == entry.postings[0][0]
    assert len(set(names.values())) == 9


def test_months_and_queries_sum_up_to_the_whole(
    program: Program, store: iexpense.Store, tmp_path: Path
) -> None:
    for number in range(60):
        store.add("x", f"{number}.50", category=["a b", "a-b"][number % 2],
                  date=f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}")  # fmt: skip
    whole = read(program, store, tmp_path)
    months: dict[str, Entry] = {}
    for month in range(1, 13):
        months |= read(program, store, tmp_path, month=f"2026-{month:02}")
    assert months == whole


def test_an_empty_store(program: Program, store: iexpense.Store, tmp_path: Path) -> None:
    assert read(program, store, tmp_path) == {}
    store.add("x", "1.00")
    assert read(program, store, tmp_path, currency="USD") == {}


def test_all_years(program: Program, store: iexpense.Store, tmp_path: Path) -> None:
    first = "1400-01-01" if program.format == "ledger" else "0001-01-01"
    for date in (first, "9999-12-31"):
        store.add("x", "1.00", date=date)
    check_all(program, store, tmp_path)
    if program.format == "ledger":
        old = store.add("x", "1.00", date="1399-12-31")
        with pytest.raises(iexpense.InvalidError, match=f"expense {old.id}.*1399-12-31.*1400"):
            store.export("ledger")


def test_a_long_note_comes_back(program: Program, store: iexpense.Store, tmp_path: Path) -> None:
    for note in ("x" * 65_536, '\x01"\\,' * 10_000, "\U0001f355\u20ac\n" * 8_000, "[," * 9_000):
        store.add("x", "1.00", note=note)
    check_all(program, store, tmp_path)


PIECES = [
    "\"", "\"\"", "\n", "\r\n", "\r", ";", ",", "\\", ":", "=", "+", "-", "@", "\t", " ", "  ",
    "\u00e9", "\u20ac", "\U0001f600", "\ufeff", "\u2028", "\x01", "\x7f", "e\u0301", "a", "B",
    "0", "'", "{", "}", "null", "\u00a0", "#", "|", "*", "!", "(", ")", "[", "]", "<", ">", "/",
    "%", "$", "~", "^", "&", "?", "_", ".", "2026-01-01", "12.50 EUR", "\u9910", "\u0436",
    "\u03a9", "tag:", ":x:", "note: y",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
def test_random_texts(program: Program, store: iexpense.Store, tmp_path: Path, seed: int) -> None:
    source = random.Random(seed)

    def text(most: int) -> str:
        return "".join(source.choice(PIECES) for _ in range(source.randint(0, most)))

    store.register_currency("B2X", 8)
    codes = {"EUR": 2, "USD": 2, "JPY": 0, "KWD": 3, "CLF": 4, "B2X": 8}

    def amount(code: str) -> str:
        number = source.randint(-(10 ** source.randint(1, 12)), 10 ** source.randint(1, 12))
        return f"{Decimal(number).scaleb(-codes[code]):f}"

    with store.transaction("random"):
        for _ in range(300):
            code, other = source.choice(list(codes)), source.choice(list(codes))
            names = [
                name for name in (text(4).strip() for _ in range(source.randint(0, 3))) if name
            ]
            tags = {tag for tag in (text(3).strip() for _ in range(source.randint(0, 3))) if tag}
            store.add(
                "x" + text(8) if source.random() < 0.3 else text(8).strip() or "x",
                f"{amount(code)} {code}",
                type=text(2).strip() or None,
                category=names,
                date=f"{source.randint(1990, 2030)}-{source.randint(1, 12):02}-11",
                account=text(5),
                note=text(12),
                tags=sorted(tags),
                reimbursement=source.choice(list(iexpense.Reimbursement)),
                conversion=(amount(other), other, "0.92") if source.random() < 0.3 else None,
            )
    check_all(program, store, tmp_path)
