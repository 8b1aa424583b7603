"""`iexpense rules`, and `import --rules`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commanding import Command

GIRO = str(Path(__file__).resolve().parents[3] / "examples" / "data" / "giro.csv")
ANSWERS = ("--answer", "date=DMY", "--currency", "EUR", "--answer", "income=refund")


@pytest.fixture
def hotels(path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """A store with a statement, and a rule for hotels and trains."""
    command = Command(path, capsys)
    command("import", GIRO, *ANSWERS, "--save-profile", "Giro")
    command(
        *("rules", "add", "Hotels", "--when", "text=HOTEL", "--when", "text=trenitalia"),
        *("--set", "category=Travel", "--set", "tags.add=trip"),
    )
    return command


def values(command: Command, *words: str) -> Any:
    return json.loads(command(*words, "--json").out)


def test_rules_are_listed_as_they_are_typed(hotels: Command) -> None:
    assert hotels("rules").out.splitlines()[1] == (
        "1  Hotels  text=HOTEL or trenitalia  category=Travel, tags.add=trip"
    )
    rule = json.loads(hotels("rules", "show", "Hotels").out)
    assert rule["when"] == {"text": {"contains": ["HOTEL", "trenitalia"]}}
    assert rule["set"] == {"category": "Travel", "tags": {"add": ["trip"]}}
    words = ["source.glob=visa-*", "amount.min=10", "amount.below=12.50", "currency=EUR"]
    flags = [word for key in [*words, "account=", "category=A:B"] for word in ("--when", key)]
    hotels("rules", "add", "Second", *flags, "--set", "note=", "--leave-out", "--at", "1")
    lines = hotels("rules").out.splitlines()
    assert lines[1].startswith("1  Second")
    for word in [*words, "account=", "category=A:B", "note=, leave out"]:
        assert word in lines[1]
    assert [rule["name"] for rule in values(hotels, "rules")] == ["Second", "Hotels"]


def test_rules_are_moved_replaced_and_removed(hotels: Command, tmp_path: Path) -> None:
    hotels("rules", "add", "Second", "--set", "type=Business")
    assert "rule Second is number 1" in hotels("rules", "move", "Second", "1").err
    hotels("rules", "add", "Second", "--when", "text=x", "--set", "type=Personal")
    assert [rule["name"] for rule in values(hotels, "rules")] == ["Second", "Hotels"]
    assert hotels("rules").out.splitlines()[1].split()[2] == "text=x"
    hotels("rules", "remove", "Second")
    file = tmp_path / "rule.json"
    file.write_text(hotels("rules", "show", "Hotels").out.replace("Hotels", "Third"))
    assert hotels("rules", "save", str(file)).err == "saved rule Third\n"
    assert [rule["name"] for rule in values(hotels, "rules")] == ["Hotels", "Third"]
    hotels("rules", "remove", "Hotels")
    hotels("rules", "remove", "Third")
    ran = hotels("rules")
    assert (ran.out, ran.err) == ("", "there is no rule; iexpense rules add makes one\n")


def test_rules_run_on_what_is_stored(hotels: Command) -> None:
    ran = hotels("rules", "apply", "--dry-run")
    assert "category" in ran.out
    assert "a dry run: nothing was changed" in ran.err
    assert values(hotels, "list", "--category", "Travel") == []
    effects = values(hotels, "rules", "apply", "--dry-run")
    assert len(effects) == 6
    assert {(one["field"], one["new"]) for one in effects} == {
        ("category", "Travel"),
        ("tags", "trip"),
    }
    ran = hotels("rules", "apply")
    assert "applied rules: 3 expenses\n" in ran.out
    assert len(values(hotels, "list", "--category", "Travel", "--tag", "trip")) == 3
    assert "the rules change nothing" in hotels("rules", "apply").err
    assert "applied rules" in hotels("undo").out
    assert values(hotels, "list", "--category", "Travel") == []


def test_an_expense_says_which_rules_have_set_it(hotels: Command) -> None:
    hotels("rules", "apply")
    (train,) = values(hotels, "find", "trenitalia")
    why = hotels("rules", "why", str(train["id"])).out.splitlines()
    assert len(why) == 3
    assert why[1].split()[-2:] == ["Travel", "Hotels"]
    (museum,) = values(hotels, "find", "museo")
    assert "no rule has set" in hotels("rules", "why", str(museum["id"])).err


def test_rules_run_on_the_expenses_that_are_chosen(hotels: Command) -> None:
    hotels("rules", "apply", "--text", "trenitalia")
    assert len(values(hotels, "list", "--category", "Travel")) == 1
    assert len(values(hotels, "rules", "apply")) == 4


def test_rules_run_on_the_rows_of_a_file_when_told(hotels: Command) -> None:
    hotels("undo")
    ran = hotels("import", GIRO, "--rules", "--dry-run")
    assert "rules: 3 rows changed\n" in ran.out
    assert "category Travel by rule Hotels; tags trip by rule Hotels" in ran.out
    hotels("rules", "add", "No refunds", "--when", "amount.below=0", "--leave-out")
    (told,) = values(hotels, "import", GIRO, "--rules")
    assert told["counts"]["new"] == 6
    (row,) = [row for row in told["rows"] if row["status"] == "left-out"]
    assert row["expense"]["name"] == "HOTEL FIORINO REFUND"
    assert "No refunds" in row["reason"] or row["rules"][-1]["rule"] == "No refunds"
    assert len(values(hotels, "list", "--category", "Travel")) == 2
    (told,) = values(hotels, "import", GIRO)
    assert "rules" not in told


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["add", "X"], 2, "rule 'X' sets nothing"),
        (["add", "X", "--when", "text", "--leave-out"], 2, "--when is KEY=VALUE, and not 'text'"),
        (["add", "X", "--when", "payee=x", "--leave-out"], 2, "--when has no key 'payee'"),
        (["add", "X", "--set", "amount=5"], 2, "--set has no key 'amount'"),
        (["add", "X", "--set", "note=a", "--set", "note=b"], 2, "--set note is said twice"),
        (
            ["add", "X", "--when", "amount.min=1", "--when", "amount.min=2", "--leave-out"],
            2,
            "--when amount.min is said twice",
        ),
        (["add", "X", "--when", "text.ends=x", "--leave-out"], 2, "text.contains, text.starts"),
        (["add", "X", "--when", "amount=3", "--leave-out"], 2, "amount.min, amount.max"),
        (["add", "X", "--set", "tags=x"], 2, "keys are category, type, name"),
        (["add", "X", "--when", "amount.min=3x", "--leave-out"], 1, "3x"),
        (["add", "", "--leave-out"], 1, "name"),
        (["add", "X", "--leave-out", "--at", "0"], 1, "the first one is 1"),
        (["move", "X", "1"], 1, "there is no rule 'X'\nhint: iexpense rules lists them"),
        (["remove", "X"], 1, "there is no rule 'X'"),
        (["show", "X"], 1, "there is no rule 'X'"),
        (["why", "99"], 1, "expense 99: the store has no such expense"),
        (["save", "none.json"], 1, "none.json: No such file"),
        (
            ["aply"],
            2,
            "iexpense rules has no action 'aply'\nhint: did you mean iexpense rules apply",
        ),
    ],
)
def test_what_is_refused(hotels: Command, words: list[str], status: int, says: str) -> None:
    assert says in hotels("rules", *words, status=status).err
    assert len(values(hotels, "rules")) == 1


def test_a_rule_for_every_expense_says_so(hotels: Command) -> None:
    assert "for every expense" in hotels("rules", "add", "All", "--set", "note=x").err
    ran = hotels("rules", "add", "Some", "--when", "text=x", "--set", "note=x")
    assert "for every expense" not in ran.err
