"""Rows of a file that are taken in or left out: by their lines, or by what becomes of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import iexpense
from iexpense import RowStatus

from ._problem import Problem, WrongUsage
from ._values import status_name

_STATUSES = {status_name(status): status for status in RowStatus}


class Choice:
    """Lines such as `7,9-12` and kinds such as `suspected`."""

    def __init__(self, words: Iterable[str]) -> None:
        self._lines: list[tuple[int, int]] = []
        self._statuses: list[RowStatus] = []
        for part in (part.strip() for word in words for part in word.split(",")):
            match = re.fullmatch(r"([0-9]{1,18})(?:-([0-9]{1,18}))?", part)
            if part in _STATUSES:
                self._statuses.append(_STATUSES[part])
            elif match:
                self._lines.append((int(match[1]), int(match[2] or match[1])))
            else:
                raise WrongUsage(
                    f"{part!r} is no line of a file and no kind of row",
                    f"lines as in 7,9-12; kinds are {', '.join(_STATUSES)}",
                )

    def rows(self, file: iexpense.Import) -> list[iexpense.ImportRow]:
        """The rows that are meant."""
        found = list(file.rows_with(*self._statuses)) if self._statuses else []
        if self._lines:
            found += self._of_lines(file)
        return found

    def _of_lines(self, file: iexpense.Import) -> Iterator[iexpense.ImportRow]:
        missing = dict.fromkeys(self._lines)
        last = max(end for _, end in self._lines)
        for row in file.rows:
            if row.line > last:
                break
            within = [part for part in self._lines if part[0] <= row.line <= part[1]]
            for part in within:
                missing.pop(part, None)
            if within:
                yield row
        for first, end in missing:
            lines = f"line {first}" if first == end else f"lines {first} to {end}"
            raise Problem(
                f"{file.summary.name} has no row at {lines}", "--dry-run --all shows all rows"
            )
