"""Draws charts with matplotlib; nothing else imports this module before a chart is asked for.

Where a bar ends is a floating-point number, as every place in a picture is. What is written beside
it is the exact sum.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from matplotlib import font_manager
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.transforms import ScaledTranslation, blended_transform_factory

from ._chart import Bar, CurrencyChart
from ._periods import period_labels, time_range, time_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Neighbours differ in lightness too, so that they are told apart with any kind of colour vision.
_COLORS = ("#3b6ea8", "#e69f00", "#5fa777", "#b65c9f", "#7fc4e0", "#c2533c", "#c9b72f")
_REST, _CATEGORY = "#9a9a9a", "#6b7f94"
_INK, _FAINT, _GRID = "#22282e", "#68727c", "#e3e7ea"
_FONTS = ("DejaVu Sans", "Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans", "Unifont")
_DPI = 150
_LEFT = 0.012
"""Where the texts at the left edge begin, as a part of the width."""

MOST_CURRENCIES = 6
_LONGEST = 22


def draw(
    charts: Sequence[CurrencyChart], title: str | None, drawing: Callable[[int], object]
) -> Figure:
    """Draws one row of three panels for each currency, and calls `drawing` before each row."""
    shown, left_out = charts[:MOST_CURRENCIES], charts[MOST_CURRENCIES:]
    # In inches: a bar of one panel is as high as one of any other.
    heights = [1.4 + 0.28 * _slots(chart) for chart in shown]
    figure = Figure(figsize=(12.5, 0.6 + (sum(heights) or 1.3)), dpi=_DPI, facecolor="white")
    figure.set_layout_engine("constrained", w_pad=0.09, h_pad=0.09)
    head = time_title(shown) if title is None else title
    figure.suptitle(_clean(head, 90), x=_LEFT, ha="left", fontsize=17, weight="bold", **_look(_INK))
    if left_out:
        names = ", ".join(chart.currency for chart in left_out)
        figure.supxlabel(_clean(f"not shown: {names}", 120), fontsize=10, **_look(_FAINT))
    if not shown:
        figure.text(_LEFT, 0.4, "no expenses", fontsize=13, **_look(_FAINT))
        return figure
    colors = _colors(shown)
    times = time_range(shown)
    grid = {"width_ratios": [2.0, 1.35, 1.15], "height_ratios": heights}
    rows = figure.subplots(len(shown), 3, gridspec_kw=grid, squeeze=False)
    for index, (chart, (columns, categories, types)) in enumerate(zip(shown, rows)):
        drawing(index)
        _write_head(figure, columns, chart)
        _draw_columns(columns, chart, times, colors)
        slots = _slots(chart)
        _draw_bars(categories, "category", chart.categories, {}, slots)
        _draw_bars(types, "type", chart.types, colors, slots)
    return figure


def _slots(chart: CurrencyChart) -> int:
    """How many bars a panel has room for."""
    return max(len(chart.categories), len(chart.types), 5)


def _colors(charts: Sequence[CurrencyChart]) -> dict[str, str]:
    """One colour for a type, in whichever currency it was paid."""
    names = dict.fromkeys(bar.label for chart in charts for bar in chart.types)
    return dict(zip(names, [*_COLORS, *[_REST] * len(names)]))


def _write_head(figure: Figure, axes: Axes, chart: CurrencyChart) -> None:
    count = "1 expense" if chart.count == 1 else f"{chart.count:,} expenses"
    words = [f"{chart.whole.spent:,f} spent"]
    if chart.whole.refunded:
        words.append(f"{chart.whole.refunded:,f} refunded (hatched)")
    words.append(count)
    # Above the panel's own title, for which the layout keeps the room.
    corner = blended_transform_factory(figure.transFigure, axes.transAxes)
    place = corner + ScaledTranslation(0, 26 / 72, figure.dpi_scale_trans)
    text = f"{chart.currency}   {'   ·   '.join(words)}"
    head = axes.text(_LEFT, 1, text, transform=place, fontsize=12, **_look(_INK))
    head.set_in_layout(False)


def _draw_columns(axes: Axes, chart: CurrencyChart, times: range, colors: dict[str, str]) -> None:
    """Columns over time: what was spent upwards, what came back downwards, each type its colour."""
    _bare(axes, chart.period)
    # Of many years, a lone column has to be seen.
    width = max(0.72, len(times) / 250)
    for position, bars in chart.columns.items():
        up = down = 0.0
        for label, color in colors.items():
            bar = bars.get(label, Bar(label))
            spent, refunded = float(bar.spent), float(bar.refunded)
            if spent:
                axes.bar(position, spent, width, bottom=up, color=color)
            if refunded:
                axes.bar(position, -refunded, width, bottom=-down, **_refund(color))
            up, down = up + spent, down + refunded
    axes.axhline(0, color=_INK, linewidth=0.8)
    axes.yaxis.set_major_locator(MaxNLocator(5))
    unit = 1_000_000 if max(map(abs, axes.get_ylim())) >= 1_000_000 else 1
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _tick(value, unit)))
    axes.grid(axis="y", color=_GRID)
    axes.set_axisbelow(True)
    # A lone column is no wall.
    middle, half = (times[0] + times[-1]) / 2, max(len(times) / 2 + 0.1, 4)
    axes.set_xlim(middle - half, middle + half)
    axes.set_xticks(*period_labels(chart.period, times))


def _draw_bars(
    axes: Axes, what: str, bars: Sequence[Bar], colors: dict[str, str], slots: int
) -> None:
    """Bars from the largest down, with what they come to behind them."""
    _bare(axes, what)
    texts = [_sums(bar) for bar in bars]
    most, least = (float(max(sizes)) for sizes in zip(*((b.spent, b.refunded) for b in bars)))
    # What a panel of this width has for the text behind its longest bar.
    share = min(0.04 + 0.028 * max(map(len, texts)), 0.75)
    width = (most + least) / (1 - share) or 1.0
    for index, (bar, text) in enumerate(zip(bars, texts)):
        color = colors.get(bar.label, _CATEGORY)
        axes.barh(index, float(bar.spent), 0.66, color=color)
        if bar.refunded:
            axes.barh(index, -float(bar.refunded), 0.66, **_refund(color))
        place = float(bar.spent) + 0.02 * width
        axes.text(place, index, text, va="center", fontsize=9, **_look(_INK))
    axes.vlines(0, -0.5, len(bars) - 0.5, color=_INK, linewidth=0.8)
    axes.set_xlim(-1.02 * least, width - 1.02 * least)
    axes.set_ylim(slots - 0.4, -0.6)
    axes.set_xticks([])
    axes.set_yticks(range(len(bars)), [_clean(bar.label, _LONGEST) for bar in bars])
    axes.spines["bottom"].set_visible(False)
    for label in axes.get_yticklabels():
        label.set(fontsize=10, **_look(_INK))


def _bare(axes: Axes, what: str) -> None:
    # Two lines are empty: there the head of the row stands, apart from what is above it.
    axes.set_title(f"\n\nby {what}", loc="left", fontsize=10, **_look(_FAINT))
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(_GRID)
    axes.tick_params(length=0, labelcolor=_FAINT, labelsize=9)


def _refund(color: str) -> dict[str, Any]:
    return {"facecolor": "white", "edgecolor": color, "hatch": "//////", "linewidth": 0.9}


def _look(color: str) -> dict[str, Any]:
    """How texts look; none of them is taken for mathematics, whatever its dollars are."""
    known = set(font_manager.fontManager.get_font_names())
    families = [name for name in _FONTS if name in known] or ["sans-serif"]
    return {"color": color, "fontfamily": families, "parse_math": False}


def _sums(bar: Bar) -> str:
    """What a bar comes to, and behind it what came back."""
    spent = f"{bar.spent:,f}" if bar.spent or not bar.refunded else ""
    back = f"\N{MINUS SIGN}{bar.refunded:,f}" if bar.refunded else ""
    return "  ".join(filter(None, (spent, back)))


def _tick(value: float, unit: int) -> str:
    text = f"{value / unit:,.2f}".rstrip("0").rstrip(".").replace("-", "\N{MINUS SIGN}")
    return text if unit == 1 or text == "0" else f"{text} M"


def _clean(text: str, most: int) -> str:
    """A text that may come from any file, on one line and cut where it is long."""
    line = "".join(" " if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in text)
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
