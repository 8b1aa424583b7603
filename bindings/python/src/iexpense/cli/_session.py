"""What every command works with: its arguments, where it prints, and the store."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import iexpense

from ._location import make_store, open_store, store_path
from ._output import Output, shown
from ._problem import Problem


class Session:
    """One run of one command."""

    def __init__(self, arguments: argparse.Namespace, output: Output) -> None:
        self.arguments = arguments
        self.out = output
        self.path: Path = store_path(arguments.store)

    def open(self, *, write: bool = False) -> iexpense.Store:
        """Opens the store that is there."""
        return open_store(self.path, write=write)

    def open_or_make(self) -> iexpense.Store:
        """Opens the store to write, or makes it in the currency that is said or asked for."""
        try:
            return self.open(write=True)
        except Problem as problem:
            if not isinstance(problem.__cause__, iexpense.MissingError):
                raise
            currency = self.arguments.currency
            if currency is None and self.out.asks and not self.arguments.json:
                self.out.note(shown(str(problem)))
                currency = self.ask("In which currency is it to be? ").upper()
            if not currency:
                raise
        store = make_store(self.path, currency)
        self.out.note("new store ", (shown(str(self.path)), "bold"), f", in {currency}")
        return store

    def ask(self, question: str) -> str:
        """Asks one line of whoever sits at the terminal."""
        try:
            return self.out.notes.input(question, markup=False, emoji=False).strip()
        except EOFError:
            self.out.note("")
            raise Problem("there was no answer: nothing was stored") from None


Run = Callable[[Session], int]
"""What runs a command; it returns the exit status."""
