"""Files that other programs have written (data/statements): read without a guess, to the cent."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import iexpense
import pytest
from iexpense import RowStatus

FILES = Path(__file__).parent / "data" / "statements"
REFUND = {"income": "refund"}
QIF = {"income": "refund", "currency": "EUR"}
ROMA = 'Trattoria "Roma" & Söhne'


class Case(NamedTuple):
    """A file: what is answered, what else it asks, and its rows as one reads them by hand, each
    with its day in March 2026, its name, its amount, and its category or else its account."""

    profile: dict[str, str]
    asks: tuple[str, ...]
    rows: list[tuple[int, str, str, str]]
    left_out: int = 0
    rejected: int = 0


BANK = [
    (2, ROMA, "42.50 EUR", "4012-77"),
    (3, "Cafe", "3.50 EUR", "4012-77"),
    (3, "Cafe", "3.50 EUR", "4012-77"),
    (5, "Landlord", "1250.00 EUR", "4012-77"),
    (6, "Employer", "-2000.00 EUR", "4012-77"),
    (9, "Shop returns it", "-12.34 EUR", "4012-77"),
    (10, "Book shop", "10.00 EUR", "4012-77"),
    (4, "Streaming", "8.99 USD", "XXXX1111"),
    (7, "PAYMENT THANK YOU", "-500.00 USD", "XXXX1111"),
]
STATEMENT = [
    (2, ROMA, "42.50 EUR", "4012-77"),
    (3, "Cafe", "3.50 EUR", "4012-77"),
    (3, "Landlord", "1250.00 EUR", "4012-77"),
    (6, "Employer", "-2000.00 EUR", "4012-77"),
]
GIRO, VISA = "313582dbdfa55ba13711a4a1938eb551", "89fc0d6fe12b0e0c1af5c7a0373435a6"
GENERIC = {"Landlord": "Check", "PAYMENT THANK YOU": "Electronic payment"}
BOOKS = [
    (2, ROMA, "42.50 EUR", "Food:Restaurant"),
    (5, "Landlord", "1250.00 EUR", "Rent"),
    (9, "Shop returns it", "-12.34 EUR", "Food"),
    (10, "Employer", "-2000.00 EUR", "Salary"),
]

CASES = {
    "ofxtools-102.ofx": Case(REFUND, (), BANK),
    "ofxtools-103.ofx": Case(REFUND, (), BANK),
    "ofxtools-203.ofx": Case(REFUND, (), BANK),
    "ofxstatement-0.7.ofx": Case(REFUND, (), STATEMENT),
    "ofxstatement-0.9.ofx": Case(
        REFUND, (), [*STATEMENT, (7, "Book shop", "10.00 EUR", "4012-77")]
    ),
    "csv2ofx.ofx": Case(
        REFUND,
        (),
        [
            (2, ROMA, "42.50 USD", GIRO),
            (13, "Landlord", "1250.00 USD", GIRO),
            (14, "Employer", "-2000.00 USD", GIRO),
            (15, "Shop", "-12.34 USD", VISA),
        ],
    ),
    "csv2ofx-transfers.ofx": Case(REFUND, (), [], rejected=4),
    "csv2ofx.qif": Case(
        QIF,
        (),
        [
            (2, ROMA, "42.50 EUR", "Giro"),
            (13, "Landlord", "1250.00 EUR", "Giro"),
            (14, "Employer", "-2000.00 EUR", "Giro"),
            (15, "Shop", "-12.34 EUR", "Visa"),
        ],
    ),
    "csv2ofx-splits.qif": Case(
        QIF,
        (),
        [
            (2, ROMA, "42.50 EUR", "Restaurants"),
            (13, "Landlord", "1250.00 EUR", "Rent"),
            (14, "Employer", "-2000.00 EUR", "Paycheck"),
            (15, "Shop", "-12.34 EUR", "Food"),
        ],
    ),
    # Of its dates only the days of balances, in the list of accounts, say that the day comes first.
    "ofx2qif.qif": Case(
        QIF,
        (),
        [
            (
                day,
                name,
                amount.replace("USD", "EUR"),
                GENERIC.get(
                    name, "Generic credit" if amount.startswith("-") else "Generic debit"
                ),
            )
            for day, name, amount, _ in BANK
        ],
    ),
    "kmymoney.qif": Case(QIF, (), BOOKS, left_out=2),
    "skrooge.qif": Case(
        QIF, (), [*BOOKS, (6, "Market", "60.00 EUR", "Food"), (6, "Market", "40.00 EUR", "Home")],
        left_out=2,
    ),
    # A transfer has lost its account in HomeBank's export: it is there twice, out and in.
    "homebank.qif": Case(
        {**QIF, "date": "MDY"},
        ("date",),
        [
            *BOOKS,
            (6, "Market", "60.00 EUR", "Food"),
            (6, "Market", "40.00 EUR", "Home"),
            (7, "Pay card", "100.00 EUR", "Giro"),
            (7, "Pay card", "-100.00 EUR", "Visa"),
        ],
    ),
    "finance-qif.qif": Case(
        QIF,
        (),
        [
            (2, 'Trattoria "Roma" & Co', "42.50 EUR", "Food:Restaurant"),
            (6, "Market", "12.50 EUR", "Food"),
            (6, "Market", "1000.00 EUR", "Home"),
            (25, "Refund", "-5.00 EUR", "Food"),
        ],
        left_out=1,
    ),
}  # fmt: skip


def test_each_file_has_its_case() -> None:
    there = {path.name for path in FILES.iterdir() if path.suffix != ".md"}
    assert there == {*CASES, "skrooge-from-ofx.qif"}


@pytest.mark.parametrize("name", CASES)
def test_a_file_of_another_program(store: iexpense.Store, name: str) -> None:
    case = CASES[name]
    open_profile = {key: value for key, value in case.profile.items() if key not in case.asks}
    with store.read(FILES / name, profile=open_profile) as file:
        assert tuple(question.key for question in file.questions) == case.asks
    assert imported(store, name, case.profile) == sorted(case.rows)
    with store.read(FILES / name, profile=case.profile) as file:
        assert file.summary.duplicates == len(case.rows)
        statuses = [row.status for row in file.rows]
        assert statuses.count(RowStatus.LEFT_OUT) == case.left_out
        assert statuses.count(RowStatus.REJECTED) == case.rejected
        assert not any("(null)" in (row.expense.extra if row.expense else "") for row in file.rows)


def imported(
    store: iexpense.Store, name: str, profile: dict[str, str]
) -> list[tuple[int, str, str, str]]:
    """The expenses of a file, in the form of a case's rows."""
    store.import_file(FILES / name, profile=profile)
    expenses = store.expenses()
    assert {(each.date.year, each.date.month) for each in expenses} <= {(2026, 3)}
    return sorted(
        (
            each.date.day,
            each.name,
            f"{each.amount} {each.currency}",
            each.category or each.account,
        )
        for each in expenses
    )


def test_three_versions_of_ofx_are_one_statement(store: iexpense.Store) -> None:
    for number, name in enumerate(("ofxtools-102.ofx", "ofxtools-103.ofx", "ofxtools-203.ofx")):
        summary = store.import_file(FILES / name, profile=REFUND).summary
        assert (summary.new, summary.duplicates) == ((0, 9) if number else (9, 0))
    book = store.expenses(text="Book")[0]
    assert book.conversion is not None
    assert (book.conversion.amount, book.conversion.currency) == (Decimal("10.87"), "USD")
    assert store.expenses(text="Roma")[0].note == "Table <7>; 2 persons"


def test_a_balance_that_skrooge_writes_as_a_payment_is_told(store: iexpense.Store) -> None:
    """It has neither payee nor category nor memo, as payments may: so it is kept, and told."""
    with store.read(FILES / "skrooge-from-ofx.qif", profile=QIF) as file:
        odd = [row for row in file.rows if row.reason]
        assert [row.expense and row.expense.amount for row in odd] == [
            Decimal("602.84"),
            Decimal("-608.99"),
        ]
        assert {row.reason for row in odd} == {'the file gives no name: "(no name)" stands for it'}
