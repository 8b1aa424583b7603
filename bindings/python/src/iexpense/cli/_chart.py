"""`chart`: a picture of what was spent."""

from __future__ import annotations

import os
from pathlib import Path

import iexpense

from ._filters import add_filters, filter_of
from ._output import shown
from ._parser import Commands
from ._problem import Problem, WrongUsage
from ._session import Session
from ._working import Showing

_ABOUT = (
    "By month, category and type, each currency by itself; what came back is hatched. A single "
    "month is shown by its days, and many years by quarters or years."
)
_NAMES = ", ".join(f".{name}" for name in iexpense.CHART_FORMATS)


def register(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add("chart", _chart, "draw what was spent, as a picture", _ABOUT)
    parser.add_argument(
        "-o", "--output", metavar="FILE", required=True, help=f"its name ends in one of {_NAMES}"
    )
    parser.add_argument("--force", action="store_true", help="write over a file that is there")
    parser.add_argument("--title", metavar="TEXT", help="else from when to when it is")
    parser.add_argument(
        "--level", type=int, metavar="N", default=1, help="the first N names of a category; else 1"
    )
    add_filters(parser)


def _chart(session: Session) -> int:
    arguments, out = session.arguments, session.out
    file: str = arguments.output
    if Path(file).suffix.lower().lstrip(".") not in iexpense.CHART_FORMATS:
        raise WrongUsage(f"{file!r} is the name of no picture", f"it ends in one of {_NAMES}")
    if not arguments.force and os.path.lexists(file):
        raise Problem(f"{file} is there already", "--force writes over it")
    with session.open() as store, Showing(out.notes, shown(os.path.basename(file))) as bar:
        try:
            chart = store.plot(
                level=arguments.level,
                title=arguments.title,
                progress=bar,
                **filter_of(arguments),
            )
        except ModuleNotFoundError as error:
            if error.name != "matplotlib":
                raise
            message = "a chart needs matplotlib, which is missing"
            raise Problem(message, "pip install 'iexpense[cli,plot]'") from error
        if not chart.count:
            raise Problem("no expense fits: there is nothing to draw", "iexpense list shows all")
        bar(iexpense.Progress(iexpense.Phase.WRITE, 0, 1))
        chart.save(file)
    count = "1 expense" if chart.count == 1 else f"{chart.count:,} expenses"
    out.note(f"wrote {shown(file)}: {count}")
    return 0
