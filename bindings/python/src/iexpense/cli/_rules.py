"""`rules`: what sets fields of expenses by itself, once it is told to run."""

from __future__ import annotations

import itertools
import json
from typing import Any

import iexpense

from ._filters import add_filters, filter_of
from ._output import shown
from ._parser import Actions, Commands
from ._problem import Problem
from ._profiles import read_json
from ._ruletext import rule_of, set_text, when_text
from ._session import Session
from ._table import Column
from ._values import effect_value

_COLUMNS = (
    Column("#", "dim", right=True),
    Column("name", "bold"),
    Column("when", gives_way=True),
    Column("set", "cyan", gives_way=True),
)
_EFFECTS = (
    Column("id", "dim", right=True),
    Column("field"),
    Column("was", gives_way=True),
    Column("becomes", "bold", gives_way=True),
    Column("rule", "cyan", gives_way=True),
)
_FIRST = 30
_ABOUT = "They run where they are told to: in rules apply, and in import --rules."
_WHEN = (
    "text (name or note), name, note, source: what it contains; .starts, .glob as in "
    "source.glob=visa-*; amount.min, .max, .above, .below; currency, account, type, category. "
    "All must hold; of one that is said again, any"
)
_SET = "category, type, name, note, reimbursement, tags.add, tags.replace"


def register(commands: Commands) -> None:
    """Adds the command and its actions."""
    parser = commands.add("rules", _list, "list the rules, in the order they run", _ABOUT, True)
    actions = Actions(parser)
    action = actions.add("add", _add, "add a rule, or put it in place of the one of its name")
    action.add_argument("name", metavar="NAME")
    for option, help in (("--when", _WHEN), ("--set", _SET)):
        action.add_argument(option, metavar="KEY=VALUE", action="append", default=[], help=help)
    action.add_argument("--leave-out", action="store_true", help="of a file: do not store it")
    action.add_argument("--keep", action="store_true", help="of a file: store it, money in too")
    action.add_argument("--at", metavar="N", type=int, help="its place, from 1; else the last")
    action = actions.add("save", _save, "add the rule of a JSON file")
    action.add_argument("file", metavar="FILE")
    action = actions.add("show", _show, "print a rule as JSON, to keep or to edit")
    action.add_argument("name", metavar="NAME")
    action = actions.add("move", _move, "move a rule, since a later one wins")
    action.add_argument("name", metavar="NAME")
    action.add_argument("place", metavar="N", type=int, help="its place, from 1")
    action = actions.add("remove", _remove, "forget a rule; what it has set stays")
    action.add_argument("name", metavar="NAME")
    action = actions.add(
        "apply", _apply, "run the rules on stored expenses", "One undo takes it back.", True
    )
    action.add_argument("--dry-run", action="store_true", help="show what would change")
    action.add_argument("--all", action="store_true", help=f"show all, not the first {_FIRST}")
    add_filters(action)
    action = actions.add("why", _why, "tell which rules have set the fields of an expense")
    action.add_argument("id", metavar="ID", type=int)


def _list(session: Session) -> int:
    with session.open() as store:
        rules = list(store.rules)
    if session.arguments.json:
        session.out.json_array(rules)
        return 0
    rows = [
        [str(place), shown(rule["name"]), shown(when_text(rule)), shown(set_text(rule))]
        for place, rule in enumerate(rules, 1)
    ]
    session.out.table(_COLUMNS, rows)
    if not rows:
        session.out.note("there is no rule; iexpense rules add makes one")
    return 0


def _add(session: Session) -> int:
    arguments = session.arguments
    leave_out = True if arguments.leave_out else False if arguments.keep else None
    rule = rule_of(arguments.name, arguments.when, arguments.set, leave_out)
    with session.open(write=True) as store:
        _put(store, rule, arguments.at)
    which = "" if rule["when"] else ", for every expense"
    session.out.note(f"saved rule {shown(arguments.name)}{which}; iexpense rules apply runs it")
    return 0


def _save(session: Session) -> int:
    rule = read_json(session.arguments.file)
    with session.open(write=True) as store:
        _put(store, rule, None)
    session.out.note(f"saved rule {shown(str(rule.get('name')))}")
    return 0


def _put(store: iexpense.Store, rule: dict[str, Any], place: int | None) -> None:
    if place is not None:
        store.rules.insert(_position(place), rule)
    elif rule.get("name") in store.rules.names:
        store.rules[rule["name"]] = rule
    else:
        store.rules.append(rule)


def _show(session: Session) -> int:
    with session.open() as store:
        _must_be_there(store, session.arguments.name)
        rule = store.rules[session.arguments.name]
    session.out.write(json.dumps(rule, indent=2) + "\n")
    return 0


def _move(session: Session) -> int:
    name, place = session.arguments.name, session.arguments.place
    with session.open(write=True) as store:
        _must_be_there(store, name)
        store.rules.move(name, _position(place))
        place = store.rules.names.index(name) + 1
    session.out.note(f"rule {shown(name)} is number {place}")
    return 0


def _remove(session: Session) -> int:
    name = session.arguments.name
    with session.open(write=True) as store:
        _must_be_there(store, name)
        del store.rules[name]
    session.out.note(f"removed rule {shown(name)}")
    return 0


def _position(place: int) -> int:
    if place < 1:
        raise Problem(f"the place of a rule is {place}", "the first one is 1")
    return place - 1


def _must_be_there(store: iexpense.Store, name: str) -> None:
    if name not in store.rules.names:
        raise Problem(f"there is no rule {name!r}", "iexpense rules lists them")


def _apply(session: Session) -> int:
    arguments, out = session.arguments, session.out
    with session.open(write=not arguments.dry_run) as store:
        view = store.expenses(sort="id", **filter_of(arguments))
        run = view.apply_rules(dry_run=arguments.dry_run)
    if arguments.json:
        out.json_array(map(effect_value, run))
        return 0
    most = None if arguments.all else _FIRST
    out.table(_EFFECTS, ([str(one.id), *_cells(one)] for one in itertools.islice(run, most)))
    if most is not None and len(run) > most:
        out.note((f"and {len(run) - most:,} more; --all shows them", "dim"))
    if not run:
        out.note("the rules change nothing")
    elif arguments.dry_run:
        out.note(("a dry run: nothing was changed", "dim"))
    else:
        out.line((shown(run.label), "bold"))
        out.note((f"stored as change {run.revision}; iexpense undo takes it back", "dim"))
    return 0


def _why(session: Session) -> int:
    with session.open() as store:
        store.get(session.arguments.id)
        effects = store.rule_effects(session.arguments.id)
    session.out.table(_EFFECTS, ([str(one.id or ""), *_cells(one)] for one in effects))
    if not effects:
        session.out.note("no rule has set what its fields are now")
    return 0


def _cells(effect: iexpense.RuleEffect) -> list[str]:
    problem = f" ({effect.problem})" if effect.problem else ""
    field = effect.field or effect.kind.name.lower().replace("_", "-")
    return [field, shown(effect.old), shown(effect.new), shown(f"{effect.rule}{problem}")]
