"""The window of examples/gtk, driven as its user and a screen reader drive it.

Prints a line for each test and ends in "N passed, N failed". The other program is this one: it
has the same file open, as "phone".
"""

import datetime
import os
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import iexpense
from accessible import BUTTON, FIELD, LIST, LIST_ITEM
from gi.repository import GLib
from screen import Window, wait

EXPENSES = [
    ("Rail pass", "Personal", "2026-11-03", "49.00"),
    ("Coffee", "Personal", "2026-11-02", "3.80"),
    ("Team lunch", "Business", "2026-11-02", "86.40"),
    ("Groceries", "Personal", "2026-11-01", "64.12"),
    ("Hotel Metropol", "Business", "2026-10-21", "412.00"),
    ("Train to Vienna", "Business", "2026-10-20", "89.90"),
    ("Groceries", "Personal", "2026-10-14", "71.35"),
    ("Running shoes", "Personal", "2026-09-25", "129.95"),
    ("Groceries", "Personal", "2026-09-06", "58.20"),
    ("Flight", "Personal", "2026-08-12", "689.40"),
    ("Ramen", "Personal", "2026-08-11", "1480 JPY"),
    ("Dentist", "Personal", "2026-06-28", "215.00"),
    ("Conference", "Business", "2026-04-24", "490.00"),
]
tests: list[Callable[[Window, iexpense.Store], None]] = []


def test(function: Callable[[Window, iexpense.Store], None]) -> Callable[..., None]:
    tests.append(function)
    return function


def names(window: Window) -> list[str]:
    """The names in the list, without its sections."""
    return [row.split(", ")[0] for row in window.rows() if row.count(", ") > 1]


def stored(store: iexpense.Store) -> list[list[str]]:
    """What the list has to show, as it is copied: the latest first, and of a day the last added."""
    expenses = sorted(store.expenses(), key=lambda e: (e.date, e.id), reverse=True)
    return [[str(e.date), e.name, e.type, f"{e.amount} {e.currency}"] for e in expenses]


def problem_of(window: Window, field: str) -> str:
    """What is told to be wrong with a field; "": nothing."""
    return window.field(field).description


def chart(window: Window) -> str:
    """What the chart is read as: its latest month."""
    title = "Spending by month. "
    found = [n.name for n in window.reader.read().all() if n.name.startswith(title)]
    return found[0].removeprefix(title)


def wait_for_focus(window: Window, name: str) -> None:
    wait(f"the focus on {name}", lambda: window.focused() == name)


@test
def shows_sections_with_totals_and_rows(window: Window, store: iexpense.Store) -> None:
    rows = window.rows()
    assert rows[0] == "November 2026, 203.32\N{NO-BREAK SPACE}EUR", rows[0]
    assert rows[1] == "Rail pass, Personal  ·  3 November, 49.00 EUR", rows[1]
    assert (
        "August 2026, 689.40\N{NO-BREAK SPACE}EUR  ·  1\N{THIN SPACE}480\N{NO-BREAK SPACE}JPY"
        in rows
    )
    totals = (
        "2\N{THIN SPACE}359.12\N{NO-BREAK SPACE}EUR  ·  1\N{THIN SPACE}480\N{NO-BREAK SPACE}JPY"
    )
    assert totals in window.labels(), "the totals in the header bar"
    assert len(names(window)) == len(EXPENSES)
    assert chart(window) == "November 2026: 203.32\N{NO-BREAK SPACE}EUR"
    window.picture("list")


@test
def styles_amounts_by_their_size(window: Window, store: iexpense.Store) -> None:
    amounts = ("9.99", "10.00", "99.99", "100.00")
    with store.transaction("sizes"):
        for amount in amounts:
            store.add(f"Of {amount}", amount, date="2026-11-04")
    wait("all of them", lambda: "Of 100.00" in names(window))
    window.picture("sizes")
    orange, ink = {}, {}
    for amount in amounts:
        label = next(n for n in window.reader.read().all() if n.name == amount)
        colours = window.colours(*window.extents(label))
        orange[amount] = any(red > blue + 90 for red, _, blue in colours)
        ink[amount] = sum(255 - green for _, green, _ in colours) / len(amount)
    assert orange == {"9.99": False, "10.00": False, "99.99": False, "100.00": True}
    # The small one is pale, and the others are bold.
    assert ink["9.99"] * 1.5 < min(ink["10.00"], ink["99.99"]), ink
    store.undo()
    wait("them to go", lambda: "Of 100.00" not in names(window))


