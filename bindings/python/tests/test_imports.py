"""An import step by step: what is open, what is answered, rows before the commit, progress."""

from __future__ import annotations

import json
import pickle
import threading
from pathlib import Path
from typing import Any

import iexpense
import pytest
from iexpense import FindingState, Phase, Progress, RowStatus

OPEN = b"""Date,Payee,Amount
03/04/2026,Cafe,-3.000
05/04/2026,Train,-89.900
06/04/2026,Pay,1.000
"""
ANSWERS = {
    "date": "DMY",
    "decimal": ",",
    "spending": "negative",
    "currency": "EUR",
    "income": "leave out",
}
CLEAR = {
    "columns": {"date": "Date", "name": "Payee", "amount": "Amount"},
    "delimiter": ",",
    "decimal": ",",
    "date": "DMY",
    "spending": "negative",
    "currency": "EUR",
    "income": "leave out",
}


def test_what_is_open_is_told_and_answered(store: iexpense.Store) -> None:
    with store.read(OPEN, name="visa.csv") as file:
        assert {q.key for q in file.questions} == set(ANSWERS)
        assert all(q.state is FindingState.AMBIGUOUS and q.value == "" for q in file.questions)
        assert file.summary.questions == tuple(str(q) for q in file.questions)
        known = {f.key: f for f in file.findings}
        assert known["columns.amount"].state is FindingState.CERTAIN
        assert known["columns.amount"].value == "Amount"
        with pytest.raises(iexpense.AmbiguousFileError) as caught:
            file.commit()
        assert caught.value.questions == file.questions
        for key, value in ANSWERS.items():
            before = len(file.questions)
            file.answer(**{key: value})
            assert len(file.questions) == before - 1
            assert {f.key: f.state for f in file.findings}[key] is FindingState.GIVEN
        assert [row.status for row in file.rows] == [
            RowStatus.NEW,
            RowStatus.NEW,
            RowStatus.LEFT_OUT,
        ]
        assert file.commit().summary.new == 2
    assert [str(e.amount) for e in store.expenses()] == ["3000.00", "89900.00"]


def test_one_line_lists_the_questions(store: iexpense.Store) -> None:
    with pytest.raises(iexpense.AmbiguousFileError) as caught:
        store.import_file(OPEN)
    for question in caught.value.questions:
        assert isinstance(question, iexpense.Finding)
        assert str(question) in str(caught.value)
    assert len(store.expenses()) == 0


def test_answers_with_the_keys_of_questions(store: iexpense.Store) -> None:
    text = b"Date,Payee,Gross,Net\n2026-01-31,Tea,1.19,1.00\n"
    with store.read(text, profile={"spending": "positive", "currency": "EUR"}) as file:
        (question,) = file.questions
        assert (question.key, set(question.candidates)) == ("columns.amount", {"Gross", "Net"})
        file.answer({question.key: "Net"})
        assert file.questions == ()
        first = file.rows[0].expense
        assert first is not None
        assert str(first.amount) == "1.00"
        file.answer(columns={"amount": "Gross"})
        first = file.rows[0].expense
        assert first is not None
        assert str(first.amount) == "1.19"


@pytest.mark.parametrize(
    ("answers", "kind"),
    [
        ({"colour": "red"}, iexpense.ArgumentError),
        ({"date": "YDM"}, iexpense.ArgumentError),
        ({"columns": {"amount": "No such"}}, iexpense.FormatError),
        ({"currency": "ZZZ"}, iexpense.CurrencyError),
        ({"currency": float("nan")}, iexpense.InvalidError),
        ({"currency": object()}, TypeError),
    ],
)
def test_a_refused_answer_changes_nothing(
    store: iexpense.Store, answers: dict[str, Any], kind: type[Exception]
) -> None:
    with store.read(OPEN, profile=CLEAR) as file:
        file.exclude(0)
        before = (file.findings, file.summary, file.profile, list(file.rows))
        with pytest.raises(kind):
            file.answer(answers)
        assert (file.findings, file.summary, file.profile, list(file.rows)) == before


