"""The types that the package declares: true of what runs, and enough for a strict checker."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent

PROGRAM = """
from decimal import Decimal
import iexpense

with iexpense.open("spending.db", currency="EUR") as store:
    lunch: iexpense.Expense = store.add("Lunch", "12.50", type="Business", tags=["client"])
    amount: Decimal = lunch.amount
    view = store.expenses(month="2026-03", sort=("-amount", "date"))
    names: list[str] = [expense.name for expense in view]
    totals: iexpense.Totals = store.totals("month", "type")
    first: iexpense.Total = totals[0]
    chart: iexpense.Chart = store.plot(title="Mine", progress=print, type=["Business"])
    png: bytes = chart.image("png")
    store.export("csv", "all.csv", progress=lambda progress: print(progress.phase.name))
"""
WRONG = {
    'store.add("Lunch", 12.5)': "arg-type",
    "store.plot(level='1')": "arg-type",
    "store.totals('month')[0].amount.mount": "attr-defined",
    # Words that there are not, wherever keywords choose expenses or fields.
    "store.expenses(mounth='2026-03')": "call-overload",
    "store.expenses(month=3)": "call-overload",
    "store.totals('type', mounth='2026-03')": "call-arg",
    "store.plot(mounth='2026-03')": "call-arg",
    "store.export('csv', 'all.csv', mounth='2026-03')": "call-arg",
    "store.add('Lunch', 3, categry='Food')": "call-arg",
    "store.update(1, nme='Lunch')": "call-arg",
    "store.update(1, amount=12.5)": "arg-type",
    "view.update_at(0, nme='Lunch')": "call-arg",
    "store.draft(nme='Lunch')": "call-arg",
}


def mypy(file: Path) -> str:
    """What mypy --strict says of a program."""
    pytest.importorskip("mypy", reason="mypy, a tool of the tests")
    options = ["--strict", "--no-error-summary", "--cache-dir", str(file.parent / "cache")]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, str(file)],
        capture_output=True,
        text=True,
        cwd=file.parent,
        check=False,
    )
    return done.stdout + done.stderr


def test_what_is_declared_is_what_runs() -> None:
    pytest.importorskip("mypy", reason="mypy, a tool of the tests")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy.stubtest", "iexpense", "--concise"),
            *("--mypy-config-file", "pyproject.toml", "--allowlist", "tests/data/stubtest.txt"),
            # What another version of Python needs no exception for.
            "--ignore-unused-allowlist",
        ],
        capture_output=True,
        text=True,
        cwd=PACKAGE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_users_program_is_checked(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    assert mypy(program) == ""
    lines = "".join(f"    {line}\n" for line in WRONG)
    program.write_text(PROGRAM + lines)
    said = mypy(program).splitlines()
    for offset, (line, code) in enumerate(WRONG.items()):
        number = PROGRAM.count("\n") + 1 + offset
        assert any(f":{number}: error" in one and f"[{code}]" in one for one in said), (line, said)
