"""One file of an import, from opening it to what was stored."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Mapping
from typing import Any

import iexpense
from iexpense import RowStatus

from ._answers import ask_all, unanswered
from ._choice import Choice
from ._output import shown
from ._preview import (
    WORTH_SHOWING,
    count_of,
    show_findings,
    show_head,
    show_rows,
    statuses_to_show,
)
from ._problem import Problem
from ._profiles import read_json
from ._session import Session
from ._values import finding_value, row_value, status_name
from ._working import Working


class FileImport:
    """One file: `report` is what scripts are told of it."""

    def __init__(self, session: Session, store: iexpense.Store, name: str) -> None:
        self.report: dict[str, Any] = {"file": name, "status": "failed"}
        self._session = session
        self._arguments = session.arguments
        self._out = session.out
        self._store = store
        self._name = name
        self._working = Working(session.out.notes, shown(os.path.basename(name)))
        self._asks = session.out.asks and not session.arguments.json
        self._was_asked = False

    @property
    def was_stopped(self) -> bool:
        """Whether Ctrl-C came when it was too late for this file."""
        return self._working.stopped

    def failed(self, problem: Problem) -> None:
        """Says why the file was not imported."""
        message = str(problem)
        if os.path.basename(self._name) not in message:
            message = f"{self._name}: {message}"
        self.report.update(error=message, hint=problem.hint)
        if not self._arguments.json:
            self._out.failed(message, problem.hint)

    def run(self, answers: Mapping[str, Any], excluded: Choice, included: Choice) -> None:
        """Reads the file, asks, shows, and stores it unless this is a dry run."""
        with self._open() as file:
            self._working.check()
            if answers:
                self._answer(file, answers)
            self._settle(file)
            if self._arguments.rules:
                self._run_rules(file)
            file.exclude(*excluded.rows(file))
            file.include(*included.rows(file))
            self._show(file)
            if self._arguments.dry_run:
                self._finish(file.summary, "dry-run")
                return
            if self._asks:
                self._ask_about_suspects(file)
            # Asked before anything is stored, so that Ctrl-C always means that nothing was.
            profile_name = self._profile_name(file)
            with self._working:
                result = file.commit()
            self._finish(result.summary, "imported" if result.revision else "nothing-new", result)
            if profile_name:
                self._store.profiles[profile_name] = file.profile
                self._out.note(f"saved profile {shown(profile_name)}")

    def _open(self) -> iexpense.Import:
        arguments = self._arguments
        profile: Any = arguments.profile
        if profile is not None and (profile.endswith(".json") or os.sep in profile):
            profile = read_json(profile)
        elif profile is not None and profile[:1] != "{" and profile not in self._store.profiles:
            raise Problem(
                f"there is no profile {profile!r}",
                "iexpense profiles lists those that are saved; a .json file is one, too",
            )
        piped = self._name == "-"
        if not piped and _is_same(self._name, self._session.path):
            raise Problem(
                f"{self._name} is the store that it would go into", "--store FILE names another"
            )
        try:
            with self._working:
                file = self._store.read(
                    sys.stdin.buffer.read() if piped else self._name,
                    profile,
                    arguments.account,
                    arguments.format,
                    "standard input" if piped else None,
                    self._working,
                )
        except iexpense.MissingError as error:
            raise Problem(str(error), _near(self._name)) from error
        return file

    def _answer(self, file: iexpense.Import, answers: Mapping[str, Any]) -> None:
        with self._working:
            file.answer(answers)
        self._working.check()

    def _settle(self, file: iexpense.Import) -> None:
        """Shows how the file is read, and lets what is open be answered."""
        currency = self._arguments.currency
        if currency and any(question.key == "currency" for question in file.questions):
            self._answer(file, {"currency": currency})
        questions = file.questions
        self.report["findings"] = [finding_value(finding) for finding in file.findings]
        self.report["questions"] = [question.key for question in questions]
        if not self._arguments.json:
            show_head(self._out, file.summary)
            if questions or self._arguments.dry_run:
                show_findings(self._out, file.findings)
        if not questions:
            return
        if not self._asks:
            self.report["status"] = "ambiguous"
            raise unanswered(file.summary.name, questions)
        ask_all(self._session, file, lambda answers: self._answer(file, answers))
        self._was_asked = True
        self._out.note("")

    def _run_rules(self, file: iexpense.Import) -> None:
        effects = file.apply_rules()
        self.report["rules"] = len(effects)
        if not self._arguments.json:
            rows = len({effect.row for effect in effects})
            self._out.line(f"rules: {'1 row' if rows == 1 else f'{rows:,} rows'} changed")

    def _show(self, file: iexpense.Import) -> None:
        statuses, most = statuses_to_show(self._arguments.all, self._arguments.dry_run)
        if self._arguments.json:
            shown_statuses = statuses if self._arguments.all else WORTH_SHOWING
            self.report["rows"] = list(map(row_value, file.rows_with(*shown_statuses)))
        else:
            show_rows(self._out, file, statuses, most)

    def _ask_about_suspects(self, file: iexpense.Import) -> None:
        count = file.summary.suspected
        if not count or self._arguments.include:
            return
        what = "1 row looks like an expense" if count == 1 else f"{count:,} rows look like expenses"
        answer = ""
        while answer[:1] not in ("y", "n"):
            answer = self._session.ask(
                f"{what} that is there already. Import it all the same, y or n? "
                if count == 1
                else f"{what} that are there already. Import them all the same, y or n? "
            ).lower()
        if answer.startswith("n"):
            file.exclude(*file.rows_with(RowStatus.SUSPECTED))

    def _finish(
        self,
        summary: iexpense.ImportSummary,
        status: str,
        result: iexpense.ImportResult | None = None,
    ) -> None:
        counts = {status_name(one): count_of(summary, one) for one in RowStatus}
        self.report.update(
            status=status,
            format=summary.format,
            encoding=summary.encoding,
            profile=summary.profile_name,
            counts={"rows": summary.rows, **counts},
            revision=(result and result.revision) or None,
        )
        if self._arguments.json:
            return
        self._out.line((shown(summary.text), "bold"))
        if status == "dry-run":
            self._out.note(("a dry run: nothing was stored", "dim"))
        elif result and result.revision:
            self._out.note(
                (f"stored as change {result.revision}; iexpense undo takes it back", "dim")
            )

    def _profile_name(self, file: iexpense.Import) -> str | None:
        """The name under which the answers are to be kept, if they are."""
        name: str | None = self._arguments.save_profile
        if name is None and self._was_asked and "header" in file.profile:
            name = self._session.ask(
                "Name the answers, to keep them for files with this header line (Enter: no): "
            )
        return name


def _is_same(one: str, other: os.PathLike[str]) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


def _near(path: str) -> str:
    """What may have been meant by the name of a file that is not there."""
    folder, name = os.path.split(path)
    try:
        there = os.listdir(folder or ".")
    except OSError:
        there = []
    near = difflib.get_close_matches(name, there, 1)
    if near:
        return f"did you mean {os.path.join(folder, near[0])}?"
    return f"a path is taken from the working folder, {os.getcwd()}"
