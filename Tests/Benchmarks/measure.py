"""Runs a workload: all its parties in turns, round by round, and compares their answers."""

from __future__ import annotations

import statistics
import time
from typing import NamedTuple

from contest import Contender, Goal, Workload
from data import Data, say
from party import Party, PartyError
from programs import Programs

PATIENCE = 8.0  # seconds: a party whose rounds took longer than that sits out the rest


class Judgement(NamedTuple):
    goal: Goal
    figure: float | None  # ratio or cost; None: the peers are missing
    against: str

    @property
    def reached(self) -> bool | None:
        return None if self.figure is None else self.figure <= self.goal.limit


class Result(NamedTuple):
    workload: Workload
    rows: int
    costs: dict[str, list[float]]  # by contender, a figure for each round; ours comes first
    missing: dict[str, str]
    problems: list[str]  # wrong answers, and parties that failed

    def middle(self, name: str) -> float | None:
        costs = self.costs.get(name)
        return statistics.median(costs) if costs else None

    def judge(self) -> list[Judgement]:
        ours = self.middle(self.workload.ours.name)
        return [self._judge(goal, ours) for goal in self.workload.goals]

    def _plain(self, cost: float | None) -> float | None:
        """What a goal without peers looks at: of a rate or a size, what one row costs."""
        if cost is None or "row" not in self.workload.unit:
            return cost
        return cost / self.rows

    def _judge(self, goal: Goal, ours: float | None) -> Judgement:
        if ours is None or not goal.against:
            return Judgement(goal, self._plain(ours), "")
        peers = [(cost, name) for name in goal.against if (cost := self.middle(name)) is not None]
        if not peers:
            return Judgement(goal, None, "")
        name = min(peers)[1]
        # Round by round, since a machine may be slower in one than in another.
        rounds = zip(self.costs[self.workload.ours.name], self.costs[name], strict=False)
        ratios = [mine / theirs for mine, theirs in rounds if theirs > 0]
        return Judgement(goal, statistics.median(ratios) if ratios else None, name)


def run(workload: Workload, count: int, data: Data, programs: Programs, rounds: int) -> Result:
    """Prepares everything, then lets all parties run in turns."""
    result = Result(workload, count, {}, {}, [])
    parties: dict[str, Party] = {}
    try:
        for contender in (workload.ours, *workload.peers):
            if not programs.has(contender.program):
                result.missing[contender.name] = programs.missing[contender.program]
                if contender == workload.ours:
                    result.problems.append(f"{contender.name} can't run")
                continue
            try:
                parties[contender.name] = start(workload, contender, count, data, programs)
            except PartyError as error:
                result.problems.append(str(error))
        play(parties, rounds, result)
    finally:
        for party in parties.values():
            party.close()
            if workload.changes:
                data.remove_copy(party.database)
    return result


def start(
    workload: Workload, contender: Contender, count: int, data: Data, programs: Programs
) -> Party:
    count = contender.rows or count
    folder = data.rows(count, workload.kind)
    database = folder / programs.database(contender)
    if workload.stored:
        database = data.database(contender, count, folder)
    if workload.changes:
        database = data.copy(database, f"{workload.name}-{contender.variant}")
    command = programs.whole if workload.whole else programs.command
    words = command(contender, workload.name, count, folder)
    return Party(contender.program, words, database)


def play(parties: dict[str, Party], rounds: int, result: Result) -> None:
    """Lets each party run a round in turn; who starts changes from round to round."""
    spent = dict.fromkeys(parties, 0.0)
    names = list(parties)
    for number in range(rounds):
        answers: dict[str, list[str]] = {}
        shift = number % max(len(names), 1)
        for name in names[shift:] + names[:shift]:
            if spent[name] > PATIENCE:
                continue
            began = time.monotonic()
            try:
                cost, answer = parties[name].round()
            except PartyError as error:
                result.problems.append(str(error))
                spent[name] = float("inf")
                continue
            spent[name] += time.monotonic() - began
            result.costs.setdefault(name, []).append(cost)
            answers.setdefault(answer, []).append(name)
        if len(answers) > 1:
            told = "; ".join(f"{answer} of {', '.join(who)}" for answer, who in answers.items())
            result.problems.append(f"the answers of round {number + 1} differ: {told}")
    order = {name: place for place, name in enumerate(names)}
    for name in sorted(result.costs, key=lambda name: order[name]):
        result.costs[name] = result.costs.pop(name)
    say(f"{result.workload.name}: {sum(map(len, result.costs.values()))} rounds")
