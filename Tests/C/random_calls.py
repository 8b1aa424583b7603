#!/usr/bin/env python3
"""Writes, from the header alone, C functions that call each function of the library at random.

    random_calls.py HEADER

What a parameter gets follows from its type and its name: a handle of its kind or something else, a
text, a number, a struct with random fields, room for what comes back. misusing.h includes the
result and holds what it picks from. So a new function is called without a line written for it.
"""

import re
import sys
from typing import NamedTuple

from coverage import declarations

NUMBERS = {"int32_t": "pick_number()", "int64_t": "pick_number()"}
NUMBERS |= {"uint32_t": "pick_bits()", "uint64_t": "pick_bits()", "iex_status": "pick_number()"}
# What would take too much room or never end is held to what the caller has.
HELD = {"timeout_ms": "pick_time()", "milliseconds": "pick_wait()"}
HELD_OF = {("iex_view_ids", "limit"): "pick_small()"}
ARRAYS = {"ids", "shares"}  # of numbers that come back, when they are not one
CALLBACKS = {
    "iex_change_callback": "on_change",
    "iex_view_callback": "on_view_change",
    "iex_value_callback": "on_value",
    "iex_object_callback": "on_text",
    "iex_dismiss_callback": "on_event",
    "iex_wake_callback": "on_event",
    "iex_map_callback": "on_map",
    "iex_progress_callback": "on_progress",
}


class Parameter(NamedTuple):
    type: str
    name: str


def plain(header: str) -> str:
    """The header without comments."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", header, flags=re.S)


def split(text: str) -> Parameter:
    """A parameter or field: its type, with the stars, and its name."""
    match = re.fullmatch(r"(.*?)\s*(\w+)", " ".join(text.split()))
    assert match is not None, text
    return Parameter(match[1].replace(" *", "*"), match[2])


def parameters(header: str, name: str) -> list[Parameter]:
    """The parameters of a function."""
    match = re.search(rf"\b{name}\s*\(([^;]*)\)\s*;", header)
    assert match is not None, name
    return [] if match[1].strip() == "void" else [split(each) for each in match[1].split(",")]


def structs(header: str) -> dict[str, list[Parameter]]:
    """The fields of each struct that a caller fills."""
    found = {}
    for body, name in re.findall(r"typedef struct \w+ \{([^}]*)\} (\w+);", header):
        fields = [each for each in body.split(";") if each.strip()]
        found[name] = [split(each) for each in fields if "[" not in each]
    return found


def fill(name: str, fields: list[Parameter]) -> list[str]:
    """A function that fills a struct of the caller's at random, and most of it not at all."""
    lines = [f"static void fill_{name}({name} *it) {{", "  (void)it;"]
    for kind, field in fields:
        if field == "struct_size":
            value = f"pick_struct_size(sizeof({name}))"
        elif kind == "const char*":
            value = "pick_text()"
        elif kind == "const char*const*":
            value = "pick_texts()"
        elif kind == "const int32_t*":
            value = "pick_sorts()"
        elif field.endswith("_count"):
            value = "(uint32_t)pick_small() % 4"
        elif field == "busy_timeout_ms":
            value = "-1"
        elif kind in NUMBERS:
            value = f"({kind}){NUMBERS[kind]}"
        elif kind in CALLBACKS:
            value = CALLBACKS[kind]
        elif re.fullmatch(r"const iex_\w+\*", kind):
            value = f"pick_{kind[6:-1]}()"
        else:
            continue
        always = field in ("struct_size", "busy_timeout_ms", "name", "kind")
        lines.append(f"  {'' if always else 'if (sometimes()) '}it->{field} = {value};")
    return [*lines, "}", ""]