@test
def keeps_what_is_typed_until_it_is_discarded(window: Window, store: iexpense.Store) -> None:
    window.keys("ctrl+n")
    wait_for_focus(window, "Name")
    window.type("Lun")
    window.keys("Escape")
    wait_for_focus(window, "Keep")
    assert window.find(FIELD, "Name"), "the sheet stays"
    window.keys("Return")
    wait_for_focus(window, "Name")
    window.keys("Escape")
    wait_for_focus(window, "Keep")
    window.click(wait("the button", lambda: window.find(BUTTON, "Discard")))
    wait("the sheet to go", lambda: not window.find(FIELD, "Amount"))
    select(window, "Coffee")
    window.keys("ctrl+n")
    wait_for_focus(window, "Name")
    assert window.text("Name") == ""
    window.keys("Escape")
    wait("the empty sheet to go", lambda: not window.find(FIELD, "Amount"))
    wait("the focus where it was", lambda: window.focused().startswith("Coffee"))


@test
def adds_with_the_sheet_and_shows_problems_at_the_field(
    window: Window, store: iexpense.Store
) -> None:
    window.click(wait("the plus", lambda: window.find(BUTTON, "Add an expense")))
    wait_for_focus(window, "Name")
    assert problem_of(window, "Name") == "", "nothing is wrong before something was tried"
    window.type("Lunch")
    window.keys("Tab")
    wait_for_focus(window, "Type")
    window.keys("space")
    wait("the choices", lambda: window.focused() != "Type")
    window.keys("Up", "Return")
    wait("the choice", lambda: "Business" in window.labels())
    wait_for_focus(window, "Type")
    window.keys("Tab")
    wait_for_focus(window, "Amount")
    window.type("12.505")
    window.keys("Return")
    wait("the problem", lambda: "12.505" in problem_of(window, "Amount"))
    wait_for_focus(window, "Amount")
    assert problem_of(window, "Name") == ""
    window.picture("sheet-with-a-problem")
    window.act("app.dark")
    window.picture("dark-sheet-with-a-problem")
    window.act("app.dark")
    window.keys("ctrl+a")
    window.type("12.50")
    wait("the problem to go", lambda: problem_of(window, "Amount") == "")
    window.keys("Return")
    wait("the sheet to go", lambda: not window.find(FIELD, "Amount"))
    wait("Lunch in the list", lambda: "Lunch" in names(window))
    lunch = list(store.expenses())[-1]
    assert (lunch.name, lunch.type, str(lunch.amount)) == ("Lunch", "Business", "12.50"), lunch
    assert lunch.date == datetime.date.today()


@test
def undoes_and_redoes_with_the_keyboard(window: Window, store: iexpense.Store) -> None:
    window.keys("ctrl+z")
    wait("Lunch to go", lambda: "Lunch" not in names(window))
    assert stored(store) == window.copied()
    window.keys("ctrl+shift+z")
    wait("Lunch again", lambda: "Lunch" in names(window))
    window.keys("ctrl+z")
    wait("Lunch to go again", lambda: "Lunch" not in names(window))


