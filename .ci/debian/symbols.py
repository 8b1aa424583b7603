"""Writes libiexpense1.symbols from the export list: a new function gets the present version, one
that is there keeps its own. `make generate` runs it.

    python3 .ci/debian/symbols.py [--check]
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
SYMBOLS = HERE / "libiexpense1.symbols"


def main() -> int:
    header = (TOP / "include" / "iexpense.h").read_text(encoding="utf-8")
    version = re.search(r'^#define IEX_VERSION "(.*)"', header, re.MULTILINE)
    assert version is not None
    exported = re.findall(
        r"^\s*(iex_\w+);", (TOP / "Sources/IExpenseC/exports.map").read_text(), re.MULTILINE
    )
    before = SYMBOLS.read_text(encoding="utf-8") if SYMBOLS.exists() else ""
    since = dict(re.findall(r"^ (iex_\w+)@Base (\S+)", before, re.MULTILINE))
    text = "libiexpense.so.1 libiexpense1 #MINVER#\n"
    for name in sorted(exported):
        text += f" {name}@Base {since.get(name, version[1])}\n"
    if "--check" in sys.argv:
        if text != before:
            print(f"{SYMBOLS} is not of this export list: make generate")
        return text != before
    SYMBOLS.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