class Call:
    """The C function that calls one function of the library."""

    def __init__(
        self, name: str, returns: str, taken: list[Parameter], kinds: list[str], sized: set[str]
    ) -> None:
        self.name, self.returns, self.kinds = name, returns.replace(" *", "*"), kinds
        self.sized = sized
        self.before: list[str] = []
        self.after: list[str] = []
        self.arguments: list[str] = []
        self.error = "NULL"
        self.has_handle = False
        for each in taken:
            self.argument(each)

    def local(self, type_: str, name: str, value: str) -> None:
        self.before.append(f"{type_} {name} = {value};")

    def argument(self, parameter: Parameter) -> None:
        type_, name = parameter
        base = type_.replace("const ", "").rstrip("*")
        stars = type_.count("*")
        argument = name
        if base in self.kinds and stars == 1:
            self.local(type_, name, f"pick_handle(KIND_{base}, {int(not self.has_handle)})")
            self.has_handle = True
        elif base in self.kinds and stars == 2:
            self.local(type_[:-1], f"{name}_out", "unset()")
            self.local(type_, name, f"rarely() ? NULL : &{name}_out")
            self.after.append(f"if ({name}) came_back(KIND_{base}, {name}_out);")
        elif base == "iex_error":
            self.local(type_, name, "pick_error()")
            self.error = name
        elif type_ == "const char*":
            self.local(type_, name, f'pick_text_for("{name}")')
        elif type_ == "char*":
            self.local("char", f"{name}_room[64]", "{'x', 0}")
            self.local(type_, name, f"rarely() ? NULL : {name}_room")
        elif type_ == "const void*":
            self.local("size_t", "most", "0")
            self.local(type_, name, "pick_bytes(&most)")
        elif name == "size" and stars == 0:
            argument = "most"
        elif type_ == "const int64_t*":
            self.local(type_, name, "pick_numbers()")
        elif name == "count" and stars == 0:
            argument = "(size_t)pick_small() % 5"
        elif type_ in CALLBACKS:
            self.local(type_, name, f"rarely() ? NULL : {CALLBACKS[type_]}")
        elif type_ == "iex_free_callback":
            argument = "free_context"
        elif name == "context":
            self.local("context *", name, "new_context()")
        elif base == "struct ArrowArrayStream":
            self.local("struct ArrowArrayStream", f"{name}_out", "pick_stream()")
            self.local("struct ArrowArrayStream *", name, f"rarely() ? NULL : &{name}_out")
            self.after.append(f"release_stream(&{name}_out);")
        elif stars == 0 and type_ in NUMBERS:
            pick = HELD_OF.get((self.name, name)) or HELD.get(name) or NUMBERS[type_]
            pick = "pick_subscription()" if name == "subscription" else pick
            self.local(type_, name, f"({type_}){pick}")
        elif stars == 1 and base in NUMBERS:
            many = name in ARRAYS
            self.local(base, f"{name}_out{'[64]' if many else ''}", "{0}" if many else "77")
            self.local(type_, name, f"rarely() ? NULL : {'' if many else '&'}{name}_out")
            if name == "subscription":
                self.after.append("if (subscription) subscribed(subscription_out);")
            if not many and self.returns == "iex_status":
                self.after.append(f"if ({name}) number_is_cleared((int64_t)*{name});")
        elif type_.startswith("const iex_"):
            self.local(type_, name, f"pick_{base}()")
        elif stars == 1:
            sized = int(base in self.sized)
            self.local(f"{base} *", name, f"rarely() ? NULL : room_out(sizeof({base}), {sized})")
        else:
            raise SystemExit(f"{self.name}: what {name} ({type_}) gets is not known")
        self.arguments.append(argument)

    def lines(self) -> list[str]:
        """The function."""
        call = f"{self.name}({', '.join(self.arguments)})"
        lines = [f"static void try_{self.name}(void) {{", f'  begin_call("{self.name}");']
        lines += [f"  {line}" for line in self.before]
        if self.returns == "iex_status":
            closes = "1" if self.name.endswith("_close") else "0"
            lines.append(f"  returned({call}, {self.error}, {closes});")
            lines += [f"  {line}" for line in self.after]
        elif self.returns.endswith("*"):
            counted = next((a for a in self.arguments if a in ("count", "size")), "")
            base = self.returns.replace("const ", "").rstrip("*")
            size = "1" if base in ("void", "char") else f"sizeof({base})"
            if base == "char" and self.returns.count("*") == 2:
                size = "sizeof(char *)"
            lines.append(f"  const void *gave = {call};")
            how = f"{counted} ? (size_t)*{counted} : 1" if counted else "1"
            if base == "char" and self.returns == "const char*":
                lines.append("  gave_text(gave);")
            elif base in self.kinds:
                lines.append(f"  gave_handle(KIND_{base}, gave);")
            else:
                lines.append(f"  gave_rows(gave, {how}, {size});")
        else:
            lines.append(f"  (void){call};")
        return [*lines, "}", ""]


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    header = plain(text)
    kinds = re.findall(r"typedef struct (iex_\w+) \1;", header)
    functions = declarations(text)
    fields = structs(header)
    sized = {name for name, all_of in fields.items() if all_of[0].name == "struct_size"}
    calls = [
        Call(name, gives, parameters(header, name), kinds, sized)
        for name, gives in functions.items()
    ]
    given = set(re.findall(r"\bpick_(iex_\w+)\(", "\n".join("\n".join(c.lines()) for c in calls)))
    nested = {f.type[6:-1] for name in given for f in fields[name] if "const iex_" in f.type}
    print("/* Made by random_calls.py from the header. */")
    print(f"enum {{ {', '.join('KIND_' + kind for kind in kinds)}, KINDS }};")
    print("static const char *const kind_names[KINDS] = {")
    print("".join(f'  "{kind}",\n' for kind in kinds) + "};\n")
    for name in sorted(given | nested):
        print(f"static {name} *pick_{name}(void);")
    for name in sorted(given | nested):
        print("\n".join(fill(name, fields[name])))
        many = "4" if name == "iex_expense" else "1"
        print(f"static {name} *pick_{name}(void) {{")
        print("  if (rarely()) return NULL;")
        print(f"  {name} *it = room_for(sizeof({name}));")
        print(f"  fill_{name}(it);")
        if many != "1":
            print("  copy_along(it, it->struct_size);")
        print("  return it;\n}\n")
    for call in calls:
        print("\n".join(call.lines()))
    print("static void (*const tries[])(void) = {")
    print("".join(f"    try_{call.name},\n" for call in calls) + "};")
    return 0


if __name__ == "__main__":
    sys.exit(main())
