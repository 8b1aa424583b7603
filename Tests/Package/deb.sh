#!/usr/bin/env bash
# The Debian packages: built, read by lintian, and installed and tried in a root of its own, made by
# debootstrap, where there is no Swift. Needs root for that, and a mirror of Debian's packages.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/Package/check.sh
# The library of this folder is not for those who have installed one.
unset IEXPENSE_LIBRARY LD_LIBRARY_PATH PYTHONPATH
packages=$PWD/build/deb
root=$(mktemp -d)
# Nothing is mounted in it, so that it may go with all that it has.
trap 'rm -rf --one-file-system "$root"' EXIT
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")
# The one that this machine gets its own packages from.
mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(SITE)' | head -n 1)}

symbols_are_exported() { python3 .ci/debian/symbols.py --check; }
makes_packages() { make deb && [ "$(ls "$packages"/*.deb | wc -l)" = 3 ]; }
has_no_error() { lintian --fail-on error "$packages"/*.changes; }
# An override is the line after its reason, which is a comment.
overrides_have_reasons() {
  awk 'FNR == 1 { said = 0 } /^#/ { said = 1; next } !said { print FILENAME ": " $0; bad = 1 }
    { said = 0 } END { exit bad }' .ci/debian/*.lintian-overrides
}
depends_on_little() {
  dpkg-deb --field "$packages"/libiexpense1_*.deb Depends \
    | tr ',' '\n' | sed 's/ *\([^ ]*\).*/\1/' \
    | { ! grep -vxE 'libc6|libstdc\+\+6|libsqlite3-0'; }
}

inside() { DEBIAN_FRONTEND=noninteractive LC_ALL=C chroot "$root" "$@"; }
get() { inside apt-get -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 "$@"; }
makes_root() {
  debootstrap --variant=minbase "$suite" "$root" "$mirror" && cp "$packages"/*.deb "$root/tmp" \
    && cp /etc/resolv.conf "$root/etc" && get update
}
install_debs() {
  local names=()
  for file in "$root"/tmp/*.deb; do
    case ${file##*/} in $1) names+=("/tmp/${file##*/}") ;; esac
  done
  get install "${names[@]}"
}
has_no_swift() { ! find "$root" -xdev \( -name 'swift*' -o -name 'libswift*' \) | grep .; }
python_runs() {
  inside python3 -W error - <<'PYTHON'
import importlib.metadata

import iexpense

assert importlib.metadata.version("iexpense") == "0.1.0", importlib.metadata.version("iexpense")
with iexpense.open("/tmp/spending.db", currency="EUR") as store:
    store.add("Train", "89.90")
    assert len(store.expenses()) == 1
    store.undo()
    assert len(store.expenses()) == 0
PYTHON
}
command_names_what_is_missing() {
  inside iexpense --store /tmp/spending.db list >"$root/tmp/said" 2>&1
  grep -i rich "$root/tmp/said"
}
command_runs() {
  get install python3-rich python3-shtab && inside iexpense --version | grep -F "$(version)" \
    && inside iexpense --store /tmp/spending.db add Lunch 12.50 \
    && inside iexpense --store /tmp/spending.db list | grep -F 'Lunch   12.50 EUR'
}
links_library() {
  inside sh -c 'ldconfig -p' | grep -F "libiexpense.so.1 (libc6,x86-64)"
}
c_builds() {
  get install gcc g++ libc6-dev pkg-config || return
  cp Tests/Package/installed.c Tests/Package/consumers/installed.cpp "$root/tmp"
  # shellcheck disable=SC2016
  inside sh -ec 'cd /tmp
    flags=$(pkg-config --cflags --libs iexpense)
    cc -Wall -Werror installed.c -o in-c $flags && ./in-c
    g++ -std=c++17 -Wall -Werror installed.cpp -o in-cpp $flags && ./in-cpp'
}
removes() {
  get purge python3-iexpense libiexpense-dev libiexpense1 \
    && ! find "$root/usr" -name '*iexpense*' | grep .
}

check "the symbols file names what the library exports" symbols_are_exported
check "make deb" makes_packages
check "the library needs libc, libstdc++ and SQLite only" depends_on_little
check "lintian reports no error" has_no_error
check "every override has its reason" overrides_have_reasons
if ! command -v debootstrap >/dev/null || [ "$(id -u)" != 0 ]; then
  skip "the clean root" "it needs debootstrap and root"
elif ! makes_root >"$root.log" 2>&1; then
  tail -n 5 "$root.log"
  skip "the clean root" "debootstrap could not make it from $mirror"
else
  check "library and Python package are installed" install_debs '*[!v]_*.deb'
  check "there is no Swift" has_no_swift
  check "the loader knows the library" links_library
  check "a Python program runs" python_runs
  check "without what is recommended the command names it" command_names_what_is_missing
  check "with it, it runs" command_runs
  check "the development package is installed" install_debs '*-dev_*.deb'
  check "a C and a C++ program are built and run" c_builds
  check "purging leaves nothing" removes
fi
rm -f "$root.log"
finish
