"""The profiles that are saved in a store, as a mapping."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any, Union

from . import _abi
from ._call import call, lib, rows
from ._values import string, text
from .errors import InvalidError, NotFoundError

if TYPE_CHECKING:
    from ._store import Store

Profile = Union[Mapping[str, Any], str]
"""How a file is to be read, as iexpense.h describes it in its section Questions and profiles; or
the name of a saved profile."""


class Profiles(MutableMapping[str, "dict[str, Any]"]):
    """How files are to be read, by names: what `Import.profile` gives, saved in the store.

    A file whose header line is that of a saved profile is read with it when no other is given.
    Saving and removing are changes of kind SETTINGS, which undo passes over.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getitem__(self, name: str) -> dict[str, Any]:
        return self._read()[name]

    def __setitem__(self, name: str, profile: Mapping[str, Any]) -> None:
        if not isinstance(profile, Mapping):
            raise TypeError(f"a profile must be a mapping, not {type(profile).__name__}")
        written = json_text(profile, "profile")
        call(lib.iex_store_save_profile, self._store._use(), text(name, "name"), written)

    def __delitem__(self, name: str) -> None:
        try:
            call(lib.iex_store_remove_profile, self._store._use(), text(name, "name"))
        except NotFoundError as error:
            raise KeyError(name) from error

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def __repr__(self) -> str:
        return f"<Profiles {', '.join(map(repr, self))}>"

    def _read(self) -> dict[str, dict[str, Any]]:
        handle = ctypes.c_void_p()
        try:
            call(lib.iex_store_profiles, self._store._use(), handle)
            with self._store._guard:
                found = rows(_abi.iex_profile, lib.iex_profiles_rows, handle)
                return {string(row.name): json.loads(string(row.json)) for row in found}
        finally:
            lib.iex_profiles_close(handle)


def profile_text(profile: object) -> bytes | None:
    """Makes the library's text of a profile, or of the name of a saved one."""
    if profile is None:
        return None
    if isinstance(profile, str):
        return text(profile, "profile")
    if not isinstance(profile, Mapping):
        raise TypeError(f"profile must be a mapping or a name, not {type(profile).__name__}")
    return json_text(profile, "profile")


def json_text(value: Mapping[str, Any], field: str) -> bytes:
    """Writes a mapping as JSON; what can't be written is an InvalidError."""
    try:
        return text(json.dumps(dict(value), ensure_ascii=False, allow_nan=False), field)
    except ValueError as error:
        raise InvalidError(f"{field} can't be written as JSON: {error}") from None
