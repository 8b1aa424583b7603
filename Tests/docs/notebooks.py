"""Runs the notebooks of the examples as Jupyter does, and compares what their cells show.

A cell shows what it prints and the value of its last line, as HTML where that has a form in it; it
may await, since the loop of a notebook is running. IEXPENSE_RECORD=1 writes what they show into the
files.
"""

import ast
import asyncio
import contextlib
import inspect
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
Output = dict[str, Any]


def lines(text: str) -> list[str]:
    """Splits a text as notebooks do."""
    return text.splitlines(keepends=True)


async def evaluate(part: ast.Module | ast.Expression, mode: str, names: dict[str, Any]) -> Any:
    """Runs a part of a cell, which may await."""
    code = compile(part, "cell", mode, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    result = eval(code, names)
    return await result if inspect.iscoroutine(result) else result


async def show(source: str, number: int, names: dict[str, Any]) -> list[Output]:
    """Runs a cell and gives its outputs."""
    printed = io.StringIO()
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value = None
    with contextlib.redirect_stdout(printed):
        await evaluate(tree, "exec", names)
        if isinstance(last, ast.Expr):
            value = await evaluate(ast.Expression(last.value), "eval", names)
    outputs: list[Output] = []
    if text := printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(text)})
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        if html := getattr(value, "_repr_html_", lambda: None)():
            data["text/html"] = lines(html)
        outputs.append(
            {"data": data, "execution_count": number, "metadata": {}}
            | {"output_type": "execute_result"}
        )
    return outputs


async def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """Gives a notebook with the outputs that its cells have now."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            outputs = await show("".join(cell["source"]), number, names)
            cell = cell | {"execution_count": number, "outputs": outputs}
        cells.append(cell)
    return notebook | {"cells": cells}


def main() -> int:
    failed = 0
    paths = sorted(EXAMPLES.glob("*/*.ipynb"))
    for path in paths:
        text = path.read_text(encoding="utf-8")
        shown = json.dumps(asyncio.run(run(json.loads(text))), indent=1, ensure_ascii=False) + "\n"
        if os.environ.get("IEXPENSE_RECORD"):
            path.write_text(shown, encoding="utf-8")
        elif shown != text:
            failed += 1
            print(f"  FAILED  {path.name}: its cells show\n{shown}")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
