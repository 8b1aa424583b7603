"""Pictures of the results: everybody's cost beside ours, and our cost against size."""

from __future__ import annotations

from pathlib import Path

from measure import Result
from readme import program
from report import seconds_text
from workloads import GROWING

JSON = "whole-array JSON (adds: to 10,000 rows)"
# Colours that people with any colour vision can tell apart (Okabe and Ito), and a mark for each.
STYLES = {
    "c-arrays": ("#000000", "|", "C over arrays"),
    "numpy": ("#000000", "|", "C over arrays"),
    "sqlite": ("#0072B2", "o", "SQLite from C"),
    "duckdb": ("#E69F00", "s", "DuckDB"),
    "python-sqlite3": ("#56B4E9", "v", "SQLite from Python"),
    "apsw": ("#56B4E9", "v", "SQLite from Python"),
    "lmdb": ("#009E73", "^", "LMDB"),
    "json-c": ("#CC79A7", "P", JSON),
    "json-swift": ("#CC79A7", "P", JSON),
}
OTHER = ("#999999", "x", "ledger, hledger, beancount, sqlite3's shell")


def comparison(results: list[Result], path: Path) -> bool:
    """How many times our cost each party's is, a line for each workload.

    Returns False where there is no matplotlib.
    """
    try:
        from matplotlib import pyplot
    except ImportError:
        return False
    shown = [
        result
        for result in results
        if result.middle(result.workload.ours.name)
        and any(program(name) != program(result.workload.ours.name) for name in result.costs)
    ]
    figure, axes = pyplot.subplots(figsize=(10, 1.2 + 0.33 * len(shown)))
    seen: set[str] = set()
    for place, result in enumerate(reversed(shown)):
        ours = result.middle(result.workload.ours.name) or 1.0
        for name in result.costs:
            if program(name) == program(result.workload.ours.name):
                continue
            colour, mark, label = STYLES.get(program(name), OTHER)
            axes.plot(
                (result.middle(name) or 0.0) / ours,
                place,
                mark,
                color=colour,
                markersize=13 if mark == "|" else 7,
                markeredgewidth=2 if mark in "|x" else 0.5,
                alpha=0.85,
                label=None if label in seen else label,
                linestyle="none",
            )
            seen.add(label)
    axes.axvline(1, color="#D55E00", linewidth=2, label="iexpense", zorder=0)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:,.0f}" if x >= 1 else f"1/{1 / x:,.0f}")
    axes.set_yticks(range(len(shown)), [r.workload.title for r in reversed(shown)])
    axes.set_xlabel("cost beside iexpense's, in times (to the right: slower or larger)")
    axes.grid(axis="x", alpha=0.3)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.legend(loc="lower center", bbox_to_anchor=(0.3, 1.0), ncols=4, frameon=False)
    figure.savefig(path, dpi=110, bbox_inches="tight")
    pyplot.close(figure)
    return True


def sizes(results: list[Result], path: Path) -> bool:
    """A curve for each workload: its cost against the number of rows. False without matplotlib."""
    try:
        from matplotlib import pyplot
    except ImportError:
        return False
    figure, axes = pyplot.subplots(figsize=(10, 5.5))
    names = list(dict.fromkeys(result.workload.name for result in results))
    for place, name in enumerate(names):
        points = sorted(
            (r.rows, cost)
            for r in results
            if r.workload.name == name and (cost := r.middle(r.workload.ours.name))
        )
        title = next(r.workload.title for r in results if r.workload.name == name)
        line = "o--" if name in GROWING else "o-"
        axes.plot(*zip(*points, strict=True), line, color=f"C{place % 10}", label=title)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(sorted({result.rows for result in results}), minor=False)
    axes.set_xticks([], minor=True)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:,.0f}")
    axes.yaxis.set_major_formatter(lambda y, _: seconds_text(y))
    axes.set_xlabel("expenses in the store (dashed: has to grow with them)")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="lower center", bbox_to_anchor=(0.45, 1.0), ncols=2, frameon=False)
    figure.savefig(path, dpi=110, bbox_inches="tight")
    pyplot.close(figure)
    return True
