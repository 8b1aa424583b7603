"""Money and dates: the numbered cases are those that other software got wrong."""

from __future__ import annotations

import datetime
import decimal
import os
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import iexpense
import pytest

NOT_AMOUNTS = ["", " ", "-", "+1", "12abc", "12,34,5", "1,000", "1.", ".5", "1e3", "1 2", "NaN"]


@pytest.mark.parametrize(
    ("amount", "currency", "right"),
    [
        ("9.7", "EUR", "9.70"),  # case 4
        ("500000", "KRW", "500000"),  # case 9
        ("1000", "JPY", "1000"),  # case 9
        ("1.234", "KWD", "1.234"),  # case 10
        ("1.2345", "CLF", "1.2345"),  # case 10
        ("-0", "EUR", "0.00"),  # case 14
        ("-0.0", "EUR", "0.00"),  # case 14
        ("-0.05", "EUR", "-0.05"),
        ("12.50 USD", None, "12.50"),
        (12, "EUR", "12.00"),
        (-3, "JPY", "-3"),
        (True + 1, "EUR", "2.00"),
        (Decimal("12.5"), "EUR", "12.50"),
        (Decimal("12.500000"), "EUR", "12.50"),
        (Decimal("1E+3"), "EUR", "1000.00"),
        (Decimal("-0.00"), "EUR", "0.00"),
        ("92233720368547758.07", "EUR", "92233720368547758.07"),
        ("-92233720368547758.08", "EUR", "-92233720368547758.08"),
        (2**63 - 1, "JPY", str(2**63 - 1)),
    ],
)
def test_amount_is_read_exactly(amount: object, currency: str | None, right: str) -> None:
    money = iexpense.parse_amount(amount, currency)  # type: ignore[arg-type]
    assert str(money.amount) == right
    assert money.amount == Decimal(right)


@pytest.mark.parametrize("amount", NOT_AMOUNTS)
def test_what_is_no_amount_is_refused(amount: str, store: iexpense.Store) -> None:  # case 8
    with pytest.raises(ValueError):  # noqa: PT011
        iexpense.parse_amount(amount, "EUR")
    with pytest.raises(iexpense.IExpenseError):
        store.add("Lunch", amount)
    assert len(store.expenses()) == 0


@pytest.mark.parametrize(
    ("amount", "currency"),
    [("1.234", "USD"), ("0.5", "JPY"), (Decimal("1.005"), "EUR"), (Decimal("1E-9999999"), "EUR")],
)
def test_more_digits_than_the_currency_has(amount: object, currency: str) -> None:  # case 10
    with pytest.raises(iexpense.InvalidError) as caught:
        iexpense.parse_amount(amount, currency)  # type: ignore[arg-type]
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "amount",
    ["92233720368547758.08", 10**30, 2**63, Decimal("1E+999999"), Decimal("92233720368547758.08")],
)
def test_what_does_not_fit_is_an_overflow(amount: object) -> None:
    with pytest.raises(OverflowError) as caught:
        iexpense.parse_amount(amount, "EUR")  # type: ignore[arg-type]
    assert isinstance(caught.value, iexpense.OverflowError_)


