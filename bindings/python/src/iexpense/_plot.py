"""Charts of what was spent. Only drawing one loads matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._values import Path

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ._query import Filter
    from ._store import Store

NEEDS = "pip install 'iexpense[plot]'"
CHART_FORMATS = ("png", "svg", "pdf")


class Chart:
    """A drawn chart: `figure` is matplotlib's, and a notebook shows it."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure

    def save(self, path: Path, format: str | None = None) -> None:
        """Writes the picture whole or not at all, as "png", "svg" or "pdf"; by default as its name
        says."""
        raise NotImplementedError

    def image(self, format: str = "png") -> bytes:
        """Makes the bytes of the picture."""
        raise NotImplementedError

    def _repr_png_(self) -> bytes:
        return self.image()


def plot(store: Store, level: int, filter: Filter) -> Chart:
    """Draws the expenses of a store that fit a filter."""
    raise NotImplementedError(store, level, filter)


__all__ = ["CHART_FORMATS", "NEEDS", "Chart", "plot"]
