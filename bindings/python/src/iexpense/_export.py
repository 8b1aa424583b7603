"""Writing files."""

from __future__ import annotations

import contextlib
import ctypes
import os
import secrets
from typing import TYPE_CHECKING

from . import _abi
from ._call import lib
from ._progress import ProgressCallback, Watcher
from ._values import Path, path_bytes
from .errors import InvalidError

if TYPE_CHECKING:
    from ._store import Store

_FORMATS = {
    "json": _abi.IEX_FORMAT_JSON,
    "csv": _abi.IEX_FORMAT_CSV,
    "items": _abi.IEX_FORMAT_ITEMS,
    "qif": _abi.IEX_FORMAT_QIF,
    "ledger": _abi.IEX_FORMAT_LEDGER,
    "hledger": _abi.IEX_FORMAT_HLEDGER,
    "beancount": _abi.IEX_FORMAT_BEANCOUNT,
}


EXPORT_FORMATS = tuple(_FORMATS)
"""The formats that `Store.export` writes."""


def export(
    store: Store,
    format: str,
    path: Path | None,
    query: _abi.iex_query,
    guard: bool,
    progress: ProgressCallback | None,
) -> bytes:
    """Makes the bytes of a file, and puts them at `path` whole or not at all."""
    if format not in _FORMATS:
        raise InvalidError(f"can't export {format!r}, only {', '.join(_FORMATS)}")
    watcher = Watcher(progress)
    options = _abi.iex_export_options()
    options.struct_size = ctypes.sizeof(_abi.iex_export_options)
    options.flags = _abi.IEX_EXPORT_GUARD if guard else 0
    watcher.register(options)
    handle = ctypes.c_void_p()
    size = ctypes.c_size_t()
    try:
        watcher.call(lib.iex_store_export, store._use(), _FORMATS[format], query, options, handle)
        with store._guard:
            data = lib.iex_bytes_data(handle, size)
            content = ctypes.string_at(data, size.value) if data else b""
    finally:
        lib.iex_bytes_close(handle)
    if path is not None:
        write_file(store, path, content)
    return content


def write_file(store: Store, path: Path, content: bytes) -> None:
    """Puts bytes at a path, whole or not at all, and never over a file of the store itself."""
    path_bytes(path)
    target = os.path.abspath(os.fspath(path))
    if _is_of_the_store(store, target):
        raise InvalidError(f"{target} is a file of the store itself")
    # Beside the target, so that the last step is one rename; open, so that the umask holds.
    temporary = os.path.join(os.path.dirname(target), f".iexpense-{secrets.token_hex(8)}")
    try:
        with open(temporary, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException as error:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        if isinstance(error, OSError):
            # The caller knows the target, and nothing of what stands beside it for a moment.
            error.filename, error.filename2 = target, None
        raise


def _is_of_the_store(store: Store, target: str) -> bool:
    """Only asks the file system: opening the store's file would drop the locks it stands on."""
    if store._path is None:
        return False
    place = os.path.realpath(store._path)
    files = [place + suffix for suffix in ("", "-wal", "-shm", "-note")]
    # By its name too: "-note" comes with the first who waits for changes.
    return os.path.realpath(target) in files or any(
        os.path.exists(target) and os.path.exists(file) and os.path.samefile(file, target)
        for file in files
    )
