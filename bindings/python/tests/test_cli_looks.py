"""What is looked at: bars beside totals, `chart`, and progress; and Ctrl-C in the middle of it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import iexpense
import pytest
from commanding import SECONDS, Command, Terminal, environment, program


@pytest.fixture
def filled(path: Path) -> Path:
    with iexpense.open(path, currency="EUR", relaxed=True) as store:
        store.add("Rent", 800, category="Home", date="2026-01-02")
        store.add("Market", "100.25", category="Food", date="2026-02-03", type="Business")
        store.add("Back", "-200", category="Shoes", date="2026-02-04")
        store.add("Diner", "5 USD", category="Food", date="2026-02-05")
        store.add("Free", 0, category="Gifts", date="2026-02-06")
    return path


@pytest.fixture
def command(filled: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(filled, capsys)


def bars(text: str) -> dict[str, str]:
    """What stands behind the count of each row, by its first word."""
    lines = [line.split("  ", 1) for line in text.splitlines()[1:]]
    return {line[0]: "".join(c for c in line[1] if c in "█▒▏▎▍▌▋▊▉") for line in lines}


def test_bars_are_as_long_as_the_sums_are_large(command: Command) -> None:
    found = bars(command("totals", "category", "--currency", "EUR", "--bars").out)
    assert found == {"Food": "█" * 4, "Gifts": "", "Home": "█" * 32, "Shoes": "▒" * 8}


def test_each_currency_has_bars_of_its_own(command: Command) -> None:
    lines = command("totals", "--bars").out.splitlines()
    assert lines[0].split() == ["amount", "count", "EUR", "USD"]
    assert [line.count("█") for line in lines[1:]] == [40, 40]
    assert lines[1].index("█") == lines[0].index("EUR")
    assert lines[2].index("█") == lines[0].index("USD")


def test_bars_are_for_terminals(command: Command) -> None:
    assert "█" not in command("totals", "type").out
    assert "█" in command("totals", "type", "--bars").out
    with Terminal("--store", command.store, "totals", "category") as terminal:
        assert "██" in terminal.ends()
        assert "\x1b[32m" in terminal.raw
    with Terminal("--store", command.store, "totals", "category", "--no-bars") as terminal:
        assert "█" not in terminal.ends()


@pytest.mark.parametrize("columns", [20, 40, 50, 60, 80, 200])
def test_bars_take_the_room_that_is_there(filled: Path, columns: int) -> None:
    with Terminal("--store", filled, "totals", "category", columns=columns) as terminal:
        lines = terminal.ends().splitlines()
    assert ("█" in "".join(lines)) == (columns >= 50)
    assert all("EUR" in line or "USD" in line for line in lines[1:])
    if columns >= 40:
        assert all(len(line) <= columns for line in lines)


def test_bars_where_their_characters_can_not_be_written(filled: Path) -> None:
    words = ("--store", filled, "totals", "category", "--currency", "EUR", "--bars")
    for encoding in ("ascii", "latin-1"):
        ran = program(*words, PYTHONIOENCODING=encoding)
        assert "#" * 32 in ran.out
        assert "-" * 8 in ran.out
        assert "\\u" not in ran.out


def test_bars_of_nothing_and_of_the_largest_sums(path: Path) -> None:
    with iexpense.open(path, currency="EUR") as store:
        store.add_many([{"name": "x", "amount": "92233720368547758.07"} for _ in range(300)])
        store.add("x", "-0.01", type="Small")
        store.add("x", "0.00", type="Zero")
    found = bars(program("--store", path, "totals", "type", "--bars").out)
    assert found == {"Personal": "█" * 39, "Small": "▒", "Zero": ""}
    assert program("--store", path, "totals", "--bars", "--tag", "none").out == ""


def test_a_chart_is_written_once(command: Command, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib, which the extra plot installs")
    for ending, begins in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("PDF", b"%PDF")):
        target = tmp_path / f"spending.{ending}"
        ran = command("chart", "-o", str(target), "--title", "Mine", "--currency", "EUR")
        assert ran.err == f"wrote {target}: 4 expenses\n"
        assert target.read_bytes().startswith(begins)
        ran = command("chart", "-o", str(target), status=1)
        assert f"{target} is there already\nhint: --force writes over it" in ran.err
        assert "5 expenses" in command("chart", "-o", str(target), "--force").err


def test_charts_that_can_not_be(command: Command, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib, which the extra plot installs")
    ran = command("chart", "-o", "spending.jpg", status=2)
    assert "'spending.jpg' is the name of no picture\nhint: it ends in one of .png" in ran.err
    assert "--output" in command("chart", status=2).err
    target = tmp_path / "spending.png"
    ran = command("chart", "-o", str(target), "--tag", "none", status=1)
    assert "no expense fits: there is nothing to draw" in ran.err
    assert "level is 0" in command("chart", "-o", str(target), "--level", "0", status=1).err
    assert not target.exists()
    nowhere = tmp_path / "none" / "spending.png"
    assert str(nowhere) in command("chart", "-o", str(nowhere), status=1).err


def test_a_chart_without_its_extra_says_what_to_install(filled: Path, tmp_path: Path) -> None:
    missing = "raise ModuleNotFoundError('there is no matplotlib', name='matplotlib')"
    (tmp_path / "matplotlib.py").write_text(missing)
    source = f"{tmp_path}{os.pathsep}{os.environ['PYTHONPATH']}"
    words = ("--store", filled, "chart", "-o", tmp_path / "x.png")
    ran = program(*words, status=1, PYTHONPATH=source)
    assert ran.err == (
        "error: a chart needs matplotlib, which is missing\n"
        "hint: pip install 'iexpense[cli,plot]'\n"
    )


def test_progress_of_a_chart_and_an_export(path: Path, tmp_path: Path) -> None:
    with iexpense.open(path, currency="EUR", relaxed=True) as store:
        store.add_many([{"name": f"Row {i}", "amount": 1} for i in range(20_000)])
    with Terminal("--store", path, "export", tmp_path / "all.json") as terminal:
        text = terminal.ends()
    assert "all.json: writing ━" in text
    assert "100%" in text
    pytest.importorskip("matplotlib", reason="matplotlib, which the extra plot installs")
    with Terminal("--store", path, "chart", "-o", tmp_path / "all.png") as terminal:
        text = terminal.ends()
    assert re.search(r"all\.png: drawing ━.*\d%", text)
    assert f"wrote {tmp_path / 'all.png'}: 20,000 expenses" in text


def test_ctrl_c_in_a_long_export_leaves_nothing(path: Path, tmp_path: Path) -> None:
    with iexpense.open(path, currency="EUR", relaxed=True) as store:
        rows = [{"name": f"Row {i}", "amount": 1, "note": "n" * 60} for i in range(5_000)]
        for _ in range(30):
            store.add_many(rows)
    target = tmp_path / "all.json"
    with Terminal("--store", path, "export", target) as terminal:
        terminal.expect("all.json: writing")
        terminal.press("C")
        text = terminal.ends(130)
    # Where it came too late, the file is whole and is said to be there.
    assert target.exists() == ("wrote" in text)
    left = {file.name for file in tmp_path.iterdir() if not file.name.startswith(path.name)}
    assert left <= {target.name}


STOP = """
import os, signal, sys
calls = 0
def pressed(function):
    def press(*arguments, **named):
        global calls
        calls += 1
        if calls == {call}:
            os.kill(os.getpid(), signal.{signal})
        return function(*arguments, **named)
    return press
{place}
from iexpense.cli import main
sys.exit(main({words!r}))
"""
PLACES = {
    "while it is told how far it is": (
        "from iexpense.cli._working import Working\nWorking.__call__ = pressed(Working.__call__)"
    ),
    "before the file is flushed": "os.fsync = pressed(os.fsync)",
    "before the file gets its name": "os.replace = pressed(os.replace)",
    "while it is drawn": ("import iexpense._drawing as d\nd._draw_bars = pressed(d._draw_bars)"),
}


def stopped(
    call: int, place: str, words: list[str], name: str = "SIGINT"
) -> subprocess.CompletedProcess[str]:
    """Runs the command, and sends it a signal at a place, at the so manieth call."""
    script = STOP.format(call=call, place=PLACES[place], words=words, signal=name)
    return subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=SECONDS,
        check=False,
    )


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", ["export", "chart"])
@pytest.mark.parametrize("before", [False, True])
def test_ctrl_c_leaves_nothing_half_done(
    filled: Path, tmp_path: Path, place: str, kind: str, before: bool
) -> None:
    if kind == "chart":
        pytest.importorskip("matplotlib", reason="matplotlib, which the extra plot installs")
    if ("drawn" in place and kind == "export") or ("told" in place and kind == "chart"):
        pytest.skip("there is no such moment")
    folder = tmp_path / "out"
    folder.mkdir()
    target = folder / ("all.csv" if kind == "export" else "all.png")
    words = ["--store", str(filled), kind, "--force"]
    words += [str(target)] if kind == "export" else ["-o", str(target)]
    if before:
        target.write_bytes(b"what was there")
    done = stopped(1, place, words)
    assert (done.returncode, "Traceback" in done.stderr) == (130, False), done
    # Once the bytes of an export are there, it is too late: the file is whole, and is said to be.
    whole = "wrote" in done.stderr
    assert whole == (kind == "export" and "told" not in place)
    assert [file.name for file in folder.iterdir()] == ([target.name] if before or whole else [])
    if whole:
        assert target.read_bytes().count(b"\r\n") == 6
    elif before:
        assert target.read_bytes() == b"what was there"
    with iexpense.open(filled) as store:
        store.check()
        assert len(store.expenses()) == 5


def test_ctrl_c_in_an_import_stores_nothing_or_all(filled: Path, tmp_path: Path) -> None:
    file = tmp_path / "many.csv"
    rows = [f"2026-03-{1 + i % 28:02},Payee {i},{i}.50\n" for i in range(5000)]
    file.write_text("Date,Payee,Amount\n" + "".join(rows))
    words = ["--store", str(filled), "import", str(file), "--answer", "spending=positive"]
    words += ["--currency", "EUR", "--save-profile", "Many"]
    place = "while it is told how far it is"
    for call in (1, 2, 50, 120, 180):
        done = stopped(call, place, words)
        with iexpense.open(filled) as store:
            store.check()
            count = len(store.expenses())
        assert done.returncode == 130, done
        assert count == 5, (call, count)
        assert "nothing of" in done.stderr


def test_a_signal_that_ends_it_at_once_leaves_nothing(path: Path, tmp_path: Path) -> None:
    with iexpense.open(path, currency="EUR", relaxed=True) as store:
        store.add_many([{"name": f"Row {i}", "amount": 1} for i in range(20_000)])
    target = tmp_path / "all.json"
    words = ["--store", str(path), "export", str(target)]
    done = stopped(20, "while it is told how far it is", words, "SIGKILL")
    assert done.returncode == -signal.SIGKILL
    assert not target.exists()
    with iexpense.open(path) as store:
        store.check()
        assert len(store.expenses()) == 20_000
