"""What is kept of each release in Tests/ABI/releases/VERSION, and what of it has to hold today.

    iexpense.h            the header without its comments
    client.c              the client of then
    client-MACHINE.xz     the same, compiled then, for one kind of machine

`make release-abi` writes the folder of the version that is about to be released. What counts is the
compiled client: it has the sizes, offsets and numbers of then in it. Where it is for another kind
of machine, it is compiled again with the header of then.
"""

import lzma
import os
import platform
import re
import subprocess
import tempfile
from pathlib import Path

from interface import (
    SONAME,
    compatible,
    functions,
    must,
    run,
    stub_library,
    without_comments,
)

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RELEASES = HERE / "releases"
CLIENT = HERE / "client.c"


def version(header: Path) -> str:
    """The version that a header names."""
    found = re.search(r'^#define IEX_VERSION "(.*)"', header.read_text(), re.MULTILINE)
    assert found is not None
    return found[1]


def build_client(source: Path, header: Path, folder: Path, name: str) -> Path:
    """Compiles a client with a header, and links it with a library of names alone."""
    place = folder / name
    stub_library(header, place)
    include = place / "include"
    include.mkdir()
    (include / "iexpense.h").write_text(header.read_text())
    built = place / "client"
    must("gcc", "-std=c99", "-Os", "-s", "-Wall", "-Wextra", "-Werror", "-I", include, source,
         "-o", built, "-L", place, "-liexpense", "-Wl,-z,noseparate-code")  # fmt: skip
    return built


def run_client(client: Path, library: Path) -> list[str]:
    """Runs a client with a library; why it failed."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [client, folder],
            env=os.environ | {"LD_LIBRARY_PATH": str(library.parent)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    print(f"          {done.stdout.splitlines()[-1] if done.stdout else 'it printed nothing'}")
    return [] if done.returncode == 0 else [f"it ended with {done.returncode}", done.stdout]


def write(header: Path, releases: Path) -> Path:
    """Keeps what there is of the header's version."""
    kept = releases / version(header)
    kept.mkdir(parents=True, exist_ok=True)
    (kept / "iexpense.h").write_text(without_comments(header))
    (kept / "client.c").write_text(CLIENT.read_text())
    with tempfile.TemporaryDirectory() as folder:
        built = build_client(CLIENT, kept / "iexpense.h", Path(folder), "release")
        packed = lzma.compress(built.read_bytes(), preset=9)
    (kept / f"client-{platform.machine()}.xz").write_bytes(packed)
    return kept


def client_of(kept: Path, folder: Path) -> Path:
    """The client of a release, ready to be run."""
    packed = kept / f"client-{platform.machine()}.xz"
    if not packed.exists():
        return build_client(kept / "client.c", kept / "iexpense.h", folder, f"client-{kept.name}")
    client = folder / f"client-{kept.name}"
    client.write_bytes(lzma.decompress(packed.read_bytes()))
    client.chmod(0o755)
    return client


def breaks(kept: Path, header: Path, library: Path, folder: Path) -> list[str]:
    """Why programs of a release may not run with this header and library."""
    problems = compatible(kept / "iexpense.h", header, folder)
    missing = functions(folder / "then" / SONAME) - functions(library)
    return problems + [f"{name} is not in {library}" for name in sorted(missing)]


def tagged() -> list[str]:
    """The versions that have a tag which is reachable from here; none where there is no git."""
    done = run("git", "-C", ROOT, "tag", "--merged", "HEAD", "--list", "v[0-9]*")
    return [tag[1:] for tag in done.stdout.split()] if done.returncode == 0 else []


def not_kept(tags: list[str], releases: Path) -> list[str]:
    """The released versions of which nothing was kept."""
    return [each for each in tags if not (releases / each / "iexpense.h").exists()]
