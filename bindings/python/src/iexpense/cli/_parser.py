"""The command line: commands with their options, and what is said of a wrong one."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

import iexpense

from ._problem import WrongUsage
from ._session import Run

_STORE_HELP = "the store; else $IEXPENSE_STORE, else the one in the user's data folder"

Parser = argparse.ArgumentParser


class _Parser(argparse.ArgumentParser):
    """argparse, but a wrong command line is a message with a hint."""

    def error(self, message: str) -> NoReturn:
        raise WrongUsage(message, f"{self.prog} --help")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if not isinstance(action, argparse._SubParsersAction) or value in action.choices:
            return super()._check_value(action, value)
        near = difflib.get_close_matches(value, list(action.choices), 1)
        hint = f"did you mean {self.prog} {near[0]}?" if near else f"{self.prog} --help lists them"
        raise WrongUsage(f"{self.prog} has no {str(action.metavar).lower()} {value!r}", hint)


class Commands:
    """The commands, in the order that the help shows."""

    def __init__(self) -> None:
        self.parser = _Parser(
            prog="iexpense",
            description="Expenses in one file: exact, undoable, and live.",
            epilog="iexpense COMMAND --help says more of a command.",
            allow_abbrev=False,
        )
        self.parser.add_argument(
            "--version", action="version", version=f"iexpense {iexpense.__version__}"
        )
        self.parser.add_argument("--store", metavar="FILE", help=_STORE_HELP)
        self._commands = self.parser.add_subparsers(metavar="COMMAND", dest="command")

    def add(self, name: str, run: Run, help: str, more: str = "", json: bool = False) -> Parser:
        """Adds a command; with `json` it can write for scripts."""
        return _added(self._commands, name, run, help, more, json)

    def parse(self, arguments: Iterable[str]) -> argparse.Namespace:
        """Reads a command line; what is wrong with it is a WrongUsage."""
        unknown: list[str] = []
        words = list(_joined(arguments, self.parser, unknown))
        try:
            parsed, rest = self.parser.parse_known_args(words)
            if rest:
                _innermost(self.parser, words).error(f"unrecognized arguments: {' '.join(rest)}")
            return parsed
        except WrongUsage as problem:
            if unknown:
                problem.hint += f"; {unknown[0]!r} is no option: behind -- it may be a name"
            raise


class Actions:
    """The actions of a command that by itself lists, such as `profiles remove`."""

    def __init__(self, parser: Parser) -> None:
        self._actions = parser.add_subparsers(metavar="ACTION", dest="action")

    def add(self, name: str, run: Run, help: str, more: str = "", json: bool = False) -> Parser:
        """Adds an action."""
        return _added(self._actions, name, run, help, more, json)


def add_limit(parser: Parser, first: int) -> None:
    """Adds how many rows are listed: `limit` is a number, or None for all."""
    help = f"how many at most, or all; else {first}"
    parser.add_argument("-n", "--limit", metavar="N", type=_limit, default=first, help=help)


def _limit(text: str) -> int | None:
    if text == "all":
        return None
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1, nor all")
    return number


def _added(place: Any, name: str, run: Run, help: str, more: str, json: bool) -> Parser:
    parser: Parser = place.add_parser(
        name,
        help=help,
        description=f"{help[0].upper()}{help[1:]}.{f' {more}' if more else ''}",
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    # Behind the command too, without hiding one that stands before it.
    parser.add_argument("--store", metavar="FILE", default=argparse.SUPPRESS, help=_STORE_HELP)
    if json:
        parser.add_argument("--json", action="store_true", help="write JSON, for scripts")
    else:
        parser.set_defaults(json=False)
    return parser


def _joined(words: Iterable[str], parser: Parser, unknown: list[str]) -> Iterator[str]:
    """Joins an option with its value, so that the value may begin with - as in `--sort -amount`.

    argparse alone would take it for an option; everybody else's getopt takes what follows. Words
    that look like options and are none are added to `unknown`.
    """
    rest = iter(words)
    for word in rest:
        if word == "--":
            yield word
            yield from rest
            return
        action = parser._option_string_actions.get(word)
        if action is not None and action.nargs is None:
            value = next(rest, None)
            yield word if value is None else f"{word}{'=' * word.startswith('--')}{value}"
            continue
        if action is None and word[:1] == "-" and not word[1:2].isdigit() and len(word) > 1:
            unknown.append(word)
        yield word
        if inner := _inner(parser, word):
            parser = inner


def _innermost(parser: Parser, words: Iterable[str]) -> Parser:
    """The parser of the command that words are about."""
    for word in words:
        parser = _inner(parser, word) or parser
    return parser


def all_actions(parser: Parser) -> Iterator[argparse.Action]:
    """Every argument of a parser and of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from all_actions(inner)


def _inner(parser: Parser, word: str) -> Parser | None:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) and word in action.choices:
            inner: Parser = action.choices[word]
            return inner
    return None
