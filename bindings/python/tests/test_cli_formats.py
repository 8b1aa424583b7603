"""Files of each format through the command: imported, imported again, undone, and written."""

from __future__ import annotations

import json
import plistlib
from pathlib import Path
from typing import Any

import iexpense
import pytest
from commanding import Command

OFX = """OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260331<LANGUAGE>ENG
</SONRS></SIGNONMSGSRSV1><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>
<STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>4711<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260301<DTEND>20260331
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260313120000[-5:EST]<TRNAMT>-12.50<FITID>A1<NAME>Lunch</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260314<TRNAMT>-89.90<FITID>A2<NAME>Train &amp; bus</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
"""
QIF = """!Type:Bank
D13/03/2026
T-12.50
PLunch
^
D14/03/2026
T-89.90
PTrain & bus
^
"""
ITEMS = (
    '[{"id":"7E5F1C3C-0C7B-4B6C-8C8E-111111111111","name":"Lunch","type":"Personal","amount":12.5},'
    '{"id":"7E5F1C3C-0C7B-4B6C-8C8E-222222222222","name":"Train & bus","type":"Business",'
    '"amount":89.9}]'
)
ANSWERS = {
    "items.json": ("currency=EUR", "defaultDate=2026-03-13"),
    "items.plist": ("currency=EUR", "defaultDate=2026-03-13"),
    "bank.qif": ("currency=EUR", "decimal=."),
}
KNOWN = {"bank.ofx": "ofx", "bank.qif": "qif", "items.json": "json", "items.plist": "plist"}


def formats() -> str:
    """What the library says it reads."""
    with iexpense.open(memory=True) as store:
        try:
            store.read(b"x", format="none")
        except iexpense.ArgumentError as error:
            return str(error)
    return ""


def content(name: str) -> bytes:
    """The same two expenses, as each format has them."""
    if name == "items.plist":
        return plistlib.dumps({"Items": ITEMS.encode()}, fmt=plistlib.FMT_BINARY)
    return {"bank.ofx": OFX, "bank.qif": QIF, "items.json": ITEMS}[name].encode()


def values(command: Command, *words: str) -> Any:
    return json.loads(command(*words, "--json").out)


@pytest.mark.parametrize("name", list(KNOWN))
def test_every_format_is_imported_once_and_undone(
    name: str, path: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if f'"{KNOWN[name]}"' not in formats():
        pytest.skip(f"{KNOWN[name]} is not read")
    command = Command(path, capsys)
    command("add", "Rent", "900", "--currency", "EUR")
    file = tmp_path / name
    file.write_bytes(content(name))
    words = [word for answer in ANSWERS.get(name, ()) for word in ("--answer", answer)]
    (told,) = values(command, "import", str(file), *words)
    assert (told["status"], told["format"], told["counts"]["new"]) == ("imported", KNOWN[name], 2)
    rows = values(command, "list", "--sort", "id")[1:]
    assert [(row["name"], row["amount"], row["currency"]) for row in rows] == [
        ("Lunch", "12.50", "EUR"),
        ("Train & bus", "89.90", "EUR"),
    ]
    assert rows[0]["date"] == "2026-03-13"
    (told,) = values(command, "import", str(file), *words)
    assert (told["status"], told["counts"]["duplicate"]) == ("nothing-new", 2)
    assert command("undo").out == f'undid "imported {name}": removed 2 expenses\n'


def test_a_store_is_imported_into_another(
    path: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if '"store"' not in formats():
        pytest.skip("stores are not read")
    laptop, desktop = Command(path, capsys), Command(tmp_path / "desktop.db", capsys)
    laptop("add", "Lunch", "12.50", "--currency", "EUR", "--note", "with tip")
    desktop("add", "Rent", "900", "--currency", "EUR")
    (told,) = values(desktop, "import", str(path))
    assert (told["status"], told["counts"]["new"]) == ("imported", 1)
    (row,) = values(desktop, "find", "lunch")
    assert (row["note"], row["uuid"]) == ("with tip", values(laptop, "list")[0]["uuid"])
    assert values(desktop, "import", str(path))[0]["status"] == "nothing-new"
    laptop("edit", "1", "--amount", "13")
    ran = desktop("import", str(path), status=1)
    assert "--answer differing=" in ran.err
    ran = desktop("import", str(path), "--answer", "differing=keep")
    assert "differing  " in ran.out
    assert "amount" in ran.out
    assert (
        values(desktop, "import", str(path), "--answer", "differing=take")[0]["status"]
        == "imported"
    )
    assert values(desktop, "find", "lunch")[0]["amount"] == "13.00"
    desktop("undo")
    assert values(desktop, "find", "lunch")[0]["amount"] == "12.50"
    assert "error: " in desktop("import", str(desktop.store), status=1).err


@pytest.mark.parametrize("kind", iexpense.EXPORT_FORMATS)
def test_every_format_is_written(
    kind: str, path: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command = Command(path, capsys)
    command("add", 'Lunch; "a|b"', "12.50", "--currency", "EUR", "--date", "2026-03-13")
    command("add", "Refund", "-3", "--account", "Visa", "--category", "Food:Out")
    text = command("export", "--format", kind).out
    assert "12.5" in text
    target = tmp_path / f"out.{kind}"
    if kind != "items":
        command("export", str(target))
        assert target.read_bytes().decode() == text
    ran = command("export", str(tmp_path / "again"), "--format", kind)
    assert ran.err.startswith("wrote ")
    assert (tmp_path / "again").read_bytes().decode() == text
