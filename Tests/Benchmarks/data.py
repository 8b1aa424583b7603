"""The rows that everyone stores, and everyone's database of them, made once and kept."""

from __future__ import annotations

import lzma
import os
import shutil
import subprocess
import sys
from pathlib import Path

from party import Party
from programs import HERE, PROGRAMS, ROOT, Programs
from workloads import Contender


class Data:
    """A folder for each number of rows, with rows.bin, rows.csv and the databases."""

    def __init__(self, folder: Path, programs: Programs, kind: str) -> None:
        self.folder = folder
        self.programs = programs
        self.kind = kind
        self.payments = self._unpack() if kind == "leeds" else None
        if self.payments is None:
            self.kind = "made"

    def rows(self, count: int, kind: str = "") -> Path:
        """Gives the folder of so many rows, made if need be."""
        kind = kind or self.kind
        folder = self.folder / f"{kind}-{count}"
        stamp = folder / "made-with"
        source = (HERE / "c" / "make_rows.c").read_bytes() + (HERE / "c" / "rows.h").read_bytes()
        if not stamp.exists() or stamp.read_bytes() != source:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            say(f"making {count:,} rows")
            payments = [str(self.payments)] if kind == "leeds" and self.payments else []
            command = [str(self.programs.folder / "make_rows"), str(count), str(folder), *payments]
            subprocess.run(command, check=True)
            stamp.write_bytes(source)
        return folder

    def database(self, contender: Contender, count: int, folder: Path) -> None:
        """Makes the database of a contender in the folder of so many rows, if it is to have one."""
        kind = PROGRAMS[contender.program].database
        if not kind:
            return
        if kind != "variant":
            contender = Contender(contender.program)
        stamp = folder / f"made-{contender.program}-{contender.variant}"
        wanted = self.programs.stamp(contender.program)
        if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
            return
        say(f"making the database of {contender.name} of {count:,} rows")
        with Party(self.programs.command(contender, "make", count, folder)) as party:
            party.round()
        stamp.write_text(wanted, encoding="utf-8")

    def _unpack(self) -> Path | None:
        folder = Path(os.environ.get("IEXPENSE_DATA", ROOT / ".." / "shared" / "data"))
        packed = folder / "leeds-payments.csv.xz"
        if not packed.exists():
            say(f"there is no {packed}: all rows are generated")
            return None
        path = self.folder / "leeds-payments.csv"
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            unfinished = path.with_suffix(".new")
            with lzma.open(packed) as source, unfinished.open("wb") as target:
                shutil.copyfileobj(source, target, 1 << 20)
            unfinished.rename(path)
        return path


def say(text: str) -> None:
    print(f"    {text}", file=sys.stderr, flush=True)
