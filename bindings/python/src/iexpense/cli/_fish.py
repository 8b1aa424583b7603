"""Completion in fish, which shtab does not know."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

_HEAD = """\
# Completes iexpense in fish.
function __iexpense_at
    set -l path ""
    for word in (commandline -opc)[2..-1]
        contains -- (string trim -- "$path $word") {paths}
        and set path (string trim -- "$path $word")
    end
    test "$path" = "$argv"
end
complete -c iexpense -f
"""


def fish_completion(parser: argparse.ArgumentParser) -> str:
    """The script that completes commands, their options and files."""
    paths = " ".join(_quoted(path) for path, _ in _parsers("", parser) if path)
    lines = [_HEAD.format(paths=paths)]
    for path, inner in _parsers("", parser):
        at = f"complete -c iexpense -n {_quoted(f'__iexpense_at {path}'.rstrip())}"
        lines += (f"{at} {words}\n" for action in inner._actions for words in _of(action))
    return "".join(lines)


def _parsers(
    path: str, parser: argparse.ArgumentParser
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """The parser of each command and action, by the words that lead to it."""
    yield path, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from _parsers(f"{path} {name}".strip(), inner)


def _of(action: argparse.Action) -> Iterator[str]:
    """What fish is told of one argument."""
    if isinstance(action, argparse._SubParsersAction):
        for choice in action._choices_actions:
            yield f"-a {_quoted(choice.dest)} -d {_quoted(choice.help or '')}"
        return
    words = [
        f"-l {_quoted(name[2:])}" if name.startswith("--") else f"-s {_quoted(name[1:])}"
        for name in action.option_strings
    ]
    takes_file = action.metavar == "FILE"
    if action.option_strings and action.nargs != 0:
        words.append("-r" if takes_file else "-x")
    if action.choices:
        words.append(f"-a {_quoted(' '.join(map(str, action.choices)))}")
    if takes_file:
        words.append("-F")
    if words:
        yield " ".join([*words, f"-d {_quoted(action.help or '')}"])


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
