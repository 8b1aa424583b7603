"""`iexpense import` without a terminal: answers, profiles, choices, several files, JSON."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import iexpense
import pytest
from commanding import Command
from iexpense import Phase
from iexpense.cli import _importing

GIRO = str(Path(__file__).resolve().parents[3] / "examples" / "data" / "giro.csv")
ANSWERS = ("--answer", "date=DMY", "--currency", "EUR", "--answer", "income=leave out")
"""What giro.csv leaves open."""


@pytest.fixture
def command(path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(path, capsys)


@pytest.fixture
def euros(command: Command) -> Command:
    """A store that is there, in euros, and knows how `plain` files are read."""
    with iexpense.open(command.store, currency="EUR", relaxed=True) as store:
        header = ["Date", "Payee", "Debit", "Credit", "Currency"]
        store.profiles["Plain"] = {"header": header, "spending": "debit"}
    return command


def write(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.write_text(text, "utf-8")
    return str(file)


def plain(folder: Path, *rows: str, name: str = "plain.csv") -> str:
    """A file that leaves nothing open in the store of `euros`."""
    return write(folder, name, "\n".join(["Date,Payee,Debit,Credit,Currency", *rows, ""]))


def report(command: Command, *words: str, status: int = 0) -> Any:
    (one,) = json.loads(command("import", *words, "--json", status=status).out)
    return one


def count(command: Command) -> int:
    return len(json.loads(command("list", "-n", "all", "--json").out))


def test_an_ambiguous_file_is_an_error_that_says_how_to_answer(euros: Command) -> None:
    ran = euros("import", GIRO, status=1)
    assert "ambiguous  date " in ran.out
    assert 'certain    decimal          ",": line 6, Amount, "-42,50"' in ran.out
    assert "error: giro.csv leaves 3 questions open, and nothing was stored:\n  date: " in ran.err
    assert ran.err.endswith("--answer date=DMY --answer currency=EUR --answer 'income=leave out'\n")
    assert count(euros) == 0
    told = report(euros, GIRO, status=1)
    assert (told["status"], told["questions"]) == ("ambiguous", ["date", "currency", "income"])
    date = next(finding for finding in told["findings"] if finding["key"] == "date")
    assert (date["state"], date["candidates"]) == ("ambiguous", ["DMY", "MDY"])
    assert "leaves 3 questions open" in told["error"]


def test_answers_dry_run_profile_undo(euros: Command) -> None:
    ran = euros("import", GIRO, *ANSWERS, "--dry-run", "--save-profile", "Giro")
    assert "a dry run: nothing was stored" in ran.err
    assert "   6  new       2026-03-02  CARD PAYMENT TRATTORIA DA ROSA    42.50 EUR" in ran.out
    assert count(euros) == 0
    assert "Giro" not in euros("profiles").out
    ran = euros("import", GIRO, *ANSWERS, "--save-profile", "Giro")
    assert "  11  left-out  2026-03-09  HOTEL FIORINO REFUND  -107.00 EUR  money coming" in ran.out
    assert "  13  rejected" in ran.out
    assert 'Booked "Total": not a date' in ran.out
    assert 'giro.csv: 6 new, 1 left out (money in), 1 rejected: line 13, Booked, "Total"' in ran.out
    assert "iexpense undo takes it back\nsaved profile Giro\n" in ran.err
    ran = euros("import", GIRO)
    assert ran.out.startswith("giro.csv: 8 rows, csv, utf-8, profile Giro\n")
    assert "0 new, 6 duplicates" in ran.out
    told = report(euros, GIRO)
    assert (told["status"], told["revision"], told["profile"]) == ("nothing-new", None, "Giro")
    counts = told["counts"]
    assert {key: number for key, number in counts.items() if number} == {
        "rows": 8,
        "duplicate": 6,
        "left-out": 1,
        "rejected": 1,
    }
    assert counts.keys() - {"rows"} == {
        status.name.lower().replace("_", "-") for status in iexpense.RowStatus
    }
    assert euros("undo").out == 'undid "imported giro.csv": removed 6 expenses\n'
    assert report(euros, GIRO, "--dry-run")["counts"]["new"] == 6
    assert report(euros, GIRO, "--profile", "Giro")["status"] == "imported"


def test_the_rows_that_scripts_are_told_of(euros: Command) -> None:
    told = report(euros, GIRO, *ANSWERS)
    assert [(row["line"], row["status"]) for row in told["rows"]] == [
        (11, "left-out"),
        (13, "rejected"),
    ]
    left_out, rejected = told["rows"]
    assert left_out["expense"]["amount"] == "-107.00"
    assert left_out["expense"]["id"] is None
    assert (rejected["column"], rejected["cell"]) == ("Booked", "Total")
    assert (rejected["reason"], rejected["expense"]) == ("not a date", None)
    every = report(euros, GIRO, *ANSWERS, "--all")["rows"]
    assert [row["status"] for row in every].count("duplicate") == 6
    assert "duplicate" in euros("import", GIRO, *ANSWERS, "--all").out


def test_accounts_and_standard_input(
    euros: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    euros("import", GIRO, *ANSWERS, "--account", "Visa")
    euros("import", GIRO, *ANSWERS, "--account", "Giro")
    rows = json.loads(euros("totals", "account", "--json").out)
    assert [(row["account"], row["count"]) for row in rows] == [("Giro", 6), ("Visa", 6)]
    file = Path(plain(tmp_path, "2026-01-02,Cafe,3.50,,USD"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    ran = euros("import", "-")
    assert "standard input: 1 new" in ran.out


def test_rows_are_chosen_by_line_and_by_kind(euros: Command) -> None:
    told = report(euros, GIRO, *ANSWERS, "--exclude", "6,8-9", "--include", "left-out")
    assert (told["counts"]["new"], told["counts"]["excluded"]) == (4, 3)
    names = [row["name"] for row in json.loads(euros("list", "--json").out)]
    assert sorted(names) == [
        "CAFE CENTRALE",
        "HOTEL FIORINO",
        "HOTEL FIORINO REFUND",
        "MUSEO GALILEO",
    ]
    ran = euros("import", GIRO, *ANSWERS, "--exclude", "99", status=1)
    assert "giro.csv has no row at line 99\nhint: --dry-run --all" in ran.err
    ran = euros("import", GIRO, *ANSWERS, "--include", "13", status=1)
    assert "rejected" in ran.err
    ran = euros("import", GIRO, "--exclude", "6-", status=2)
    assert "'6-' is no line of a file and no kind of row\nhint: lines as in 7,9-12" in ran.err


def test_suspects_and_what_was_removed_earlier(euros: Command, tmp_path: Path) -> None:
    euros("add", "Cafe Centrale", "3.50", "--date", "2026-03-04", "--account", "cash")
    file = plain(tmp_path, "2026-03-03,CAFE CENTRALE,3.50,,EUR", "2026-03-05,Bus,2.00,,EUR")
    ran = euros("import", file, "--dry-run")
    assert "   2  suspected  2026-03-03  CAFE CENTRALE    3.50 EUR  the amount of exp" in ran.out
    assert report(euros, file, "--exclude", "suspected")["counts"]["new"] == 1
    (bus,) = json.loads(euros("find", "bus", "--json").out)
    euros("remove", str(bus["id"]))
    ran = euros("import", file, "--exclude", "suspected")
    assert "removed-earlier" in ran.out
    assert "it was imported before, and removed" in ran.out
    assert report(euros, file, "--include", "removed-earlier")["counts"]["new"] == 1
    assert len(json.loads(euros("find", "bus", "--json").out)) == 1


def test_each_file_by_itself(euros: Command, tmp_path: Path) -> None:
    one = plain(tmp_path, "2026-01-02,Cafe,3.50,,EUR", name="one.csv")
    two = plain(tmp_path, "2026-01-03,Bus,2.00,,EUR", name="two.csv")
    missing = str(tmp_path / "missing.csv")
    ran = euros("import", one, missing, GIRO, two, status=1)
    assert f"error: {missing} does not exist\n" in ran.err
    assert "giro.csv leaves 3 questions open" in ran.err
    assert count(euros) == 2
    assert euros("undo").out.startswith('undid "imported two.csv"')
    ran = euros("import", one, missing, two, "--json", status=1)
    assert [told["status"] for told in json.loads(ran.out)] == [
        "nothing-new",
        "failed",
        "imported",
    ]


def test_many_rows_are_cut_and_all_are_shown_when_asked(euros: Command, tmp_path: Path) -> None:
    bad = [f"2026-01-{day:02},Cafe,12x{day},,EUR" for day in range(1, 29)]
    file = plain(tmp_path, *bad, "2026-02-01,Bus,2,,EUR")
    ran = euros("import", file)
    assert ran.out.count("rejected  ") == 10
    assert "and 18 more rejected; --all shows them" in ran.err
    assert euros("import", file, "--all").out.count("rejected  ") == 28
    assert len(report(euros, file)["rows"]) == 28


def test_an_import_can_make_the_store(command: Command, tmp_path: Path) -> None:
    file = write(tmp_path, "items.json", '[{"name": "Cafe", "type": "Personal", "amount": 3.5}]')
    words = [file, "--answer", "currency=USD", "--answer", "defaultDate=2026-01-02"]
    assert "there is no store" in command("import", *words, status=1).err
    assert "Cafe" in command("import", *words, "--dry-run", "--currency", "EUR").out
    assert not command.store.exists()
    assert "in EUR" in command("import", *words, "--currency", "EUR").err
    assert json.loads(command("list", "--json").out)[0]["currency"] == "USD"


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["--answer", "date"], 2, "--answer is KEY=VALUE, and not 'date'"),
        (["--answer", "dat=DMY"], 1, 'unknown key "dat"'),
        (["--answer", "date=XYZ"], 1, 'date is "XYZ"; known are "DMY", "MDY", "YMD"'),
        (["--currency", "XXY"], 1, 'unknown currency "XXY"'),
        (["--profile", "None"], 1, "there is no profile 'None'\nhint: iexpense profiles lists"),
        (["--profile", "./none.json"], 1, "none.json: No such file"),
        (["--format", "xls"], 1, 'unknown format "xls"'),
        (["--format", "json"], 1, "giro.csv"),
    ],
)
def test_what_is_refused(euros: Command, words: list[str], status: int, says: str) -> None:
    ran = euros("import", GIRO, *words, status=status)
    assert says in ran.err
    assert count(euros) == 0


def test_a_file_that_is_not_there_and_the_store_itself(euros: Command, tmp_path: Path) -> None:
    (tmp_path / "visa-03.csv").touch()
    ran = euros("import", str(tmp_path / "visa-3.csv"), status=1)
    assert f"hint: did you mean {tmp_path / 'visa-03.csv'}?" in ran.err
    ran = euros("import", str(tmp_path / "0" / "x.csv"), status=1)
    assert f"hint: a path is taken from the working folder, {os.getcwd()}" in ran.err
    ran = euros("import", str(euros.store), status=1)
    assert "is the store that it would go into\nhint: --store FILE names another" in ran.err


def test_a_profile_of_a_file_and_answers_that_are_no_text(euros: Command, tmp_path: Path) -> None:
    rows = "x\n2026-03-04;Cafe;3,50\n2026-03-05;Bus;2,10\n"
    file = write(tmp_path, "rows.csv", rows)
    answers = ["skip=1", "header=[]", "columns.date=1", "columns.name=2", "columns.amount=3"]
    more = ["delimiter=;", "spending=positive", "decimal=,"]
    words = [word for answer in [*answers, *more] for word in ("--answer", answer)]
    told = report(euros, file, *words, "--currency", "EUR", "--dry-run")
    assert told["counts"]["new"] == 2
    profile = write(
        tmp_path,
        "giro.json",
        json.dumps({"date": "DMY", "currency": "EUR", "income": "refund"}),
    )
    assert report(euros, GIRO, "--profile", profile)["counts"]["new"] == 7


@pytest.mark.parametrize("phase", [Phase.READ, Phase.MATCH, Phase.STORE])
def test_ctrl_c_stores_nothing(
    euros: Command, phase: Phase, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In the middle of reading, comparing and storing; the signal is a real one."""

    class Interrupted(_importing.Working):
        def __call__(self, progress: iexpense.Progress) -> None:
            if progress.phase is phase:
                signal.raise_signal(signal.SIGINT)
            super().__call__(progress)

    file = plain(tmp_path, "2026-01-02,Cafe,3.50,,EUR")
    monkeypatch.setattr(_importing, "Working", Interrupted)
    ran = euros("import", file, status=130)
    assert ran.err == "nothing of plain.csv was stored\ninterrupted\n".replace("plain.csv", file)
    monkeypatch.undo()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert count(euros) == 0
    assert euros("check").out.startswith("ok: 0 expenses")


def test_ctrl_c_that_comes_too_late_ends_the_command_behind_the_file(
    euros: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Late(_importing.Working):
        def __call__(self, progress: iexpense.Progress) -> None:
            super().__call__(progress)
            if progress.phase is Phase.STORE and progress.done == progress.total:
                signal.raise_signal(signal.SIGINT)

    one = plain(tmp_path, "2026-01-02,Cafe,3.50,,EUR", name="one.csv")
    two = plain(tmp_path, "2026-01-03,Bus,2.00,,EUR", name="two.csv")
    monkeypatch.setattr(_importing, "Working", Late)
    ran = euros("import", one, two, status=130)
    monkeypatch.undo()
    assert "one.csv: 1 new" in ran.out
    assert "stored as change" in ran.err
    assert count(euros) == 1
