"""Bars beside totals, to see at a glance what is large: a column for each currency, since no bar of
one compares with a bar of another. What came back has its own shade, to the left of zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from iexpense import Total

from ._table import Column

_LEAST, _MOST = 6, 40
_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL, _BACK = "█", "▒"
_COLORS = ("blue", "yellow", "magenta", "cyan")
SHADES = _EIGHTHS + _FULL + _BACK
"""The characters of bars; where they can't be written, # and - take their place."""


def bar_columns(
    totals: Sequence[Total], room: int | None, shades: bool
) -> tuple[list[Column], list[list[str]]]:
    """The columns of bars, and each total's cells in them; none where `room` is too narrow.

    `room` counts the cells that are free, with the gaps; None is any number.
    """
    currencies = list(dict.fromkeys(total.currency for total in totals))
    width = _MOST
    if room is not None and currencies:
        width = min(_MOST, room // len(currencies) - 2)
    if width < _LEAST:
        return [], [[] for _ in totals]
    columns = []
    cells: list[list[str]] = [[] for _ in totals]
    for index, currency in enumerate(currencies):
        own = [total.amount if total.currency == currency else Decimal() for total in totals]
        bars = _bars(own, width, shades)
        back = {bar.strip(): "green" for bar, amount in zip(bars, own) if amount < 0}
        title = currency if len(currencies) > 1 else ""
        columns.append(Column(title, _COLORS[index % len(_COLORS)], marks=back))
        for line, bar in zip(cells, bars):
            line.append(bar)
    return columns, cells


def _bars(amounts: Sequence[Decimal], width: int, shades: bool) -> list[str]:
    most, least = max(*amounts, Decimal(0)), -min(*amounts, Decimal(0))
    span = most + least or Decimal(1)
    # Both sides are seen, however small one is.
    left = min(max(round(width * least / span), 1), width - 1) if least else 0
    right = width - left
    bars = []
    for amount in amounts:
        if amount < 0:
            size = max(round(left * -amount / least), 1)
            bars.append(" " * (left - size) + (_BACK if shades else "-") * size)
        elif amount > 0:
            eighths = max(round(8 * right * amount / most), 1)
            bars.append(" " * left + _spent(eighths, shades))
        else:
            bars.append("")
    return bars


def _spent(eighths: int, shades: bool) -> str:
    if not shades:
        return "#" * max(eighths // 8, 1)
    return _FULL * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
