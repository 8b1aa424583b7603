"""Results as a table for the terminal, and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from measure import Judgement, Result


def cost_text(result: Result, cost: float) -> str:
    """A cost in the unit of its workload."""
    unit = result.workload.unit
    if unit == "rows/s":
        return f"{result.rows / cost:,.0f} rows/s" if cost else "-"
    if unit == "bytes/row":
        return f"{cost / result.rows:.1f} bytes/row"
    if unit == "MB":
        return f"{cost / 1e6:.1f} MB"
    return seconds_text(cost)


def seconds_text(seconds: float) -> str:
    for factor, unit in ((1.0, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def goal_text(result: Result, judged: Judgement) -> str:
    """What a goal asks for and what was measured."""
    if judged.figure is None:
        return f"{judged.goal.text}: not measured"
    if judged.against:
        return f"{judged.goal.text}: {ratio_text(judged.figure)}"
    each = result.rows if "row" in result.workload.unit else 1
    return f"{judged.goal.text}: {cost_text(result, judged.figure * each)}"


def ratio_text(ratio: float) -> str:
    faster = 0 < ratio < 1
    times = 1 / ratio if faster else ratio
    number = f"{times:.3g}" if times < 1000 else f"{times:,.0f}"
    return f"{number} times faster" if faster else f"{number} times"


def print_result(result: Result) -> None:
    ours = result.middle(result.workload.ours.name)
    print(f"\n{result.workload.name}: {result.workload.title}, {result.rows:,} rows")
    for name, costs in result.costs.items():
        cost = result.middle(name) or 0.0
        ratio = f"{cost / ours:8.2f}" if ours else " " * 8
        spread = f"{cost_text(result, min(costs))} … {cost_text(result, max(costs))}"
        print(f"  {name:20} {cost_text(result, cost):>18} {ratio}   {len(costs)} rounds, {spread}")
    for name, reason in result.missing.items():
        print(f"  {name:20} missing: {reason}")
    for judged in result.judge():
        mark = {True: "reached", False: "NOT REACHED", None: "-"}[judged.reached]
        print(f"  goal {goal_text(result, judged)}: {mark}")
    for problem in result.problems:
        print(f"  PROBLEM {problem}")


def write_json(results: list[Result], machine: dict[str, str], path: Path) -> None:
    content = {
        "machine": machine,
        "workloads": [
            {
                "name": result.workload.name,
                "title": result.workload.title,
                "rows": result.rows,
                "unit": result.workload.unit,
                "ours": result.workload.ours.name,
                "costs": result.costs,
                "missing": result.missing,
                "problems": result.problems,
                "goals": [
                    {"text": j.goal.text, "figure": j.figure, "against": j.against}
                    for j in result.judge()
                ],
            }
            for result in results
        ],
    }
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
