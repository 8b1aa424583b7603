"""Runs a command line, and turns whatever goes wrong into a message and an exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from . import _chart, _edit, _files, _import, _list, _profiles, _rules, _undo, _watch
from ._output import Output, forget_output
from ._parser import Commands
from ._problem import WrongUsage, problem_of
from ._session import Session

_DONE, _FAILED, _USAGE, _INTERRUPTED = 0, 1, 2, 130


def commands() -> Commands:
    """All commands, in the order of the help."""
    result = Commands()
    for module in (_import, _edit, _list, _chart, _undo, _watch, _rules, _files, _profiles):
        module.register(result)
    return result


def run(arguments: Sequence[str]) -> int:
    """Runs one command line and returns its exit status."""
    output = Output()
    try:
        known = commands()
        parsed = known.parse(arguments)
        if parsed.command is None:
            known.parser.print_help()
            return _DONE
        status = parsed.run(Session(parsed, output))
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has enough of it.
        forget_output()
        return _DONE
    except KeyboardInterrupt:
        output.note("interrupted")
        return _INTERRUPTED
    except Exception as error:
        problem = problem_of(error)
        output.failed(str(problem), problem.hint)
        return _USAGE if isinstance(problem, WrongUsage) else _FAILED
    return int(status)
