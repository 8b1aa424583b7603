"""The command in a terminal: questions, the progress bar, Ctrl-C, colours, widths, watch."""

from __future__ import annotations

import re
from pathlib import Path

import iexpense
import pytest
from commanding import Terminal
from rich.cells import cell_len

GIRO = Path(__file__).resolve().parents[3] / "examples" / "data" / "giro.csv"


@pytest.fixture
def euros(path: Path) -> Path:
    iexpense.open(path, currency="EUR").close()
    return path


def names(path: Path) -> list[str]:
    with iexpense.open(path) as store:
        return [expense.name for expense in store.expenses(sort="id")]


def test_an_ambiguous_file_is_asked_about_imported_and_undone(euros: Path) -> None:
    with Terminal("--store", euros, "import", GIRO) as terminal:
        terminal.expect('? date: "DMY" or "MDY": line 6, Booked, "02/03/2026" may be 2026-03-02')
        terminal.expect("1  DMY\n  2  MDY\ndate (2 more)> ")
        terminal.type("")
        terminal.expect("date (2 more)> ")
        terminal.type("XYZ")
        terminal.expect('error: the profile: date is "XYZ"; known are "DMY", "MDY", "YMD"')
        terminal.expect("date (2 more)> ")
        terminal.type("dmy")
        terminal.expect("? currency: in which currency are the amounts?")
        terminal.expect("currency [EUR] (1 more)> ")
        terminal.type("")
        terminal.expect("income> ")
        terminal.type("2")
        terminal.expect("Name the answers, to keep them for files with this header line")
        terminal.type("Giro")
        terminal.expect("7 new, 1 rejected")
        terminal.expect("iexpense undo takes it back")
        terminal.expect("saved profile Giro")
        terminal.ends()
    assert len(names(euros)) == 7
    with Terminal("--store", euros, "import", GIRO) as terminal:
        terminal.expect("profile Giro")
        assert "0 new, 7 duplicates" in terminal.ends()
    with Terminal("--store", euros, "undo") as terminal:
        assert 'undid "imported giro.csv": removed 7 expenses' in terminal.ends()
    assert names(euros) == []


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(("key", "status"), [("C", 130), ("D", 1)])
def test_a_question_can_be_left(euros: Path, key: str, status: int, last: bool) -> None:
    words = ("--answer", "income=refund", "--currency", "EUR")
    with Terminal("--store", euros, "import", GIRO, *words) as terminal:
        terminal.expect("date> ")
        if last:
            terminal.type("1")
            terminal.expect("Name the answers")
        terminal.press(key)
        text = terminal.ends(status)
    assert ("nothing of" in text) == (key == "C")
    assert ("there was no answer: nothing was stored" in text) == (key == "D")
    assert names(euros) == []


def test_a_store_is_made_in_the_currency_that_is_asked_for(path: Path) -> None:
    with Terminal("--store", path, "add", "Lunch", "12.50") as terminal:
        terminal.expect("In which currency is it to be? ")
        terminal.type("eur")
        terminal.expect(", in EUR")
        terminal.ends()
    with iexpense.open(path) as store:
        assert store.default_currency == "EUR"


def test_suspects_are_asked_about(euros: Path, tmp_path: Path) -> None:
    with iexpense.open(euros) as store:
        store.add("Cafe Centrale", "3.50", date="2026-03-04")
    file = tmp_path / "cafe.csv"
    file.write_text("Date,Payee,Amount\n2026-03-03,CAFE CENTRALE,3.50\n2026-03-05,Bus,2.00\n")
    words = ("import", file, "--answer", "spending=positive", "--currency", "EUR")
    with Terminal("--store", euros, *words, "--save-profile", "Cafe") as terminal:
        terminal.expect("suspected")
        terminal.expect("1 row looks like an expense that is there already.")
        terminal.type("maybe")
        terminal.expect("y or n? ")
        terminal.type("N")
        terminal.expect("1 excluded")
        terminal.ends()
    assert names(euros) == ["Cafe Centrale", "Bus"]


def test_the_progress_bar_is_for_terminals(euros: Path, tmp_path: Path) -> None:
    file = tmp_path / "many.csv"
    rows = [f"2026-03-{1 + i % 28:02},Payee {i},{i}.50\n" for i in range(5000)]
    file.write_text("Date,Payee,Amount\n" + "".join(rows))
    words = ("import", file, "--answer", "spending=positive", "--currency", "EUR")
    with Terminal("--store", euros, *words, "--save-profile", "Many", "--dry-run") as terminal:
        text = terminal.ends()
    assert "many.csv: comparing ━" in text
    with Terminal("--store", euros, *words, "--save-profile", "Many") as terminal:
        text = terminal.ends()
    assert "many.csv: storing ━" in text
    assert "100%" in text
    assert len(names(euros)) == 5000


