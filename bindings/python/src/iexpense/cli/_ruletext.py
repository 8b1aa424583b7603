"""Rules as they are typed, `--when text=railway --set category=Travel:Rail`, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ._problem import WrongUsage

_TEXTS = ("text", "name", "note", "source")
_PARTS = {
    **dict.fromkeys(_TEXTS, ("contains", "starts", "glob")),
    "amount": ("min", "max", "above", "below", "currency"),
    **dict.fromkeys(("currency", "account", "type", "category"), ()),
}
_FIELDS = {
    **dict.fromkeys(("category", "type", "name", "note", "reimbursement"), ()),
    "tags": ("add", "replace"),
}


def rule_of(
    name: str, when: Iterable[str], sets: Iterable[str], leave_out: bool | None
) -> dict[str, Any]:
    """Makes the JSON of a rule from what was typed."""
    rule: dict[str, Any] = {"name": name, "when": _object("--when", when, _PARTS)}
    if fields := _object("--set", sets, _FIELDS):
        rule["set"] = {key: _one(key, value) for key, value in fields.items()}
    if leave_out is not None:
        rule["leaveOut"] = leave_out
    if len(rule) == 2:
        raise WrongUsage(f"rule {name!r} sets nothing", "--set category=Travel:Rail, --leave-out")
    return rule


def _object(
    option: str, words: Iterable[str], known: Mapping[str, tuple[str, ...]]
) -> dict[str, Any]:
    """Collects `KEY=VALUE` and `KEY.PART=VALUE`; one that is said again becomes a list."""
    result: dict[str, Any] = {}
    for word in words:
        path, equals, value = word.partition("=")
        key, _, part = path.partition(".")
        if key in _TEXTS and not part and known is _PARTS:
            part = "contains"
        if not equals:
            raise WrongUsage(f"{option} is KEY=VALUE, and not {word!r}", _keys(known))
        if key not in known or (part not in known[key] if known[key] else part):
            raise WrongUsage(f"{option} has no key {path!r}", _keys(known))
        if not known[key]:
            result.setdefault(key, []).append(value)
        elif key == "amount":
            if part in result.get(key, {}):
                raise WrongUsage(f"{option} {path} is said twice", "say it once")
            result.setdefault(key, {})[part] = value
        else:
            result.setdefault(key, {}).setdefault(part, []).append(value)
    return result


def _one(key: str, value: Any) -> Any:
    """The value of a field that holds one; of tags an object."""
    if not isinstance(value, list):
        return value
    if len(value) > 1:
        raise WrongUsage(f"--set {key} is said twice", "say it once")
    return value[0]


def _keys(known: Mapping[str, tuple[str, ...]]) -> str:
    keys = [f"{key}.{part}" for key, parts in known.items() for part in parts]
    return f"keys are {', '.join([key for key, parts in known.items() if not parts] + keys)}"


def when_text(rule: Mapping[str, Any]) -> str:
    """The conditions of a rule, as they could be typed."""
    return ", ".join(_words(rule.get("when") or {})) or "always"


def set_text(rule: Mapping[str, Any]) -> str:
    """What a rule does, as it could be typed."""
    words = list(_words(rule.get("set") or {}))
    if "leaveOut" in rule:
        words.append("leave out" if rule["leaveOut"] else "keep")
    return ", ".join(words)


def _words(part: Mapping[str, Any], lead: str = "") -> Iterator[str]:
    for key, value in part.items():
        path = f"{lead}{key}".replace(".contains", "")
        if isinstance(value, Mapping):
            yield from _words(value, f"{key}.")
        elif isinstance(value, list):
            yield f"{path}={' or '.join(map(str, value))}"
        else:
            yield f"{path}={value}"