def test_a_saved_profile_is_recognised(store: iexpense.Store, path: Path) -> None:
    assert dict(store.profiles) == {}
    with store.read(OPEN, profile=ANSWERS) as file:
        assert file.profile["header"] == ["Date", "Payee", "Amount"]
        assert file.profile["decimal"] == ","
        store.profiles["Visa"] = file.profile
        saved = file.profile
    assert store.import_file(OPEN).summary.profile_name == "Visa"
    assert store.import_file(OPEN, profile="Visa").summary.duplicates == 2
    other = OPEN.replace(b"Payee", b"Shop")
    with store.read(other) as file:
        assert file.summary.profile_name is None
        assert file.questions
    with iexpense.open(path) as again:
        assert dict(again.profiles) == {"Visa": saved}
        assert list(again.profiles) == ["Visa"]
        assert "Visa" in again.profiles
        assert len(again.profiles) == 1
    store.profiles["Other"] = {**saved, "decimal": "."}
    with store.read(OPEN) as file:
        question = file.questions[0]
        assert (question.key, question.candidates) == ("profile", ("Other", "Visa"))
        with pytest.raises(iexpense.AmbiguousFileError):
            file.commit()
        file.answer(profile="Visa")
        assert (file.questions, file.summary.profile_name) == ((), "Visa")
        assert file.summary.duplicates == 2
    del store.profiles["Other"]
    for name in ("Other", "visa"):
        with pytest.raises(KeyError):
            del store.profiles[name]
        with pytest.raises(KeyError):
            store.profiles[name]
        with pytest.raises(iexpense.ArgumentError):
            store.read(OPEN, profile=name)
    with pytest.raises(iexpense.ArgumentError):
        store.profiles["Bad"] = {"colour": "red"}
    with pytest.raises(TypeError):
        store.profiles["Bad"] = "{}"  # type: ignore[assignment]
    for name in ("", "{", "a\nb", "x" * 256):
        with pytest.raises(iexpense.InvalidError):
            store.profiles[name] = saved


def test_rows_out_in_and_changed(store: iexpense.Store) -> None:
    with store.read(OPEN, profile=CLEAR) as file:
        cafe, train, pay = file.rows
        assert [row.index for row in file.rows] == [0, 1, 2]
        file.exclude(cafe, -1)
        assert (file.summary.new, file.summary.excluded, file.summary.left_out) == (1, 2, 0)
        assert file.rows[0].status is RowStatus.EXCLUDED
        file.include(0, pay)
        assert file.summary.new == 3
        file.edit(train, name="Train to Rome", amount="12.50", tags=["trip"], category="Travel")
        file.edit(-1, note="March")
        edited = file.rows[1].expense
        assert edited is not None
        assert (edited.name, str(edited.amount), edited.tags) == (
            "Train to Rome",
            "12.50",
            ("trip",),
        )
        with pytest.raises(iexpense.InvalidError) as caught:
            file.edit(0, name=" ")
        assert caught.value.field == "name"
        with pytest.raises(TypeError):
            file.edit(0, amount=1.5)  # type: ignore[typeddict-item]
        with pytest.raises(TypeError):
            file.edit(0, colour="red")  # type: ignore[call-arg]
        with pytest.raises(iexpense.CurrencyError):
            file.edit(0, currency="ZZZ")
        for index in (3, -4, 2**70):
            with pytest.raises(IndexError):
                file.exclude(index)
        with pytest.raises(TypeError):
            file.exclude("0")  # type: ignore[arg-type]
        store.add("Meanwhile", 1)
        assert file.commit().summary.new == 3
        with pytest.raises(iexpense.TransactionError):
            file.exclude(0)
    with pytest.raises(iexpense.HandleError):
        file.include(0)
    assert [e.name for e in store.expenses()] == ["Meanwhile", "Cafe", "Train to Rome", "Pay"]
    assert store.expenses()[3].note == "March"
    with store.read(OPEN, profile=CLEAR) as file:
        assert file.summary.duplicates == 3
        with pytest.raises(iexpense.ArgumentError):
            file.include(0)


def test_rows_of_some_statuses_among_many(store: iexpense.Store) -> None:
    lines = ["01/01/2026,Cafe,-1" for _ in range(20_000)]
    lines[3] = "01/01/2026,Typo,-1x"
    lines[8191] = "01/01/2026,Pay,1"
    lines[19_999] = "01/01/2026,Typo,-2x"
    content = "\n".join(["Date,Payee,Amount", *lines]).encode()
    with store.read(content, {**CLEAR, "decimal": "."}) as file:
        bad, pay = RowStatus.REJECTED, RowStatus.LEFT_OUT
        assert [row.index for row in file.rows_with(bad)] == [3, 19_999]
        assert [row.line for row in file.rows_with(bad, pay)] == [5, 8193, 20_001]
        assert list(file.rows_with(bad, pay)) == [r for r in file.rows if r.status in (bad, pay)]
        assert list(file.rows_with()) == list(file.rows_with(RowStatus.SUSPECTED)) == []
        file.include(*file.rows_with(pay))
        assert list(file.rows_with(pay)) == []
        assert len(list(file.rows_with(RowStatus.NEW))) == 19_998


def test_values_are_pickled(store: iexpense.Store) -> None:
    with store.read(OPEN, profile=CLEAR) as file:
        for value in (*file.findings, *file.rows, file.summary):
            assert pickle.loads(pickle.dumps(value)) == value


def many(count: int) -> bytes:
    rows = [f"0{1 + i % 9}/04/2026,Payee {i},-{i},50" for i in range(count)]
    return ("Date;Payee;Amount\n" + "\n".join(r.replace(",", ";", 2) for r in rows)).encode()


