"""Shows that the library's boundary holds nothing that ends the host's process.

Sources/IExpenseC takes what the host passes. There a line may hold none of these, unless ALLOWED
says why it can't trap:

- "!" behind a value, "try!", "as!": what is nil or fails there ends the process;
- fatalError, precondition, assert, unowned;
- + - * / % << >> and their assigning forms: they trap on an overflow or a 0 (&+ and its kind do
  not, and addingReportingOverflow tells);
- a conversion to a narrower integer or to an unsigned one, without truncatingIfNeeded, exactly or
  clamping (Int and Int64 of what is narrower never trap: Int has 64 bits wherever this runs);
- a subscript, which traps behind the end;
- a range, which traps when it ends before it begins; a count of what is taken, dropped or repeated,
  which traps below 0.

usage: boundary.py
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BOUNDARY = ROOT / "Sources" / "IExpenseC"

TRAPS = {
    "unwraps": r"[\w)\]]!(?!=)|\btry!|\bas!",
    "ends": r"\b(?:fatalError|precondition\w*|assert\w*)\(|\bunowned\b",
    "arithmetic": r"(?<![&<>=|])\s(?:\+|-|\*|/|%|<<|>>)\s|[^&<>=!]\s?(?:\+|-|\*|/|%|<<|>>)="
    r"|(?:^|[\s(\[,])-(?=[A-Za-z(])|\babs\(",
    "conversion": r"\b(?:U?Int(?:8|16|32)|UInt|UInt64)\((?!\w+:)(?=[^)])",
    "subscript": r"[\w)\]?]\[(?!\])",
    "range": r"\.\.[.<]",
    "count": r"\b(?:prefix|suffix|dropFirst|dropLast)\((?!\))|\brepeating:|\bstride\(from",
}


class Reason(NamedTuple):
    files: str  # what the file's path ends with, as a pattern
    code: str  # what the line holds, as a pattern
    why: str


ALLOWED = [
    Reason("", r"UInt32\((?:MemoryLayout<\w+>\.size|iex_\w+\.size)\)", "a size of ours"),
    Reason(
        "", r"UInt32\(IEX_\w+\)|UInt32\([\w.]+ \? IEX_[A-Z_| ]+ : [IEX_A-Z0-9| ]+\)", "constants"
    ),
    Reason("", r"\b(?:\w*[iI]ndices|enumerated\(\))\b", "names no place by itself"),
    # Closures that are called for 0 to count, with count the length of the same array.
    Reason(
        "",
        r"\b(?:found|texts|findings|rows|row\.effects|laidOut|expenses|sections|entries|profiles"
        r"|rules|effects|values|table|change\.sections|totals|kept|places|rows\.rows)\[index\]",
        "an index below the count that the closure or loop was made for",
    ),
    Reason("Pages", r"row\.block\.rows\[row\.index\]", "a row remembers its place in its block"),
    Reason(
        "",
        r"\b\w*[dD]igits\[[\w.]+\]|currencies\[code\]|last(?:Texts|Choices)\b.*\$0\[[\w.]+\]",
        "a dictionary",
    ),
    Reason("Rows", r"subscript\(code: String\)", "a declaration"),
    # Memory of our own: what it holds was measured by the same code, with count from an array.
    Reason(
        r"Block(?:Writer)?\.swift",
        r"(?:\b(?:rows|texts|memory|start|rowBytes|count|index)|\$0) [+*] [\w.<>]+(?: \+ [\w.]+)*"
        r"|max\([\w.]+, 1\) \* \S+|pointerBytes \+= [\w.]+ \* stride|textBytes \+= count \+ 1"
        r"|measure\.\w+Bytes|0\.\.<count|columns\[column\.rawValue\]"
        r"|repeating: Written\(\), count: Column\.allCases\.count",
        "sizes and places inside a block, whose memory there is",
    ),
    Reason(
        r"Block(?:\+LentRow)?\.swift",
        r"stride \+ textBytes|(?:\+ )?row[\w.]+\.count(?: \+ row[\w.]+\.count)*"
        r"|lent \+ named \+ LentTexts\.count|start \+ text\.count(?: \+ 1)?",
        "bytes of texts that there are",
    ),
    Reason(r"(?:ImportObject|Mapping)", r"(?:expenses|block)\.rows \+ \w+", "a place in a block"),
    Reason("ImportObject", r"\.map\(CChar\.init\(bitPattern:\)\) \+ \[0\]", "joins arrays"),
    Reason("Query", r"\[query\.sort, query\.then_sort\] \+ more", "joins arrays"),
    Reason("Query", r"pointers\[index\]", "an index of pointers.indices"),
    Reason("Expense", r"pointers\[index\]|0\.\.<count", "below tag_count, which is 1 to 64"),
    Reason("(?:Rows|TotalsObject)", r"\.amount >> 64", "128 bits, by a constant"),
    Reason("SubscriptionObject", r"state\.running [+-]= 1", "as many as there are threads"),
    Reason("HandleSlots", r"\bcount [+-]= 1", "below 2^24, the limit of slots"),
    Reason(
        "HandleSlots",
        r"slots\[(?:index|lender|lent|neighbour|previous|next)\]",
        "a slot that index(of:) has compared with the count, or that a slot names; none goes away",
    ),
    Reason("Token", r"1 << 24|<< (?:56|32)|rawValue >> (?:56|32)", "64 bits, by a constant"),
    Reason(
        "Token", r"UInt64\((?:kind\.rawValue|generation|UInt\(bitPattern: handle\))\)", "widens"
    ),
    Reason(
        "Text",
        r"buffer\.count - 1|room - length|length \+= size|prefix\(length\)"
        r"|buffer\[(?:index|length)\]",
        "a length below the buffer's count, which is above 0",
    ),
    Reason(
        "VersionedStruct",
        r"size \+ 4096|(?:source \+|size -) Self\.size|prefix\(size\)|Self\.size\.\.<size"
        r"|target\[index\]",
        "a struct_size that was compared with the least and the greatest one",
    ),
    Reason("VersionedArray", r"start \+ index \* stride", "count * stride has been tried"),
    Reason(
        "Amounts",
        r"1\.\.\.Money\.maximumShares|repeating: 0, count: count|shares\[index\]",
        "1 to 1,000,000 shares",
    ),
    Reason("Options", r"case 1\.\.\.:", "a pattern"),
    Reason("View", r"output\[index\]", "as many as the caller has room for: limit"),
    # Arrow's numbers were checked by ArrowVector.checkedCount: length + offset is below 2^40.
    Reason(
        "Arrow", r"n_(?:children|buffers) <= 1 << 20|first <= 1 << 20|sum < 1 << 40", "constants"
    ),
    Reason(
        r"Arrow(?:Array|Schema)Output",
        r"(?:buffers|children|childPointers) \+ index",
        "a place in an array of ours",
    ),
    Reason(
        r"Arrow\+Taking",
        r"start\.\.<min\(rows\.upperBound, start \+ rowsAtATime\)|first \+ count|count \+= \S+"
        r"|before \+ index|dropFirst\((?:head\.count(?: \+ digits\.count)?|3)\)|stride\(from",
        "numbers of rows that there are",
    ),
    Reason("ArrowCells", r"firstRow \+ index|time [%/] perDay", "rows that there are; a constant"),
    Reason(
        "ArrowCells", r"children\?\[0\]", "the layout of a list has one child; vector checks it"
    ),
    Reason(
        "ArrowReader",
        r"repeating: Expense\(.*|0\.\.<max\(0, [\w.]+ - [\w.]+\)|&expenses\[place\]",
        "rows that there are; scales from -76 to 76",
    ),
    Reason("ArrowStreamSource", r"position \+ Self\.rowsPerBatch|position\.\.<end", "below count"),
    Reason(
        "ArrowTable",
        r"firstRow - offset|(?:offset\.\.<\()?offset \+ count"
        r"|0\.\.<Int\(childCount\)|children\[column\.child\]|^\s*\+ \"\"",
        "checked numbers; columns that the schema has",
    ),
    Reason(
        "ArrowType",
        r"dropFirst\(2\)|\(-76\.\.\.76\)|numbers\[[12]\]|\[32, 64, 128, 256\]|children\[index\]",
        "as many numbers and children as were counted",
    ),
    Reason(
        "ArrowVector",
        r"0\.\.<\(unsafe Int\(array\.n_buffers\)\)|first\[index\]|buffers\[(?:0|1|2|2 \+ index"
        r"|buffers\.count - 1)\]|buffers\.count - 3|8 \* index|0\.\.<count|^\s*\+ \"\""
        r"|\$0 \+ [\w.]+(?: &\* \w+)?|UInt8\(place & 7\)|Int\(first\)\.\.<Int\(last\)"
        r"|start \+ 4|buffer \+ Int\(first\)|variadic\[number\]",
        "places that were compared with the counts of the buffers, or that lie in checked offsets",
    ),
]


def code_of(source: str) -> str:
    """The source without comments and texts; what stands in a text as \\(…) is kept."""
    out: list[str] = []
    # What is being read, innermost last: what ends a text, or the open parentheses of code.
    open_: list[str | int] = [0]
    at = 0
    while at < len(source):
        ends = open_[-1]
        if isinstance(ends, str):
            if source.startswith(ends, at):
                open_.pop()
                at += len(ends)
            elif source.startswith("\\(", at):
                open_.append(0)
                out.append("(")
                at += 2
            else:
                out.append("\n" if source[at] == "\n" else "")
                at += 2 if source[at] == "\\" else 1
            continue
        character = source[at]
        at += 1
        if source.startswith("//", at - 1):
            at = source.index("\n", at)
            continue
        if character == '"':
            ends = '"""' if source.startswith('""', at) and source[at : at + 2] == '""' else '"'
            at += len(ends) - 1
            open_.append(ends)
            character = '""'
        elif character == "(":
            open_[-1] = ends + 1
        elif character == ")" and ends == 0 and len(open_) > 1:
            open_.pop()
        elif character == ")":
            open_[-1] = ends - 1
        out.append(character)
    return "".join(out)


def main() -> int:
    passed = failed = 0
    used: set[Reason] = set()
    for path in sorted(BOUNDARY.rglob("*.swift")):
        name = str(path.relative_to(BOUNDARY))
        lines = code_of(path.read_text(encoding="utf-8")).splitlines()
        for number, line in enumerate(lines, 1):
            for trap, pattern in TRAPS.items():
                rest = line
                for reason in ALLOWED:
                    if re.search(reason.files, name) and re.search(reason.code, rest):
                        used.add(reason)
                        rest = re.sub(reason.code, " ", rest)
                found = re.search(pattern, rest)
                if not found:
                    continue
                failed += 1
                print(f"Sources/IExpenseC/{name}:{number}: {trap}: {line.strip()}")
        passed += 1
    for reason in ALLOWED:
        if reason not in used:
            failed += 1
            print(f"nothing needs any more what is allowed in {reason.files}: {reason.code}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
