"""Aligned columns, page by page, so that a list of millions begins at once.

Not rich's own table: that one reads all rows first, ends lines in blanks, and on a narrow terminal
cuts amounts as it cuts names. Here names and notes give way, the widest first, then whole columns
go, and an amount is always whole.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from rich.cells import cell_len, set_cell_size
from rich.text import Text

_PAGE = 1000
_LEAST = 8
"""What a column that gives way keeps in the end."""


@dataclass(frozen=True)
class Column:
    """A column: its title, its style, whether it stands right, whether it may be cut, and whether
    it belongs to the one before, as a currency to its amount; `marks` are styles of certain cells.
    Where cutting to `least` makes too little room, columns go as a whole: 1 of `goes` first, 0
    never.
    """

    title: str
    style: str = ""
    right: bool = False
    gives_way: bool = False
    is_near: bool = False
    least: int = _LEAST
    goes: int = 0
    marks: Mapping[str, str] = field(default_factory=dict)


CURRENCY = Column("", "dim", is_near=True)


class Table:
    """Rows under their titles; columns that are empty are left out.

    The widths are those of the first page; later ones may only widen them.
    """

    def __init__(self, columns: Sequence[Column], width: int | None) -> None:
        self._columns = columns
        self._width = width
        self._widths = [0] * len(columns)
        self._gone: set[int] = set()

    @property
    def gone(self) -> list[str]:
        """The titles of the columns for which there was no room."""
        return [self._columns[index].title for index in sorted(self._gone)]

    def lines(self, rows: Iterable[Sequence[str]]) -> Iterator[Text]:
        """Lays out rows as they come."""
        source = iter(rows)
        begun = False
        while page := list(itertools.islice(source, _PAGE)):
            for index, column in enumerate(self._columns):
                longest = max(cell_len(row[index]) for row in page)
                if longest:
                    least = max(longest, cell_len(column.title))
                    self._widths[index] = max(self._widths[index], least)
            fitted = self._fit()
            if not begun and any(column.title for column in self._columns):
                titles = [column.title for column in self._columns]
                yield _line(self._columns, titles, fitted, "dim")
            begun = True
            for row in page:
                yield _line(self._columns, row, fitted)

    def _fit(self) -> list[int]:
        """Takes what the terminal has not from the columns that give way, the widest first; then
        columns go, and what is left gives way further."""
        widths = [0 if index in self._gone else width for index, width in enumerate(self._widths)]
        cut = self._cut(widths, [column.least for column in self._columns])
        if self._excess(cut) <= 0:
            return cut
        going = [index for index, column in enumerate(self._columns) if column.goes and cut[index]]
        if going:
            self._gone.add(min(going, key=lambda index: self._columns[index].goes))
            return self._fit()
        return self._cut(cut, [_LEAST] * len(cut))

    def _cut(self, widths: Sequence[int], least: Sequence[int]) -> list[int]:
        cut = list(widths)
        for _ in range(self._excess(widths)):
            wide = [
                index
                for index, column in enumerate(self._columns)
                if column.gives_way and cut[index] > least[index]
            ]
            if not wide:
                break
            cut[max(wide, key=lambda index: (cut[index], index))] -= 1
        return cut

    def _excess(self, widths: Sequence[int]) -> int:
        """By how much these columns are wider than the terminal."""
        if self._width is None:
            return 0
        gaps = [len(_gap(column)) for column, size in zip(self._columns, widths) if size]
        return sum(widths) + sum(gaps[1:]) - self._width


def table_width(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> int:
    """How wide a table is that has room for all."""
    width = 0
    for column, cells in zip(columns, zip(*rows)):
        if longest := max(map(cell_len, cells), default=0):
            width += max(longest, cell_len(column.title)) + (len(_gap(column)) if width else 0)
    return width


def _line(
    columns: Sequence[Column], cells: Sequence[str], widths: Sequence[int], style: str = ""
) -> Text:
    line = Text(style=style)
    for column, cell, width in zip(columns, cells, widths):
        if not width:
            continue
        if line:
            line.append(_gap(column))
        length = cell_len(cell)
        if length > width:
            cell, length = set_cell_size(cell, width - 1).rstrip() + "…", width
        blanks = " " * (width - length)
        look = "" if style else column.marks.get(cell.strip(), column.style)
        line.append(blanks + cell if column.right else cell + blanks, look)
    line.rstrip()
    return line


def _gap(column: Column) -> str:
    return " " if column.is_near else "  "


def plain(amount: Decimal) -> str:
    """Writes an amount without an exponent, which `str` puts to one of 7 digits and more."""
    return format(amount, "f")


def aligned(amounts: Iterable[Decimal]) -> list[str]:
    """Writes amounts so that their points stand below each other in a column on the right."""
    texts = [plain(amount) for amount in amounts]
    places = [len(text.partition(".")[2]) + ("." in text) for text in texts]
    most = max(places, default=0)
    return [text + " " * (most - place) for text, place in zip(texts, places)]
