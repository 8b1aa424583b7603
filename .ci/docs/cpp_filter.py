"""Doxygen's input filter for include/iexpense.hpp and its parts: marks in its plain comments.

As in iexpense.h, the layout says it all: a comment before a declaration describes it, one behind a
declaration too, a line of // inside a class is the title of what follows it, and the head of the
file that users include is the first page. A class, struct or enum without a comment is a warning.
"""

import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from header_filter import chunks, escaped, introduced, lines_of

TYPE = re.compile(r"(class|struct|enum class) .*[^;]\n")


def marked(name: str, header: str) -> Iterator[str]:
    """Yields a part of the header with its comments marked."""
    parts = [*chunks(header), ("code", "")]
    in_group = in_detail = described = False
    for index, ((kind, text), (_, following)) in enumerate(pairwise(parts)):
        code, opening, remark = text.partition(" /* ")
        title = re.fullmatch(r"  // ([^.]*).*\n", text)
        if index == 0:
            page = "@mainpage iexpense for C++" if name == "iexpense.hpp" else f"@file {name}"
            yield f"/** {page}\n{introduced(lines_of(text), 'cpp')}\n*/\n"
        elif kind == "comment":
            yield f"/** {introduced(lines_of(text.lstrip()), 'cpp')} */\n"
        elif title and not parts[index - 1][1].strip():
            yield ("  /** @} */\n" if in_group else "") + f"  /** @name {title[1]}\n@{{ */\n"
            in_group = True
        elif TYPE.match(text) and not described and not in_detail:
            yield f"/** @undescribed */\n{text}"
        elif opening and code.strip():
            yield f"{code} /**< {escaped(remark)}"
        else:
            yield text
        if text.startswith(("namespace detail", "}  // namespace detail")):
            in_detail = text.startswith("namespace")
        described = kind == "comment" or (described and text.startswith(("template", "  ")))
        if in_group and following == " private:\n":
            yield "  /** @} */\n"
            in_group = False


if __name__ == "__main__":
    path = Path(sys.argv[1])
    sys.stdout.write("".join(marked(path.name, path.read_text(encoding="utf-8"))))
