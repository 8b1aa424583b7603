"""Views as tables of other libraries, such tables as expenses, and columns as numpy arrays."""

from __future__ import annotations

import ctypes
import dataclasses
import datetime
import gc
import weakref
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import iexpense
import pytest
from iexpense import _arrow

pyarrow = pytest.importorskip("pyarrow")


@pytest.fixture
def store() -> Iterator[iexpense.Store]:
    with iexpense.open(memory=True, currency="EUR") as store:
        store.add("Coffee", "3.50", category="Food:Cafe", date="2026-03-01", tags=["a", "b"])
        store.add(
            "Sushi",
            "900 JPY",
            date="2026-03-02",
            account="Visa",
            note="café",
            conversion=("5.50", "EUR", "0.0061"),
            reimbursement="open",
        )
        store.add("Refund", "-1.25", type="Business", date="1969-12-31", extra={"a": 1})
        yield store


def without_place(expenses: Any) -> list[iexpense.Expense]:
    """Expenses without what belongs to their store."""
    return [dataclasses.replace(expense, id=0, source=None) for expense in expenses]


# Out.


def test_pyarrow(store: iexpense.Store) -> None:
    table = pyarrow.table(store.expenses(sort="-date"))
    table.validate(full=True)
    assert table.column("id").to_pylist() == [2, 1, 3]
    assert table.column("date").to_pylist()[2] == datetime.date(1969, 12, 31)
    assert table.column("amount").to_pylist() == [Decimal("900"), Decimal("3.5"), Decimal("-1.25")]
    assert table.schema.field("amount").type == pyarrow.decimal128(38, 2)
    assert table.column("category").to_pylist() == [None, "Food:Cafe", None]
    assert table.column("tags").to_pylist() == [[], ["a", "b"], []]
    assert table.column("reimbursement").to_pylist() == ["open", "none", "none"]
    assert table.column("conversion_amount").to_pylist() == [Decimal("5.50"), None, None]
    assert table.column("note").to_pylist() == ["café", None, None]
    expected = [expense.uuid.bytes for expense in store.expenses(sort="-date")]
    assert table.column("uuid").to_pylist() == expected


def test_the_store_and_its_transaction(store: iexpense.Store) -> None:
    view = store.expenses()
    with store.transaction("more"):
        store.add("Tea", 2)
        assert pyarrow.table(store).num_rows == 4
        assert pyarrow.table(view).num_rows == 3
    assert pyarrow.table(view).num_rows == 4


def test_it_stays_when_the_store_changes_and_closes(store: iexpense.Store) -> None:
    view = store.expenses()
    reader = pyarrow.RecordBatchReader.from_stream(view)
    array = view.column("amount_minor")
    store.remove(1)
    store.close()
    assert reader.read_all().column("name").to_pylist() == ["Coffee", "Sushi", "Refund"]
    assert array.tolist() == [350, 900, -125]


def test_columns_of_nothing(store: iexpense.Store) -> None:
    view = store.expenses(text="nobody has this")
    for field in (
        "id",
        "amount_minor",
        *(each.name for each in dataclasses.fields(iexpense.Expense)),
    ):
        assert len(view.column(field)) == 0, field


def test_a_stream_that_nobody_takes_is_released(store: iexpense.Store) -> None:
    before = len(_arrow.capsules().lent)
    for _ in range(3):
        store.expenses().__arrow_c_stream__()
    gc.collect()
    assert len(_arrow.capsules().lent) == before
    capsule = store.expenses().__arrow_c_stream__()
    assert len(_arrow.capsules().lent) == before + 1
    pyarrow.RecordBatchReader._import_from_c_capsule(capsule).read_all()
    del capsule
    gc.collect()
    assert len(_arrow.capsules().lent) == before


def test_requested_schema(store: iexpense.Store) -> None:
    view = store.expenses()
    schema = pyarrow.table(view).schema
    assert pyarrow.table(view, schema=schema).schema == schema
    plain = pyarrow.schema(
        field.with_type(pyarrow.string()) if pyarrow.types.is_dictionary(field.type) else field
        for field in schema
    )
    capsule = view.__arrow_c_stream__(plain.__arrow_c_schema__())
    table = pyarrow.RecordBatchReader._import_from_c_capsule(capsule).read_all()
    assert table.schema.field("type").type == pyarrow.string()
    names = {"amount": "amount_minor", "conversion_amount": "conversion_minor"}
    minor = pyarrow.schema(field.with_name(names.get(field.name, field.name)) for field in schema)
    capsule = view.__arrow_c_stream__(minor.__arrow_c_schema__())
    table = pyarrow.RecordBatchReader._import_from_c_capsule(capsule).read_all()
    assert table.column("amount_minor").to_pylist() == [350, 900, -125]
    with pytest.raises(ValueError, match="other columns"):
        view.__arrow_c_stream__(pyarrow.schema([schema[0]]).__arrow_c_schema__())
    with pytest.raises(ValueError, match="no schema of a table"):
        view.__arrow_c_stream__(pyarrow.int64().__arrow_c_schema__())
    with pytest.raises(ValueError, match="incorrect name"):
        view.__arrow_c_stream__(view.__arrow_c_stream__())


