"""What is written comes back: cases 31 to 34, and the guard for spreadsheets."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections.abc import Iterator
from decimal import Decimal

import iexpense
import pytest

TEXTS = [
    "two\nlines",
    "two\r\nlines",
    "lone\rreturn",
    'a "quote"',
    '"',
    '""',
    "comma, semicolon; tab\t",
    " blanks around ",
    "trailing newline\n",
    "\ufeffmark",
    "\u2028 separator",
    "back\\slash \\n",
    "caf\u00e9 \u20ac \U0001f355",
    "cafe\u0301",
]
FORMULAS = ["=1+1", "+1", "-1", "@x", "\ttab", "\rreturn", "'quoted", "''", "'=1", "=", "-"]
CATEGORIES = ["AA / BB : CC", "a:b", "back\\slash", "\\:", " blank ", "=SUM(A1)", "-", "a,b;c"]


@pytest.fixture
def other() -> Iterator[iexpense.Store]:
    with iexpense.open(memory=True) as opened:
        yield opened


def same(left: iexpense.Store, right: iexpense.Store) -> None:
    assert len(left.expenses()) == len(right.expenses())
    for one, two in zip(left.expenses(), right.expenses()):
        for name in one.__slots__:
            if name not in ("id", "source"):
                assert getattr(one, name) == getattr(two, name), name


@pytest.mark.parametrize("format", ["json", "csv"])
@pytest.mark.parametrize("guard", [False, True])
def test_31_32_33_every_text_comes_back(
    store: iexpense.Store, other: iexpense.Store, format: str, guard: bool
) -> None:
    if guard and format != "csv":
        with pytest.raises(iexpense.ArgumentError):
            store.export(format, guard=guard)
        return
    for text in TEXTS + FORMULAS:
        store.add(text.strip() or "x", "1.00", note=text, account=text, type=text.strip() or "x")
        tag = text.strip()
        store.add(f"x{text}", "1.00", tags=[tag] if tag else None)
    for category in CATEGORIES:
        store.add("Category", "1.00", category=[category, category])
    written = store.export(format, guard=guard)
    result = other.import_file(written)
    assert result.summary.new == len(store.expenses())
    assert result.summary.rejected == 0
    same(store, other)
    assert other.export(format, guard=guard) == written
    assert other.export("json") == store.export("json")
    assert other.import_file(written).revision == 0


def cells(written: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(written.decode(), newline="")))


def test_33_the_guard_is_for_texts_and_an_option(store: iexpense.Store) -> None:
    for text in FORMULAS:
        store.add(text.strip() or "x", "-12.50", note=text)
    plain, guarded = cells(store.export("csv")), cells(store.export("csv", guard=True))
    assert [row["note"] for row in plain] == FORMULAS
    for row, text in zip(guarded, FORMULAS):
        assert row["note"] == "'" + text
        assert row["amount"] == "-12.50"
    store.add("harmless", "1", note="a = b")
    assert cells(store.export("csv", guard=True))[-1]["note"] == "a = b"


def test_33_a_guarded_file_is_known_by_itself_alone(
    store: iexpense.Store, other: iexpense.Store
) -> None:
    """Without the guard a quotation mark before a formula is a part of the text."""
    store.add("'=1", "1.00", note="'-2")
    for guard in (False, True):
        other.import_file(store.export("csv", guard=guard))
    (read,) = other.expenses()
    assert (read.name, read.note) == ("'=1", "'-2")


@pytest.mark.parametrize("format", ["json", "csv"])
def test_34_amounts_are_written_in_full(store: iexpense.Store, format: str) -> None:
    store.register_currency("MILES", 0)
    right = {
        "0.10": "EUR",
        "-0.05": "EUR",
        "1234567.00": "EUR",
        "92233720368547758.07": "EUR",
        "-92233720368547758.08": "EUR",
        "1000": "JPY",
        "1.234": "KWD",
        "1.2345": "CLF",
        "-7": "MILES",
    }
    for amount, currency in right.items():
        store.add("x", amount, currency=currency, date="2026-01-31")
    written = store.export(format)
    if format == "csv":
        read = {row["amount"]: row["currency"] for row in cells(written)}
    else:
        rows = json.loads(written)["expenses"]
        assert all(isinstance(row["amount"], str) for row in rows)
        read = {row["amount"]: row["currency"] for row in rows}
    assert read == right
    assert not re.search(rb"\d,\d{3}[,.]", written)


def test_any_store_comes_back_the_same(store: iexpense.Store, other: iexpense.Store) -> None:
    """Write, read, write: the same bytes, for any texts."""
    chance = random.Random(4)
    letters = "ab \"'=+-@,;:\\\t\n\r\u00e9\U0001f355\u0301\x01\x7f"

    def text(limit: int) -> str:
        return "".join(chance.choice(letters) for _ in range(chance.randrange(limit)))

    rows = [
        {
            "name": "n" + text(9) if chance.random() < 0.5 else text(9).strip() + "n",
            "amount": Decimal(chance.randrange(-(10**9), 10**9)) / 100,
            "note": text(30),
            "account": text(8),
            "category": [text(5) + "c" for _ in range(chance.randrange(4))],
            "tags": sorted({f"t{text(4).strip()}" for _ in range(chance.randrange(3))}),
            "date": f"2026-0{chance.randrange(1, 10)}-1{chance.randrange(10)}",
        }
        for _ in range(300)
    ]
    stored = 0
    for row in rows:
        try:
            store.add(**row)  # type: ignore[arg-type]
            stored += 1
        except iexpense.InvalidError:
            continue  # a control character where none may stand
    assert stored > 30
    for format, guard in (("csv", False), ("csv", True), ("json", False)):
        with iexpense.open(memory=True) as read:
            written = store.export(format, guard=guard)
            assert read.import_file(written).summary.new == stored
            same(store, read)
            assert read.export(format, guard=guard) == written