@test
def goes_through_the_list_with_the_keyboard(window: Window, store: iexpense.Store) -> None:
    select(window, "Coffee")
    ways = {
        "Down": ["Groceries, ", "October 2026, ", "Hotel Metropol, "],
        "Up": ["October 2026, ", "Groceries, "],
        "Home": ["November 2026, "],
        "End": ["Conference, "],
        "shift+Up": ["April 2026, ", "Dentist, "],
    }
    for key, places in ways.items():
        for place in places:
            window.keys(key)
            wait(f"{key} to {place}", lambda place=place: window.focused().startswith(place))
    # A section between those that are selected is none of what is deleted.
    window.keys("Delete")
    wait("the toast", lambda: "Removed 2 expenses" in window.labels())
    window.keys("ctrl+z")
    wait("them again", lambda: len(names(window)) == len(EXPENSES))
    window.keys("Home", "Delete", "Return")
    window.picture("focus-on-a-section")
    assert len(names(window)) == len(EXPENSES)
    assert not window.find(FIELD, "Amount")


@test
def edits_a_row_in_place(window: Window, store: iexpense.Store) -> None:
    hotel = next(e for e in store.expenses() if e.name == "Hotel Metropol")
    select(window, "Hotel Metropol")
    window.keys("Return")
    wait_for_focus(window, "Name")
    assert window.text("Amount") == "412.00"
    window.keys("Tab", "ctrl+a")
    window.type("12.505")
    window.keys("Return")
    wait("the problem", lambda: "12.505" in problem_of(window, "Amount"))
    window.picture("edit-in-place")
    # What another program writes into the field that is being edited appears in the others.
    store.update(hotel.id, name="Hotel Metropole")
    wait("their name", lambda: window.text("Name") == "Hotel Metropole")
    # What it adds and removes elsewhere moves the row, and neither makes nor loads it again.
    taxi = store.add("Taxi", "23.50", type="Business", date="2026-11-04")
    wait("Taxi", lambda: "Taxi" in names(window))
    store.remove(taxi.id)
    wait("Taxi to go", lambda: "Taxi" not in names(window))
    wait_for_focus(window, "Amount")
    assert window.text("Amount") == "12.505"
    window.keys("ctrl+a")
    window.type("398.00")
    window.keys("Return")
    wait("the editor to go", lambda: not window.find(FIELD, "Amount"))
    wait("the new amount", lambda: any("398.00" in row for row in window.rows()))
    hotel = store.get(hotel.id)
    assert (hotel.name, str(hotel.amount)) == ("Hotel Metropole", "398.00"), hotel
    window.act("undo")
    wait("the old amount", lambda: any("412.00" in row for row in window.rows()))
    store.update(hotel.id, name="Hotel Metropol")
    wait("the old name", lambda: "Hotel Metropol" in names(window))
    # What is removed while it is edited takes its editor along, and comes back without.
    select(window, "Hotel Metropol")
    window.keys("Return")
    wait_for_focus(window, "Name")
    store.remove(hotel.id)
    wait("the editor to go", lambda: not window.find(FIELD, "Amount"))
    store.undo()
    wait("the hotel again", lambda: "Hotel Metropol" in names(window))
    assert not window.find(FIELD, "Amount")


@test
def deletes_what_was_shown_in_a_filtered_list(window: Window, store: iexpense.Store) -> None:
    before = stored(store)
    window.keys("ctrl+f")
    wait_for_focus(window, "Filter")
    window.type("groc")
    wait("three rows", lambda: names(window) == ["Groceries"] * 3)
    rows = window.rows()
    assert rows[2:4] == [
        "October 2026, 71.35\N{NO-BREAK SPACE}EUR",
        "Groceries, Personal  ·  14 October, 71.35 EUR",
    ], rows
    select(window, "Groceries, Personal  ·  14 October")
    window.keys("Delete")
    wait("two rows", lambda: names(window) == ["Groceries"] * 2)
    wait("the toast", lambda: "Removed Groceries" in window.labels())
    window.picture("after-delete-in-a-filtered-list")
    gone = ["2026-10-14", "Groceries", "Personal", "71.35 EUR"]
    assert stored(store) == [row for row in before if row != gone]
    window.keys("ctrl+f")
    window.type("xyz")
    wait("no rows", lambda: names(window) == [])
    assert chart(window) == "None"
    window.picture("nothing-found")
    window.keys("Escape")
    wait("all others", lambda: len(names(window)) == len(before) - 1)
    window.keys("ctrl+z")
    wait("the deleted one", lambda: len(names(window)) == len(before))
    assert window.copied() == before