@pytest.mark.parametrize("amount", [1.5, 1.0, float("nan"), True, None, Fraction(1, 2), b"1", [1]])
def test_other_types_are_no_money(amount: object, store: iexpense.Store) -> None:
    for attempt in (
        lambda: store.add("Lunch", amount),  # type: ignore[arg-type]
        lambda: store.add_many([{"name": "Lunch", "amount": amount}]),  # type: ignore[typeddict-item]
        lambda: iexpense.parse_amount(amount, "EUR"),  # type: ignore[arg-type]
        lambda: iexpense.split(amount, "EUR", 2),  # type: ignore[arg-type]
        lambda: store.add("x", 1, conversion=(amount, "USD", "1")),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            attempt()
    assert store.revision == store.revision
    assert len(store.expenses()) == 0


@pytest.mark.parametrize("amount", [Decimal("NaN"), Decimal("Infinity"), Decimal("sNaN")])
def test_a_decimal_that_is_no_number(amount: Decimal) -> None:
    with pytest.raises(iexpense.InvalidError):
        iexpense.parse_amount(amount, "EUR")


def test_amounts_do_not_depend_on_the_decimal_context(store: iexpense.Store) -> None:
    with decimal.localcontext() as context:
        context.prec = 3
        added = store.add("Ship", Decimal("92233720368547758.07"))
        assert str(added.amount) == "92233720368547758.07"
        assert str(store.totals()[0].amount) == "92233720368547758.07"


@pytest.mark.parametrize(
    ("amount", "parts", "right"),
    [
        ("1.00", 3, "0.34 0.33 0.33"),
        ("353.16", 8, "44.15 44.15 44.15 44.15 44.14 44.14 44.14 44.14"),
        ("-10.01", 4, "-2.51 -2.50 -2.50 -2.50"),
        ("10.00", [1, 1, 1], "3.34 3.33 3.33"),
        ("0.05", [3, 7], "0.02 0.03"),
        ("1.00", [0, 1], "0.00 1.00"),
        ("92233720368547758.07", [2**62, 2**62], "46116860184273879.04 46116860184273879.03"),
    ],
)
def test_split_adds_up(amount: str, parts: int | list[int], right: str) -> None:  # case 12
    shares = iexpense.split(amount, "EUR", parts)
    assert " ".join(map(str, shares)) == right
    with decimal.localcontext() as context:
        context.prec = 50
        assert sum(shares) == Decimal(amount)


@pytest.mark.parametrize("parts", [0, -1, [], [0, 0], [-1, 2], 10**9])
def test_split_needs_parts(parts: int | list[int]) -> None:
    with pytest.raises(iexpense.IExpenseError):
        iexpense.split("1.00", "EUR", parts)


def test_addition_that_does_not_fit(store: iexpense.Store) -> None:  # case 13
    most = "92233720368547758.07"
    with pytest.raises(OverflowError):
        iexpense.add_amounts(most, "0.01", "EUR")
    assert iexpense.add_amounts("0.10", "0.20", "EUR") == Decimal("0.30")
    store.add("A ship", most)
    store.add("A sail", "0.01")
    # Both are stored, and Python's sum is as wide as it must be.
    assert [str(row.amount) for row in store.totals()] == ["92233720368547758.08"]
    store.add("A refund", "-92233720368547758.08")
    store.add("A refund", "-92233720368547758.08")
    assert [str(row.amount) for row in store.totals()] == ["-92233720368547758.08"]


def test_ten_cents_a_million_times(store: iexpense.Store) -> None:  # case 11
    rows = b",".join([b'{"name":"Gum","type":"Personal","amount":0.10}'] * 1_000_000)
    profile = {"currency": "EUR", "defaultDate": "2026-01-31"}
    with store.read(b"[" + rows + b"]", profile=profile, name="gum.json") as gum:
        gum.commit()
    (total,) = store.totals()
    assert (str(total.amount), total.count) == ("100000.00", 1_000_000)


@pytest.mark.parametrize(
    ("amount", "source", "target", "rate", "right"),
    [
        ("10.00", "USD", "EUR", "0.92", "9.20"),
        ("0.05", "EUR", "USD", "0.5", "0.02"),  # half to even
        ("0.15", "EUR", "USD", "0.5", "0.08"),
        ("100", "JPY", "EUR", Decimal("0.0061"), "0.61"),
        ("1.00", "EUR", "KWD", Fraction(1, 3), "0.333"),
        ("-1.00", "EUR", "USD", 2, "-2.00"),
    ],
)
def test_convert(amount: str, source: str, target: str, rate: object, right: str) -> None:
    assert str(iexpense.convert(amount, source, target, rate)) == right  # type: ignore[arg-type]


def test_convert_refuses_what_is_no_rate() -> None:
    with pytest.raises(TypeError):
        iexpense.convert("1", "EUR", "USD", 1.1)  # type: ignore[arg-type]
    for rate in ("abc", Decimal("NaN"), Decimal("Infinity")):
        with pytest.raises(iexpense.InvalidError):
            iexpense.convert("1", "EUR", "USD", rate)
    with pytest.raises(OverflowError):
        iexpense.convert("1", "EUR", "USD", 10**30)


def test_a_recorded_conversion_stays(store: iexpense.Store) -> None:  # case 15
    added = store.add("Book", "10.00 USD", conversion=("9.20", "EUR", "0.920"))
    kept = iexpense.Conversion(Decimal("9.20"), "EUR", Decimal("0.920"))
    assert added.conversion == kept
    assert str(added.conversion.rate) == "0.920"
    store.update(added.id, note="the rate is 0.95 by now")
    assert store.get(added.id).conversion == kept
    store.update(added.id, conversion=None)
    assert store.get(added.id).conversion is None


def test_a_currency_of_ones_own(store: iexpense.Store) -> None:
    with pytest.raises(iexpense.CurrencyError):
        store.add("Miles", "10 MILES")
    store.register_currency("MILES", 0)
    store.register_currency("BTC", 8)
    assert str(store.add("Miles", "10 MILES").amount) == "10"
    assert str(store.add("Coin", "0.00000001", currency="BTC").amount) == "1E-8"
    assert store.parse_amount("0.5", "BTC") == iexpense.Money(Decimal("0.5"), "BTC")
    with pytest.raises(iexpense.InvalidError):
        store.register_currency("ABC", 9)


def test_helpers() -> None:
    assert iexpense.format_amount("9.7", "EUR") == "9.70"
    assert str(iexpense.parse_amount("9.7 USD")) == "9.70 USD"
    assert [iexpense.currency_digits(code) for code in ("JPY", "EUR", "KWD", "CLF")] == [0, 2, 3, 4]
    with pytest.raises(iexpense.CurrencyError):
        iexpense.currency_digits("ZZZ")
    with pytest.raises(iexpense.CurrencyError):
        iexpense.parse_amount("9.7")


# Dates.


def test_steps_keep_the_anchor_day() -> None:  # case 25
    start = datetime.date(2026, 1, 31)
    steps = [str(iexpense.add_months(start, months)) for months in range(4)]
    assert steps == ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]
    leap = datetime.date(2024, 2, 29)
    years = [str(iexpense.add_years(leap, years)) for years in range(5)]
    assert years == ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]
    assert iexpense.add_days("2026-02-28", 1) == datetime.date(2026, 3, 1)
    assert iexpense.add_months(start, -2) == datetime.date(2025, 11, 30)
    for steps_too_far in (100_000, 2**40):
        with pytest.raises(OverflowError):
            iexpense.add_years(start, steps_too_far)


