#!/usr/bin/env bash
# Runs each reader under a coverage-guided fuzzer (libFuzzer, which comes with Swift) on inputs made
# from its seeds, as many at a time as there are processors. Ends in "N passed, N failed".
#
#   Tests/Fuzz/run.sh [RUNS] [FORMAT…]
#
# RUNS is for each format; without a FORMAT all have their turn. The logs stand in build/fuzz. What
# breaks a promise, crashes, hangs or takes too much memory is kept in build/fuzz/found. Put it into
# Tests/Fuzz/crashes/FORMAT under a name that says what it is: from then on the tests replay it. The
# same sources and FUZZ_SEED make the same inputs, so that what one run finds the next finds too.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
runs=${1:-200000}
shift
formats=("$@")
[ ${#formats[@]} -gt 0 ] || formats=(csv json ofx plist qif)
swift=$(command -v "${SWIFT:-swift}") || { echo "0 passed, 1 failed: there is no swift"; exit 1; }
release=${SCRATCH:-.build}/release
found=build/fuzz/found
jobs=${IEX_TEST_JOBS:-$(nproc)}
first_seed=${FUZZ_SEED:-1}

# Only what reads is watched by the fuzzer; the store is the library's own, as `make` has built it. That
# halves the time of a run, and inputs are kept for what they show of a reader and not of SQLite.
make -s build || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
package=$(sed -n 's/.*"-package-name","\([^"]*\)".*/\1/p' "$release.yaml" | head -n 1)
strict=(-swift-version 6 -strict-memory-safety -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility)
compile() { # MODULE FOLDER
  local sources
  mapfile -t sources < <(find "$PWD/$2" -name '*.swift' | sort)
  mkdir -p "build/fuzz/$1"
  [ "$(find "${sources[@]}" "$release/Modules" -newer "build/fuzz/$1/built" 2>&1)" = "" ] && return
  rm -f "build/fuzz/$1"/*
  (cd "build/fuzz/$1" \
    && "${swift}c" -c -O -wmo -num-threads "$(nproc)" -parse-as-library -sanitize=fuzzer \
      -module-name "$1" -package-name "$package" "${strict[@]}" -I "$modules" \
      -Xcc "-fmodule-map-file=$root/Sources/CLinux/module.modulemap" \
      -Xcc "-fmodule-map-file=$root/Sources/CSQLite/module.modulemap" "${sources[@]}" \
    && touch built)
}
root=$PWD modules=$(realpath "$release/Modules")
compile ExpenseModel Sources/ExpenseModel || exit 1
compile ExpenseFiles Sources/ExpenseFiles || exit 1
compile ReaderFuzz Tests/Fuzz || exit 1
store=() # of the sources that there are: an object of one that is gone stays behind
for module in Threads ExpenseStore; do
  folder=$release/$module.build
  while read -r source; do store+=("$folder/$(basename "${source//\'/}").o"); done \
    < "$folder/sources"
done
"${swift}c" -use-ld=lld -sanitize=fuzzer -static-stdlib build/fuzz/{ExpenseModel,ExpenseFiles,ReaderFuzz}/*.o \
  "${store[@]}" -lsqlite3 -o "$work/fuzz" || exit 1
export SWIFT_BACKTRACE=enable=no # the fuzzer tells of crashes itself
export SWIFT_DETERMINISTIC_HASHING=1

# What it keeps stays in memory. The entropic schedule weighs all that it keeps after each input, which
# costs more than to read most of them, and finds as much as the plain one.
fuzz() { # FORMAT NUMBER
  FUZZ_FORMAT=$1 nice "$work/fuzz" -seed=$((first_seed + $2)) -runs=$(((runs + jobs - 1) / jobs)) \
    -max_len=1024 -timeout=20 -rss_limit_mb=1024 -dict="Tests/Fuzz/dictionaries/$1.dict" \
    -entropic=0 -artifact_prefix="$found/$1-" -print_final_stats=1 \
    -seed_inputs="@$work/$1-seeds.txt" > "build/fuzz/$1-$2.txt" 2>&1
  echo $? > "$work/$1-$2.status"
}

mkdir -p "$found"
passed=0 failed=0
for format in "${formats[@]}"; do
  python3 Tests/Fuzz/seeds.py "$work/$format-seeds" "$format" || exit 1
  find "$work/$format-seeds" "Tests/Fuzz/crashes/$format" -type f 2> /dev/null | sort \
    | paste -sd, | tr -d '\n' > "$work/$format-seeds.txt"
  started=$SECONDS executed=0
  for number in $(seq "$jobs"); do fuzz "$format" "$number" & done
  wait
  for number in $(seq "$jobs"); do
    log=build/fuzz/$format-$number.txt
    executed=$((executed + $(awk '/number_of_executed_units/ { n = $2 } END { print n + 0 }' "$log")))
    if [ "$(cat "$work/$format-$number.status")" = 0 ]; then
      passed=$((passed + 1))
      grep -aE '^#[0-9]+[[:space:]]+DONE' "$log"
    else
      failed=$((failed + 1))
      echo "FAILED with seed $((first_seed + number)):"
      grep -aE 'Fatal error|^SUMMARY|artifact_prefix|interrupted' "$log" | cut -b1-4000 \
        | grep -a . || tail -n 20 "$log"
    fi
  done
  echo "    $format: $executed files read in $((SECONDS - started)) s"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