MANY = {**CLEAR, "delimiter": ";"}


def test_progress_is_told(store: iexpense.Store) -> None:
    told: list[Progress] = []
    thread: set[int] = set()

    def progress(step: Progress) -> None:
        told.append(step)
        thread.add(threading.get_ident())

    store.import_file(many(20_000), profile=MANY, progress=progress)
    assert {step.phase for step in told} >= {Phase.READ, Phase.STORE}
    assert thread == {threading.get_ident()}
    for phase in Phase:
        done = [step.done for step in told if step.phase is phase]
        assert done == sorted(done)
        assert all(0 <= s.done <= s.total for s in told if s.phase is phase and s.total)
    read = [step for step in told if step.phase is Phase.READ]
    assert read[-1].total == len(many(20_000))
    assert 10 < len(told) < 2000
    assert len(store.expenses()) == 20_000


# What is left is that of exports.
IMPORT_PHASES = [Phase.READ, Phase.MATCH, Phase.STORE]


class Stop(Exception):
    pass


@pytest.mark.parametrize("kind", [Stop, KeyboardInterrupt, SystemExit, iexpense.CancelledError])
@pytest.mark.parametrize("phase", IMPORT_PHASES)
def test_what_progress_raises_stops_the_import(
    store: iexpense.Store, kind: type[BaseException], phase: Phase
) -> None:
    store.import_file(many(3_000), profile=MANY, account="Cash")
    raised = kind("enough")
    revision = store.revision

    def progress(step: Progress) -> None:
        if step.phase is phase:
            raise raised

    with pytest.raises(kind) as caught:
        store.import_file(many(3_000), profile=MANY, account="Visa", progress=progress)
    assert caught.value is raised
    assert caught.value.__cause__ is None
    assert not isinstance(caught.value.__context__, iexpense.CancelledError) or kind is not Stop
    assert (store.revision, len(store.expenses())) == (revision, 3_000)
    # The store and a new import work as before.
    assert store.import_file(many(3_000), profile=MANY, account="Visa").summary.new == 3_000
    store.check()


def test_a_commit_that_was_stopped_can_be_tried_again(store: iexpense.Store) -> None:
    stops = [True]

    def progress(step: Progress) -> None:
        if step.phase is Phase.STORE and stops.pop():
            raise Stop

    with store.read(many(3_000), profile=MANY, progress=progress) as file:
        file.exclude(5)
        with pytest.raises(Stop):
            file.commit()
        assert len(store.expenses()) == 0
        stops.extend([False] * 10_000)
        assert file.commit().summary.new == 2_999
    assert len(store.expenses()) == 2_999


def test_stopping_at_every_step_stores_nothing(store: iexpense.Store) -> None:
    """Whichever call of the callback stops it, also the last one."""
    text = many(300)
    calls = 0

    def count(step: Progress) -> None:
        nonlocal calls
        calls += 1

    with iexpense.open(memory=True) as probe:
        probe.import_file(text, profile=MANY, progress=count)
    assert calls > 2
    for last in range(calls):
        left = last

        def stop(step: Progress) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise Stop

        with pytest.raises(Stop):
            store.import_file(text, profile=MANY, progress=stop)
        assert len(store.expenses()) == 0
    store.check()


def test_a_progress_callback_may_use_the_store(store: iexpense.Store) -> None:
    seen: set[int] = set()

    def progress(step: Progress) -> None:
        seen.add(len(store.expenses()))
        if step.phase is not Phase.STORE:
            store.default_currency  # noqa: B018

    store.import_file(many(3_000), profile=MANY, account="Visa", progress=progress)
    assert len(store.expenses()) == 3_000
    with pytest.raises(TypeError):
        store.read(OPEN, progress=5)  # type: ignore[arg-type]


def test_closing_the_store_in_progress(path: Path) -> None:
    for phase in IMPORT_PHASES:
        store = iexpense.open(path, currency="EUR")
        store.add("One", 1)

        def progress(step: Progress) -> None:
            if step.phase is phase:  # noqa: B023
                store.close()  # noqa: B023

        with pytest.raises(iexpense.IExpenseError):
            store.import_file(many(300), profile=MANY, progress=progress)
        store.close()
    with iexpense.open(path) as store:
        assert len(store.expenses()) == 3
        store.check()


def test_two_imports_on_two_threads(store: iexpense.Store) -> None:
    text, failures = many(2_000), []

    def work(account: str) -> None:
        try:
            told: list[Progress] = []
            store.import_file(text, profile=MANY, account=account, progress=told.append)
            assert told
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("A", "B", "C")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(store.expenses()) == 6_000


def test_answers_are_json(store: iexpense.Store) -> None:
    with store.read(OPEN, profile=CLEAR) as file:
        assert json.loads(json.dumps(file.profile)) == file.profile
        with pytest.raises(TypeError):
            file.answer(5)  # type: ignore[arg-type]
