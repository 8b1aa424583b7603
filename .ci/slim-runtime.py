"""Makes a copy of Swift's static runtime of which the linker may leave out what nobody calls.

The runtime's archive marks every public function of the standard library as one to be retained
(SHF_GNU_RETAIN), so that --gc-sections keeps all of them: 1 MB that no program of ours can reach,
since nothing but iex_* is exported. In the copy the functions and their constants are not marked.
What the runtime looks up by itself (types, protocols, conformances) stays marked.

Nor does the copy run what a program of Swift's own runs when it starts: it reads the map of the
process's memory to find the arguments, which nobody asks for, and looks for a program that prints
backtraces, which would install signal handlers in a host that sets SWIFT_BACKTRACE. That is a tenth
of a millisecond of each process's start (measured once).

    python3 .ci/slim-runtime.py SWIFT FOLDER

FOLDER becomes a resource folder for `swiftc -resource-dir`: symbolic links to the toolchain's own,
and the one archive. It is left alone when it is newer than the toolchain's and than this program.
"""

import json
import struct
import subprocess
import sys
from pathlib import Path

ARCHIVE = Path("linux") / "libswiftCore.a"
SHF_GNU_RETAIN = 0x200000
SECTIONS = (b".text.", b".rodata.", b".data.", b".bss.")
# Offsets in an ELF file of 64 bits: its header's, and those of the header of a section.
SECTION_HEADERS, SECTION_COUNT = 0x28, 0x3C
HEADER_SIZE, TYPE, FLAGS, OFFSET = 64, 4, 8, 24
SHT_NULL = 0
# The objects whose initializers are left out, and where an object names them.
IDLE = (b"Backtrace.cpp.o", b"CommandLine.cpp.o")
INITIALIZERS = (b".init_array", b".rela.init_array")


def sections(data: bytearray, start: int) -> tuple[range, int]:
    """Where an object's headers of sections are, and where the names of the sections begin."""
    (headers,) = struct.unpack_from("<Q", data, start + SECTION_HEADERS)
    count, names = struct.unpack_from("<HH", data, start + SECTION_COUNT)
    first = start + headers
    # More sections than fit 16 bits are counted in the first header.
    if count == 0:
        (count,) = struct.unpack_from("<Q", data, first + 32)
    if names == 0xFFFF:
        (names,) = struct.unpack_from("<I", data, first + 40)
    (texts,) = struct.unpack_from("<Q", data, first + names * HEADER_SIZE + OFFSET)
    return range(first, first + count * HEADER_SIZE, HEADER_SIZE), start + texts


def release_sections(data: bytearray, start: int) -> int:
    """Clears the mark in the object that begins at `start`, and tells how many sections had it."""
    headers, texts = sections(data, start)
    released = 0
    for header in headers:
        name, _, flags = struct.unpack_from("<IIQ", data, header)
        if flags & SHF_GNU_RETAIN and data.startswith(SECTIONS, texts + name):
            struct.pack_into("<Q", data, header + FLAGS, flags & ~SHF_GNU_RETAIN)
            released += 1
    return released


def leave_out_initializers(data: bytearray, start: int) -> int:
    """Has the linker pass over an object's initializers; tells how many sections they were."""
    headers, texts = sections(data, start)
    left_out = 0
    for header in headers:
        (name,) = struct.unpack_from("<I", data, header)
        if data.startswith(INITIALIZERS, texts + name):
            struct.pack_into("<I", data, header + TYPE, SHT_NULL)
            left_out += 1
    return left_out


def release(data: bytearray) -> int:
    """Clears the mark in every object of an archive of 64-bit ELF files."""
    if not data.startswith(b"!<arch>\n"):
        raise SystemExit("this is no archive")
    position, released, names = 8, 0, b""
    while position < len(data):
        size = int(data[position + 48 : position + 58])
        start = position + 60
        name = bytes(data[position : position + 16]).rstrip()
        if name == b"//":
            names = bytes(data[start : start + size])
        elif name.startswith(b"/") and name[1:].isdigit():
            # A long name stands in the archive's table of names.
            name = names[int(name[1:]) :].partition(b"\n")[0]
        if data.startswith(b"\x7fELF\x02\x01", start):
            released += release_sections(data, start)
            if name.rstrip(b"/") in IDLE and not leave_out_initializers(data, start):
                print(f"{name.decode()} has no initializers any more")
        position = start + size + size % 2
    return released


def link_cplusplus(folder: Path) -> None:
    """Has the linker find the archive of C++'s library, of which the runtime needs little, first.

    Loaded as a library of its own it takes a process half a millisecond: a third of its start.
    """
    name = "libstdc++.a"
    said = subprocess.run(
        ["c++", f"-print-file-name={name}"], check=True, stdout=subprocess.PIPE, text=True
    )
    archive, link = Path(said.stdout.strip()), folder / name
    # Without the archive the library needs the other one, as it did.
    if archive.is_absolute():
        link.unlink(missing_ok=True)
        link.symlink_to(archive)


def main() -> None:
    swift, folder = sys.argv[1], Path(sys.argv[2]).absolute()
    said = subprocess.run(
        [swift, "-print-target-info"], check=True, stdout=subprocess.PIPE, text=True
    )
    shared = Path(json.loads(said.stdout)["paths"]["runtimeResourcePath"])
    toolchain = shared.with_name("swift_static")
    source, target = toolchain / ARCHIVE, folder / ARCHIVE
    target.parent.mkdir(parents=True, exist_ok=True)
    link_cplusplus(folder / "linux")
    newest = max(source.stat().st_mtime, Path(__file__).stat().st_mtime)
    if target.exists() and target.stat().st_mtime >= newest:
        return
    for place, into in ((toolchain, folder), (toolchain / "linux", folder / "linux")):
        for path in place.iterdir():
            link = into / path.name
            if path.name != "linux" and path.name != ARCHIVE.name:
                link.unlink(missing_ok=True)
                link.symlink_to(path)
    data = bytearray(source.read_bytes())
    released = release(data)
    target.unlink(missing_ok=True)
    target.write_bytes(data)
    print(f"{target}: {released} functions and constants may be left out")


if __name__ == "__main__":
    main()
