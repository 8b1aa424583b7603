"""Statements in OFX and the tutorial's property list, as their own programs write them."""

from __future__ import annotations

import plistlib
from decimal import Decimal
from pathlib import Path

import iexpense
import pytest
from iexpense import RowStatus

ITEMS = '[{"name":"Lunch","type":"Personal","amount":12.5},{"name":"Tea","amount":2}]'
PROFILE = {"currency": "USD", "defaultDate": "2026-01-31"}


def statement(*rows: str, currency: str = "EUR") -> bytes:
    text = (
        '<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="220"?><OFX>'
        f"<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>{currency}</CURDEF><BANKACCTFROM>"
        "<ACCTID>DE12</ACCTID></BANKACCTFROM><BANKTRANLIST>"
        + "".join(rows)
        + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"
    )
    return text.encode()


def row(amount: str, id: str, name: str, date: str = "20260304", more: str = "") -> str:
    return (
        f"<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>{date}</DTPOSTED><TRNAMT>{amount}</TRNAMT>"
        f"<FITID>{id}</FITID><NAME>{name}</NAME>{more}</STMTTRN>"
    )


def test_a_statement_in_ofx(store: iexpense.Store, tmp_path: Path) -> None:
    path = tmp_path / "march.ofx"
    path.write_bytes(
        statement(
            row("-12.50", "A1", "Café", more="<MEMO>two</MEMO><CHECKNUM>7</CHECKNUM>"),
            row("-10.00", "A2", "Books", more="<CURRENCY><CURRATE>0.92</CURRATE>"
                "<CURSYM>USD</CURSYM></CURRENCY>"),
        )
    )  # fmt: skip
    result = store.import_file(path)
    assert (result.summary.format, result.summary.new) == ("ofx", 2)
    cafe, books = store.expenses()
    assert (str(cafe.date), cafe.amount, cafe.account) == ("2026-03-04", Decimal("12.50"), "DE12")
    assert (cafe.note, cafe.extra) == ("two", '{"TRNTYPE":"DEBIT","CHECKNUM":"7"}')
    assert cafe.source is not None
    assert cafe.source.external_id == "A1"
    assert books.conversion is not None
    assert (books.conversion.amount, books.conversion.rate) == (Decimal("9.20"), Decimal("0.92"))
    assert store.import_file(path).summary.duplicates == 2
    store.undo()
    assert len(store.expenses()) == 0


def test_money_in_and_marks_are_asked(store: iexpense.Store) -> None:
    data = statement(row("-1,650", "A1", "Rent"), row("5", "A2", "Back"))
    with pytest.raises(iexpense.AmbiguousFileError) as caught:
        store.import_file(data)
    assert "decimal" in str(caught.value)
    with store.read(data, profile={"decimal": ".", "income": "leave out"}) as file:
        assert [r.status for r in file.rows] == [RowStatus.NEW, RowStatus.LEFT_OUT]
        assert file.rows[0].expense is not None
        assert file.rows[0].expense.amount == Decimal("1650.00")


@pytest.mark.parametrize("kind", [plistlib.FMT_BINARY, plistlib.FMT_XML])
@pytest.mark.parametrize("value", [ITEMS, ITEMS.encode()])
def test_the_tutorials_property_list(
    store: iexpense.Store, kind: plistlib.PlistFormat, value: str | bytes
) -> None:
    data = plistlib.dumps({"Items": value, "Launches": 3, "Nested": {"a": [1]}}, fmt=kind)
    assert store.import_file(data, profile=PROFILE).summary.new == 2
    assert store.import_file(ITEMS.encode(), profile=PROFILE).summary.duplicates == 2
    other = plistlib.dumps({"mine": value}, fmt=kind)
    with store.read(other, profile=PROFILE) as file:
        (question,) = file.questions
        assert "mine" in str(question)
        file.answer({"key": "mine"})
        assert file.summary.duplicates == 2
