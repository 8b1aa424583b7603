#!/usr/bin/env bash
# The Python wheel as others get it: what it names itself, what it needs, and that it works in a fresh
# environment of every CPython that is here, beside the host's own SQLite, with each of its extras.
#
#     bash Tests/Package/wheel.sh [VERSION …]     such as 3.9 3.13; else all that are found
#
# The tests of the binding run against the installed wheel on the oldest and the newest of them, at the
# same time; WHEEL_TESTS names fewer. Then pip builds the package from this checkout, library and all.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/Package/check.sh
top=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset LD_LIBRARY_PATH IEXPENSE_LIBRARY PYTHONPATH IEXPENSE_STORE
wheels=(build/dist/iexpense-*.whl)
wheel=$top/${wheels[0]}
venv=build/venv-wheel
library=$folder/unpacked/iexpense/libiexpense.so.1

names_its_systems() {
  echo "${wheel##*/}"
  [[ ${wheel##*/} =~ ^iexpense-$(version)-py3-none-manylinux_2_[0-9]+_$(uname -m)\.whl$ ]]
}
is_one() { [ ${#wheels[@]} = 1 ] && [ -e "$wheel" ]; }
auditwheel_agrees() {
  local said
  said=$("$venv/bin/auditwheel" show "$wheel") || return
  printf '%s\n' "$said"
  tr '\n' ' ' <<< "$said" | grep -E "consistent with the following platform tag: .$(tag_of_name)."
}
tag_of_name() { basename "$wheel" .whl | grep -o 'manylinux.*'; }
unpacks() { mkdir "$folder/unpacked" && python3 -m zipfile -e "$wheel" "$folder/unpacked"; }
has_sqlite_inside() {
  readelf --dynamic --wide "$library" > "$folder/dynamic"
  ! grep -i sqlite "$folder/dynamic" && strings "$library" | grep -F 'SQLite format 3'
}
exports_only_iex() {
  ! nm --dynamic --defined-only --extern-only "$library" | awk '{ print $3 }' | grep -v '^iex_'
}
has_no_search_path() { ! readelf --dynamic "$library" | grep -E 'RUNPATH|RPATH|TEXTREL'; }
names_no_build_folder() { ! strings "$library" | grep -F "$top/"; }
has_license_and_types() {
  local licenses
  licenses=$(echo "$folder"/unpacked/iexpense-*.dist-info/licenses)
  ls "$folder"/unpacked/iexpense/py.typed "$licenses/LICENSE" \
    && grep -F Swift "$licenses/NOTICE" && grep -F SQLite "$licenses/NOTICE"
}

# pythons [VERSION …]: the newest of each CPython from 3.9 on, as lines of "3.9 /path/to/python".
pythons() {
  local python
  for python in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python /usr/bin/python3.[0-9]*; do
    [[ -x $python && $python =~ /python[0-9.]*$ ]] || continue
    "$python" - <<'PYTHON' 2>/dev/null
import sys
if sys.version_info >= (3, 9) and sys.implementation.name == "cpython":
    import ensurepip, sqlite3, venv
    print("%d.%d" % sys.version_info[:2], sys.executable)
PYTHON
  done | sort --unique --version-sort --key=1,1
}

# Installs the wheel into a fresh environment, without any network.
install() {
  "$2" -m venv "$folder/$1" && "$folder/$1/bin/pip" install --quiet --no-index --no-deps \
    --disable-pip-version-check "$wheel"
}
inside() { (cd "$folder" && "$folder/$1/bin/python" -W error "${@:2}"); }

works() {
  inside "$1" - <<'PYTHON'
import pathlib
import iexpense

assert pathlib.Path(iexpense.__file__).with_name("libiexpense.so.1").is_file()
with iexpense.open("spending.db", currency="EUR") as store:
    lunch = store.add("Lunch", "12.50", tags=["client"])
    store.update(lunch.id, note="with tip")
    assert store.undo() and store.get(lunch.id).note == ""
    print(store.import_file(b"Date,Payee,Amount,Currency\n2026-03-13,Bus,2.50,EUR\n",
                            {"spending": "positive"}))
    assert [str(total.amount) for total in store.totals()] == ["15.00"]
    assert store.expenses()._repr_html_()
pathlib.Path("spending.db").unlink()
maps = pathlib.Path("/proc/self/maps").read_text()
assert "libiexpense.so.1" in maps and "libsqlite3" not in maps, "another SQLite was loaded"
import sqlite3
assert "libsqlite3" in pathlib.Path("/proc/self/maps").read_text(), "the host has no SQLite"
print("two SQLites:", sqlite3.sqlite_version, "beside the library's own")
PYTHON
}
says_what_is_missing() {
  "$folder/$1/bin/iexpense" list > "$folder/said" 2>&1
  grep -F "pip install 'iexpense[cli]'" "$folder/said" || { cat "$folder/said"; return 1; }
  inside "$1" - <<'PYTHON'
import iexpense
with iexpense.open(memory=True) as store:
    try:
        store.plot()
    except ModuleNotFoundError as error:
        print(error)
        assert "pip install 'iexpense[plot]'" in str(error)
PYTHON
}
gets_its_extras() {
  # Of pyparsing, later ones warn of the last matplotlib for Python 3.9, and tests take no warning.
  "$folder/$1/bin/pip" install --quiet --disable-pip-version-check --retries 10 \
    "$wheel[cli,plot,arrow]" pytest "pyparsing<3.3"
}
draws() {
  export IEXPENSE_STORE=$folder/drawn.db
  local command=$folder/$1/bin/iexpense
  rm -f "$folder"/drawn.*
  "$command" add Lunch 12.50 --currency EUR && "$command" add Back -2.50 \
    && "$command" totals type --bars && "$command" chart -o "$folder/drawn.png" \
    && "$command" chart -o "$folder/drawn.svg" && head -c 4 "$folder/drawn.png" | grep -a PNG
}
passes() {
  local at=$folder/$1/bin
  export IEXPENSE_INSTALLED
  IEXPENSE_INSTALLED=$("$at/python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')
  PATH=$at:$PATH PYTHONDONTWRITEBYTECODE=1 "$at/python" -m pytest -q -rs -p no:cacheprovider "${@:2}"
}
start() { (passes "$@" > "$folder/$1.txt" 2>&1; echo $? > "$folder/$1.status") & }
ended() { cat "$folder/$1.txt"; return "$(cat "$folder/$1.status")"; }
# From the source with the toolchain that is here: the library goes, and comes back.
builds_from_source() {
  rm -f build/libiexpense.so.1
  "$1" -m venv "$folder/source" && "$folder/source/bin/pip" install --quiet --retries 10 \
    --disable-pip-version-check ./bindings/python && [ -e build/libiexpense.so.1 ] \
    && cmp build/libiexpense.so.1 "$folder"/source/lib/python*/site-packages/iexpense/libiexpense.so.1 \
    && inside source -c 'import iexpense; iexpense.open(memory=True, currency="EUR").add("Tea", 3)'
}

[ -e "$wheel" ] || { echo "There is no wheel: make wheel"; exit 1; }
check "there is one wheel" is_one
check "it is named for any Python 3 and for the systems it is good for" names_its_systems
check "auditwheel agrees" auditwheel_agrees
check "it unpacks" unpacks
check "SQLite is inside, and no other is asked for" has_sqlite_inside
check "the library exports iex_* only" exports_only_iex
check "it has no RUNPATH and no relocation in its code" has_no_search_path
check "it names no folder that it was built in" names_no_build_folder
check "py.typed, the license and what it says of the parts are there" has_license_and_types

mapfile -t found < <(pythons)
[ $# = 0 ] || mapfile -t found < <(printf '%s\n' "${found[@]}" | grep -E "^($(IFS='|'; echo "$*")) ")
[ ${#found[@]} -gt 0 ] || skip "on CPython" "there is none from 3.9 on"
running=()
oldest=${found[0]%% *} newest=${found[-1]%% *}
for line in "${found[@]}"; do
  name=${line%% *}
  check "CPython $name: installs without a network" install "$name" "${line#* }"
  check "CPython $name: works, also beside the host's SQLite" works "$name"
  check "CPython $name: says what a missing extra is" says_what_is_missing "$name"
  if [ "$name" != "$oldest" ] && [ "$name" != "$newest" ]; then continue; fi
  if "$folder/$name/bin/pip" download --quiet --disable-pip-version-check --no-deps \
    -d "$folder" rich >/dev/null 2>&1; then
    check "CPython $name: pip installs its extras" gets_its_extras "$name"
    check "CPython $name: the command draws" draws "$name"
    # shellcheck disable=SC2086
    start "$name" ${WHEEL_TESTS:-bindings/python/tests}
    running+=("$name")
  else
    skip "CPython $name: extras and tests" "there is no package registry"
  fi
done
wait
for name in "${running[@]}"; do
  check "CPython $name: passes the tests of the binding" ended "$name"
  tail -n 1 "$folder/$name.txt" | sed 's/^/          /'
done
if [ ${#running[@]} -gt 0 ] && command -v "${SWIFT:-swift}" >/dev/null; then
  check "pip install ./bindings/python builds the library" builds_from_source "${found[-1]#* }"
else
  skip "pip install from the source" "there is no package registry, or no Swift"
fi
finish
