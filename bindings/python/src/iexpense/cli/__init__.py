"""The command `iexpense`, as it stands in the README. Installed with `pip install 'iexpense[cli]'`.

Exit status: 0 done; 1 it could not be done, and standard error says why and what to do next; 2 the
command line was wrong; 130 interrupted by Ctrl-C.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator, Sequence

NEEDS = "pip install 'iexpense[cli]'"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line, by default the program's own, and returns its exit status."""
    try:
        with _quietly_interrupted():
            from ._main import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "rich":
            raise
        print("error: the command line needs rich, which is missing", file=sys.stderr)
        print(f"hint: {NEEDS}", file=sys.stderr)
        return 1
    return run(sys.argv[1:] if arguments is None else arguments)


@contextlib.contextmanager
def _quietly_interrupted() -> Iterator[None]:
    """Lets Ctrl-C simply end the program while its modules are loaded: nothing has begun yet.

    As an exception it would show where Python was; and where that was a callback that may not
    raise, as the import system has them, it would be lost, and the command would run.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
