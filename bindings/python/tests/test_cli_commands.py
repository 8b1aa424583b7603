"""Each command by itself: what it prints, and what it writes for scripts."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import iexpense
import pytest
from commanding import Command
from iexpense.cli import _session


@pytest.fixture
def command(path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(path, capsys)


@pytest.fixture
def trip(command: Command) -> Command:
    """A store with three expenses, each added by a command of its own."""
    command("add", "Lunch", "12.50", "--currency", "EUR", "--date", "2026-03-13")
    command(
        *("add", "Train to Roma", "89.90", "--date", "2026-03-14", "--category", "Travel:Rail"),
        *("--type", "Business", "--tag", "client", "--tag", "trip", "--account", "Visa"),
        *("--note", "second class", "--reimbursement", "open"),
    )
    command("add", "Returned shoes", "-59.95 USD", "--date", "2026-02-28")
    return command


def values(command: Command, *words: str) -> Any:
    return json.loads(command(words[0], "--json", *words[1:]).out)


def test_add_and_list(trip: Command) -> None:
    lines = trip("list").out.splitlines()
    assert [line.split()[0] for line in lines] == ["id", "2", "1", "3"]
    assert "  Train to Roma    89.90 EUR  Business  Travel:Rail  Visa     client, trip" in lines[1]
    assert lines[2] == " 1  2026-03-13  Lunch            12.50 EUR  Personal"
    assert lines[3] == " 3  2026-02-28  Returned shoes  -59.95 USD  Personal"
    expense = values(trip, "list")[0]
    assert expense["id"] == 2
    assert expense["uuid"].count("-") == 4
    assert (expense["amount"], expense["currency"]) == ("89.90", "EUR")
    assert expense["tags"] == ["client", "trip"]
    assert (expense["reimbursement"], expense["note"]) == ("open", "second class")


def test_the_first_add_makes_the_store(command: Command) -> None:
    ran = command("add", "Lunch", "12.50", status=1)
    assert f"error: there is no store at {command.store} yet\nhint: iexpense add" in ran.err
    assert not command.store.exists()
    ran = command("add", "Lunch", "12.50", "--currency", "EUR", "--json")
    assert f"new store {command.store}, in EUR" in ran.err
    assert json.loads(ran.out)["amount"] == "12.50"
    assert "new store" not in command("add", "Lunch", "3").err
    assert [row["currency"] for row in values(command, "list")] == ["EUR", "EUR"]


def test_what_looks_like_an_option_goes_behind_two_dashes(trip: Command) -> None:
    ran = trip("add", "--odd", "1", status=2)
    assert "'--odd' is no option: behind -- it may be a name" in ran.err
    trip("add", "--", "--odd", "-1")
    trip("add", "-7", "-0.05")
    trip("add", "-x y", "-12.50 USD", "--note", "--note")
    rows = values(trip, "list", "--sort", "-id", "-n3")
    assert [(row["name"], row["amount"], row["note"]) for row in rows] == [
        ("-x y", "-12.50", "--note"),
        ("-7", "-0.05", ""),
        ("--odd", "-1.00", ""),
    ]
    assert len(values(trip, "find", "--", "--odd")) == 1


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ([], ["Train to Roma", "Lunch", "Returned shoes"]),
        (["--sort", "name"], ["Lunch", "Returned shoes", "Train to Roma"]),
        (["--sort", "-amount,date"], ["Train to Roma", "Lunch", "Returned shoes"]),
        (["--month", "2026-02"], ["Returned shoes"]),
        (["--from", "2026-03-13", "--to", "2026-03-13"], ["Lunch"]),
        (["--type", "Business"], ["Train to Roma"]),
        (["--type", "Business", "--type", "Personal", "-n", "1"], ["Train to Roma"]),
        (["--category", "Travel"], ["Train to Roma"]),
        (["--account", "Visa"], ["Train to Roma"]),
        (["--account", ""], ["Lunch", "Returned shoes"]),
        (["--currency", "USD"], ["Returned shoes"]),
        (["--tag", "client"], ["Train to Roma"]),
        (["--min", "12.51"], ["Train to Roma"]),
        (["--max", "-1", "--currency", "USD"], ["Returned shoes"]),
        (["--reimbursement", "open"], ["Train to Roma"]),
    ],
)
def test_what_list_lists(trip: Command, words: list[str], names: list[str]) -> None:
    assert [row["name"] for row in values(trip, "list", *words)] == names


def test_find_looks_at_names_and_notes(trip: Command) -> None:
    trip("add", "Café Centrale", "3.50")
    assert [row["name"] for row in values(trip, "find", "cafe")] == ["Café Centrale"]
    assert [row["name"] for row in values(trip, "find", "SECOND")] == ["Train to Roma"]
    assert [row["name"] for row in values(trip, "find", "to", "roma")] == ["Train to Roma"]
    assert values(trip, "find", "second", "--month", "2026-02") == []
    ran = trip("find", "nowhere")
    assert (ran.out, ran.err) == ("", "no expense fits\n")


def test_a_long_list_says_that_there_is_more(command: Command) -> None:
    with iexpense.open(command.store, currency="EUR", relaxed=True) as store:
        store.add_many([{"name": f"Coffee {i}", "amount": "3.50"} for i in range(1234)])
    ran = command("list")
    assert len(ran.out.splitlines()) == 31
    assert ran.err == "30 of 1,234; -n 1234 or -n all shows more\n"
    assert len(command("list", "-n", "all").out.splitlines()) == 1235
    assert len(values(command, "list", "--limit", "all")) == 1234
    for wrong in ("0", "-3", "many"):
        assert "argument -n/--limit" in command("list", "-n", wrong, status=2).err


def test_amounts_stand_below_each_other(command: Command) -> None:
    with iexpense.open(command.store, currency="EUR") as store:
        store.register_currency("XBT", 8)
        store.add("a", "1214.00")
        store.add("b", "500 JPY")
        store.add("c", "0.00000001 XBT")
        store.add("d", "-1.234 KWD")
    lines = command("list", "--sort", "id").out.splitlines()
    assert [line[16:43].rstrip() for line in lines[1:]] == [
        "a     1214.00       EUR  Pe",
        "b      500          JPY  Pe",
        "c        0.00000001 XBT  Pe",
        "d       -1.234      KWD  Pe",
    ]
    totals = command("totals").out
    assert "0.00000001 XBT" in totals
    assert "E-" not in totals


def test_totals(trip: Command) -> None:
    trip("add", "Bus", "2", "--category", "Travel:Bus", "--date", "2026-01-02")
    assert trip("totals").out.splitlines() == [
        "amount      count",
        "104.40 EUR      3",
        "-59.95 USD      1",
    ]
    by_month = values(trip, "totals", "month", "--currency", "EUR")
    assert [(row["month"], row["amount"]) for row in by_month] == [
        ("2026-01", "2.00"),
        ("2026-03", "102.40"),
    ]
    rows = values(trip, "totals", "category", "--level", "1", "--category", "Travel")
    assert [(row["category"], row["amount"], row["count"]) for row in rows] == [
        ("Travel", "91.90", 2)
    ]
    assert "2026-W11" in trip("totals", "week", "type").out
    assert "2026-Q1" in trip("totals", "quarter").out
    assert trip("totals", "year", "account", "--text", "roma").out.splitlines()[1] == (
        "2026  Visa      89.90 EUR      1"
    )
    assert "they are by month" in trip("totals", "moon", status=2).err
    assert "level is for totals by category" in trip("totals", "--level", "2", status=1).err


def test_edit(trip: Command) -> None:
    ran = trip("edit", "1", "3", "--category", "Food", "--tag", "a", "--note", "x")
    assert ran.err == "updated 2 expenses\n"
    assert "Food" in ran.out
    one, other = sorted(values(trip, "list", "--category", "Food"), key=lambda row: str(row["id"]))
    assert one["note"] == other["note"] == "x"
    assert (one["tags"], one["amount"], other["amount"]) == (["a"], "12.50", "-59.95")
    trip("edit", "1", "--note", "", "--tag", "", "--category", "", "--amount", "13")
    (row,) = values(trip, "find", "lunch")
    assert (row["note"], row["tags"], row["category"], row["amount"]) == ("", [], "", "13.00")
    trip("undo")
    trip("undo")
    (row,) = values(trip, "find", "lunch")
    assert (row["category"], row["amount"]) == ("", "12.50")
    trip("edit", "3", "--amount", "-12.30")
    assert values(trip, "find", "shoes")[0]["amount"] == "-12.30"
    assert "there is nothing to change" in trip("edit", "1", status=2).err
    ran = trip("edit", "1", "99", "--note", "y", status=1)
    assert "there is no expense 99\nhint: iexpense list" in ran.err
    assert values(trip, "find", "lunch")[0]["note"] == ""


def test_remove_undo_redo(trip: Command) -> None:
    ran = trip("remove", "1", "2")
    assert "Train to Roma" in ran.out
    assert ran.err.startswith("removed 2 expenses\n")
    assert len(values(trip, "list")) == 1
    assert trip("undo").out == 'undid "removed 2 expenses": added 2 expenses\n'
    assert trip("redo").out == 'redid "removed 2 expenses": removed 2 expenses\n'
    assert trip("undo").out.startswith("undid")
    ran = trip("remove", "1", "44", status=1)
    assert "there is no expense 44" in ran.err
    assert len(values(trip, "list")) == 3
    trip("add", "Something else", "1")
    assert "there is nothing to redo\nhint: --any" in trip("redo", status=1).err


def test_undo_and_other_programs(trip: Command) -> None:
    with iexpense.open(trip.store, origin="other") as store:
        store.update(1, amount="20")
        store.add("Theirs", "1")
    ran = trip("undo", "2", status=1)
    assert "expense 1" in ran.err or "Lunch" in ran.err
    assert "hint: iexpense history ID" in ran.err
    assert trip("undo").out.startswith('undid "added 1 expense"')
    assert trip("undo", "--any").out.startswith('undid "added 1 expense"')
    assert {row["name"] for row in values(trip, "list")} == {"Lunch", "Train to Roma"}
    trip("undo")
    ran = trip("undo", status=1)
    assert "hint: iexpense history ID" in ran.err
    ran = trip("undo", "--skip", status=1)
    assert "there is nothing to undo\nhint: --any looks" in ran.err
    assert "revision" in trip("undo", "999", status=1).err


def test_history(trip: Command) -> None:
    trip("edit", "1", "--amount", "13")
    trip("undo")
    entries = values(trip, "history")
    assert [entry["label"] for entry in entries][:2] == ["updated 1 expense", "updated 1 expense"]
    assert entries[0]["kind"] == "undo"
    assert entries[1]["undone_by"] == entries[0]["revision"]
    assert entries[1]["fields"] == ["amount"]
    lines = trip("history").out.splitlines()
    assert 'iexpense  undid "updated 1 expense"' in lines[1]
    assert f"undone by #{entries[0]['revision']}" in lines[2]
    assert len(trip("history", "--limit", "2").out.splitlines()) == 3
    assert len(trip("history", "-n", "all").out.splitlines()) == len(entries) + 1
    of_one = values(trip, "history", "1")
    assert [entry["expense"]["amount"] for entry in of_one] == ["12.50", "13.00", "12.50"]
    assert "13.00 EUR  amount" in trip("history", "1").out
    assert (
        "expense 77: the store has no such expense\nhint: " in trip("history", "77", status=1).err
    )


@pytest.mark.parametrize("kind", iexpense.EXPORT_FORMATS[:2])
def test_export_keeps_everything(trip: Command, tmp_path: Path, kind: str) -> None:
    target = tmp_path / f"out.{kind}"
    ran = trip("export", str(target))
    assert ran.err == f"wrote {target}: {target.stat().st_size:,} bytes\n"
    assert trip("export", "--format", kind).out.encode() == target.read_bytes()
    ran = trip("export", str(target), status=1)
    assert f"{target} is there already\nhint: --force" in ran.err
    trip("export", str(target), "--force", "--month", "2026-02")
    other = Command(tmp_path / "other.db", trip._capsys)
    other("import", str(target), "--currency", "EUR")
    assert [row["name"] for row in values(other, "list")] == ["Returned shoes"]
    assert values(other, "list")[0]["amount"] == "-59.95"


def test_export_needs_a_format(trip: Command, tmp_path: Path) -> None:
    assert "which format" in trip("export", status=2).err
    ran = trip("export", str(tmp_path / "out.txt"), status=2)
    assert "does not say the format\nhint: --format is one of json, csv" in ran.err
    assert "invalid choice: 'pdf'" in trip("export", "--format", "pdf", status=2).err
    ran = trip("export", str(tmp_path / "nowhere" / "out.csv"), status=1)
    assert "nowhere" in ran.err
    ran = trip("export", str(trip.store), "--format", "csv", "--force", status=1)
    assert "is a file of the store itself" in ran.err


def test_the_guard_of_an_export(trip: Command) -> None:
    trip("add", "=1+1", "1")
    assert ",=1+1," in trip("export", "--format", "csv").out
    assert ",'=1+1," in trip("export", "--format", "csv", "--guard").out


def test_check_and_backup(trip: Command, tmp_path: Path) -> None:
    assert trip("check").out == "ok: 3 expenses, 4 changes\n"
    copy = tmp_path / "copy.db"
    assert trip("backup", str(copy)).err == f"copied {trip.store} to {copy}\n"
    assert Command(copy, trip._capsys)("check").out == "ok: 3 expenses, 4 changes\n"
    ran = trip("backup", str(copy), status=1)
    assert f"{copy} is there already\nhint: a backup is a new file" in ran.err
    with iexpense.open(copy) as store:
        assert sum(row.amount for row in store.totals(currency="EUR")) == Decimal("102.40")


def test_profiles(trip: Command, tmp_path: Path) -> None:
    ran = trip("profiles")
    assert ran.out == ""
    assert "iexpense import --save-profile NAME" in ran.err
    file = tmp_path / "visa.json"
    file.write_text('{"columns": {"amount": "Net"}, "date": "DMY"}')
    trip("profiles", "save", "Visa", str(file))
    assert trip("profiles").out.splitlines()[1] == "Visa  amount Net, date DMY"
    assert json.loads(trip("profiles", "show", "Visa").out)["date"] == "DMY"
    assert values(trip, "profiles")["Visa"]["columns"] == {"amount": "Net"}
    trip("profiles", "remove", "Visa")
    for action in ("show", "remove"):
        ran = trip("profiles", action, "Visa", status=1)
        assert "there is no profile 'Visa'\nhint: iexpense profiles lists them" in ran.err
    file.write_text('{"datte": "DMY"}')
    assert "datte" in trip("profiles", "save", "Visa", str(file), status=1).err
    file.write_text("[1")
    assert "is not JSON" in trip("profiles", "save", "Visa", str(file), status=1).err
    file.write_text("[1]")
    assert "is not a JSON object" in trip("profiles", "save", "Visa", str(file), status=1).err
    assert "nowhere.json: No such file" in (
        trip("profiles", "save", "Visa", str(tmp_path / "nowhere.json"), status=1).err
    )


def test_what_steers_a_terminal_is_shown_as_text(trip: Command) -> None:
    name = "Evil \x1b[31m\x9b1m \u202e21.00\nrow [bold]x[/] :smile:"
    trip("add", name, "1")
    text = trip("list").out
    assert "Evil \\u001b[31m\\u009b1m \\u202e21.00\\nrow [bold]x[/] :smile:" in text
    assert values(trip, "find", "evil")[0]["name"] == name


def test_a_store_that_can_only_be_read(trip: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(path: Path, *, write: bool = False) -> iexpense.Store:
        return iexpense.open(path, read_only=True, existing=True)

    monkeypatch.setattr(_session, "open_store", read_only)
    ran = trip("add", "Lunch", "1", status=1)
    assert "for reading only\nhint: to change a copy: iexpense backup FILE" in ran.err


def test_help_names_every_command(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    names = "import add edit remove list find totals undo redo history watch export backup check"
    text = command().out
    for name in [*names.split(), "profiles", "completion"]:
        assert f"\n    {name} " in text
        with pytest.raises(SystemExit) as stop:
            command(name, "--help")
        assert stop.value.code == 0
        assert f"usage: iexpense {name}" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        command("--version")
    assert capsys.readouterr().out == f"iexpense {iexpense.__version__}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh"])
def test_completion_knows_every_command(command: Command, shell: str) -> None:
    script = command("completion", shell).out
    for word in ("import", "totals", "--save-profile"):
        assert word.lstrip("-") in script
