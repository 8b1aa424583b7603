"""Drafts: the form of one expense."""

from __future__ import annotations

import datetime
import os
import shutil
import subprocess
import sys
import threading
from decimal import Decimal
from pathlib import Path

import iexpense
import pytest
from iexpense import ConflictError, CurrencyError, InvalidError, NotFoundError, Store


def test_a_form_from_the_first_text_to_the_undo(store: Store) -> None:
    with store.draft(decimal_mark=",") as draft:
        assert dict(draft)["type"] == "Personal"
        assert draft["currency"] == "EUR"
        assert draft["date"] == datetime.date.today().isoformat()
        assert [problem.field for problem in draft.problems] == ["name", "amount"]
        assert str(draft.problems[0]) == "the name is missing"
        assert draft.problems[0].error is InvalidError
        assert (draft.id, draft.can_save, draft.changed) == (None, False, frozenset())
        with pytest.raises(InvalidError, match="the name is missing") as caught:
            draft.save()
        assert caught.value.field == "name"
        draft["name"] = "Lunch"
        draft["amount"] = "12.50"
        assert str(draft.problems[0]) == '"12.50": the decimal mark here is ",": write "12,50"'
        draft["amount"] = "12,50 USD"
        assert draft["currency"] == "USD"
        draft["tags"] = "client, a\\,b"
        draft["reimbursement"] = "open"
        assert draft.can_save
        lunch = draft.save()
        assert (lunch.amount, lunch.currency, lunch.tags) == (
            Decimal("12.50"),
            "USD",
            ("client", "a,b"),
        )
        assert lunch.reimbursement is iexpense.Reimbursement.OPEN
        assert (draft.id, draft.changed) == (lunch.id, frozenset())
        draft["note"] = "with tip"
        assert draft.changed == {"note"}
        assert draft.save().note == "with tip"
        assert str(store.undo()) == 'undid "changed note of Lunch"'
        assert draft.changed == frozenset()
        assert draft["note"] == ""
        assert str(store.undo()) == 'undid "added Lunch"'
        assert draft.removed
        with pytest.raises(NotFoundError):
            draft.save()


def test_defaults_are_values_as_add_takes_them(store: Store) -> None:
    draft = store.draft(
        decimal_mark=",",
        name="Train",
        amount=Decimal("89.90"),
        category=["Travel", "Rail: fast"],
        tags=["a,b"],
        note=None,
        extra={"k": 1},
    )
    assert draft["amount"] == "89,90"
    assert draft["category"] == "Travel:Rail\\: fast"
    assert draft["tags"] == "a\\,b"
    assert draft.changed == frozenset()
    draft["name"] = "Tram"
    draft.discard()
    assert draft["name"] == "Train"
    assert draft.save().extra == '{"k": 1}'
    with pytest.raises(iexpense.ArgumentError):
        store.draft(1, note="x")
    with pytest.raises(TypeError):
        store.draft(nothing="x")  # type: ignore[call-arg]
    with pytest.raises(CurrencyError):
        store.draft(amount="5 ZZZ")
    with pytest.raises(iexpense.ArgumentError):
        store.draft(decimal_mark=";")


def test_an_edit_begins_with_what_is_stored(store: Store) -> None:
    lunch = store.add("Lunch", "1234.50", account="Visa")
    draft = store.draft(lunch, decimal_mark=",")
    assert draft["amount"] == "1234,50"
    assert repr(draft) == f"<Draft of expense {lunch.id}>"
    with pytest.raises(NotFoundError):
        store.draft(lunch.id + 1)
    with pytest.raises(NotFoundError):
        store.draft(0)


def test_conflicts(store: Store, path: Path) -> None:
    lunch = store.add("Lunch", "12.50")
    draft = store.draft(lunch.id, decimal_mark=".")
    draft["name"] = "Mine"
    draft["amount"] = "20"
    with iexpense.open(path, origin="other") as other:
        other.update(lunch.id, name="Theirs", amount="30", note="theirs")
    with pytest.raises(ConflictError, match="name, amount"):
        draft.save()
    assert draft.conflicts == {"name", "amount"}
    assert draft["note"] == "theirs"
    assert not draft.can_save
    draft.take_theirs("name")
    assert draft["name"] == "Theirs"
    draft.keep_mine()
    saved = draft.save()
    assert (saved.name, saved.amount) == ("Theirs", Decimal(20))
    with pytest.raises(InvalidError):
        draft.take_theirs("nothing")


