"""Writes the pages of the Python package into the folder given. A warning is an error."""

import sys
import warnings
from pathlib import Path

import pdoc

warnings.simplefilter("error")
# The fields of a NamedTuple are written into a __new__ of a module of its own, where pdoc can't
# resolve their types; they are shown as they stand in the source.
warnings.filterwarnings("ignore", r"Error parsing type annotation ForwardRef\('\w+'\)")

pdoc.render.configure(docformat="markdown", footer_text="iexpense", show_source=False)
pdoc.pdoc("iexpense", "!iexpense.cli", output_directory=Path(sys.argv[1]))
