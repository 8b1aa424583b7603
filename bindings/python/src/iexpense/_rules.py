"""The rules of a store, and what a run of them does."""

from __future__ import annotations

import ctypes
import enum
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, cast, overload

from . import _abi
from ._call import call, lib, rows
from ._expense import _Value
from ._profiles import json_text
from ._values import string, text, whole
from .errors import FIELD_NAMES, NotFoundError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._store import Store

Rule = Mapping[str, Any]
"""A rule, as iexpense.h describes it in its section Rules; amounts may be Decimal, str and int."""


class EffectKind(enum.Enum):
    """What a rule does to a row."""

    SET = _abi.IEX_EFFECT_SET
    LEFT_OUT = _abi.IEX_EFFECT_LEFT_OUT
    KEPT = _abi.IEX_EFFECT_KEPT
    REFUSED = _abi.IEX_EFFECT_REFUSED


@dataclass(frozen=True)
class RuleEffect(_Value):
    """What one rule does to one field of one row: `str` is one readable line.

    `row` is the index of a file's row, `id` the expense of a store; the other one is None. `field`
    is the name of the field, None where a row is left out or kept. `old` and `new` are texts; tags
    stand with commas between them. `problem` is why a rule was refused, else "".
    """

    __slots__ = ("field", "id", "kind", "new", "old", "problem", "row", "rule")

    kind: EffectKind
    row: int | None
    id: int | None
    field: str | None
    rule: str
    old: str
    new: str
    problem: str

    def __str__(self) -> str:
        where = f"expense {self.id}" if self.row is None else f"row {self.row}"
        if self.kind is EffectKind.LEFT_OUT:
            return f"{where}: left out ({self.rule})"
        if self.kind is EffectKind.KEPT:
            return f"{where}: kept ({self.rule})"
        if self.kind is EffectKind.REFUSED:
            return f"{where}: {self.field} stays: {self.problem} ({self.rule})"
        return f'{where}: {self.field} "{self.old}" becomes "{self.new}" ({self.rule})'


class RuleRun(Sequence[RuleEffect]):
    """What a run of the rules did, or with `dry_run` would do: a sequence of effects.

    Of a view, `label` is that of the change and `revision` its number; 0 where nothing was stored,
    and for a file, whose rows are stored by `commit`.
    """

    def __init__(
        self, effects: Iterable[RuleEffect], dry_run: bool, revision: int = 0, label: str = ""
    ) -> None:
        self.effects = tuple(effects)
        self.dry_run = dry_run
        self.revision = revision
        self.label = label

    def __len__(self) -> int:
        return len(self.effects)

    @overload
    def __getitem__(self, index: int) -> RuleEffect: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[RuleEffect, ...]: ...

    def __getitem__(self, index: int | slice) -> RuleEffect | tuple[RuleEffect, ...]:
        return self.effects[index]

    def __eq__(self, other: object) -> bool:
        """Tells whether the other run has the same effects."""
        return self.effects == other.effects if isinstance(other, RuleRun) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<RuleRun of {len(self)} effects>"


