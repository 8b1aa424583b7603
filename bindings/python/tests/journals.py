"""Reads journals with the programs that they are for, and says what these have understood."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

import pytest

# What no text of a test has in it: fields and records of Ledger's own output.
FIELD, RECORD = "\x1f", "\x1e"

# Beancount belongs to Debian's Python, which has no need to be the one of the tests.
_BEANCOUNT = """
import json, sys
from beancount import loader
from beancount.core import data
entries, errors, options = loader.load_file(sys.argv[1])
assert not errors, errors
print(json.dumps([
    {"date": str(e.date), "payee": e.payee, "narration": e.narration, "tags": sorted(e.tags),
     "meta": {k: v for k, v in e.meta.items() if k not in ("filename", "lineno")
              and not k.startswith("__")},
     "postings": [[p.account, str(p.units.number), p.units.currency,
                   p.price and str(p.price.number), p.price and p.price.currency]
                  for p in e.postings]}
    for e in entries if isinstance(e, data.Transaction)]))
"""


@dataclass
class Entry:
    """A transaction as a program has understood it."""

    date: str
    payee: str
    postings: list[tuple[str, Decimal, str]]
    narration: str = ""
    meta: dict[str, str] = field(default_factory=dict)
    tags: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.meta.get("name", self.payee)

    @property
    def note(self) -> str:
        return self.meta.get("note", self.narration)

    @property
    def category(self) -> str:
        """The category's path as the store has it."""
        account = self.postings[0][0]
        if "category" in self.meta or account == "Expenses:Uncategorized":
            return self.meta.get("category", "")
        root, _, rest = account.partition(":")
        assert root == "Expenses"
        return rest.replace("\\", "\\\\")

    @property
    def account(self) -> str:
        account = self.postings[1][0]
        if "account" in self.meta or account == "Assets:Unknown":
            return self.meta.get("account", "")
        root, _, rest = account.partition(":")
        return rest if root == "Assets" else account

    @property
    def all_tags(self) -> list[str]:
        if "tags" not in self.meta:
            return self.tags
        pieces = re.findall(r"((?:[^\\;]|\\.)*)(?:;|$)", self.meta["tags"], re.DOTALL)
        return [re.sub(r"\\(.)", r"\1", piece, flags=re.DOTALL) for piece in pieces[:-1]]


def run(*command: str | Path) -> str:
    """What a program prints; an error for one that complains of anything."""
    result = subprocess.run([str(part) for part in command], capture_output=True, check=False)
    problem = result.stderr.decode(errors="replace")
    assert (result.returncode, problem[:2000]) == (0, ""), command[0]
    return result.stdout.decode()


def _value(text: str) -> str:
    return str(json.loads(text)) if text.startswith('"') else text


