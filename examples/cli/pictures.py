"""Makes the pictures of the README: `make pictures`.

A household's expenses of a year and more, made up and the same each time: a chart of them, and what
`iexpense totals` shows of them in a terminal.
"""

from __future__ import annotations

import datetime
import fcntl
import os
import pty
import random
import re
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path
from typing import Any

import iexpense
from rich.console import Console
from rich.text import Text

HERE = Path(__file__).resolve().parent
COLUMNS = 92
# What is bought: category, name, type, a usual price in cents, how often a month.
HABITS = [
    ("Groceries", "Market", "Personal", 3000, 8),
    ("Eating out", "Trattoria", "Personal", 1800, 6),
    ("Travel:Rail", "Train", "Business", 7000, 2),
    ("Travel:Hotel", "Hotel", "Business", 14000, 1),
    ("Home", "Electricity", "Personal", 8500, 1),
    ("Books", "Bookshop", "Personal", 1600, 2),
    ("Health", "Pharmacy", "Personal", 2000, 1),
    ("Office", "Stationery", "Business", 2500, 1),
]


def household() -> list[dict[str, Any]]:
    """The expenses, of February 2025 to March 2026."""
    chance = random.Random(3)
    rows: list[dict[str, Any]] = []

    def add(name: str, category: str, type: str, amount: str, month: int, day: int) -> None:
        date = datetime.date(2025 + month // 12, month % 12 + 1, day)
        rows.append(
            {"name": name, "category": category, "type": type, "amount": amount, "date": date}
        )

    for month in range(1, 15):
        for category, name, type, price, often in HABITS:
            for _ in range(chance.randint(max(0, often - 2), often + 1)):
                cents = price * chance.randint(50, 180) // 100
                amount = f"{cents // 100}.{cents % 100:02}"
                add(name, category, type, amount, month, chance.randint(1, 28))
        if month % 3 == 1:
            add("Shoes", "Clothes", "Personal", "119.90", month, 12)
        if month % 3 == 2:
            add("Shoes given back", "Clothes", "Personal", "-59.95", month, 20)
        if month % 5 == 3:
            add("Hotel cancelled", "Travel:Hotel", "Business", "-180.00", month, 22)
        if 7 <= month <= 9:
            add("Inn", "Travel:Hotel", "Business", f"{chance.randint(3, 8) * 80} USD", month, 9)
            add("Diner", "Eating out", "Personal", f"{chance.randint(2, 5) * 40} USD", month, 9)
            add("Railway", "Travel:Rail", "Business", f"{chance.randint(2, 4) * 60} USD", month, 9)
    return rows


def in_a_terminal(store: str, *words: str) -> str:
    """What the command shows in a terminal, with its colours."""
    screen, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    command = [sys.executable, "-m", "iexpense", "--store", store, *words]
    environment = {**os.environ, "TERM": "xterm-256color"}
    with subprocess.Popen(
        command, stdin=side, stdout=side, stderr=side, env=environment
    ) as process:
        os.close(side)
        shown = b""
        try:
            while data := os.read(screen, 65536):
                shown += data
        except OSError:
            pass  # the command has closed the terminal
        if process.wait() != 0:
            raise SystemExit(shown.decode())
    os.close(screen)
    return shown.decode().replace("\r", "")


def main() -> None:
    """Writes both pictures beside this file."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "spending.db")
        with iexpense.open(path, currency="EUR", relaxed=True) as store:
            store.add_many(household())
            store.plot().save(HERE / "spending.png")
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            screen = Console(record=True, width=COLUMNS, file=nowhere, force_terminal=True)
            for words in (("totals", "category", "--level", "1"), ("totals", "type")):
                screen.print(Text(f"$ iexpense {' '.join(words)}", style="bold"))
                screen.print(Text.from_ansi(in_a_terminal(path, *words)))
        picture = screen.export_svg(title="iexpense totals", unique_id="totals")
        # The fonts of whoever looks at it, and none from elsewhere.
        picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)
        (HERE / "totals.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
