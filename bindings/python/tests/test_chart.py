"""Charts: exact sums, told apart by currency and refund, readable, written whole or not at all."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import defaultdict
from decimal import Decimal
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import iexpense
import pytest
from commanding import SECONDS, environment
from iexpense import _chart

ODD = [
    "$x$ and $y$",
    "駅前カフェ",
    "x" * 60,
    "مقهى",
    "a\nb\x1b[31m",
    "Tea 🍵",
    "\\alpha_{2}",
    "-- >",
]


@pytest.fixture
def filled(store: iexpense.Store) -> iexpense.Store:
    """Two years of expenses in two currencies, some of them refunded."""
    rows: list[dict[str, Any]] = []
    for month in range(24):
        date = f"{2024 + month // 12}-{month % 12 + 1:02}-15"
        common = {"date": date, "type": "Personal" if month % 3 else "Business"}
        rows.append({**common, "name": "Market", "amount": f"{100 + month}.25", "category": "Food"})
        rows.append({**common, "name": "Train", "amount": "30.00", "category": "Travel:Rail"})
        if month % 4 == 0:
            rows.append({**common, "name": "Back", "amount": "-12.50", "category": "Travel:Rail"})
        if month > 20:
            rows.append({**common, "name": "Diner", "amount": "20 USD"})
    store.add_many(rows)
    return store


def _ignored(progress: iexpense.Progress) -> None:
    pass


def sums(bars: list[_chart.Bar]) -> tuple[Decimal, Decimal]:
    return sum((b.spent for b in bars), Decimal()), sum((b.refunded for b in bars), Decimal())


@pytest.mark.parametrize("seed", range(6))
def test_every_panel_adds_up_to_the_cent(store: iexpense.Store, seed: int) -> None:
    numbers = random.Random(seed)
    spent: dict[str, Decimal] = defaultdict(Decimal)
    refunded: dict[str, Decimal] = defaultdict(Decimal)
    rows = []
    for _ in range(400):
        cents = numbers.randint(-5000, 20000)
        currency = numbers.choice(["EUR", "USD", "KWD", "JPY"])
        digits = {"KWD": 3, "JPY": 0}.get(currency, 2)
        amount = Decimal(cents).scaleb(-digits)
        (refunded if amount < 0 else spent)[currency] += abs(amount)
        month = numbers.randint(0, (1, 11, 40, 130, 3000)[seed % 5])
        rows.append(
            {
                "name": "x",
                "amount": amount,
                "currency": currency,
                "type": f"T{numbers.randint(0, 8)}",
                "category": numbers.choice(["", "A", "A:B", "C", *ODD[:4], *map(str, range(12))]),
                "date": f"{1990 + month // 12:04}-{month % 12 + 1:02}-{numbers.randint(1, 28):02}",
            }
        )
    store.add_many(rows)
    found = _chart.charts(store, 1, {}, _ignored)
    assert {chart.currency for chart in found} == {"EUR", "USD", "KWD", "JPY"}
    for chart in found:
        expected = (spent[chart.currency], refunded[chart.currency])
        assert sums([chart.whole]) == expected
        assert sums(chart.types) == expected
        assert sums(chart.categories) == expected
        assert sums([bar for bars in chart.columns.values() for bar in bars.values()]) == expected
    assert sum(chart.count for chart in found) == 400


@pytest.mark.parametrize(
    ("filter", "spent", "refunded"),
    [
        ({}, "30.00", "12.00"),
        ({"min_amount": 0}, "30.00", "0"),
        ({"min_amount": 15}, "20.00", "0"),
        ({"max_amount": 0}, "0.00", "12.00"),
        ({"max_amount": -5}, "0", "10.00"),
        ({"min_amount": -5, "max_amount": 15}, "10.00", "2.00"),
    ],
)
def test_filters_by_amount(store: iexpense.Store, filter: Any, spent: str, refunded: str) -> None:
    store.add_many([{"name": "x", "amount": amount} for amount in (10, 20, -2, -10, 0)])
    (chart,) = _chart.charts(store, 1, filter, _ignored)
    assert sums([chart.whole]) == (Decimal(spent), Decimal(refunded))


@pytest.mark.parametrize(
    ("last", "period"),
    [
        ("2024-01-31", "day"),
        ("2024-02-01", "month"),
        ("2027-06-30", "month"),
        ("2027-07-01", "quarter"),
        ("2034-06-30", "quarter"),
        ("2034-07-01", "year"),
        ("9999-12-31", "year"),
    ],
)
def test_the_period_is_one_whose_columns_can_be_told_apart(
    store: iexpense.Store, last: str, period: str
) -> None:
    store.add_many([{"name": "x", "amount": 1, "date": date} for date in ("2024-01-01", last)])
    (chart,) = _chart.charts(store, 1, {}, _ignored)
    assert chart.period == period
    assert len(chart.columns) == 2


def test_it_is_drawn_when_it_is_asked_for_and_only_then() -> None:
    script = "import iexpense, sys; assert not {'matplotlib', 'numpy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=SECONDS, env=environment())


def test_without_matplotlib_it_says_what_to_install(tmp_path: Path) -> None:
    missing = "raise ModuleNotFoundError('there is no matplotlib', name='matplotlib')"
    (tmp_path / "matplotlib.py").write_text(missing)
    script = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
import iexpense
with iexpense.open(memory=True) as store:
    try:
        store.plot()
    except ModuleNotFoundError as error:
        print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=environment(),
        check=True,
    )
    assert done.stdout == (
        "a chart needs matplotlib, which is missing: pip install 'iexpense[plot]'\n"
    )


class TestDrawn:
    """What needs matplotlib."""

    @pytest.fixture(autouse=True)
    def drawing(self) -> None:
        pytest.importorskip("matplotlib", reason="matplotlib, which the extra plot installs")

    def test_the_same_chart_is_the_same_picture(self, filled: iexpense.Store) -> None:
        for format, begins in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")):
            picture = filled.plot().image(format)
            assert picture.startswith(begins)
            chart = filled.plot()
            assert (chart.image(format), chart.image(format)) == (picture, picture)
        with pytest.raises(iexpense.InvalidError, match="can't draw 'gif', only png, svg, pdf"):
            chart.image("gif")

    def test_a_notebook_shows_it(self, filled: iexpense.Store) -> None:
        chart = filled.plot()
        assert chart._repr_png_() == chart.image("png")
        assert (chart.count, chart.figure.get_figwidth()) == (57, 12.5)

    def test_it_tells_how_far_it_is(self, filled: iexpense.Store) -> None:
        told: list[iexpense.Progress] = []
        filled.plot(progress=told.append)
        assert [(one.phase.name, one.done, one.total) for one in told] == [
            ("READ", 0, 2),
            ("READ", 1, 2),
            *(("DRAW", done, 3) for done in range(4)),
        ]
        with pytest.raises(TypeError, match="progress must be callable"):
            filled.plot(progress=3)  # type: ignore[arg-type]

        def stops(progress: iexpense.Progress) -> None:
            if progress.phase is iexpense.Phase.DRAW:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            filled.plot(progress=stops)

    def test_currencies_and_refunds_are_told_apart(self, filled: iexpense.Store) -> None:
        figure = filled.plot().figure
        assert len(figure.axes) == 6
        heads = [text.get_text() for axes in figure.axes for text in axes.texts]
        assert "EUR   3,402.00 spent   ·   75.00 refunded (hatched)   ·   54 expenses" in heads
        assert "USD   60.00 spent   ·   3 expenses" in heads
        months, categories, types = figure.axes[:3]
        hatched = [bar for bar in months.patches if bar.get_hatch()]
        assert len(hatched) == 6
        assert all(bar.get_height() == -12.5 for bar in hatched)  # type: ignore[attr-defined]
        assert "720.00  \N{MINUS SIGN}75.00" in [text.get_text() for text in categories.texts]
        # One colour for a type, in all panels and currencies.
        colors = {
            label.get_text(): bar.get_facecolor()
            for axes in (types, figure.axes[5])
            for label, bar in zip(axes.get_yticklabels(), axes.patches)
            if not bar.get_hatch()
        }
        assert set(colors) == {"Personal", "Business"}
        assert {bar.get_facecolor() for bar in months.patches if not bar.get_hatch()} == set(
            colors.values()
        )

    @pytest.mark.parametrize("names", ["plain", "odd"])
    @pytest.mark.parametrize("months", [1, 3, 12, 42, 100, 400])
    def test_no_text_is_cut_off_or_covers_another(
        self, store: iexpense.Store, names: str, months: int
    ) -> None:
        categories = ODD if names == "odd" else ["Food", "Travel", "Home", "", "Books"]
        for number in range(60):
            month = number * (months - 1) // 59
            store.add(
                "x",
                ("1234567.89", "-45678.90", "12.50", "0")[number % 4],
                currency=("EUR", "EUR", "USD")[number % 3],
                category=[categories[number % len(categories)]],
                type=(categories[number % 3] or "None"),
                date=f"{2000 + month // 12}-{month % 12 + 1:02}-{1 + number % 28:02}",
            )
        chart = store.plot(title=ODD[0] if names == "odd" else None)
        chart.image()
        figure = chart.figure
        texts: list[Any] = list(figure.texts)
        for axes in figure.axes:
            texts += [*axes.texts, axes._left_title, *axes.get_xticklabels()]  # type: ignore[attr-defined]
            # Marks outside of the panel are not drawn.
            low, high = sorted(axes.get_ylim())
            texts += [t for t in axes.get_yticklabels() if low <= t.get_position()[1] <= high]
        boxes = []
        for text in {id(text): text for text in texts if text.get_text().strip()}.values():
            words = text.get_text().strip()
            box = text.get_window_extent()
            if text.get_text().startswith("\n"):
                # Of a title whose first lines are empty, only the last is there.
                box.y1 = box.y0 + box.height / (1 + text.get_text().count("\n"))
            boxes.append((words, box))
        whole = figure.bbox
        for words, box in boxes:
            assert box.x0 >= whole.x0, words
            assert box.x1 <= whole.x1 + 1, words
            assert box.y0 >= whole.y0, words
            assert box.y1 <= whole.y1 + 1, words
        for index, (words, box) in enumerate(boxes):
            for other, second in boxes[:index]:
                apart = (
                    box.x1 <= second.x0 + 1
                    or second.x1 <= box.x0 + 1
                    or box.y1 <= second.y0 + 2
                    or second.y1 <= box.y0 + 2
                )
                assert apart, (words, other)

    def test_svg_is_xml_whatever_the_names_are(self, store: iexpense.Store) -> None:
        for name in ODD:
            store.add(name, 1, category=[name], type=name)
        ElementTree.fromstring(store.plot(title="<&>\x00--").image("svg"))

    def test_nothing_to_draw_is_drawn(self, store: iexpense.Store) -> None:
        chart = store.plot()
        assert chart.count == 0
        assert chart.image().startswith(b"\x89PNG")

    def test_extremes(self, store: iexpense.Store) -> None:
        for amount in ("92233720368547758.07", "-92233720368547758.07", "0.01"):
            for date in ("0001-01-01", "2026-03-14", "9999-12-31"):
                store.add("x", amount, date=date)
        assert store.plot().image().startswith(b"\x89PNG")

    def test_it_is_saved_whole_or_not_at_all(
        self, filled: iexpense.Store, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        target = path.with_name("spending.svg")
        chart = filled.plot()
        chart.save(target)
        assert target.read_bytes() == chart.image("svg")
        chart.save(str(target), "png")
        before = target.read_bytes()
        assert before == chart.image("png")
        with pytest.raises(iexpense.InvalidError, match="the name of no picture"):
            chart.save(path.with_name("spending.jpg"))
        with pytest.raises(iexpense.InvalidError, match="a file of the store itself"):
            chart.save(path, "png")

        def fails(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("os.fsync", fails)
        with pytest.raises(OSError, match="No space left"):
            chart.save(target)
        assert target.read_bytes() == before
        left = {file.name for file in path.parent.iterdir()} - {target.name}
        assert left == {path.name, f"{path.name}-wal", f"{path.name}-shm"}