def _meta(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """Keys and values, with those of several lines joined again."""
    meta: dict[str, str] = {}
    for key, text in pairs:
        whole, _, number = key.rpartition("-")
        if number.isdigit() and whole in meta:
            meta[whole] += _value(text)
        else:
            meta[key] = _value(text)
    return meta


def _quantity(text: str) -> tuple[Decimal, str]:
    number, _, code = text.partition(" ")
    return Decimal(number), code.strip('"')


def ledger_entries(path: Path) -> list[Entry]:
    form = FIELD.join(
        ("%(format_date(date, '%Y-%m-%d'))", "%(payee)", "%(account)", "%(strip(amount))")
    )
    output = run(
        *_LEDGER, "--pedantic", "-f", path, "register", "--empty", "--format",
        f"{form}{FIELD}%(xact.note){RECORD}",
    )  # fmt: skip
    entries: list[Entry] = []
    lines = [record.split(FIELD) for record in output.split(RECORD)[:-1]]
    for first, second in zip(lines[::2], lines[1::2]):
        date, payee, _, _, note = first
        pairs, tags = [], []
        for line in note.split("\n"):
            line = line.strip()
            if native := re.fullmatch(r":([^: ]+):", line):
                tags.append(native[1])
            elif line:
                key, _, text = line.partition(": ")
                pairs.append((key, text))
        postings = [(row[2], *_quantity(row[3])) for row in (first, second)]
        entries.append(Entry(date, payee, postings, "", _meta(pairs), tags))
    return entries


def hledger_entries(path: Path) -> list[Entry]:
    run("hledger", "-f", path, "check", "-s")
    entries = []
    for entry in json.loads(run("hledger", "-f", path, "print", "-O", "json")):
        postings = []
        for posting in entry["tpostings"]:
            (amount,) = posting["pamount"]
            quantity = amount["aquantity"]
            number = Decimal(quantity["decimalMantissa"]).scaleb(-quantity["decimalPlaces"])
            postings.append((posting["paccount"], number, amount["acommodity"].strip('"')))
        pairs = [(key, text) for key, text in entry["ttags"] if text]
        tags = [key for key, text in entry["ttags"] if not text]
        entries.append(
            Entry(entry["tdate"], entry["tdescription"], postings, "", _meta(pairs), tags)
        )
    return entries


def beancount_entries(path: Path) -> list[Entry]:
    run("bean-check", path)
    return [
        Entry(
            entry["date"],
            entry["payee"],
            [(account, Decimal(number), code) for account, number, code, _, _ in entry["postings"]],
            entry["narration"],
            entry["meta"],
            entry["tags"],
        )
        for entry in json.loads(run("/usr/bin/python3", "-c", _BEANCOUNT, path))
    ]


# Without the settings of whoever runs the tests.
_LEDGER = ("ledger", "--args-only")
Totals = dict[tuple[str, str], Decimal]


def ledger_totals(path: Path) -> Totals:
    form = f"%(account){FIELD}%(join(strip(amount))){RECORD}"
    command = [*_LEDGER, "--strict", "-f", path, "balance", "Expenses", "--flat", "--no-total"]
    totals: Totals = {}
    for record in run(*command, "--empty", "--format", form).split(RECORD)[:-1]:
        account, amounts = record.split(FIELD)
        for amount in amounts.split("\\n"):
            if amount != "0":
                number, code = _quantity(amount)
                totals[account, code] = number
    return totals


def hledger_totals(path: Path) -> Totals:
    output = run(
        "hledger", "-f", path, "-s", "balance", "-O", "csv", "--flat", "-N", "-E", "--layout",
        "bare", "^Expenses",
    )  # fmt: skip
    rows = csv.DictReader(io.StringIO(output, newline=""))
    return {
        (row["account"], row["commodity"].strip('"')): Decimal(row["balance"])
        for row in rows
        if row["commodity"]
    }


def beancount_totals(path: Path) -> Totals:
    query = (
        "SELECT account, currency, str(sum(number)) WHERE account ~ '^Expenses' "
        "GROUP BY account, currency"
    )
    rows = list(csv.reader(io.StringIO(run("bean-query", "-f", "csv", path, query), newline="")))
    # It prints Decimal('12.50'); a bare number it would round to what it takes for its digits.
    return {
        (account.strip(), code.strip()): Decimal(number.split("'")[1])
        for account, code, number in rows[1:]
    }


@dataclass(frozen=True)
class Program:
    """A program of plain-text accounting."""

    format: str
    command: str
    entries: Callable[[Path], list[Entry]]
    totals: Callable[[Path], Totals]

    def require(self) -> None:
        """Skips the test, aloud, where the program is not there."""
        if shutil.which(self.command) is None:
            pytest.skip(f"{self.command} is not installed: its journals were not read")


PROGRAMS = [
    Program("ledger", "ledger", ledger_entries, ledger_totals),
    Program("hledger", "hledger", hledger_entries, hledger_totals),
    Program("beancount", "bean-check", beancount_entries, beancount_totals),
]
