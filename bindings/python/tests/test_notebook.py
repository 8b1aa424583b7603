"""What a notebook shows: views and totals as tables, whose texts are never markup."""

from __future__ import annotations

from html.parser import HTMLParser

import iexpense
import pytest


class Table(HTMLParser):
    """Reads the rows of a table, and refuses what is no table."""

    KNOWN = frozenset(("table", "thead", "tbody", "tr", "th", "td", "p"))

    def __init__(self, html: str | None) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.note = ""
        self._open: list[str] = []
        assert html is not None
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.KNOWN
        assert {name for name, _ in attrs} <= {"style", "colspan"}
        self._open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in ("td", "th"):
            self.rows[-1][-1] += data
        elif self._open and self._open[-1] == "p":
            self.note += data


def test_a_view_is_a_table(store: iexpense.Store) -> None:
    view = store.expenses(sort="id")
    assert (Table(view._repr_html_()).note, len(Table(view._repr_html_()).rows)) == (
        "no expenses",
        1,
    )
    store.add("Lunch", "1234.50", date="2026-03-14", category="Food")
    store.add("Back", "-5 USD", date="2026-03-15", tags=["a", "b"], reimbursement="open")
    table = Table(view._repr_html_())
    assert table.rows == [
        ["date", "name", "amount", "", "type", "category", "tags", "reimbursement"],
        ["2026-03-14", "Lunch", "1,234.50", "EUR", "Personal", "Food", "", ""],
        ["2026-03-15", "Back", "-5.00", "USD", "Personal", "", "a, b", "open"],
    ]
    assert table.note == ""


@pytest.mark.parametrize("rows", [29, 30, 31, 5000])
def test_a_long_view_shows_its_first_rows(store: iexpense.Store, rows: int) -> None:
    store.add_many([{"name": f"Row {number}", "amount": 1} for number in range(rows)])
    table = Table(store.expenses()._repr_html_())
    assert len(table.rows) == 1 + min(rows, 30)
    assert table.note == (f"{rows - 30:,} more" if rows > 30 else "")


def test_sections_have_their_rows(store: iexpense.Store) -> None:
    store.add("Lunch", 1, type="Business")
    store.add("Bus", 1, type="Personal")
    table = Table(store.expenses(section="type", section_rows=True)._repr_html_())
    assert [row[0] for row in table.rows if len(row) == 1] == ["Business", "Personal"]


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "</td></tr>", '"onload="x', "a & b", "\x00\x1b[31m"]
)
def test_texts_are_never_markup(store: iexpense.Store, text: str) -> None:
    if "\x00" in text:
        text = text[1:]
    store.add(text, 1, type=text, category=[text], account=text, tags=[text.replace(";", "")])
    table = Table(store.expenses()._repr_html_())
    assert table.rows[1][1] == text
    assert Table(store.totals("type")._repr_html_()).rows[1][0] == text
    shown = store.expenses(section="type", section_rows=True)
    assert [text] in Table(shown._repr_html_()).rows


def test_totals_are_a_table_and_still_a_list(store: iexpense.Store) -> None:
    store.add("Lunch", "12.50", date="2026-03-14")
    store.add("Back", "-2.50", date="2026-12-31")
    totals = store.totals("week")
    assert totals == list(totals)
    assert isinstance(totals, list)
    assert totals.groups == ("week",)
    assert Table(totals._repr_html_()).rows == [
        ["week", "amount", "", "count"],
        ["2026-W11", "12.50", "EUR", "1"],
        ["2026-W53", "-2.50", "EUR", "1"],
    ]
    assert Table(store.expenses().totals("quarter", "type")._repr_html_()).rows[1:] == [
        ["2026-Q1", "Personal", "12.50", "EUR", "1"],
        ["2026-Q4", "Personal", "-2.50", "EUR", "1"],
    ]
    assert [total.text("year") for total in store.totals("year")] == ["2026"]
    assert Table(store.totals(month="2001-01")._repr_html_()).note == "no expenses"


def test_a_view_that_is_closed_has_no_table(store: iexpense.Store) -> None:
    view = store.expenses()
    view.close()
    assert view._repr_html_() is None
