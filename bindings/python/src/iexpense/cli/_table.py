"""Aligned columns, page by page, so that a list of millions begins at once.

Not rich's own table: that one reads all rows first, ends lines in blanks, and on a narrow terminal
cuts amounts as it cuts names. Here names and notes give way, and an amount is always whole.
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
"""What the column that gives way keeps."""


@dataclass(frozen=True)
class Column:
    """A column: its title, its style, whether it stands right, whether it may be cut, and whether
    it belongs to the one before, as a currency to its amount; `marks` are styles of certain cells.
    """

    title: str
    style: str = ""
    right: bool = False
    gives_way: bool = False
    is_near: bool = False
    marks: Mapping[str, str] = field(default_factory=dict)


CURRENCY = Column("", "dim", is_near=True)


def table_lines(
    columns: Sequence[Column], rows: Iterable[Sequence[str]], width: int | None
) -> Iterator[Text]:
    """Lays out rows under their titles; columns that are empty are left out.

    The widths are those of the first page; later ones may only widen them.
    """
    widths = [0] * len(columns)
    source = iter(rows)
    begun = False
    while page := list(itertools.islice(source, _PAGE)):
        for index in range(len(columns)):
            longest = max(cell_len(row[index]) for row in page)
            if longest:
                widths[index] = max(widths[index], longest, cell_len(columns[index].title))
        fitted = _fit(columns, widths, width)
        if not begun and any(column.title for column in columns):
            titles = [column.title for column in columns]
            yield _line(columns, titles, fitted, "dim")
        begun = True
        for row in page:
            yield _line(columns, row, fitted)


def table_width(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> int:
    """How wide a table is that has room for all."""
    width = 0
    for column, cells in zip(columns, zip(*rows)):
        if longest := max(map(cell_len, cells), default=0):
            width += max(longest, cell_len(column.title)) + (len(_gap(column)) if width else 0)
    return width


def _fit(columns: Sequence[Column], widths: Sequence[int], width: int | None) -> list[int]:
    """Takes from the column that gives way what the terminal has not."""
    fitted = list(widths)
    if width is None:
        return fitted
    gaps = [len(_gap(column)) for column, size in zip(columns, widths) if size]
    excess = sum(widths) + sum(gaps[1:]) - width
    for index, column in enumerate(columns):
        if column.gives_way and excess > 0:
            kept = max(min(_LEAST, fitted[index]), fitted[index] - excess)
            excess -= fitted[index] - kept
            fitted[index] = kept
    return fitted


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
