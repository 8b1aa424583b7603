"""Tells what of iexpense.h the C++ header does not use: functions, and constants but for a few."""

import re
import sys
from pathlib import Path

INCLUDE = Path(__file__).resolve().parents[2] / "include"
# For bindings that copy structs, which C++ does not.
NOT_WRAPPED = {"iex_abi_layout"}
# Numbers that stand in the C structs and functions which C++ passes on as they are.
NOT_NAMED = re.compile(r"IEX_(VERSION|OK|BIT|DELIVER_NOW)|IEX_[A-Z]+_TEXT")


def main() -> int:
    header = (INCLUDE / "iexpense.h").read_text(encoding="utf-8")
    code = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    wrapper = "\n".join(
        path.read_text(encoding="utf-8") for path in sorted((INCLUDE / "iexpense").glob("*.hpp"))
    )
    used = set(re.findall(r"\b(?:iex_\w+|IEX_\w+)", wrapper))
    functions = set(re.findall(r"\b(iex_\w+)\(", code)) - NOT_WRAPPED
    constants = {
        name
        for name in re.findall(r"^#define (IEX_\w+)(?: |\(\w+\))", code, re.MULTILINE)
        if not NOT_NAMED.match(name)
    }
    missing = sorted((functions | constants) - used)
    for name in missing:
        print(f"{name} is not used in include/iexpense")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
