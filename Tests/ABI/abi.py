"""Shows that programs that were compiled before go on to run, and that all see the structs alike.

    abi.py             every check; ends in "N passed, N failed"
    abi.py NAME …      these functions of it
    abi.py release     keeps header and client of this version, to compare later ones with

From the first release on, header and library are compared with those of every one that is kept in
Tests/ABI/releases, and its compiled client is run. Which changes the comparison lets through is
shown on made-up headers, and all of it on a release that is made up from the present state.
"""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import layout
import made_up
import numbers_of
import releases
from interface import structs, stub_library, trimmed, without_comments

HEADER = releases.ROOT / "include" / "iexpense.h"
LIBRARY = Path(os.environ.get("IEXPENSE_LIBRARY", releases.ROOT / "build" / "libiexpense.so.1"))
# The least of these that the library takes is the whole struct of the first version.
NEVER_SMALLER = {"iex_draft_state", "iex_value", "iex_sheet_state"}

counts = {True: 0, False: 0}


def check(name: str, problems: Iterable[str]) -> None:
    """Counts a check, and prints what is wrong."""
    wrong = [line for problem in problems for line in problem.splitlines()]
    counts[not wrong] += 1
    print(f"  {'FAILED ' if wrong else 'ok     '} {name}", flush=True)
    for line in wrong:
        print(f"          {line}")


def changes_are_judged(folder: Path) -> None:
    for number, change in enumerate(made_up.CHANGES):
        place = folder / f"change-{number}"
        place.mkdir()
        verb = "lets through" if change.allowed else "refuses"
        check(f"{verb} {change.name}", filter(None, [made_up.judge(change, place)]))


def layouts_agree(folder: Path) -> None:
    there = structs(stub_library(HEADER, folder / "layout"))
    ours = [each for name, each in sorted(there.items()) if name.startswith("iex_")]
    said = layout.in_library(LIBRARY, ours)
    print(f"          {len(ours)} structs, {len(said) - len(ours)} fields")
    for compiler in layout.COMPILERS:
        if not shutil.which(compiler):
            print(f"  SKIPPED {compiler}: it is not installed")
            continue
        seen = layout.compiled(compiler, HEADER, ours, folder)
        check(
            f"{compiler} sees each field where the library has it", layout.differences(seen, said)
        )
    check("so does Python", layout.differences(layout.in_python(), said))


def numbers_are_pinned(folder: Path) -> None:
    listed = numbers_of.pinned(numbers_of.LIST.read_text())
    there = numbers_of.compiled(HEADER, folder)
    check(f"{len(there)} numbers are what they were", numbers_of.compare(there, listed))
    check("Python has the same", numbers_of.in_python(there, layout.declarations()))
    check("and the library names each status", numbers_of.statuses(there, LIBRARY))
    for name, problems in numbers_of.made_up(there, listed):
        check(f"refuses {name}", [] if problems else ["it was let through"])


def smaller_structs_are_enough(folder: Path) -> None:
    now = structs(stub_library(HEADER, folder / "whole"))
    fields = {
        each.name: len(each.fields) - 1
        for each in now.values()
        if each.grows and each.name not in NEVER_SMALLER
    }
    header = folder / "smaller.h"
    header.write_text(trimmed(without_comments(HEADER), fields))
    then = structs(stub_library(header, folder / "less"))
    check(
        f"{len(fields)} structs have one field less in an older header",
        [name for name, count in fields.items() if len(then[name].fields) != count],
    )
    client = releases.build_client(releases.CLIENT, header, folder, "older")
    check("a client compiled with it runs", releases.run_client(client, LIBRARY))


def a_release_is_held(folder: Path) -> None:
    """What happens from the first release on, with a release of the present state."""
    kept = releases.write(HEADER, folder / "releases")
    check("a release is kept", releases.not_kept([kept.name], kept.parent))
    check(
        "one that was not is noticed", [] if releases.not_kept(["9.9.9"], kept.parent) else ["no"]
    )
    hold(kept, folder)
    for packed in kept.glob("client-*.xz"):
        packed.unlink()
    check(
        "its client, compiled again for another machine, runs",
        releases.run_client(releases.client_of(kept, folder), LIBRARY),
    )
    text = HEADER.read_text()
    for name, before, after in (
        ("a function that is gone", r"^iex_status iex_store_check\(.*;\n", ""),
        (
            "a parameter that is another",
            r"(iex_store_revision\(iex_store \*store, )int64_t",
            r"\1int32_t",
        ),
        ("a field in the middle", r"^(  int32_t then_sort;.*)$", r"\1\n  int64_t between;"),
    ):
        changed = folder / f"{name.replace(' ', '-')}.h"
        changed.write_text(re.sub(before, after, text, count=1, flags=re.MULTILINE))
        assert changed.read_text() != text
        place = folder / changed.stem
        place.mkdir()
        broken = releases.breaks(kept, changed, LIBRARY, place)
        check(f"{name} is refused", [] if broken else ["it was let through"])


def hold(kept: Path, folder: Path) -> None:
    place = folder / f"hold-{kept.name}"
    place.mkdir()
    name = f"{kept.name}: "
    check(f"{name}programs of then run with this header and library",
          releases.breaks(kept, HEADER, LIBRARY, place))  # fmt: skip
    check(f"{name}its client runs", releases.run_client(releases.client_of(kept, place), LIBRARY))


def releases_are_held(folder: Path) -> None:
    tags = releases.tagged()
    check(
        f"{len(tags)} released versions are kept",
        (f"{each}: there is no {releases.RELEASES / each}" for each in
         releases.not_kept(tags, releases.RELEASES)),
    )  # fmt: skip
    for kept in sorted(releases.RELEASES.glob("[0-9]*")):
        hold(kept, folder)


def main() -> int:
    if sys.argv[1:] == ["release"]:
        print(releases.write(HEADER, releases.RELEASES))
        return 0
    if not shutil.which("abidw"):
        print("SKIPPED: there is no abidw (Debian: abigail-tools)\n0 passed, 0 failed, 1 skipped")
        return 0
    parts: list[Callable[[Path], None]] = [
        changes_are_judged,
        layouts_agree,
        numbers_are_pinned,
        smaller_structs_are_enough,
        a_release_is_held,
        releases_are_held,
    ]
    for part in [each for each in parts if each.__name__ in sys.argv[1:]] or parts:
        with tempfile.TemporaryDirectory() as folder:
            part(Path(folder))
    print(f"{counts[True]} passed, {counts[False]} failed")
    return 1 if counts[False] else 0


if __name__ == "__main__":
    sys.exit(main())