@test
def shows_what_another_program_adds(window: Window, store: iexpense.Store) -> None:
    taxi = store.add("Taxi", "23.50", type="Business", date="2026-11-04")
    wait("Taxi", lambda: "Taxi" in names(window))
    wait("who it was", lambda: "phone added Taxi" in window.labels())
    assert window.rows()[0] == "November 2026, 226.82\N{NO-BREAK SPACE}EUR"
    window.picture("after-another-program-added")
    store.remove(taxi.id)
    wait("Taxi to go", lambda: "Taxi" not in names(window))


@test
def makes_sections_by_type(window: Window, store: iexpense.Store) -> None:
    window.act("sections", GLib.Variant("s", "type"))
    wait("the types", lambda: window.rows()[0].startswith("Business, "))
    assert names(window)[:2] == ["Team lunch", "Hotel Metropol"], names(window)
    window.act("sections", GLib.Variant("s", "month"))
    wait("the months", lambda: window.rows()[0].startswith("November 2026, "))


@test
def fits_into_a_small_window_and_a_wide_one(window: Window, store: iexpense.Store) -> None:
    with store.transaction("trip around the world"):
        for currency in ("CHF", "GBP", "KWD", "USD"):
            store.add(f"Dinner in {currency}", f"12 {currency}", date="2026-11-05")
        store.add("Anniversary " * 20, "1234567.89", type="Celebration " * 20, date="2026-11-05")
    wait("the dinners", lambda: "Dinner in CHF" in names(window))
    assert window.rows()[0].startswith("November 2026, 1\N{THIN SPACE}234\N{THIN SPACE}771.21")
    for width, height in ((440, 640), (1200, 860)):
        window.resize(width, height)
        wait("its width", lambda width=width: abs(list_width(window) - width) < 20)
        window.picture("small" if width < 720 else "wide")
    # The list stands in the middle, in cards of their own width, with nothing beside them.
    title = next(n for n in window.reader.read().all() if n.name == "Anniversary " * 20)
    _, top, _, height = window.extents(title)
    middle, beside = top + height // 2, window.colours(40, 400)
    assert window.colours(40, middle) == beside != window.colours(280, middle)
    window.resize(440, 640)
    wait("the small window", lambda: list_width(window) < 460)
    window.act("add")
    wait_for_focus(window, "Name")
    window.picture("small-sheet")
    left, _, wide, _ = window.extents(window.field("Name"))
    assert 0 < left < left + wide < 440, (left, wide)
    window.keys("Escape")
    wait("the sheet to go", lambda: not window.find(FIELD, "Amount"))
    window.resize(720, 860)
    store.undo()
    wait("the dinners to go", lambda: "Dinner in CHF" not in names(window))


def list_width(window: Window) -> int:
    expenses = window.find(LIST, "Expenses")
    return window.extents(expenses)[2] if expenses else 0


@test
def has_a_dark_style(window: Window, store: iexpense.Store) -> None:
    window.act("app.dark")
    window.picture("dark")
    window.act("app.dark")


@test
def equals_the_store_after_a_thousand_edits_of_another_program(
    window: Window, store: iexpense.Store
) -> None:
    chance = random.Random(1)
    for count in range(1000):
        edit(store, chance, count)
    wait("the list to be the store", lambda: spoken(window) == expected(store))
    assert window.copied() == stored(store)
    sums = {t.currency: t for t in store.totals()}
    assert len(sums) == 2
    window.picture("after-a-thousand-edits")


