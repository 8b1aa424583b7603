"""QIF files: cases 23, 31, 32 and 34 of the list, and what an import of one is like."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import iexpense
import pytest
from iexpense import RowStatus

BANK = b"""!Option:MDY
!Account
NVisa
^
!Type:CCard
D1/ 5'20
T-1,012.50
PMarket
SFood
EBread
$-12.50
SHome
$-1,000.00
^
D28.02'2009
T-2.00
PSki
LFun/Winter
^
D1/ 7'20
T-50.00
L[Savings]
^
D1/ 8'20
T20.00
PRefund
^
"""
ANSWERS = {"currency": "EUR", "income": "leave out", "classes": "tags"}


def test_23_the_option_is_honoured_and_what_is_open_is_asked() -> None:
    with iexpense.open(memory=True) as store:
        with store.read(BANK, name="visa.qif") as file:
            assert {question.key for question in file.questions} == {
                "currency", "income", "classes",
            }  # fmt: skip
            with pytest.raises(iexpense.AmbiguousFileError):
                file.commit()
            file.answer(**ANSWERS)
            assert file.summary.format == "qif"
            assert file.summary.text == (
                "visa.qif: 3 new, 1 left out (money in), 1 left out (transfer)"
            )
            assert [row.status for row in file.rows][3:] == [RowStatus.LEFT_OUT] * 2
            assert file.rows[3].reason == 'a transfer to "Savings"'
            file.commit()
        stored = store.expenses()
        assert [(e.date, e.name, e.amount, e.category) for e in stored] == [
            (date(2020, 1, 5), "Market", Decimal("12.50"), "Food"),
            (date(2020, 1, 5), "Market", Decimal("1000.00"), "Home"),
            (date(2009, 2, 28), "Ski", Decimal("2.00"), "Fun"),
        ]
        assert stored[2].tags == ("Winter",)
        assert {e.account for e in stored} == {"Visa"}
        with store.read(BANK, profile=ANSWERS) as again:
            assert again.summary.duplicates == 3
        store.undo()
        assert len(store.expenses()) == 0


def test_31_32_34_what_is_written_is_read_back() -> None:
    with iexpense.open(memory=True, currency="EUR") as store:
        store.add("Bäckerei", "1234.50", category="AA / BB:CC", note='two\nlines "q"', tags=["x/y"])
        written = store.export("qif")
    assert b"\nT-1234.50\n" in written
    assert b'\nMtwo lines "q"\n' in written
    with iexpense.open(memory=True, currency="EUR") as copy:
        copy.import_file(written, profile={"currency": "EUR", "decimal": "."})
        (back,) = copy.expenses()
        assert (back.name, back.amount) == ("Bäckerei", Decimal("1234.50"))
        assert back.category == "AA / BB:CC"
        assert back.tags == ("x/y",)


def test_two_currencies_do_not_fit_into_one_file() -> None:
    with iexpense.open(memory=True, currency="EUR") as store:
        store.add("a", "1.00")
        store.add("b", "1.00 USD")
        with pytest.raises(iexpense.CurrencyError, match="one currency at a time"):
            store.export("qif")
        assert b"\nPb\n" in store.export("qif", currency="USD")
