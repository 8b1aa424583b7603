"""Payments as public bodies published them, opened without a profile.

Only what a file truly leaves open is asked; after the answers an independent reader's counts and
exact totals come out. The files are no part of the project: IEXPENSE_DATA leads to them.
"""

from __future__ import annotations

import json
import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import iexpense
import pytest
from conftest import TOP
from iexpense import FindingState, RowStatus

FOLDER = TOP / os.environ.get("IEXPENSE_DATA", "../shared/data") / "council"

# All amounts have one sign and no word of theirs says which; and no file names its currency, which
# its publisher's country would only let one guess.
SIGN_AND_CURRENCY = ["spending", "currency"]
QUESTIONS = {
    "cabinet-office-2019-06.csv": SIGN_AND_CURRENCY,
    # Dates without a day: no row can be accepted, so that nothing depends on any answer.
    "darlington-2011-05.csv": [],
    # Four columns of texts, and the name of none says whom was paid: "Supplier ID(T)" says id.
    "gateshead-2017-08.csv": ["columns.name", *SIGN_AND_CURRENCY],
    "harrogate-2015-04.csv": SIGN_AND_CURRENCY,
    "london-2018-p02.csv": SIGN_AND_CURRENCY,
    "manchester-2011-06.csv": SIGN_AND_CURRENCY,
    # The amounts stand under "Spend", so that their sign is certain.
    "network-rail-2017-07.csv": ["currency"],
    # "Gross" and "Net" both hold amounts, and either may be meant.
    "salford-2012-02.csv": ["columns.amount", *SIGN_AND_CURRENCY],
}


def expected(name: str) -> dict[str, Any]:
    """What an independent reader says of a file."""
    path = FOLDER / "expected.json"
    if not path.exists():
        pytest.skip(f"there is no {path}")
    known: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return known[name]


def encoding_of(path: Path, reader: str) -> str:
    """The reader's "utf-8-sig" is UTF-8 with or without a mark; ours tells which."""
    if reader == "cp1252":
        return reader
    return "utf-8-sig" if path.read_bytes().startswith(b"\xef\xbb\xbf") else "utf-8"


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_file_without_a_profile(name: str, tmp_path: Path) -> None:
    right = expected(name)
    columns: dict[str, str] = right["columns"]
    path = FOLDER / name
    with (
        iexpense.open(tmp_path / "spending.db", currency="EUR", relaxed=True) as store,
        store.read(path) as file,
    ):
        assert [question.key for question in file.questions] == QUESTIONS[name]
        certain = {f.key: f.value for f in file.findings if f.state is FindingState.CERTAIN}
        assert certain["encoding"] == encoding_of(path, right["encoding"])
        for key in ("date", "name", "amount"):
            question = f"columns.{key}"
            if question in QUESTIONS[name]:
                candidates = next(q.candidates for q in file.questions if q.key == question)
                assert columns[key] in candidates
            else:
                assert certain[question] == columns[key]
        if file.questions:
            with pytest.raises(iexpense.AmbiguousFileError) as refused:
                file.commit()
            assert len(refused.value.questions) == len(QUESTIONS[name])
            assert not list(store.expenses())

        answers = {"currency": "GBP", "spending": "positive"}
        answers |= {f"columns.{key}": column for key, column in columns.items()}
        asked = {key: answers[key] for key in QUESTIONS[name]}
        file.answer({**asked, "columns.category": columns["category"]})
        assert not file.questions
        assert (file.summary.new, file.summary.rejected) == (right["accepted"], right["rejected"])
        assert file.summary.rows == right["accepted"] + right["rejected"]
        rejected = [row for row in file.rows if row.status is RowStatus.REJECTED]
        for row, first in zip(rejected, right["first_rejected"]):
            assert row.line == first["line"]
            assert row.column_name == columns[first["columns"][0]]
            assert row.reason
        file.commit()

        expenses = list(store.expenses())
        assert len(expenses) == right["accepted"]
        assert sum((e.amount for e in expenses), Decimal(0)) == Decimal(right["total"])
        assert {e.currency for e in expenses} <= {"GBP"}
        assert sum(e.amount < 0 for e in expenses) == right["negative"]
        assert len({e.category for e in expenses}) == right["categories"]

        # The answers, saved, make the next file of this kind one line; this one adds nothing.
        store.profiles["council"] = file.profile
        again = store.import_file(path)
        assert again.summary.profile_name == "council"
        assert (again.summary.new, again.summary.duplicates) == (0, right["accepted"])