def edit(store: iexpense.Store, chance: random.Random, count: int) -> None:
    """One edit of any kind: they are added, changed, moved to other sections, removed, undone."""
    ids = [expense.id for expense in store.expenses()]
    kind = chance.randrange(10)
    date = f"2026-{chance.randrange(1, 12):02}-{chance.randrange(1, 29):02}"
    if len(ids) < 20 or (kind < 4 and len(ids) < 80):
        currency = chance.choice(["EUR", "EUR", "EUR", "JPY"])
        amount = str(chance.randrange(1, 50000)) if currency == "JPY" else random_amount(chance)
        store.add(f"Number {count}", amount, currency=currency, date=date)
    elif kind < 5:
        store.update(chance.choice(ids), date=date)
    elif kind < 6:
        store.update(chance.choice(ids), name=f"Renamed {count}", type="Travel")
    elif kind < 7:
        with store.transaction(f"several {count}"):
            for expense in chance.sample(ids, 5):
                store.update(expense, note=f"note {count}", date=date)
    elif kind < 9:
        store.remove(*chance.sample(ids, 2))
    else:
        store.undo()


def random_amount(chance: random.Random) -> str:
    return f"{chance.randrange(500)}.{chance.randrange(100):02}"


def spoken(window: Window) -> list[str]:
    """The rows as they are read out, without their sections: name, type, amount."""
    rows = [row for row in window.rows() if row.count(", ") > 1]
    return [f"{row.split(', ')[0]} {row.split(', ')[2]}" for row in rows]


def expected(store: iexpense.Store) -> list[str]:
    rows = []
    for _, name, _, amount in stored(store):
        number, currency = amount.split()
        whole, _, cents = number.partition(".")
        grouped = f"{int(whole):,}".replace(",", "\N{THIN SPACE}")
        rows.append(f"{name} {grouped}{'.' if cents else ''}{cents} {currency}")
    return rows


def begins_empty(folder: Path) -> None:
    window = Window("--currency", "EUR", str(folder / "empty.db"))
    try:
        window.picture("empty")
        # The keyboard is where something is shown, not in the list that is hidden.
        window.keys("ctrl+n")
        wait("the empty sheet", lambda: window.find(FIELD, "Amount"))
        window.keys("Escape")
        wait("the empty sheet to go", lambda: not window.find(FIELD, "Amount"))
        window.quit()
    finally:
        window.kill()


def shows_sample_data_in_memory() -> None:
    window = Window("--preview")
    try:
        assert len(names(window)) == 27, names(window)
        window.act("undo")
        wait("an empty list", lambda: names(window) == [])
        window.act("redo")
        wait("all of it", lambda: len(names(window)) == 27)
        window.quit()
    finally:
        window.kill()


def select(window: Window, name: str) -> None:
    """Clicks on a row."""
    rows = window.find(LIST, "Expenses")
    assert rows is not None
    row = next(n for n in rows.children if n.role == LIST_ITEM and n.name.startswith(name))
    window.click(row)
    wait(f"the focus on {name}", lambda: window.focused().startswith(name))


def main() -> int:
    passed = failed = 0
    wanted = sys.argv[1:]  # words of the names of those to run; none: all

    def run(name: str, function: Callable[[], None]) -> None:
        nonlocal passed, failed
        if wanted and not any(word in name for word in wanted):
            return
        started = time.monotonic()
        try:
            function()
            passed += 1
            result = "ok    "
        except Exception:
            failed += 1
            result = "FAILED"
            traceback.print_exc(file=sys.stdout)
        print(f"{result} {name} ({time.monotonic() - started:.1f} s)", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spending.db"
        with iexpense.open(path, currency="EUR", origin="phone") as store:
            for name, kind, date, amount in EXPENSES:
                number, _, currency = amount.partition(" ")
                store.add(name, number, type=kind, date=date, currency=currency or None)
            window = Window(str(path))
            try:
                for function in tests:
                    run(function.__name__.replace("_", " "), lambda f=function: f(window, store))
                    if failed:  # what follows begins where it would have ended
                        window.picture("failed")
                        break
                run("ends without a leak or a warning", window.quit)
            finally:
                window.kill()
        run("begins empty", lambda: begins_empty(Path(folder)))
        run("shows sample data in memory", shows_sample_data_in_memory)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    os.chdir(tempfile.gettempdir())
    sys.exit(main())
