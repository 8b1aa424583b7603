"""Compiles and runs Swift programs against the modules of the library.

The modules are those of a debug build, as `swift build` and `swift test` leave it, put together to
one library.
"""

import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from blocks import ROOT, run

SWIFT = os.environ.get("SWIFT", "swift")
SWIFTC = SWIFT + "c"
SCRATCH = ROOT / os.environ.get("SCRATCH", ".build")
MODULES = ["ExpenseModel", "Threads", "ViewState", "ExpenseStore", "ExpenseForms", "ExpenseFiles"]
MAPS = [
    flag
    for name in ("CSQLite", "CLinux")
    for flag in ("-Xcc", f"-fmodule-map-file={ROOT / 'Sources' / name / 'module.modulemap'}")
]


@cache
def library() -> tempfile.TemporaryDirectory[str]:
    """Links the modules into a library, building what is not built; gives its folder."""
    for target in ("ExpenseForms", "ExpenseFiles"):  # they import all others
        subprocess.run(
            [SWIFT, "build", "--scratch-path", str(SCRATCH), "--target", target],
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
    folder = tempfile.TemporaryDirectory()
    # Of its sources, since objects of files that are gone stay in the folder of a build.
    objects = [
        str(SCRATCH / "debug" / f"{module}.build" / f"{source.name}.o")
        for module in MODULES
        for source in (ROOT / "Sources" / module).rglob("*.swift")
    ]
    output = str(Path(folder.name) / "libIExpense.so")
    run([SWIFTC, "-emit-library", "-o", output, *objects, "-lsqlite3"], folder.name)
    return folder


def compile_and_run(text: str, folder: str) -> str:
    """Compiles a program in a folder, runs it, and returns what it printed."""
    if shutil.which(SWIFTC) is None:
        raise RuntimeError(f"there is no {SWIFTC}")
    place = library().name
    source = Path(folder) / "main.swift"
    source.write_text(text, encoding="utf-8")
    executable = Path(folder) / "program"
    modules = ["-I", str(SCRATCH / "debug" / "Modules"), *MAPS]
    link = ["-L", place, "-lIExpense", "-Xlinker", "-rpath", "-Xlinker", place]
    strict = ["-swift-version", "6", "-warnings-as-errors"]
    run([SWIFTC, *strict, str(source), "-o", str(executable), *modules, *link], folder)
    source.unlink()
    return run([str(executable)], folder)
