#!/usr/bin/env bash
# Builds the library and the programs about threads with ThreadSanitizer, and runs them: a data race
# is a failure. Ends in "N passed, N failed". The sanitizer's build is kept apart, in build/tsan.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
swift=$(command -v "${SWIFT:-swift}") || { echo "0 passed, 1 failed: there is no swift"; exit 1; }
toolchain=$(dirname "$(readlink -f "$swift")")
scratch=${TSAN_SCRATCH:-build/tsan}
"$swift" build --scratch-path "$scratch" -c release --sanitize=thread --product iexpense || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 Tests/C/coverage.py macros include/iexpense.h > "$work/calls.h" || exit 1
library=$(cd "$scratch/release" && pwd)
export LD_LIBRARY_PATH=$library:$toolchain/../lib/swift/linux
export TSAN_OPTIONS="halt_on_error=0 exitcode=66"
export IEX_TEST_QUICK=1 IEX_TEST_SECONDS=${IEX_TEST_SECONDS:-5}
[ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] && export TMPDIR=/dev/shm
passed=0 failed=0
for program in ${*:-threads dispatch changes viewchanges viewthreads drafts statethreads processes stress}; do
  if "$toolchain/clang" -fsanitize=thread -std=c99 -O1 -g -I include -I "$work" \
    "Tests/C/$program.c" Tests/C/test.c -o "$work/$program" -L "$library" -liexpense -ljansson \
    -lsqlite3 -lpthread -ldl -L "$toolchain/../lib/swift/linux" -ldispatch -lBlocksRuntime \
    && timeout 300 "$work/$program" > "$work/output" 2>&1; then
    passed=$((passed + 1))
    grep -aE '^    |tests passed' "$work/output"
  else
    failed=$((failed + 1))
    [ -f "$work/output" ] && grep -a -A40 -m3 'WARNING: ThreadSan' "$work/output"
    [ -f "$work/output" ] && tail -20 "$work/output"
    echo "FAILED $program"
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