def test_choices(store: Store) -> None:
    for name, category in [("Train", "Travel:Rail"), ("Tram", "Travel"), ("Train", "Travel:Rail")]:
        store.add(name, 1, category=category, type="Club")
    draft = store.draft()
    assert draft.choices("type") == ["Business", "Personal", "Club"]
    draft["name"] = "TR"
    assert draft.choices("name") == ["Train", "Tram"]
    draft["name"] = "Tram"
    assert draft.choices("category") == ["Travel", "Travel:Rail"]
    assert draft.choices("note") == []


def test_what_is_no_text_of_a_draft(store: Store) -> None:
    draft = store.draft()
    for use in (lambda: draft["uuid"], lambda: draft.choices("extra")):
        with pytest.raises(KeyError):
            use()
    with pytest.raises(KeyError):
        draft["nothing"] = "x"
    with pytest.raises(TypeError):
        draft["amount"] = 12.5  # type: ignore[assignment]
    assert "amount" in draft
    assert "uuid" not in draft
    assert len(draft) == len(list(draft)) == 10


def test_closed(store: Store) -> None:
    draft = store.draft()
    draft.close()
    draft.close()
    assert repr(draft) == "<Draft, closed>"
    for use in (lambda: draft["name"], lambda: draft.problems, lambda: draft.choices("name")):
        with pytest.raises(iexpense.HandleError):
            use()
    with pytest.raises(iexpense.HandleError):
        draft.save()
    other = store.draft()
    store.close()
    with pytest.raises(iexpense.HandleError):
        other.problems  # noqa: B018


def test_many_threads_look_at_one_draft(store: Store) -> None:
    for number in range(30):
        store.add(f"Name {number}", 1)
    draft = store.draft(decimal_mark=".")
    failures: list[BaseException] = []

    def work() -> None:
        try:
            for number in range(100):
                draft["name"] = "name" + " " * (number % 50)
                assert draft["name"].strip() == "name"
                assert all(choice.startswith("Name ") for choice in draft.choices("name"))
                assert [problem.field for problem in draft.problems] == ["amount"]
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


SHOW = """
import locale, sys
import iexpense
if len(sys.argv) > 1:
    locale.setlocale(locale.LC_NUMERIC, sys.argv[1])
before = locale.setlocale(locale.LC_ALL, None)
with iexpense.open(memory=True, currency="EUR") as store:
    lunch = store.add("Lunch", "1234.50")
    print(store.draft(lunch)["amount"])
assert locale.setlocale(locale.LC_ALL, None) == before
"""


@pytest.mark.parametrize(
    ("environment", "set_by_program", "text"),
    [
        ({"LC_NUMERIC": "C"}, None, "1234.50"),
        ({"LC_NUMERIC": "de_DE.UTF-8"}, None, "1234,50"),
        ({"LC_ALL": "C", "LC_NUMERIC": "de_DE.UTF-8"}, None, "1234.50"),
        ({"LC_NUMERIC": "de_DE.UTF-8"}, "en_GB.UTF-8", "1234.50"),
        ({"LC_NUMERIC": "en_GB.UTF-8"}, "de_DE.UTF-8", "1234,50"),
        ({"LC_NUMERIC": "xx_XX.UTF-8"}, None, "1234.50"),
    ],
)
def test_the_decimal_mark_is_the_hosts(
    tmp_path_factory: pytest.TempPathFactory,
    environment: dict[str, str],
    set_by_program: str | None,
    text: str,
) -> None:
    """With locales of its own, since few machines have these."""
    if not shutil.which("localedef") or not Path("/usr/share/i18n/locales/de_DE").exists():
        pytest.skip("there is no localedef or no source of locales")
    locales = tmp_path_factory.getbasetemp() / "locales"
    if not locales.exists():
        locales.mkdir()
        for name in ("de_DE", "en_GB"):
            subprocess.run(
                ["localedef", "-i", name, "-f", "UTF-8", str(locales / f"{name}.UTF-8")],
                check=True,
                capture_output=True,
            )
    clean = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    run = subprocess.run(
        [sys.executable, "-c", SHOW, *([set_by_program] if set_by_program else [])],
        env={**clean, "LOCPATH": str(locales), "LANG": "C", **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == text + "\n"
