"""Writes the pages of the Python package into the folder given. A warning is an error, and so is a
public name, method or property that says nothing of itself."""

import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import iexpense
import pdoc
import pdoc.doc


def silent() -> Iterator[str]:
    """Yields what has no docstring; the fields of values are told of by their class."""
    for member in pdoc.doc.Module(iexpense).members.values():
        documented = member.docstring or member.kind == "variable"
        if member.name in iexpense.__all__ and not documented:
            yield member.fullname
        for own in getattr(member, "own_members", []):
            if own.kind != "variable" and not own.name.startswith("_") and not own.docstring:
                yield own.fullname


warnings.simplefilter("error")
# The fields of a NamedTuple are written into a __new__ of a module of its own, where pdoc can't
# resolve their types; they are shown as they stand in the source.
warnings.filterwarnings("ignore", r"Error parsing type annotation ForwardRef\('\w+'\)")

# The first page is what the package index shows, without what only the tests read.
readme = Path("bindings/python/README.md").read_text(encoding="utf-8").partition("\n")[2]
iexpense.__doc__ = re.sub(r"<!--.*?-->", "", readme, flags=re.DOTALL)
pdoc.render.configure(docformat="markdown", footer_text="iexpense", show_source=False)
pdoc.pdoc("iexpense", "!iexpense.cli", output_directory=Path(sys.argv[1]))
if names := list(silent()):
    sys.exit(f"no docstring: {', '.join(names)}")