def test_dates_are_read_and_weeks_told() -> None:
    assert iexpense.parse_date("2026-03-14") == datetime.date(2026, 3, 14)
    assert iexpense.parse_date("20260314") == datetime.date(2026, 3, 14)
    assert iexpense.parse_date("2026-W11-6") == datetime.date(2026, 3, 14)
    for day in (datetime.date(2026, 12, 31), datetime.date(2021, 1, 3), datetime.date(1, 1, 1)):
        assert iexpense.iso_week(day) == tuple(day.isocalendar())[:2]
    assert iexpense.today() == datetime.date.today()


@pytest.mark.parametrize(
    "written", ["", "today", "31/02/2026", "2026-02-30", "2011-05", "0000-01-01", "2026-3-14"]
)
def test_what_is_no_date(written: str, store: iexpense.Store) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        store.add("Lunch", 1, date=written)


@pytest.mark.parametrize("date", [datetime.datetime(2026, 3, 14), 20260314, 1.5, b"2026-03-14"])
def test_other_types_are_no_date(date: object, store: iexpense.Store) -> None:
    with pytest.raises(TypeError):
        store.add("Lunch", 1, date=date)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        store.expenses(first=date)  # type: ignore[typeddict-item]


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_a_date_is_the_same_in_every_zone(zone: str, store: iexpense.Store, path: object) -> None:
    added = store.add("Lunch", 1, date="2026-03-29")  # case 24
    script = (
        "import sys, iexpense\n"
        "with iexpense.open(sys.argv[1]) as store:\n"
        "    print(store.expenses()[0].date)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        env={**os.environ, "TZ": zone},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == str(added.date) == "2026-03-29"
