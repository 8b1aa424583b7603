#!/usr/bin/env bash
# What the built library must be: small, free of Swift for its users, and exporting iex_* alone.
# That it exports every function of the header is what iexpense-bindgen --library checks.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/Package/check.sh
library=build/libiexpense.so.1
# Foundation alone would make it 57 MB, the regular expressions of the standard library 1.3 MB more.
largest=$((8 * 1000 * 1000))
allowed='^(libc|libm|libsqlite3|ld-linux-[a-z0-9-]+)\.so\.[0-9]+$'

dynamic() { readelf --dynamic --wide "$library" | sed -n "s/.*($1).*\[\(.*\)\]/\1/p"; }
exported() { nm --dynamic --defined-only --extern-only "$library" | awk '{ print $3 }'; }

is_small() {
  echo "$(stat -Lc %s "$library") bytes, at most $largest"
  [ "$(stat -Lc %s "$library")" -le $largest ]
}
has_its_soname() { dynamic SONAME | grep -x libiexpense.so.1; }
has_no_search_path() { ! readelf --dynamic "$library" | grep -E 'RUNPATH|RPATH'; }
needs_no_swift() { ! dynamic NEEDED | grep -vE "$allowed"; }
exports_only_iex() { ! exported | grep -v '^iex_'; }
is_stripped() { ! readelf --sections --wide "$library" | grep -E '\.(symtab|debug_)'; }
names_no_build_folder() { ! strings "$library" | grep -F "$PWD/"; }
says_its_version() {
  python3 - "$(version)" <<'PYTHON'
import ctypes, sys
library = ctypes.CDLL("build/libiexpense.so")
library.iex_version.restype = ctypes.c_char_p
said = library.iex_version().decode()
print(f"the library says {said}, the header {sys.argv[1]}")
sys.exit(said != sys.argv[1])
PYTHON
}

is_a_good_guest() {
  local folder output status
  folder=$(mktemp -d)
  gcc -Wall -Wextra -Werror -Iinclude Tests/Package/guest.c -o "$folder/guest" \
    -Lbuild -liexpense -Wl,-rpath,"$PWD/build" || return
  output=$("$folder/guest" "$folder/a.db" 2>&1)
  status=$?
  rm -rf "$folder"
  echo "it ended with $status and printed: $output"
  [ $status = 0 ] && [ -z "$output" ]
}

# What a user waits for before the first expense is there, beside a program that has SQLite alone. In
# memory where that can be: how long a disk takes to write says nothing of either.
is_quick() {
  local folder status memory=/dev/shm
  [ -w $memory ] || memory=${TMPDIR:-/tmp}
  folder=$(mktemp -d -p "$memory")
  gcc -Wall -Wextra -Werror -Iinclude Tests/Package/quick.c -o "$folder/quick" || return
  "$folder/quick" $library "$folder" | tee "$figures"
  status=${PIPESTATUS[0]}
  rm -rf "$folder"
  return "$status"
}

[ -e $library ] || { echo "There is no $library"; exit 1; }
check "is at most 8 MB" is_small
check "has the SONAME libiexpense.so.1" has_its_soname
check "has no RUNPATH" has_no_search_path
check "needs libc, libm and libsqlite3 only" needs_no_swift
check "exports iex_* only" exports_only_iex
check "is stripped" is_stripped
check "names no folder that it was built in" names_no_build_folder
check "says its version" says_its_version
check "prints nothing and leaves signals, locale and threads alone" is_a_good_guest
figures=$(mktemp)
check "loads, and adds the first expense, soon" is_quick
sed 's/^/          /' "$figures"
rm "$figures"
finish
