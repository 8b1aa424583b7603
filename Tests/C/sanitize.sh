#!/usr/bin/env bash
# Builds the library and C programs with a sanitizer, and runs them: what it reports is a failure. Ends
# in "N passed, N failed". Each sanitizer's build is kept apart, in build/tsan and build/asan.
#
#   Tests/C/sanitize.sh thread [PROGRAM ...]    data races, in the programs about threads
#   Tests/C/sanitize.sh address [PROGRAM ...]   memory that is not there
#
# Both find in the programs besides what C leaves undefined.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
swift=$(command -v "${SWIFT:-swift}") || { echo "0 passed, 1 failed: there is no swift"; exit 1; }
toolchain=$(dirname "$(readlink -f "$swift")")
sanitizer=${1:-thread}
shift
case $sanitizer in
  thread)
    scratch=${TSAN_SCRATCH:-build/tsan} flags="-fsanitize=thread,undefined -fno-sanitize-recover=undefined"
    programs="threads dispatch changes viewchanges viewthreads drafts statethreads processes stress"
    programs+=" crowd"
    ;;
  address)
    scratch=${ASAN_SCRATCH:-build/asan} flags="-fsanitize=address,undefined -fno-sanitize-recover=all"
    programs="misuse crowd damage errors expenses files items export arrowin arrow state views"
    ;;
  *) echo "0 passed, 1 failed: no sanitizer is called $sanitizer" && exit 2 ;;
esac
"$swift" build --scratch-path "$scratch" -c release --sanitize="$sanitizer" --product iexpense \
  || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 Tests/C/coverage.py macros include/iexpense.h > "$work/calls.h" || exit 1
python3 Tests/C/random_calls.py include/iexpense.h > "$work/random_calls.h" || exit 1
library=$(cd "$scratch/release" && pwd)
export LD_LIBRARY_PATH=$library:$toolchain/../lib/swift/linux
export TSAN_OPTIONS="halt_on_error=0 exitcode=66"
# valgrind looks for leaks: here the runtime's caches of types would be some.
export ASAN_OPTIONS="detect_leaks=0 abort_on_error=1" UBSAN_OPTIONS="print_stacktrace=1"
export IEX_TEST_QUICK=1 IEX_TEST_SECONDS=${IEX_TEST_SECONDS:-5}
[ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] && export TMPDIR=/dev/shm
passed=0 failed=0
for program in ${*:-$programs}; do
  # shellcheck disable=SC2086 # several flags
  if "$toolchain/clang" $flags -std=c99 -O1 -g -I include -I "$work" \
    "Tests/C/$program.c" Tests/C/test.c -o "$work/$program" -L "$library" -liexpense -ljansson \
    -lsqlite3 -lpthread -ldl -L "$toolchain/../lib/swift/linux" -ldispatch -lBlocksRuntime \
    && timeout "${IEX_TEST_TIMEOUT:-600}" "$work/$program" > "$work/output" 2>&1; then
    passed=$((passed + 1))
    grep -aE '^    |tests passed' "$work/output"
  else
    failed=$((failed + 1))
    [ -f "$work/output" ] && grep -aE -A40 -m3 'WARNING: ThreadSan|ERROR: Addr|runtime error' "$work/output"
    [ -f "$work/output" ] && tail -20 "$work/output"
    echo "FAILED $program"
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