def test_polars(store: iexpense.Store) -> None:
    polars = pytest.importorskip("polars")
    view = store.expenses()
    frame = polars.DataFrame(view)
    assert frame["name"].to_list() == ["Coffee", "Sushi", "Refund"]
    assert frame["amount"].dtype == polars.Decimal(38, 2)
    assert frame["date"].to_list()[0] == datetime.date(2026, 3, 1)
    euros = frame.filter(polars.col("currency") == "EUR")["amount"].sum()
    assert euros == Decimal("2.25")
    assert polars.DataFrame(store).equals(frame)
    assert list(store.add_many(frame)) == [4, 5, 6]
    rows = list(view)
    assert without_place(rows[3:]) == without_place(rows[:3])


def test_duckdb(store: iexpense.Store) -> None:
    duckdb = pytest.importorskip("duckdb")
    view = store.expenses(currency="EUR")  # noqa: F841
    found = duckdb.sql("select type, sum(amount) from view group by type order by type").fetchall()
    assert found == [("Business", Decimal("-1.25")), ("Personal", Decimal("3.50"))]
    made = duckdb.sql("select 'Rent' as name, 700::decimal(9, 2) as amount, date '2026-03-01' date")
    ids = store.add_many(made)
    assert store.get(ids[0]).amount == 700
    assert store.get(ids[0]).date == datetime.date(2026, 3, 1)


def test_pandas(store: iexpense.Store) -> None:
    pandas = pytest.importorskip("pandas")
    view = store.expenses()
    frame = pyarrow.table(view).to_pandas()
    assert frame["amount"].tolist() == [Decimal("3.50"), Decimal("900.00"), Decimal("-1.25")]
    assert frame.groupby("type", observed=True)["id"].count().to_dict() == {
        "Business": 1,
        "Personal": 2,
    }
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert pandas.DataFrame.from_arrow(view)["name"].tolist() == frame["name"].tolist()
    assert pandas.DataFrame(view)["name"].tolist() == frame["name"].tolist()
    days = pandas.DataFrame(
        {
            "name": ["A", "B"],
            "amount": ["1.50", "2 USD"],
            "date": pandas.to_datetime(["2026-01-02"] * 2),
        }
    )
    ids = store.add_many(days)
    assert [store.get(number).date.isoformat() for number in ids] == ["2026-01-02"] * 2
    assert store.get(ids[1]).currency == "USD"


def test_nanoarrow(store: iexpense.Store) -> None:
    nanoarrow = pytest.importorskip("nanoarrow")
    array = nanoarrow.ArrayStream(store.expenses()).read_all()
    assert len(array) == 3
    assert list(store.add_many(nanoarrow.ArrayStream(store.expenses()))) == [4, 5, 6]


# In.


def test_there_and_back(store: iexpense.Store) -> None:
    with iexpense.open(memory=True, currency="EUR") as other:
        for made in (
            store,
            store.expenses(),
            pyarrow.table(store),
            pyarrow.table(store).combine_chunks().to_batches()[0],
        ):
            ids = other.add_many(made)
            assert len(ids) == 3
            assert without_place(map(other.get, ids)) == without_place(store.expenses())
        assert other.revision == store_revision_of(other, 4)


def store_revision_of(store: iexpense.Store, changes: int) -> int:
    """The revision that so many changes of expenses lead to."""
    assert len(store.history()) >= changes
    return store.revision


@pytest.mark.parametrize(
    ("columns", "error", "message"),
    [
        ({"name": ["a"]}, iexpense.FormatError, "no column"),
        ({"name": ["a"], "amount": [1], "payee": ["b"]}, iexpense.FormatError, '"payee"'),
        ({"name": ["a"], "amount": [1.5]}, iexpense.InvalidError, "floating-point"),
        ({"name": ["a", "b"], "amount": [1, None]}, iexpense.InvalidError, "row 1"),
        ({"name": ["a", " "], "amount": [1, 1]}, iexpense.InvalidError, "row 1"),
        ({"name": ["a"], "amount": [Decimal("1.234")]}, iexpense.InvalidError, "2 digits of EUR"),
        ({"name": ["a"], "amount": [1], "currency": ["XYZ"]}, iexpense.CurrencyError, "XYZ"),
        ({"name": ["a"], "amount": [10**17]}, iexpense.OverflowError_, "64 bits"),
        ({"name": ["a"], "amount": ["1"], "date": ["03/01/2026"]}, iexpense.InvalidError, "row 0"),
        ({"name": [1], "amount": [1]}, iexpense.FormatError, "int64"),
        ({"name": ["a"], "amount": [1], "tags": [[None]]}, iexpense.InvalidError, "tag is null"),
        ({"name": ["a"], "amount": [1], "tags": [[1]]}, iexpense.FormatError, "list of utf8"),
    ],
)
def test_tables_that_are_refused(
    columns: dict[str, Any], error: type[Exception], message: str, store: iexpense.Store
) -> None:
    revision = store.revision
    with pytest.raises(error, match=message):
        store.add_many(pyarrow.table(columns))
    assert store.revision == revision


