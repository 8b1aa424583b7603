"""Which expenses a command is about: options that become the keywords of a query."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, cast

from ._parser import Parser

if TYPE_CHECKING:
    from iexpense._query import Filter

_OPTIONS: tuple[tuple[str, str, str, bool, str], ...] = (
    ("--month", "month", "YYYY-MM", False, "of this month"),
    ("--from", "first", "DATE", False, "of this day and later"),
    ("--to", "last", "DATE", False, "of this day and earlier"),
    ("--type", "type", "TYPE", True, "of this type; again for several"),
    ("--category", "category", "A:B", False, "in this category or below it"),
    ("--account", "account", "NAME", True, "paid from this account; '' for none"),
    ("--currency", "currency", "CODE", True, "in this currency"),
    ("--tag", "tags", "TAG", True, "with this tag; of several, one is enough"),
    ("--min", "min_amount", "AMOUNT", False, "of at least this amount"),
    ("--max", "max_amount", "AMOUNT", False, "of at most this amount"),
    ("--reimbursement", "reimbursement", "STATE", True, "none, open, submitted or paid"),
)


def add_filters(parser: Parser, text: bool = True) -> None:
    """Adds the options that choose expenses; `text` is what `find` has as its words."""
    group = parser.add_argument_group("which expenses; all that fit every option")
    for option, name, metavar, many, help in _OPTIONS:
        group.add_argument(
            option,
            dest=f"filter_{name}",
            metavar=metavar,
            action="append" if many else "store",
            help=help,
        )
    if text:
        group.add_argument(
            "--text", dest="filter_text", metavar="TEXT", help="with this in the name or note"
        )


def filter_of(arguments: argparse.Namespace) -> Filter:
    """The keywords of the query that was asked for."""
    said = {
        name[len("filter_") :]: value
        for name, value in vars(arguments).items()
        if name.startswith("filter_") and value is not None
    }
    if isinstance(said.get("text"), list):
        # The words of `find`.
        said["text"] = " ".join(said["text"])
    currency = said.get("currency")
    if currency is not None and len(currency) == 1:
        # As one name it is also the currency of --min and --max.
        said["currency"] = currency[0]
    return cast("Filter", said)
