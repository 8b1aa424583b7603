"""The rows that everyone stores, and everyone's database of them, made once and kept."""

from __future__ import annotations

import lzma
import os
import shutil
import subprocess
import sys
from pathlib import Path

from contest import Contender
from party import Party
from programs import HERE, ROOT, Programs


class Data:
    """A folder for each number of rows, with rows.bin, rows.csv and the databases."""

    def __init__(self, folder: Path, programs: Programs, kind: str) -> None:
        self.folder = folder
        self.programs = programs
        self.kind = kind
        self.payments = self._unpack() if kind == "leeds" else None
        if self.payments is None:
            self.kind = "made"

    def about(self) -> str:
        """Says which rows these are, for whoever reads the figures."""
        if self.kind == "made":
            return "generated rows"
        return "real payments where the workload does not name others"

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
            command = [str(self.programs.folder / "make_rows"), str(count), str(folder)]
            if kind == "leeds":
                command.append(str(self.payments))
            elif kind == "named":
                command.append("--names")
            subprocess.run(command, check=True)
            stamp.write_bytes(source)
        return folder

    def database(self, contender: Contender, count: int, folder: Path) -> Path:
        """Gives the database of a contender of so many rows, made if need be."""
        contender = self.programs.owner(contender)
        path = folder / self.programs.database(contender)
        if path.suffix == ".db" and not path.exists():
            say(f"making the database of {contender.name} of {count:,} rows")
            for old in folder.glob(f"{path.name.rpartition('-')[0]}-*"):
                old.unlink()
            unfinished = path.with_suffix(".new")
            command = self.programs.command(contender, "make", count, folder)
            with Party(contender.program, command, unfinished) as party:
                party.round()
            unfinished.rename(path)
        return path

    def copy(self, database: Path, workload: str) -> Path:
        """Copies a database for a workload that changes it."""
        path = database.with_name(f"copy-{workload}-{database.name}")
        self.remove_copy(path)
        if database.exists():
            shutil.copyfile(database, path)
        return path

    def remove_copy(self, path: Path) -> None:
        for file in path.parent.glob(f"{path.name}*"):
            file.unlink()

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
