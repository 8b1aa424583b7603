"""Rules: kept in order, run on files and on views, told of field by field, and undone."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import iexpense
import pytest
from iexpense import EffectKind, RowStatus

TRAINS: dict[str, Any] = {
    "name": "Trains",
    "when": {"text": {"contains": ["railway", "train"]}},
    "set": {"category": "Travel:Rail", "tags": {"add": ["rail"]}},
}
REFUNDS = {"name": "Refunds", "when": {"amount": {"below": 0}}, "leaveOut": False}
CARD = {
    "columns": {"date": "Date", "name": "Merchant", "amount": "Amount"},
    "delimiter": ";",
    "decimal": ",",
    "date": "DMY",
    "spending": "negative",
    "income": "leave out",
    "currency": "EUR",
    "encoding": "utf-8",
}
STATEMENT = """Date;Merchant;Amount
14.03.2026;Café;-3,50
15.03.2026;Bay RAILWAY 4711;-89,90
16.03.2026;Shop;15,00
""".encode()


def rule(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "when": {}, "set": {"note": name}, **more}


def test_rules_are_a_list_with_names(store: iexpense.Store) -> None:
    rules = store.rules
    assert not rules
    for name in "abc":
        rules.append(rule(name))
    rules.insert(1, rule("d"))
    assert rules.names == ["a", "d", "b", "c"]
    assert len(rules) == 4
    assert rules["d"] == rules[1] == rule("d")
    assert rules[-1]["name"] == "c"
    assert [r["name"] for r in rules[1:3]] == ["d", "b"]
    assert [r["name"] for r in rules] == rules.names
    assert "d" in rules  # type: ignore[comparison-overlap]
    assert rule("d") in rules
    assert rule("x") not in rules
    rules["d"] = {"when": {"type": "Business"}, "leaveOut": True}
    assert rules[1] == {"when": {"type": "Business"}, "leaveOut": True, "name": "d"}
    rules["e"] = rule("another name")
    assert rules.names == ["a", "d", "b", "c", "e"]
    rules.move("e", 0)
    rules.append(rule("a"))
    assert rules.names == ["e", "d", "b", "c", "a"]
    del rules["d"]
    del rules[0]
    assert repr(rules) == "<Rules 'b', 'c', 'a'>"
    with pytest.raises(KeyError):
        rules["d"]
    with pytest.raises(KeyError):
        del rules["d"]
    with pytest.raises(KeyError):
        rules.move("d", 0)
    with pytest.raises(IndexError):
        rules[3]
    with pytest.raises(IndexError):
        rules.insert(-1, rule("x"))
    with pytest.raises(TypeError):
        rules.append("no mapping")  # type: ignore[arg-type]


def test_amounts_are_exact_or_refused(store: iexpense.Store) -> None:
    when: dict[str, Any] = {"amount": {"min": Decimal("12.50"), "max": 20, "currency": "EUR"}}
    store.rules["Lunch"] = {"when": when, "set": {"type": "Business"}}
    assert store.rules["Lunch"]["when"]["amount"]["min"] == "12.50"
    for amount in "12.49", "12.50", "20.00", "20.01":
        store.add("x", amount)
    run = store.expenses().apply_rules()
    assert [effect.id for effect in run] == [2, 3]
    with pytest.raises(TypeError, match="never a float"):
        store.rules["x"] = {"when": {"amount": {"min": 12.5}}, "leaveOut": True}
    with pytest.raises(iexpense.ArgumentError, match="more digits than EUR has"):
        when["amount"]["min"] = "12.505"
        store.rules["Lunch"] = {"when": when, "set": {"type": "Business"}}
    with pytest.raises(iexpense.ArgumentError, match=r'the rule "x": unknown key when\.payee'):
        store.rules["x"] = {"when": {"payee": {}}, "leaveOut": True}
    with pytest.raises(iexpense.ArgumentError, match=r'the rule "x": set\.name: the name is blank'):
        store.rules["x"] = {"when": {}, "set": {"name": " "}}


def test_a_view_is_ruled_as_one_change(store: iexpense.Store) -> None:
    store.rules.append(TRAINS)
    for name in "Bay RAILWAY 4711", "Tea", "Train to Rome":
        store.add(name, "1.00")
    view = store.expenses()
    dry = view.apply_rules(dry_run=True)
    assert dry.dry_run
    assert dry.label == "applied rules: 2 expenses"
    assert dry.revision == 0
    assert [str(effect) for effect in dry[:2]] == [
        'expense 1: category "" becomes "Travel:Rail" (Trains)',
        'expense 1: tags "" becomes "rail" (Trains)',
    ]
    assert store.get(1).category == ""
    run = view.apply_rules()
    assert run == dry
    assert run.revision == store.revision
    assert run.label == store.history()[0].label == "applied rules: 2 expenses"
    assert [expense.category for expense in view] == ["Travel:Rail", "", "Travel:Rail"]
    assert {effect.field: effect.rule for effect in store.rule_effects(1)} == {
        "category": "Trains",
        "tags": "Trains",
    }
    assert store.rule_effects(2) == []
    store.update(1, category="Mine")
    assert [effect.field for effect in store.rule_effects(1)] == ["tags"]
    assert not store.expenses(text="tea").apply_rules()
    store.undo()
    store.undo()
    assert [expense.category for expense in view] == ["", "", ""]
    assert store.rule_effects(1) == []
    with pytest.raises(iexpense.NotFoundError):
        store.rule_effects(99)


def test_a_file_is_ruled_before_it_is_stored(store: iexpense.Store) -> None:
    store.rules.append(TRAINS)
    store.rules.append(REFUNDS)
    with store.read(STATEMENT, profile=CARD) as file:
        assert all(row.effects == () for row in file.rows)
        dry = file.apply_rules(dry_run=True)
        assert [row.status for row in file.rows][2] is RowStatus.LEFT_OUT
        assert [str(effect) for effect in dry] == [
            'row 1: category "" becomes "Travel:Rail" (Trains)',
            'row 1: tags "" becomes "rail" (Trains)',
            "row 2: kept (Refunds)",
        ]
        run = file.apply_rules()
        assert run == dry
        assert [effect for row in file.rows for effect in row.effects] == list(run)
        assert file.rows[1].expense is not None
        assert file.rows[1].expense.tags == ("rail",)
        assert [row.status for row in file.rows][2] is RowStatus.NEW
        file.edit(1, category="Mine")
        assert [effect.field for effect in file.rows[1].effects] == ["tags"]
        file.take_back_rules()
        assert [row.status for row in file.rows][2] is RowStatus.LEFT_OUT
        file.apply_rules()
        file.commit()
    assert [(e.name, e.category, str(e.amount)) for e in store.expenses()] == [
        ("Café", "", "3.50"),
        ("Bay RAILWAY 4711", "Mine", "89.90"),
        ("Shop", "", "-15.00"),
    ]
    assert [effect.kind for effect in store.rule_effects(2)] == [EffectKind.SET]


def test_import_file_runs_rules_when_asked(store: iexpense.Store, tmp_path: Path) -> None:
    file = tmp_path / "visa-05.csv"
    file.write_bytes(STATEMENT)
    source = {"name": {"starts": "bay"}, "source": {"glob": "VISA-*.csv"}}
    store.rules["Card"] = {"when": source, "set": {"reimbursement": "open"}}
    store.import_file(file, profile=CARD)
    assert [e.reimbursement for e in store.expenses()] == [iexpense.Reimbursement.NONE] * 2
    store.undo()
    store.import_file(file, profile=CARD, rules=True)
    assert store.expenses()[1].reimbursement is iexpense.Reimbursement.OPEN
    with pytest.raises(iexpense.AmbiguousFileError):
        store.import_file(b"Date,Payee,Amount\n03/04/2026,Cafe,-3.50\n", rules=True)


def test_what_a_rule_refuses_is_told(store: iexpense.Store) -> None:
    store.rules.append(TRAINS)
    store.add("Train", 1, tags=[f"t{number}" for number in range(64)])
    refused = store.expenses().apply_rules()[-1]
    assert refused.kind is EffectKind.REFUSED
    assert str(refused) == ("expense 1: tags stays: there would be more than 64 tags (Trains)")
