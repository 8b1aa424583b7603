#!/usr/bin/env bash
# The documentation: that it is made without a warning, and that a fault in any part of it, in a copy of
# what it is made of, ends `make docs`.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/Package/check.sh
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

# fault PART FILE EDIT SAYS: edits a file in the copy, and expects that the part fails and says why. The
# part is made before without the fault, so that it is the fault which fails.
fault() {
  local said
  part "$1" || return
  cp "$2" "$copy/whole"
  sed -i "$3" "$copy/$2" && ! cmp -s "$2" "$copy/$2" || { echo "the edit changes nothing"; return 1; }
  said=$(part "$1" 2>&1)
  local status=$?
  cp "$copy/whole" "$copy/$2"
  printf '%s\n' "$said"
  [ $status != 0 ] && grep -E "$4" <<<"$said"
}
part() { bash "$copy/.ci/docs/build" "$1"; }

check "make docs" make docs SETUP=no
mkdir -p "$copy/.ci" "$copy/Sources" "$copy/bindings/python" "$copy/build/docs"
cp -R .ci/docs "$copy/.ci"
cp -R include "$copy"
cp -R Sources/IExpense.docc "$copy/Sources"
cp -R bindings/python/{README.md,src} "$copy/bindings/python"
cp -R build/docs/graphs "$copy/build/docs"
for built in venv libiexpense.so.1; do ln -s "$PWD/build/$built" "$copy/build"; done

check "a parameter of C without a text ends it" fault c include/iexpense.h \
  '/^ \*   path   The new file, in UTF-8/d' "path"
check "a class of C++ without a text ends it" fault cpp include/iexpense/store.hpp \
  '/^\/\* An open store/d' "undescribed"
check "an article that leads nowhere ends it" fault swift Sources/IExpense.docc/IExpense.md \
  '$a See <doc:Nowhere>.' "Nowhere"
check "a method of Python without a text ends it" fault python \
  bindings/python/src/iexpense/_store.py '/^    def plot(/i \    def silent(self) -> None:\n        pass\n' \
  "no docstring: iexpense.Store.silent"
finish