class Rules(Sequence["dict[str, Any]"]):
    """The rules of a store, in the order in which they run; each has a name of its own.

    `rules[0]` and `rules["Trains"]` read one, `rules["Trains"] = {...}` saves one where it stands
    or at the end, `append`, `insert` and `move` say where, and `del` removes one. No rule runs by
    itself: see `Import.apply_rules` and `Expenses.apply_rules`. Changes of rules are of kind
    SETTINGS, which undo passes over.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    @overload
    def __getitem__(self, index: int | str) -> dict[str, Any]: ...

    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...

    def __getitem__(self, index: int | str | slice) -> dict[str, Any] | list[dict[str, Any]]:
        if not isinstance(index, str):
            return (
                [json.loads(rule) for _, rule in self._read()[index]]
                if isinstance(index, slice)
                else cast("dict[str, Any]", json.loads(self._read()[index][1]))
            )
        for name, rule in self._read():
            if name == index:
                return cast("dict[str, Any]", json.loads(rule))
        raise KeyError(index)

    def __setitem__(self, name: str, rule: Rule) -> None:
        self._save({**_mapping(rule), "name": name}, -1)

    def __delitem__(self, index: int | str) -> None:
        name = index if isinstance(index, str) else self.names[index]
        try:
            call(lib.iex_store_remove_rule, self._store._use(), text(name, "name"))
        except NotFoundError as error:
            raise KeyError(name) from error

    def __len__(self) -> int:
        return len(self._read())

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (json.loads(rule) for _, rule in self._read())

    def __contains__(self, value: object) -> bool:
        if isinstance(value, str):
            return value in self.names
        return any(rule == value for rule in self)

    @property
    def names(self) -> list[str]:
        """The names of the rules, in their order."""
        return [name for name, _ in self._read()]

    def append(self, rule: Rule) -> None:
        """Saves a rule behind all others, also one that stood elsewhere."""
        self._save(_mapping(rule), 2**63 - 1)

    def insert(self, position: int, rule: Rule) -> None:
        """Saves a rule at a position, from 0; one with its name moves there."""
        self._save(_mapping(rule), _position(position))

    def move(self, name: str, position: int) -> None:
        """Moves a rule to another position, from 0."""
        place = _position(position)
        try:
            call(lib.iex_store_move_rule, self._store._use(), text(name, "name"), place)
        except NotFoundError as error:
            raise KeyError(name) from error

    def __repr__(self) -> str:
        return f"<Rules {', '.join(map(repr, self.names))}>"

    def _save(self, rule: Rule, position: int) -> None:
        call(lib.iex_store_save_rule, self._store._use(), json_text(_exact(rule), "rule"), position)

    def _read(self) -> list[tuple[str, str]]:
        handle = ctypes.c_void_p()
        try:
            call(lib.iex_store_rules, self._store._use(), handle)
            with self._store._guard:
                found = rows(_abi.iex_rule, lib.iex_rules_rows, handle)
                return [(string(row.name), string(row.json)) for row in found]
        finally:
            lib.iex_rules_close(handle)


def effect_from(raw: _abi.iex_effect) -> RuleEffect:
    """Copies an effect that the library lent."""
    return RuleEffect(
        EffectKind(raw.kind),
        None if raw.row < 0 else raw.row,
        raw.id or None,
        FIELD_NAMES.get(raw.field),
        string(raw.rule),
        string(raw.old_value),
        string(raw.new_value),
        string(raw.problem),
    )


def effects_from(store: Store, function: Any, *arguments: Any) -> list[RuleEffect]:
    """Calls a function whose last argument receives effects, and copies them."""
    handle = ctypes.c_void_p()
    try:
        call(function, *arguments, handle)
        with store._guard:
            found = rows(_abi.iex_effect, lib.iex_effects_rows, handle)
            return [effect_from(row) for row in found]
    finally:
        lib.iex_effects_close(handle)


def run_flags(dry_run: bool) -> int:
    """The flags of a run."""
    return _abi.IEX_RULES_DRY_RUN if dry_run else 0


def _position(value: object) -> int:
    number = whole(value, "a position")
    if not 0 <= number < 2**63:
        raise IndexError(f"a position among the rules counts from 0: {number}")
    return number


def _mapping(rule: object) -> Rule:
    if not isinstance(rule, Mapping):
        raise TypeError(f"a rule must be a mapping, not {type(rule).__name__}")
    return rule


def _exact(rule: Rule) -> dict[str, Any]:
    """The rule with its decimals as texts; a float is no exact amount."""

    def exact(value: object) -> object:
        if isinstance(value, Mapping):
            return {key: exact(part) for key, part in value.items()}
        if isinstance(value, (list, tuple)):
            return [exact(part) for part in value]
        if isinstance(value, Decimal):
            return format(value, "f")
        if isinstance(value, float):
            raise TypeError(f"an amount is a str, a Decimal or an int, never a float: {value}")
        return value

    return cast("dict[str, Any]", exact(rule))
