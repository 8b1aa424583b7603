#!/usr/bin/env bash
# The public header under every compiler there is, in every dialect that it promises: alone, with a
# user of every macro, and the programs at the top of its sections. Prints each check that it ran.
set -uo pipefail
cd "$(dirname "$0")/../../.."
source Tests/Package/check.sh

header=include/iexpense.h
folder=Tests/C/header
strict=(-Wall -Wextra -Wpedantic -Werror -Wmissing-field-initializers -Wundef -Iinclude -fsyntax-only)
# -Wc++-compat is for the header and its macros: a program may use what C++ has not.
c_only=(-Wstrict-prototypes -Wc++-compat)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The header alone, twice, with nothing before it.
printf '#include <iexpense.h>\n#include <iexpense.h>\n' >"$work/alone.c"

# Each macro as it stands in the header, so that a new one is checked without being named here.
macros=$(sed -n 's/^#define \(IEX_[A-Z]*\)(\.\.\.).*/\1/p' "$header")
check "the header has macros for its structs" test -n "$macros"
for macro in $macros; do
  structure=$(grep -A1 "^#define $macro(" "$header" | sed -n 's/.*((\(iex_[a-z_]*\)).*/\1/p')
  cat >"$work/$macro.c" <<EOF
#include <iexpense.h>
static uint32_t size(const $structure *value) { return value->struct_size; }
int main(void) { return size(&$macro()) == sizeof($structure) ? 0 : 1; }
EOF
done

# What the state model costs whoever reads the header: one section, the last, of so many functions.
check "the section State is the last" \
  test "$(grep -A1 '^/\* -----' "$header" | grep '^ \* ' | tail -1)" = \
  " * State: bindings, objects, environments, sheets"
count=$(sed '1,/^ \* State: /d' "$header" | grep -c '^[a-z].* \**iex_[a-z_]*(.*[,;]$')
check "the section State has $count functions, 30 at most" test "$count" -gt 20 -a "$count" -le 30

# The toolchain's clang is newer than the system's, which may be missing.
toolchain=$(dirname "$(readlink -f "$(command -v swiftc || echo /nowhere/swiftc)")")/clang
for compiler in gcc clang "$toolchain"; do
  if ! command -v "$compiler" >/dev/null; then
    skip "$compiler" "it is not installed"
    continue
  fi
  name="$(basename "$compiler") $("$compiler" -dumpversion)"
  for dialect in c99 c11 c17 c2x; do
    check "$name: -std=$dialect, alone" \
      "$compiler" -std=$dialect "${strict[@]}" "${c_only[@]}" "$work/alone.c"
    for macro in $macros; do
      check "$name: -std=$dialect, $macro" \
        "$compiler" -std=$dialect "${strict[@]}" "${c_only[@]}" "$work/$macro.c"
    done
    check "$name: -std=$dialect, every macro with fields" \
      "$compiler" -std=$dialect "${strict[@]}" "${c_only[@]}" $folder/macros.c
    check "$name: -std=$dialect, the programs of the sections" \
      "$compiler" -std=$dialect "${strict[@]}" examples/c/sections/*.c
  done
  for dialect in c++11 c++14 c++17 c++20; do
    check "$name: -std=$dialect" \
      "$compiler" -std=$dialect "${strict[@]}" -Wold-style-cast -x c++ "$work/alone.c" $folder/plus.cpp
  done
done
finish
