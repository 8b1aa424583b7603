#!/usr/bin/env bash
# Runs the programs of examples/c/loops, each with an event loop of its own, and for each the other
# program, which adds something meanwhile; compares what they print. Ends in "N passed, N failed".
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
export LD_LIBRARY_PATH=$root/build
passed=0 failed=0 skipped=0

build() { # COMPILER PROGRAM FLAGS …
  "$1" -std=gnu11 -Wall -Wextra -Wpedantic -Werror -I "$root/include" \
    "$root/examples/c/loops/$2.c" -o "$2" -L "$root/build" -liexpense "${@:3}"
}

hear() { # PROGRAM: prints what it prints
  local pid
  rm -f spending.db* output.txt # what the program before it has said is no sign
  timeout 30 "./$1" spending.db > output.txt &
  pid=$!
  for _ in $(seq 200); do
    grep -qs listening output.txt && break
    sleep 0.05
  done
  ./add spending.db && wait "$pid" && cat output.txt
}

for compiler in gcc clang; do
  command -v "$compiler" > /dev/null || continue
  build "$compiler" add || exit 1
  for loop in poll: epoll: glib:glib-2.0 uv:libuv; do
    name=${loop%:*} package=${loop#*:} flags=()
    if [ -n "$package" ]; then
      if ! pkg-config --exists "$package"; then
        echo "SKIPPED $name: there is no $package"
        skipped=$((skipped + 1))
        continue
      fi
      read -ra flags <<< "$(pkg-config --cflags --libs "$package" | sed 's/-I/-isystem /g')"
    fi
    if build "$compiler" "$name" "${flags[@]}" \
      && hear "$name" | diff "$root/examples/c/loops/expected.txt" - \
      && [ "$(echo spending.db*)" = spending.db ]; then
      passed=$((passed + 1))
    else
      echo "FAILED $compiler $name"
      failed=$((failed + 1))
    fi
  done
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
