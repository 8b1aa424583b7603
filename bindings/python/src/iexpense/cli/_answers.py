"""What a file leaves open: answers from the command line, or from whoever sits at the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import iexpense

from ._output import shown
from ._problem import Problem, WrongUsage
from ._session import Session


def parse_answers(words: Sequence[str]) -> dict[str, Any]:
    """Reads `KEY=VALUE` as often as it was said; a whole number, a list or an object is JSON."""
    answers = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not key or not equals:
            raise WrongUsage(f"--answer is KEY=VALUE, and not {word!r}", "such as date=DMY")
        answers[key] = _value(value)
    return answers


def _value(text: str) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value if whole or isinstance(value, (list, dict, str)) else text


def said(finding: iexpense.Finding) -> str:
    """What a finding says behind its key."""
    text = finding.text
    return text[len(finding.key) + 2 :] if text.startswith(f"{finding.key}: ") else text


def unanswered(name: str, questions: Sequence[iexpense.Finding]) -> Problem:
    """The problem that a file leaves questions open, with how to answer each."""
    count = "a question" if len(questions) == 1 else f"{len(questions)} questions"
    lines = [f"  {question.text}" for question in questions]
    answers = " ".join(f"--answer {_word(question)}" for question in questions)
    return Problem(
        "\n".join([f"{name} leaves {count} open, and nothing was stored:", *lines]),
        f"answer on a terminal, or with --profile NAME, or such as {answers}",
    )


def _word(question: iexpense.Finding) -> str:
    value = question.candidates[0] if question.candidates else "…"
    word = f"{question.key}={value}"
    return word if word.replace("=", "").replace(".", "").isalnum() else f"'{word}'"


def ask_all(
    session: Session, file: iexpense.Import, answer: Callable[[Mapping[str, Any]], None]
) -> None:
    """Asks the questions one by one: an answer may settle others, or raise new ones."""
    while questions := file.questions:
        question = questions[0]
        left = f" ({len(questions) - 1} more)" if len(questions) > 1 else ""
        session.out.note("")
        session.out.question(
            ("? ", "bold yellow"), (question.key, "bold"), f": {shown(said(question))}"
        )
        chosen = _choose(session, question, left)
        try:
            answer({question.key: chosen})
        except iexpense.IExpenseError as error:
            if isinstance(error, iexpense.CancelledError):
                raise
            session.out.failed(str(error))


def _choose(session: Session, question: iexpense.Finding, left: str) -> Any:
    """Lets one candidate be chosen by its number, or any value be typed."""
    candidates = question.candidates
    if len(candidates) > 1:
        for number, candidate in enumerate(candidates, 1):
            session.out.note((f"  {number}  ", "cyan"), shown(candidate))
    default = candidates[0] if len(candidates) == 1 else ""
    prompt = f"{question.key}{f' [{shown(default)}]' if default else ''}{left}> "
    while True:
        typed = session.ask(prompt) or default
        if not typed:
            continue
        if len(candidates) > 1 and typed.isdecimal() and 1 <= int(typed) <= len(candidates):
            return candidates[int(typed) - 1]
        same = [known for known in candidates if known.casefold() == typed.casefold()]
        return same[0] if same else _value(typed)
