"""What is printed: lines and tables on standard output, all else on standard error.

Colours, cutting to the width and the progress bar are for terminals; `NO_COLOR` turns the colours
off. What a file or another program wrote can't steer the terminal: its control characters are shown
as escapes.
"""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import IO, Any, NoReturn

from rich.console import Console
from rich.text import Text

from ._table import Column, Table

_WIDE = 1_000_000
"""The width of what is no terminal: a file has no edge."""


class _Screen(Console):
    """A rich console that leaves a broken pipe to `run`."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def _screen(stream: IO[str]) -> _Screen:
    if hasattr(stream, "reconfigure"):
        # A name that the locale can't write is no reason to fail.
        stream.reconfigure(errors="backslashreplace")
    width = None if stream.isatty() else _WIDE
    return _Screen(file=stream, width=width, highlight=False, markup=False, emoji=False)


class Output:
    """Standard output and standard error of one command."""

    def __init__(self) -> None:
        # Python has none where the caller has closed it.
        sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
        sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
        self.screen = _screen(sys.stdout)
        self.notes = _screen(sys.stderr)
        self.asks = sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
        """Whether there is someone to ask: a terminal on standard input and standard error."""

    def line(self, *parts: str | tuple[str, str]) -> None:
        """Prints one line of texts and of texts with a style."""
        self.screen.print(_assembled(parts), soft_wrap=True)

    def note(self, *parts: str | tuple[str, str]) -> None:
        """Prints one line for the person, and not for the program that reads the output."""
        self.notes.print(_assembled(parts), soft_wrap=True)

    def question(self, *parts: str | tuple[str, str]) -> None:
        """Prints a text that is read, and not copied: it is broken between words."""
        self.notes.print(_assembled(parts))

    def table(self, columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> None:
        """Prints rows as they come; a terminal's width cuts the columns that may be cut, and says
        which had no room."""
        table = Table(columns, self.width)
        for text in table.lines(rows):
            self.screen.print(text, soft_wrap=True)
        if table.gone:
            self.question(
                (f"no room for {', '.join(table.gone)}: a wider terminal shows more", "dim")
            )

    @property
    def width(self) -> int | None:
        """The width of the terminal; None where the output is none."""
        return self.screen.width if self.screen.width != _WIDE else None

    def can_write(self, text: str) -> bool:
        """Whether the encoding of the output has all of a text."""
        try:
            text.encode(sys.stdout.encoding or "ascii")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def write(self, text: str) -> None:
        """Writes text as it is."""
        sys.stdout.write(text)

    def json(self, value: Any) -> None:
        """Writes one line of JSON."""
        self.write(self._json(value) + "\n")

    def json_array(self, values: Iterable[Any]) -> None:
        """Writes an array with one value a line, so that millions need no memory."""
        lead = "["
        for value in values:
            self.write(f"{lead}{self._json(value)}")
            lead = ",\n"
        self.write("[]\n" if lead == "[" else "]\n")

    def _json(self, value: Any) -> str:
        # What the locale can't write, JSON can.
        utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
        return json.dumps(value, ensure_ascii=not utf8)

    def failed(self, message: str, hint: str = "") -> None:
        """Says what went wrong, and what to do next."""
        self.note(("error: ", "bold red"), shown(message, lines=True))
        if hint:
            self.question(("hint: ", "bold cyan"), shown(hint))


def shown(text: str, lines: bool = False) -> str:
    """A text that may come from anywhere, without what steers a terminal; one line, or `lines`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if _is_shown(character) or (lines and character == "\n") else _escape(character)
        for character in text
    )


def _is_shown(character: str) -> bool:
    # Cc: control, Cs: half of a pair, Zl and Zp: line and paragraph ends. The last two ranges turn
    # the direction of what follows, so that 21.00 could read as 00.12.
    if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
        return False
    return not ("\u202a" <= character <= "\u202e" or "\u2066" <= character <= "\u2069")


def _escape(character: str) -> str:
    return json.dumps(character)[1:-1] if character != "\x7f" else "\\u007f"


def _assembled(parts: Iterable[str | tuple[str, str]]) -> Text:
    return Text.assemble(*parts)


def forget_output() -> None:
    """Lets what could not be written go, so that Python does not try again at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