@pytest.mark.parametrize("kind", ["dictionary", "large_string", "string_view", "string"])
def test_texts_of_every_kind(kind: str, store: iexpense.Store) -> None:
    texts = ["Personal", "A type that is longer than a view", None]
    if kind == "dictionary":
        array = pyarrow.array(texts).dictionary_encode()
    else:
        array = pyarrow.array(texts, getattr(pyarrow, kind)())
    ids = store.add_many(pyarrow.table({"name": ["a", "b", "c"], "amount": [1] * 3, "type": array}))
    assert [store.get(number).type for number in ids] == [*texts[:2], "Personal"]


def test_a_reader_that_fails(store: iexpense.Store) -> None:
    schema = pyarrow.schema([("name", pyarrow.string()), ("amount", pyarrow.int64())])

    def batches() -> Iterator[Any]:
        yield pyarrow.record_batch({"name": ["a"], "amount": [1]}, schema=schema)
        raise ValueError("no more of that")

    with pytest.raises(iexpense.StorageError, match="no more of that"):
        store.add_many(pyarrow.RecordBatchReader.from_batches(schema, batches()))
    assert len(store.expenses()) == 3


# Columns.


def test_columns(store: iexpense.Store) -> None:
    numpy = pytest.importorskip("numpy")
    view = store.expenses(sort="-amount")
    rows = list(view)
    amounts = view.column("amount_minor")
    assert amounts.dtype == numpy.int64
    assert amounts.tolist() == [900, 350, -125]
    assert view.column("date").tolist() == [row.date for row in rows]
    for name in (
        "id",
        "name",
        "type",
        "category",
        "amount",
        "currency",
        "account",
        "note",
        "tags",
        "reimbursement",
        "conversion",
        "source",
        "extra",
        "uuid",
    ):
        assert view.column(name).tolist() == [getattr(row, name) for row in rows], name
    with pytest.raises(ValueError, match="no column 'payee'"):
        view.column("payee")
    with pytest.raises(ValueError, match="read-only"):
        amounts[0] = 1
    assert store.expenses(text="nothing").column("amount_minor").tolist() == []


def test_a_column_is_made_once_for_each_revision(store: iexpense.Store) -> None:
    pytest.importorskip("numpy")
    view = store.expenses()
    amounts = view.column("amount_minor")
    assert view.column("amount_minor") is amounts
    # It is the library's memory and no copy, which it keeps.
    assert amounts.base is not None
    store.add("Tea", 2)
    assert view.column("amount_minor").tolist() == [350, 900, -125, 200]
    assert amounts.tolist() == [350, 900, -125]


def test_the_memory_goes_with_the_last_array(store: iexpense.Store) -> None:
    numpy = pytest.importorskip("numpy")
    view = store.expenses()
    batch = _arrow.next_batch(_arrow.open_stream(_arrow.VIEW, view._use(), flags=6))
    assert batch is not None
    gone = weakref.ref(batch)
    array = numpy.asarray(_arrow.column_buffer(batch, 0, ctypes.c_int64))[1:]
    del batch
    gc.collect()
    assert gone() is not None
    assert array.tolist() == [2, 3]
    del array
    gc.collect()
    assert gone() is None


# Loops, whose expenses are made of columns.


def test_what_a_loop_gives_is_what_is_read(store: iexpense.Store) -> None:
    for expense in store.expenses():
        read = store.get(expense.id)
        assert expense == read
        assert hash(expense) == hash(read)
        assert repr(expense) == repr(read)
        assert expense.amount_minor == read.amount_minor
        assert dataclasses.replace(expense) == expense
        with pytest.raises(AttributeError):
            expense.payee  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("name", ["amount", "amount_minor", "tags", "uuid", "note", "conversion"])
def test_values_are_made_when_asked_for(
    name: str, store: iexpense.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("iexpense._view._PAGE", 2)
    kept = list(store.expenses())
    seen = [getattr(expense, name) for expense in store.expenses()]
    store.close()
    assert [getattr(expense, name) for expense in kept] == seen


def test_texts_of_many_rows(store: iexpense.Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("iexpense._view._PAGE", 7)
    said = [
        {
            "name": f"Näme {number}" if number % 3 else f"Name {number}",
            "amount": number,
            "note": "x" * (number % 5) or None,
            "account": "Visa" if number % 2 else None,
            "tags": ["t"] * (number % 2) + ["u"] * (number % 3 == 0),
            "currency": ("EUR", "JPY", "KWD")[number % 3],
        }
        for number in range(1, 100)
    ]
    store.add_many(said)  # type: ignore[arg-type]
    assert list(store.expenses()) == [store.get(number) for number in range(1, 103)]
    assert list(reversed(store.expenses())) == list(store.expenses())[::-1]
