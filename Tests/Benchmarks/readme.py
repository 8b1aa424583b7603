"""The sections of the README that the benchmark writes between marks."""

from __future__ import annotations

from pathlib import Path

from measure import Judgement, Result
from report import cost_text, goal_text

# The columns, each with the programs whose best form stands in it.
COLUMNS = {
    "C over arrays": ("c-arrays", "numpy"),
    "SQLite from C": ("sqlite",),
    "DuckDB": ("duckdb",),
    "SQLite from Python": ("python-sqlite3", "apsw"),
}


def table(results: list[Result], machine: dict[str, str], rows: str) -> str:
    """Ours, the best of each kind of peer, the others, and what is promised."""
    lines = [
        f"| workload | iexpense | {' | '.join(COLUMNS)} | others | promised: measured |",
        "|---" * (len(COLUMNS) + 4) + "|",
    ]
    for result in results:
        cells = [f"{result.workload.title}, {rows_text(result.rows)}", ours(result)]
        cells += [best(result, programs) for programs in COLUMNS.values()]
        told = {name for programs in COLUMNS.values() for name in programs}
        cells.append(others(result, told))
        cells.append("; ".join(promise(result, judged) for judged in result.judge()))
        lines.append(f"| {' | '.join(cells)} |")
    missing = {name: why for result in results for name, why in result.missing.items()}
    lines += ["", f"Medians of rounds in turns, on {', '.join(machine.values())}, with {rows}."]
    if missing:
        lines.append(f"Missing: {', '.join(sorted(missing))}.")
    return "\n".join([*lines, ""])


def promise(result: Result, judged: Judgement) -> str:
    """What a goal asks for and what was measured, marked where it was not reached."""
    text = goal_text(result, judged)
    return f"**not reached:** {text}" if judged.reached is False else text


def sizes(results: list[Result]) -> str:
    """A workload a line, with its cost at each size."""
    counts = sorted({result.rows for result in results})
    lines = [
        f"| rows | {' | '.join(rows_text(count) for count in counts)} |",
        "|---" * (len(counts) + 1) + "|",
    ]
    for name in dict.fromkeys(result.workload.name for result in results):
        of_name = {result.rows: result for result in results if result.workload.name == name}
        title = next(iter(of_name.values())).workload.title
        cells = [ours(of_name[count]) if count in of_name else "" for count in counts]
        lines.append(f"| {title} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def rows_text(count: int) -> str:
    return f"{count / 1e6:.3g} million rows" if count >= 1_000_000 else f"{count:,} rows"


def ours(result: Result) -> str:
    cost = result.middle(result.workload.ours.name)
    return "" if cost is None else cost_text(result, cost)


def program(name: str) -> str:
    return name.partition(" ")[0]


def best(result: Result, programs: tuple[str, ...]) -> str:
    costs = [
        cost
        for name in result.costs
        if program(name) in programs and (cost := result.middle(name)) is not None
    ]
    return cost_text(result, min(costs)) if costs else ""


def others(result: Result, told: set[str]) -> str:
    return ", ".join(
        f"{name} {cost_text(result, result.middle(name) or 0.0)}"
        for name in result.costs
        if name != result.workload.ours.name and program(name) not in told
    )


def replace_section(path: Path, name: str, section: str) -> None:
    """Puts a section between its marks in a document."""
    begin, end = f"<!-- {name}: made by make bench -->", f"<!-- {name}: end -->"
    text = path.read_text(encoding="utf-8")
    if begin not in text or end not in text:
        raise SystemExit(f"{path} has no lines {begin} and {end}")
    before, _, rest = text.partition(begin)
    after = rest.partition(end)[2]
    path.write_text(f"{before}{begin}\n\n{section}\n{end}{after}", encoding="utf-8")
