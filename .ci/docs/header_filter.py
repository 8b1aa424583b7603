"""Doxygen's input filter for include/iexpense.h: its plain comments with the marks of Doxygen.

People read the header first, so it has no marks. Its layout says it all: a section with a rule is a
group, a word that is indented by three a parameter, what is indented by five code, a comment behind
a field its description. Numbers that share a comment each get it.
"""

import re
import sys
from collections.abc import Iterator
from itertools import pairwise

STATUS = "@return IEX_OK, or what `error` says."


def escaped(text: str) -> str:
    """Keeps Doxygen from taking characters of a text for its own."""
    return re.sub(r"([\\@<>#&\"])", r"\\\1", text)


def lines_of(comment: str) -> list[str]:
    """Gives the lines of a comment without its frame."""
    inner = re.sub(r"\s*\*/\s*$", "", comment).removeprefix("/*")
    return [re.sub(r"^\s*\*? ?", "", line, count=1).rstrip() for line in inner.split("\n")]


def described(lines: list[str], declaration: str) -> str:
    """Marks parameters and what a function returns."""
    marked = []
    for line in lines:
        if parameter := re.match(r"  (\w+)  +(\S.*)", line):
            marked.append(f"@param {parameter[1]} {escaped(parameter[2])}")
        elif line.startswith("Returns: "):
            marked.append("@return " + escaped(line.removeprefix("Returns: ")))
        else:
            marked.append(escaped(line.strip()))
    if declaration.startswith("iex_status ") and "Returns: " not in "\n".join(lines):
        marked.append(STATUS)
    return "\n".join(marked)


def introduced(lines: list[str], language: str = "c") -> str:
    """Marks the code in a comment, which is indented by four more."""
    marked, in_code = [], False
    for line in lines:
        is_code = line.startswith("    ") or (in_code and not line)
        if is_code != in_code:
            marked.append(f"@code{{.{language}}}" if is_code else "@endcode")
            in_code = is_code
        marked.append(line[4:] if is_code else escaped(line))
    return "\n".join([*marked, "@endcode"] if in_code else marked)


def group(title: str) -> str:
    """Names the group of a section."""
    return re.sub(r"\W+", "_", title.lower())


def linked(line: str) -> str:
    """Links what the list at the top of the header names to its section."""
    return f"- @ref {group(line[2:])}" if line.startswith("- ") else escaped(line)


def chunks(header: str) -> Iterator[tuple[str, str]]:
    """Yields the comments that begin a line, and the lines of code between them."""
    for match in re.finditer(r"( */\*.*?\*/\n)|([^\n]*\n)", header, re.DOTALL):
        yield ("comment", match[1]) if match[1] else ("code", match[2])


def marked(header: str) -> Iterator[str]:
    """Yields the header with its comments marked."""
    parts = [*chunks(header), ("code", "/** @} */\n")]
    shared = ""
    in_group = in_list = False
    for (kind, text), (next_kind, following) in pairwise(parts):
        if kind == "code":
            if in_list and not text.strip():
                yield "/** @} */\n"
                in_list = False
            if not text.startswith("#define"):
                shared = "" if text.strip() != "#ifndef __cplusplus" else shared
            elif shared:
                yield f"/** {shared} */\n"
            code, opening, remark = text.partition(" /* ")
            yield f"{code} /**< {escaped(remark)}" if opening else text
            continue
        lines = lines_of(text)
        if text == parts[0][1]:
            introduction = "\n".join(linked(line) for line in lines[1:])
            yield f"/** @file */\n/** @mainpage iexpense\n{introduction}\n*/\n"
        elif lines[0].startswith("-----"):
            if in_group:
                yield "/** @} */\n"
            in_group = True
            title = lines[1]
            yield f"/** @defgroup {group(title)} {title}\n{introduced(lines[3:])}\n@{{ */\n"
        elif next_kind == "comment":
            in_list = True
            yield f"/** @name {escaped(' '.join(lines))}\n@{{ */\n"
        else:
            description = described(lines, following)
            shared = description if following.startswith("#define") else ""
            if not shared:  # else it is written before each number
                yield f"/** {description} */\n"
    yield parts[-1][1]


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.write("".join(marked(file.read())))
