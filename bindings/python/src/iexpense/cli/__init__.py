"""The command `iexpense`, as it stands in the README. Installed with `pip install 'iexpense[cli]'`.

Exit status: 0 done; 1 it could not be done, and standard error says why and what to do next; 2 the
command line was wrong; 130 interrupted by Ctrl-C.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

NEEDS = "pip install 'iexpense[cli]'"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line, by default the program's own, and returns its exit status."""
    try:
        from ._main import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "rich":
            raise
        print("error: the command line needs rich, which is missing", file=sys.stderr)
        print(f"hint: {NEEDS}", file=sys.stderr)
        return 1
    return run(sys.argv[1:] if arguments is None else arguments)
