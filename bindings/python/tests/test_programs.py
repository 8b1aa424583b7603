"""Whole programs: the one that users want to write, the loader's refusals, and the wheel."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from decimal import Decimal
from pathlib import Path

import iexpense
import pytest

PACKAGE = Path(__file__).resolve().parent.parent


def python(
    *arguments: str, cwd: Path, check: bool = True, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=check,
        timeout=120,
    )


STATEMENT = """Date;Merchant;Amount
03/05/2026;Cafe;-3,50
03/05/2026;Cafe;-3,50
04/05/2026;Salary;2.000,00
05/05/2026;Typo;12,34,5
"""


def test_what_a_user_wants_to_write(tmp_path: Path) -> None:
    """As it stands: it imports a file that leaves nothing open to this store; while it waits in its
    last line a second program adds, and it tells of it."""
    wanted = PACKAGE / "tests" / "data" / "want.py"
    statement = tmp_path / "visa-05.csv"
    statement.write_text(STATEMENT)
    ambiguous = python(str(wanted), str(statement), cwd=tmp_path, check=False)
    assert ambiguous.returncode == 1
    assert "AmbiguousFileError: visa-05.csv leaves open: " in ambiguous.stderr
    for key in ("date", "spending", "currency"):
        assert f"{key}: " in ambiguous.stderr
    with iexpense.open(tmp_path / "spending.db", currency="EUR") as store:
        assert len(store.expenses()) == 0
        with store.read(statement) as file:
            file.answer(date="DMY", spending="negative", currency="EUR", income="leave out")
            store.profiles["Visa"] = file.profile
        for name in ("Parking", "Hotel parking", "parking ticket"):
            store.add(name, "4.20", date="2026-02-01")
    with subprocess.Popen(
        [sys.executable, "-u", "-W", "error", str(wanted), str(statement)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as program:
        assert program.stdout is not None
        lines = [""]
        while not lines[-1].startswith("undid"):
            lines.append(program.stdout.readline().rstrip())
            assert lines[-1], lines
        time.sleep(0.2)
        assert program.poll() is None
        with iexpense.open(tmp_path / "spending.db", origin="second") as store:
            store.add("Dinner", 31)
        try:
            told, _ = program.communicate(timeout=30)
        finally:
            program.kill()
    assert program.returncode == 0
    assert re.fullmatch(r"#\d+ second: added 1 expense \(Dinner 31\.00 EUR\)\n", told)
    assert lines[1] == (
        'visa-05.csv: 2 new, 1 left out (money in), 1 rejected: line 5, Amount, "12,34,5"'
    )
    lines = lines[2:]
    assert lines[:2] == ["2026-03-15 Hotel 214.00 EUR", "2026-03-14 Train 89.90 EUR"]
    assert "2026-03 Travel 214.00 EUR 1" in lines
    assert "2026-03 Travel:Rail 89.90 EUR 1" in lines
    assert lines[-1] == 'undid "removed 3 expenses"'
    with iexpense.open(tmp_path / "spending.db") as store:
        lunch = store.expenses(type="Business")[0]
        assert (lunch.amount, lunch.note, lunch.tags) == (
            Decimal("13.50"),
            "with tip",
            ("client",),
        )
        assert len(store.expenses(text="parking")) == 3


def test_the_working_folder_is_never_searched(tmp_path: Path) -> None:
    (tmp_path / "libiexpense.so.1").write_text("not a library")
    copied = shutil.copytree(
        PACKAGE / "src" / "iexpense",
        tmp_path / "packages" / "iexpense",
        ignore=shutil.ignore_patterns("*.so.1", "__pycache__"),
    )
    run = python(
        "-c",
        "import iexpense",
        cwd=tmp_path,
        check=False,
        PYTHONPATH=str(copied.parent),
        IEXPENSE_LIBRARY="",
        LD_LIBRARY_PATH="",
    )
    if run.returncode == 0:
        pytest.skip("libiexpense.so.1 is installed on this machine")
    assert f"{copied}/libiexpense.so.1: not there" in run.stderr
    assert "libiexpense.so.1: cannot open shared object file" in run.stderr
    assert "Set IEXPENSE_LIBRARY" in run.stderr
    assert "invalid ELF header" not in run.stderr


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ("build/libiexpense.so.1", "must be an absolute path"),
        ("/nowhere/libiexpense.so.1", "/nowhere/libiexpense.so.1: not there"),
        ("{folder}/bad.so", "bad.so: "),
    ],
)
def test_the_loader_says_what_is_wrong(tmp_path: Path, named: str, says: str) -> None:
    (tmp_path / "bad.so").write_text("not a library")
    run = python(
        "-c",
        "import iexpense",
        cwd=tmp_path,
        check=False,
        IEXPENSE_LIBRARY=named.format(folder=tmp_path),
    )
    assert run.returncode != 0
    assert "ImportError" in run.stderr
    assert says in run.stderr


def test_another_version_or_layout_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from iexpense import _abi, _library

    for version in ("2.0.0", "0.0.9"):
        with pytest.raises(ImportError, match=version):
            _library.check_version(version, "there")
    newer = _abi.VERSION + ".1"
    _library.check_version(newer, "there")

    from ctypes import Structure, c_int32, c_int64

    class iex_money(Structure):
        _fields_ = (("amount_minor", c_int64), ("digits", c_int64), ("currency", c_int32))

    class iex_error(Structure):
        _fields_ = (("status", c_int32), ("sqlite_code", c_int32))

    for structure in (iex_money, iex_error):
        layout = ((structure, tuple(field[0] for field in structure._fields_)),)
        monkeypatch.setattr(_abi, "LAYOUT", layout)
        with pytest.raises(ImportError, match=structure.__name__):
            _library.check_layout(_library.lib, "there")


def test_the_wheel_holds_the_library(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", minversion="70.1")
    source = shutil.copytree(
        PACKAGE,
        tmp_path / "python",
        ignore=shutil.ignore_patterns("build", "*.so.1", "__pycache__", ".*_cache", "*.egg-info"),
    )
    build = f"from setuptools import build_meta; print(build_meta.build_wheel({str(tmp_path)!r}))"
    run = python("-W", "default", "-c", build, cwd=source)
    name = run.stdout.splitlines()[-1]
    assert re.fullmatch(r"iexpense-[0-9.]+-py3-none-linux_\w+\.whl", name)
    with zipfile.ZipFile(tmp_path / name) as wheel:
        names = wheel.namelist()
        wheel.extractall(tmp_path / "site")
    assert {"iexpense/libiexpense.so.1", "iexpense/py.typed", "iexpense/_abi.py"} <= set(names)
    show = "import iexpense._library; print(iexpense._library.lib._name)"
    run = python("-c", show, cwd=tmp_path, PYTHONPATH=str(tmp_path / "site"), IEXPENSE_LIBRARY="")
    assert run.stdout.strip() == str(tmp_path / "site" / "iexpense" / "libiexpense.so.1")


def test_a_wheel_without_a_library_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", minversion="70.1")
    source = shutil.copytree(
        PACKAGE,
        tmp_path / "python",
        ignore=shutil.ignore_patterns("build", "*.so.1", "__pycache__", ".*_cache", "*.egg-info"),
    )
    build = f"from setuptools import build_meta; build_meta.build_wheel({str(tmp_path)!r})"
    for named, says in (("/nowhere/x.so", "/nowhere/x.so"), ("", "Set IEXPENSE_LIBRARY")):
        run = python("-W", "default", "-c", build, cwd=source, check=False, IEXPENSE_LIBRARY=named)
        assert run.returncode != 0
        assert says in run.stderr
