"""Compares the kind of every handle in the header with the kind that the library takes for it.

To the compilers all handles are pointers, and Swift knows every one of them as OpaquePointer, so
that no proof of theirs finds a function that takes an iex_view and resolves an iex_page. This calls
every function with a handle of every kind: the kind that the header names must be taken, every
other one refused, by the status IEX_ERROR_HANDLE or by NULL.

usage: handle_kinds.py [LIBRARY]
"""

from __future__ import annotations

import ctypes
import importlib
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[3]


# The generated declarations, without the package around them.
sys.path.append(str(ROOT / "bindings/python/src/iexpense"))
abi = importlib.import_module("_abi")


class Function(NamedTuple):
    """A function of the header that takes a handle."""

    name: str
    parameters: list[str]
    kind: str
    position: int

    def takes(self, library: ctypes.CDLL, handle: int, others: dict[str, int]) -> bool:
        """Tells whether the library takes the handle.

        The other arguments are open handles, 0, NULL where the function reads, and room where it
        writes.
        """
        call = getattr(library, self.name)
        arguments = [
            others.get(handle_kind(parameter))
            or (None if re.match(r"const \w+ \*\w", parameter) else blank(kind))
            for parameter, kind in zip(self.parameters, call.argtypes, strict=True)
        ]
        arguments[self.position] = handle
        result = call(*arguments)
        if call.restype is abi.iex_status:
            return bool(result != abi.IEX_ERROR_HANDLE)
        return bool(result)


def handle_kind(parameter: str) -> str:
    """Names the struct that a parameter points to; "" where it is another type."""
    spelled = re.fullmatch(r"(?:const )?(\w+) \*\w+", parameter)
    return spelled[1] if spelled else ""


def blank(kind: Any) -> Any:
    """Makes an argument of a type of ctypes: 0, or a pointer to something zero."""
    if kind is ctypes.c_char_p:
        return ctypes.create_string_buffer(abi.IEX_AMOUNT_TEXT)
    if not issubclass(kind, ctypes._Pointer):
        return kind()
    target = kind._type_()
    if hasattr(target, "struct_size"):
        target.struct_size = ctypes.sizeof(target)
    return ctypes.pointer(target)


def functions() -> list[Function]:
    """Reads the functions that take a handle from the header itself."""
    header = (ROOT / "include/iexpense.h").read_text(encoding="utf-8")
    kinds = re.findall(r"^typedef struct (iex_\w+) \1;$", header, re.MULTILINE)
    prototypes = re.findall(r"^\w[\w *]*?(iex_\w+)\(([^;{}]*)\);$", header, re.MULTILINE)
    found = []
    for name, text in prototypes:
        parameters = re.sub(r"\s+", " ", text).split(", ")
        for position, parameter in enumerate(parameters):
            kind = handle_kind(parameter)
            if kind in kinds:
                found.append(Function(name, parameters, kind, position))
    assert {function.kind for function in found} == set(kinds), "a kind that no function takes"
    return found


class Handles:
    """An open store in memory, and a handle of each kind that it lends."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library
        self.all: dict[str, int] = {}
        options = abi.iex_options(
            struct_size=ctypes.sizeof(abi.iex_options), flags=abi.IEX_OPEN_MEMORY, currency=b"EUR"
        )
        self.store = self.make("iex_store", "iex_store_open", None, ctypes.byref(options))
        one = ctypes.c_int64()
        self.add(ctypes.byref(one))
        self.make("iex_page", "iex_store_get", self.store, ctypes.byref(one), 1)
        self.make("iex_view", "iex_view_open", self.store, None)
        view = self.all["iex_view"]
        self.make("iex_sections", "iex_view_sections", view, 0, 9)
        self.make("iex_totals", "iex_store_totals", self.store, None, 0, 0)
        self.make("iex_history", "iex_store_history", self.store, one, 0, 9)
        self.make("iex_bytes", "iex_store_export", self.store, abi.IEX_FORMAT_JSON, None, None)
        opened = self.make("iex_import", "iex_import_open_bytes", self.store, b"[]", 2, None)
        self.make("iex_import_page", "iex_import_read", opened, 0, 9)
        self.make("iex_profiles", "iex_store_profiles", self.store)
        self.make("iex_rules", "iex_store_rules", self.store)
        self.make("iex_effects", "iex_store_rule_effects", self.store, one)
        self.make("iex_draft", "iex_draft_open", self.store, one, None)
        value = abi.iex_value(struct_size=ctypes.sizeof(abi.iex_value))
        binding = self.make("iex_binding", "iex_state_open", ctypes.byref(value))
        self.make("iex_object", "iex_object_open", b"Counter")
        environment = self.make("iex_environment", "iex_environment_open", None)
        self.check("iex_environment_put", environment, self.all["iex_object"])
        no_dismiss, no_free = abi.iex_dismiss_callback(), abi.iex_free_callback()
        self.make("iex_sheet", "iex_sheet_open", binding, None, no_dismiss, None, no_free)

    def make(self, kind: str, function: str, *arguments: Any) -> int:
        """Calls a function that gives a handle."""
        handle = ctypes.c_void_p()
        self.check(function, *arguments, ctypes.byref(handle))
        assert handle.value is not None
        self.all[kind] = handle.value
        return handle.value

    def add(self, number: Any) -> None:
        """Adds an expense."""
        expense = abi.iex_expense(
            struct_size=ctypes.sizeof(abi.iex_expense), name=b"Train", amount_minor=1
        )
        self.check("iex_store_add", self.store, ctypes.byref(expense), number)

    def check(self, function: str, *arguments: Any) -> None:
        """Calls a function that must succeed; its error comes last."""
        error = abi.iex_error()
        if getattr(self.library, function)(*arguments, ctypes.byref(error)) != abi.IEX_OK:
            raise SystemExit(f"{function}: {error.message.decode()}")


def main() -> int:
    path = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/libiexpense.so.1")
    library = ctypes.CDLL(path)
    for name, result, parameters in abi.FUNCTIONS:
        function = getattr(library, name)
        function.restype, function.argtypes = result, parameters
    handles = Handles(library)
    passed, failed = 0, 0

    def compare(function: Function, kind: str, handle: int) -> None:
        nonlocal passed, failed
        if function.takes(library, handle, handles.all) == (function.kind == kind):
            passed += 1
            return
        failed += 1
        verb = "refuses" if function.kind == kind else "takes"
        print(f"{function.name} is declared for {function.kind} and {verb} a handle of {kind}")

    lent = ("iex_change", "iex_view_change")  # for the length of a callback

    def told(kind: str, change: int) -> None:
        for function in functions():
            compare(function, kind, change)
            if function.kind == kind:
                for other, handle in handles.all.items():
                    compare(function, other, handle)

    on_change = abi.iex_change_callback(lambda _, change: told("iex_change", change))
    on_view = abi.iex_view_callback(lambda _, change: told("iex_view_change", change))
    no_free = abi.iex_free_callback()
    handles.check("iex_store_subscribe", handles.store, on_change, None, no_free, None)
    handles.check("iex_view_subscribe", handles.all["iex_view"], on_view, None, no_free, None)
    handles.add(None)
    others = [function for function in functions() if function.kind not in lent]
    for function in others:
        for kind, handle in handles.all.items():
            if kind != function.kind:
                compare(function, kind, handle)
    # Those that close come last, and of these the store's.
    order = sorted(others, key=lambda f: (f.name.endswith("_close"), f.name == "iex_store_close"))
    for function in order:
        compare(function, function.kind, handles.all[function.kind])
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
