#!/usr/bin/env bash
# Installs into a folder of its own, builds a program against what stands there, and uninstalls.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/Package/check.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset LD_LIBRARY_PATH
source=Tests/Package/installed.c

install_staged() { make install DESTDIR="$folder/stage" PREFIX=/usr LIBDIR=/usr/lib/custom; }
build_staged() {
  export PKG_CONFIG_PATH=$folder/stage/usr/lib/custom/pkgconfig
  export PKG_CONFIG_SYSROOT_DIR=$folder/stage
  # shellcheck disable=SC2046
  gcc -Wall -Werror "$source" -o "$folder/staged" $(pkg-config --cflags --libs iexpense)
}
run_staged() { LD_LIBRARY_PATH=$folder/stage/usr/lib/custom "$folder/staged"; }

install_prefix() { make install PREFIX="$folder/prefix"; }
build_prefix() {
  gcc -Wall -Werror "$source" -o "$folder/plain" -I"$folder/prefix/include" -L"$folder/prefix/lib" \
    -liexpense -Wl,-rpath,"$folder/prefix/lib"
}
needs_the_soname() { readelf --dynamic "$folder/plain" | grep -F '[libiexpense.so.1]'; }
links_lead_to_the_version() {
  [ "$(readlink -f "$folder/prefix/lib/libiexpense.so")" = \
    "$(readlink -f "$folder")/prefix/lib/libiexpense.so.$(version)" ]
}
header_is_the_same() {
  cmp include/iexpense.h "$folder/prefix/include/iexpense.h" \
    && cmp include/iexpense.hpp "$folder/prefix/include/iexpense.hpp" \
    && diff -r include/iexpense "$folder/prefix/include/iexpense"
}
replaces_another() {
  local lib=$folder/prefix/lib include=$folder/prefix/include
  touch "$lib/libiexpense.so.0.0.9" "$lib/libiexpense.so.2.0.0" "$include/iexpense/gone.hpp" \
    "$include/other.hpp"
  install_prefix && [ ! -e "$lib/libiexpense.so.0.0.9" ] && [ ! -e "$include/iexpense/gone.hpp" ] \
    && rm "$lib/libiexpense.so.2.0.0" "$include/other.hpp"
}
uninstall_both() {
  make uninstall PREFIX="$folder/prefix"
  make uninstall DESTDIR="$folder/stage" PREFIX=/usr LIBDIR=/usr/lib/custom
  ! find "$folder/prefix" "$folder/stage" ! -type d | grep .
}

# The Python package carries the library: nothing outside the environment is needed to run it.
pip_installs() {
  python3 -m venv "$folder/venv"
  "$folder/venv/bin/pip" install --quiet --disable-pip-version-check ./bindings/python
}
has_its_license() {
  local about
  about=$(echo "$folder"/venv/lib/python3*/site-packages/iexpense-*.dist-info)
  cmp LICENSE "$(find "$about" -name LICENSE)" && grep -F Swift "$(find "$about" -name NOTICE)"
}
runs_from_pip() {
  rm -f "$folder"/spending.db*
  cd "$folder" && env -u IEXPENSE_LIBRARY -u PYTHONPATH venv/bin/python - <<'PYTHON'
import iexpense

with iexpense.open("spending.db", currency="EUR") as store:
    store.add("Train", "89.90")
    assert len(store.expenses()) == 1
PYTHON
}

installed_command() { (cd "$folder" && env -u IEXPENSE_LIBRARY -u PYTHONPATH venv/bin/iexpense "$@"); }
command_asks_for_its_extra() {
  installed_command list > "$folder/said" 2>&1
  [ $? = 1 ] && grep -F "pip install 'iexpense[cli]'" "$folder/said"
}
pip_installs_command() {
  "$folder/venv/bin/pip" install --quiet --disable-pip-version-check './bindings/python[cli]'
}
command_runs() {
  export IEXPENSE_STORE=$folder/command.db
  installed_command add Lunch 12.50 --currency EUR \
    && installed_command list | grep -F 'Lunch   12.50 EUR' \
    && installed_command completion bash | bash -n
}

# A checkout in which nothing is built, with a Swift toolchain that says it was called, or with none.
pip_in_a_checkout() {
  local checkout=$folder/checkout
  rm -rf "$checkout" && mkdir -p "$checkout/bindings" "$folder/bin"
  cp -r bindings/python "$checkout/bindings/"
  rm -rf "$checkout"/bindings/python/build "$checkout"/bindings/python/src/*.egg-info
  touch "$checkout/Package.swift"
  printf 'build:\n\tswift build\n\tmkdir -p build\n\tcp "%s" build/\n' \
    "$PWD/build/libiexpense.so.1" > "$checkout/Makefile"
  printf '#!/bin/sh\necho "$@" > "%s/called"\n' "$folder" > "$folder/bin/swift"
  chmod +x "$folder/bin/swift"
  env -u IEXPENSE_LIBRARY PATH="$1" "$folder/venv/bin/pip" install --force-reinstall --no-deps \
    --disable-pip-version-check "$checkout/bindings/python" > "$folder/said" 2>&1
}
pip_builds_it() {
  pip_in_a_checkout "$folder/bin:/usr/bin:/bin" || { cat "$folder/said"; return 1; }
  [ "$(cat "$folder/called")" = build ] && runs_from_pip
}
pip_says_what_is_missing() {
  rm -f "$folder/called"
  ! pip_in_a_checkout /usr/bin:/bin && [ ! -e "$folder/called" ] \
    && grep -F 'there is no Swift toolchain to build it' "$folder/said" && runs_from_pip
}

check "make install DESTDIR= PREFIX= LIBDIR=" install_staged
check "a program is built with pkg-config" build_staged
check "it runs" run_staged
check "make install PREFIX=" install_prefix
check "a program is built with cc -liexpense" build_prefix
check "it runs without LD_LIBRARY_PATH" "$folder/plain"
check "it asks for libiexpense.so.1" needs_the_soname
check "the links lead to the version" links_lead_to_the_version
check "the headers are the committed ones" header_is_the_same
check "what another version left there goes, and nothing else" replaces_another
check "make uninstall leaves nothing" uninstall_both
if [ -e bindings/python/pyproject.toml ]; then
  check "pip install ./bindings/python" pip_installs
  check "it has its license" has_its_license
  check "it runs with the library inside" runs_from_pip
  check "pip builds the library where there is a Swift toolchain" pip_builds_it
  if PATH=/usr/bin:/bin command -v swift >/dev/null; then
    skip "pip without a Swift toolchain" "there is one in /usr/bin"
  else
    check "where there is none, pip says so and leaves what was installed" pip_says_what_is_missing
  fi
  check "without the extra the command iexpense says what to install" command_asks_for_its_extra
  check "pip install './bindings/python[cli]'" pip_installs_command
  check "the command runs with the library inside" command_runs
else
  skip "pip install" "there is no bindings/python"
fi
finish
