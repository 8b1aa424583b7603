"""Changes of a small made-up header, and whether programs of before may run with each."""

from pathlib import Path
from typing import NamedTuple

from interface import compatible

HEADER = """\
#include <stdint.h>
typedef struct iex_store iex_store;
typedef struct iex_row {
  uint32_t struct_size;
  int32_t date;
  const char *name;
  uint32_t flags;
} iex_row;
typedef struct iex_step {
  int64_t revision;
  char label[16];
} iex_step;
typedef void (*iex_callback)(void *context, const iex_row *row);
int32_t iex_store_open(const char *path, iex_store **store);
int32_t iex_store_add(iex_store *store, const iex_row *row, int64_t *id);
const iex_row *iex_store_rows(iex_store *store, uint64_t *count);
int32_t iex_store_undo(iex_store *store, iex_step *step);
int32_t iex_store_subscribe(iex_store *store, iex_callback callback, void *context);
"""


class Change(NamedTuple):
    name: str
    before: str
    after: str
    allowed: bool = False


CHANGES = [
    Change("nothing", "", "", allowed=True),
    Change(
        "a function added",
        "int32_t iex_store_undo",
        "int32_t iex_store_redo(iex_store *store);\nint32_t iex_store_undo",
        allowed=True,
    ),
    Change(
        "a struct that says its size grown at its end",
        "  uint32_t flags;\n",
        "  uint32_t flags;\n  int64_t amount;\n",
        allowed=True,
    ),
    Change(
        "a field in what was padding at the end",
        "  uint32_t flags;\n",
        "  uint32_t flags;\n  uint32_t more;\n",
    ),
    Change("a function removed", "int32_t iex_store_undo(iex_store *store, iex_step *step);\n", ""),
    Change("a function renamed", "iex_store_undo", "iex_store_revert"),
    Change("a parameter more", "iex_step *step);", "iex_step *step, int32_t flags);"),
    Change("a parameter fewer", ", int64_t *id);", ");"),
    Change("a parameter of another type", "int64_t *id", "int32_t *id"),
    Change("another type returned", "int32_t iex_store_add", "int64_t iex_store_add"),
    Change("a callback with another parameter", "(void *context, const", "(const"),
    Change("a struct grown in the middle", "  int32_t date;\n", "  int32_t date;\n  int64_t id;\n"),
    Change("a field removed", "  int32_t date;\n", ""),
    Change("a field at the end removed", "  uint32_t flags;\n", ""),
    Change("a field of another type", "  int32_t date;\n", "  uint32_t date;\n"),
    Change("a field that is longer", "  uint32_t flags;\n", "  uint64_t flags;\n"),
    Change(
        "fields that have changed places",
        "  int32_t date;\n  const char *name;\n  uint32_t flags;\n",
        "  uint32_t flags;\n  const char *name;\n  int32_t date;\n",
    ),
    Change(
        "a struct that says no size grown",
        "  char label[16];\n",
        "  char label[16];\n  int64_t n;\n",
    ),
    Change("a longer text in a struct", "label[16]", "label[32]"),
]


def judge(change: Change, folder: Path) -> str:
    """What is wrong with the judgement of a change; "" when it is right."""
    if change.before not in HEADER:
        return f"{change.before!r} is not in the header"
    headers = folder / "before.h", folder / "after.h"
    headers[0].write_text(HEADER)
    headers[1].write_text(HEADER.replace(change.before, change.after, 1))
    problems = compatible(*headers, folder)
    if bool(problems) == change.allowed:
        return "\n".join(problems) or "it was let through"
    return ""
