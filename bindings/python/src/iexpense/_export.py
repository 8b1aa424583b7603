"""Writing files."""

from __future__ import annotations

import ctypes
import os
import tempfile
from typing import TYPE_CHECKING

from . import _abi
from ._call import call, lib
from ._values import Path, path_bytes
from .errors import InvalidError

if TYPE_CHECKING:
    from ._store import Store

_FORMATS = {"json": _abi.IEX_FORMAT_JSON, "csv": _abi.IEX_FORMAT_CSV}


def export(store: Store, format: str, path: Path | None, query: _abi.iex_query) -> bytes:
    """Makes the bytes of a file, and puts them at `path` whole or not at all."""
    if format not in _FORMATS:
        raise InvalidError(f"can't export {format!r}, only {', '.join(_FORMATS)}")
    handle = ctypes.c_void_p()
    call(lib.iex_store_export, store._use(), _FORMATS[format], query, 0, handle)
    with store._guard:
        try:
            size = ctypes.c_size_t()
            data = lib.iex_bytes_data(handle, size)
            content = ctypes.string_at(data, size.value) if data else b""
        finally:
            lib.iex_bytes_close(handle)
    if path is not None:
        _write(store, path, content)
    return content


def _write(store: Store, path: Path, content: bytes) -> None:
    path_bytes(path)
    target = os.path.abspath(os.fspath(path))
    # Only asks the file system: opening the store's own file here would drop the locks that it
    # stands on.
    if store._path and os.path.exists(target) and os.path.samefile(target, store._path):
        raise InvalidError(f"{target} is the store itself")
    descriptor, temporary = tempfile.mkstemp(prefix=".iexpense-", dir=os.path.dirname(target))
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
