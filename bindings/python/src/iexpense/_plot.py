"""Charts of what was spent. Only drawing one loads matplotlib."""

from __future__ import annotations

import io
import os
import warnings
from typing import TYPE_CHECKING, Any

from ._chart import charts
from ._export import write_file
from ._import_values import Phase, Progress
from ._progress import checked
from ._values import Path
from .errors import InvalidError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ._progress import ProgressCallback
    from ._query import Filter
    from ._store import Store

NEEDS = "pip install 'iexpense[plot]'"
CHART_FORMATS = ("png", "svg", "pdf")
"""The formats that `Chart.save` writes."""


class Chart:
    """A drawn chart of `count` expenses: `figure` is matplotlib's, and a notebook shows it."""

    def __init__(self, store: Store, figure: Figure, count: int) -> None:
        self._store = store
        self.figure = figure
        self.count = count

    def save(self, path: Path, format: str | None = None) -> None:
        """Writes the picture whole or not at all, as "png", "svg" or "pdf": by default what the
        name of the file ends in."""
        kind = chart_format(path) if format is None else format
        write_file(self._store, path, self.image(kind))

    def image(self, format: str = "png") -> bytes:
        """Makes the bytes of the picture: the same chart gives the same bytes."""
        if format not in CHART_FORMATS:
            raise InvalidError(f"can't draw {format!r}, only {', '.join(CHART_FORMATS)}")
        from matplotlib import rc_context

        # Neither the time nor random names go into the file.
        without: dict[str, Any] = {"Software": None} if format == "png" else {}
        without = {"Date": None} if format == "svg" else without
        without = {"CreationDate": None} if format == "pdf" else without
        buffer = io.BytesIO()
        with rc_context({"svg.hashsalt": "iexpense"}), warnings.catch_warnings():
            # A name in a script that no font here has shows as boxes, and is no reason to speak.
            warnings.filterwarnings("ignore", message=".*[Gg]lyph")
            self.figure.savefig(buffer, format=format, metadata=without)
        return buffer.getvalue()

    def _repr_png_(self) -> bytes:
        return self.image()


def chart_format(path: Path) -> str:
    """The format that a file's name says."""
    ending = os.path.splitext(os.fspath(path))[1].lower().lstrip(".")
    if ending not in CHART_FORMATS:
        known = ", ".join(f".{name}" for name in CHART_FORMATS)
        raise InvalidError(f"{os.fsdecode(path)!r} is the name of no picture: known are {known}")
    return ending


def plot(
    store: Store,
    level: int,
    title: str | None,
    progress: ProgressCallback | None,
    filter: Filter,
) -> Chart:
    """Draws the expenses of a store that fit a filter."""
    try:
        from ._drawing import MOST_CURRENCIES, draw
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "matplotlib":
            raise
        message = f"a chart needs matplotlib, which is missing: {NEEDS}"
        raise ModuleNotFoundError(message, name="matplotlib") from None
    tell = checked(progress) or (lambda _: None)
    found = charts(store, level, filter, tell)
    parts = min(len(found), MOST_CURRENCIES) + 1

    def drawing(done: int) -> None:
        tell(Progress(Phase.DRAW, done, parts))

    chart = Chart(store, draw(found, title, drawing), sum(one.count for one in found))
    drawing(parts - 1)
    # Once, so that what is where is settled; another layout would move it by a little.
    chart.image()
    chart.figure.set_layout_engine("none")
    drawing(parts)
    return chart
