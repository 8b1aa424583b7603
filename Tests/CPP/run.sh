#!/usr/bin/env bash
# The C++ header: each part alone; the tests, by each compiler, under AddressSanitizer and
# UndefinedBehaviorSanitizer; the examples; and that the C header is covered.
#
#   Tests/CPP/run.sh [COMPILER …]
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/Package/check.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export LD_LIBRARY_PATH=$PWD/build
strict=(-Wall -Wextra -Wpedantic -Werror -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Iinclude)
link=(-Lbuild -liexpense)
[ $# -gt 0 ] && compilers=("$@") || compilers=(g++ clang++)

for part in include/iexpense.hpp include/iexpense/*.hpp; do
  printf '#include <%s>\n#include <%s>\n' "${part#include/}" "${part#include/}"
done >"$folder/parts.txt"
alone() {
  split -l 2 --additional-suffix=.cpp "$folder/parts.txt" "$folder/part-"
  "$1" "-std=$2" "${strict[@]}" -fsyntax-only "$folder"/part-*.cpp
}
# All in one unit, in which the headers are read once.
build() {
  printf '#include "%s"\n' "$PWD"/Tests/CPP/*.cpp >"$folder/all.cpp"
  "$1" -std=c++17 -g "${@:3}" "${strict[@]}" "$folder/all.cpp" -o "$2" "${link[@]}" -pthread
}
# The runtime keeps what it has made of its types for ever: reachable, and so no leak.
run() {
  ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 "$1" >"$1.txt" 2>&1
  local status=$?
  [ $status = 0 ] || cat "$1.txt"
  return $status
}
example() {
  mkdir "$folder/run" \
    && "$1" -std=c++20 "${strict[@]}" "$2" -o "$folder/example" "${link[@]}" \
    && (cd "$folder/run" && "$folder/example") >"$folder/said.txt" \
    && diff -u "${2%.cpp}.txt" "$folder/said.txt"
  local status=$?
  rm -rf "$folder/run"
  return $status
}

if command -v clang++ >/dev/null; then
  check "clang++: -std=c++17, each part alone" alone clang++ c++17
else
  skip "each part alone" "there is no clang++"
fi
for compiler in "${compilers[@]}"; do
  if ! command -v "$compiler" >/dev/null; then
    skip "$compiler" "it is not installed"
    continue
  fi
  name="$(basename "$compiler") $("$compiler" -dumpversion)"
  sanitizers=(-fsanitize=address,undefined -fno-sanitize-recover=undefined)
  check "$name: the tests are built" build "$compiler" "$folder/tests" "${sanitizers[@]}"
  check "$name: they pass under the sanitizers" run "$folder/tests"
  [ -e "$folder/tests.txt" ] && sed -n 's/^/          /;$p' "$folder/tests.txt"
  check "$name: -std=c++20, what does not compile" \
    "$compiler" -std=c++20 "${strict[@]}" -fsyntax-only Tests/CPP/misuse.cpp
  for source in examples/cpp/*.cpp; do
    check "$name: ${source#examples/}" example "$compiler" "$source"
  done
done
check "every function of iexpense.h is wrapped" python3 Tests/CPP/coverage.py
finish