def test_colours_are_for_terminals_and_can_be_switched_off(euros: Path) -> None:
    with iexpense.open(euros) as store:
        store.add("Lunch", "12.50")
        store.update(1, category="Food")
    for more, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        with Terminal("--store", euros, "list", **more) as terminal:
            assert "Lunch   12.50 EUR  Personal  Food" in terminal.ends()
            assert ("\x1b[36mFood" in terminal.raw) == coloured
            assert not coloured or "\x1b[1mLunch" in terminal.raw


@pytest.mark.parametrize("columns", [20, 40, 60, 200])
def test_a_narrow_window_cuts_names_and_never_amounts(euros: Path, columns: int) -> None:
    with iexpense.open(euros) as store:
        store.add(
            "A rather long name of a payee in Roma 駅前カフェ", "1234567.89", date="2026-03-14"
        )
        store.add("Short", "2.00", date="2026-03-13")
    with Terminal("--store", euros, "list", columns=columns) as terminal:
        text = terminal.ends()
    lines = text.splitlines()
    assert "1234567.89 EUR" in lines[1]
    assert "2026-03-14" in lines[1]
    assert ("…" in lines[1]) == (columns < 200)
    assert lines[1].index("EUR") == lines[2].index("EUR") or columns == 200
    if columns >= 60:
        assert len(lines[1]) <= columns


@pytest.mark.parametrize(
    ("columns", "gone"),
    [
        (200, ""),
        (120, ""),
        (100, ""),
        (98, "note"),
        (80, "tags, note"),
        (60, "type, account, tags, note"),
    ],
)
def test_a_narrow_window_says_which_columns_it_has_no_room_for(
    euros: Path, columns: int, gone: str
) -> None:
    with iexpense.open(euros) as store:
        for code in ("EUR", "KWD", "JPY"):
            store.add(
                f"Trattoria in {code}",
                f"1234567 {code}",
                date="2026-03-14",
                category="Food:Restaurant:餐館",
                account=f"Credit card {code}",
                tags=["one", "two three"],
                note="a note that is longer than some are",
            )
    with Terminal("--store", euros, "list", columns=columns) as terminal:
        text = terminal.ends()
    lines = text.splitlines()
    assert all(cell_len(line) <= columns for line in lines)
    assert all(f"1234567{end}" in text for end in ("     JPY", ".00  EUR", ".000 KWD"))
    titles = ["id", "date", "name", "amount", "type", "category", "account", "tags", "note"]
    assert lines[0].split() == [title for title in titles if title not in gone.split(", ")]
    wanted = f"no room for {gone}: a wider terminal shows more" if gone else ""
    assert " ".join(" ".join(lines[4:]).split()) == wanted


@pytest.mark.parametrize("columns", [40, 80])
def test_the_bar_leaves_room_for_what_the_terminal_says_of_ctrl_c(
    euros: Path, tmp_path: Path, columns: int
) -> None:
    file = tmp_path / "many.csv"
    rows = [f"2026-03-{1 + i % 28:02},Payee {i},{i}.50\n" for i in range(5000)]
    file.write_text("Date,Payee,Amount\n" + "".join(rows))
    words = ("import", file, "--answer", "spending=positive", "--currency", "EUR", "--dry-run")
    with Terminal("--store", euros, *words, columns=columns) as terminal:
        text = terminal.ends()
        shown = re.split(r"\r|\n", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.raw))
    bars = [line for line in shown if "━" in line]
    assert bars, text
    assert max(map(cell_len, bars)) <= columns - len("^C") - 1


def test_watch_prints_what_other_programs_change(euros: Path) -> None:
    with Terminal("--store", euros, "watch") as terminal:
        terminal.expect("watching ")
        with iexpense.open(euros, origin="other") as store:
            lunch = store.add("Lunch \x1b[31m", "12.50")
            terminal.expect("other: added 1 expense (Lunch \\u001b[31m 12.50 EUR)")
            store.update(lunch.id, amount="13")
            terminal.expect("other: updated 1 expense")
        with Terminal("--store", euros, "add", "Bus", "2") as second:
            second.ends()
        terminal.expect("iexpense: added 1 expense (Bus 2.00 EUR)")
        terminal.press("C")
        terminal.ends(130)


@pytest.mark.parametrize("columns", [30, 60])
def test_questions_break_between_words(euros: Path, columns: int) -> None:
    file = euros.with_name("bank.csv")
    file.write_text("Booked;Text;Amount\n02/03/2026;Cafe;-3,50\n", "utf-8")
    with Terminal("--store", euros, "import", file, columns=columns) as terminal:
        terminal.expect("(2 more)> ")
        terminal.press("C")
        lines = terminal.ends(130).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("? date"))
    end = next(i for i, line in enumerate(lines) if line.startswith("  1  "))
    question = lines[start:end]
    assert all(len(line) <= columns for line in question)
    assert " ".join(map(str.strip, question)) == (
        '? date: "DMY" or "MDY": line 2, Booked, "02/03/2026" may be 2026-03-02 or 2026-02-03'
    )
