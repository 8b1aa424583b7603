#!/usr/bin/env bash
# Builds and runs the C test programs: with gcc, with clang, and under valgrind; then compares the
# log of what they called with the header. Ends in "N passed, N failed".
#
#   Tests/C/run.sh [--library DIR] [--include DIR] [--compilers "gcc clang"] [--no-valgrind]
#                  [--valgrind] [--quick] [--big] [PROGRAM ...]
#
# --valgrind runs that part only, and then named programs about other processes too. --quick: fewer
# rounds. --big: leeds, size_cost and view_cost with the real data instead of the rest. PROGRAM: only these, and
# without the comparison.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
library=$root/build include=$root/include compilers="gcc clang" valgrind=yes native=yes quick= big=
programs=()
while [ $# -gt 0 ]; do
  case $1 in
    --library) library=$2; shift ;;
    --include) include=$2; shift ;;
    --compilers) compilers=$2; shift ;;
    --no-valgrind) valgrind=no ;;
    --valgrind) native=no ;;
    --quick) quick=1 ;;
    --big) big=1 ;;
    -*) echo "unknown option $1"; exit 2 ;;
    *) programs+=("$1") ;;
  esac
  shift
done
library=$(cd "$library" && pwd) && include=$(cd "$include" && pwd) && cd "$root" || exit 2

# The areas, and the programs about other processes and sizes: these are not run under valgrind. The longest
# come first, so that at the end no processor waits for one of them.
areas="misuse crowd damage faults queries exportprogress progress errors money dates store expenses"
areas+=" transactions views viewchanges changes undo dispatch drafts files export items statements"
areas+=" formats questions rules threads viewthreads qif state screens statethreads arrow arrowin"
areas+=" commits clock"
others="processes disk bombs kill aside cache connections copies merge stress" # those that measure time run alone
alone="size_cost view_cost rule_cost"
[ -n "$big" ] && areas="" others="" alone="leeds size_cost view_cost"
if [ ${#programs[@]} -gt 0 ]; then
  areas="" others="" alone=""
  for name in "${programs[@]}"; do
    case $name in
      aside | bombs | cache | connections | copies | disk | kill | merge | processes | stress) others+=" $name" ;;
      size_cost | view_cost | rule_cost | leeds) alone+=" $name" ;;
      *) areas+=" $name" ;;
    esac
  done
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/calls" && touch "$work/counts.txt"
[ -n "$big" ] && export IEX_TEST_KEEP_STORE=$work/leeds.db
export LD_LIBRARY_PATH=$library${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
python3 Tests/C/coverage.py macros "$include/iexpense.h" > "$work/calls.h" || exit 1
python3 Tests/C/random_calls.py "$include/iexpense.h" > "$work/random_calls.h" || exit 1

# In memory where a disk makes no difference: a killed process loses nothing that it has written.
memory=${TMPDIR:-/tmp}
[ -z "${TMPDIR:-}" ] && [ -d /dev/shm ] && [ -w /dev/shm ] && memory=/dev/shm

# What C leaves undefined ends the programs that clang makes: that needs no library of a sanitizer.
build() { # COMPILER PROGRAM
  local undefined=()
  mkdir -p "$work/$1"
  [[ $1 == *clang* ]] && undefined=(-fsanitize=undefined -fsanitize-trap=undefined)
  $1 -std=c99 -O1 -g ${undefined[@]+"${undefined[@]}"} -Wall -Wextra -Wpedantic -Werror -I "$include" -I "$work" "Tests/C/$2.c" \
    Tests/C/test.c -o "$work/$1/$2" -L "$library" -liexpense -ljansson -lsqlite3 -lpthread -ldl
}

# Runs a program and prints what it measured, what it skipped and what failed, then one line.
run() { # TITLE PROGRAM COMMAND ...
  local title=$1 program=$2 output status started=$SECONDS line good=0 all=1 skips=0
  shift 2
  # What is called by chance is no test of a function.
  [[ $program == misuse || $program == crowd ]] || export IEX_TEST_LOG=$work/calls/$title.$program
  output=$(timeout --kill-after=10 "${IEX_TEST_TIMEOUT:-600}" "$@" 2>&1 < /dev/null)
  status=$?
  line=$(grep -aE "^$program: [0-9]+ of [0-9]+ tests passed(, [0-9]+ skipped)?$" <<< "$output" \
    | tail -1)
  [ -n "$line" ] && read -r _ good _ all _ _ skips _ <<< "$line"
  if [ "$status" -ne 0 ] && [ "$good" -eq "$all" ]; then
    good=$((all - 1)) # a leak, or a crash after the last test
    line="$line, but it ended with status $status"
  fi
  [ -z "$line" ] && line="$program: ended with status $status" && status=1 good=0
  {
    flock 9
    if [ "$status" -eq 0 ]; then grep -aE '^    ' <<< "$output"; else head -80 <<< "$output"; fi
    printf '%-6s %-9s %s (%d s)\n' "$([ "$status" -eq 0 ] && echo ok || echo FAILED)" "$title" \
      "$line" $((SECONDS - started))
    echo "$good $((all - good)) ${skips:-0}" >> "$work/counts.txt"
  } 9> "$work/lock"
}

native_job() { # COMPILER PROGRAM
  local arguments=()
  if ! build "$1" "$2"; then
    echo "FAILED $1 $2: does not compile"
    echo "0 1" >> "$work/counts.txt"
    return
  fi
  if [[ $2 == *_cost ]] && [ -n "$big" ]; then
    if [ ! -f "$IEX_TEST_KEEP_STORE" ]; then # leeds was skipped, and said so
      echo "0 0 1" >> "$work/counts.txt"
      return
    fi
    arguments=(0 "$IEX_TEST_KEEP_STORE")
  fi
  # The second compiler only has to show that the interface works under it too.
  if [ -n "$quick" ] || [ "$1" != "$first" ]; then
    export IEX_TEST_QUICK=1 IEX_TEST_ROUNDS=${IEX_TEST_ROUNDS:-40}
  fi
  case $2 in crowd | damage | disk | kill | misuse | processes | stress) export TMPDIR=$memory ;; esac
  [ "$1" != "$first" ] && export TMPDIR=$memory
  run "$1" "$2" "$work/$1/$2" ${arguments[@]+"${arguments[@]}"}
}

# "Possibly lost" is no leak here: the Swift runtime keeps its caches of types by pointers with bits
# of their own and into the middle of blocks. What is really lost has no pointer at all.
# valgrind runs one thread at a time; without the fair scheduler one that never rests starves others.
valgrind_job() { # PROGRAM
  [ -x "$work/$first/$1" ] || build "$first" "$1" || return
  IEX_TEST_QUICK=1 TMPDIR=$memory run valgrind "$1" valgrind -q --error-exitcode=99 \
    --fair-sched=yes --leak-check=full --show-leak-kinds=definite,indirect \
    --errors-for-leak-kinds=definite,indirect --suppressions=Tests/C/valgrind.supp \
    --num-callers=30 "$work/$first/$1"
}

# As many at a time as there are processors.
slots=${IEX_TEST_JOBS:-$(nproc)}
start() {
  while [ "$(jobs -rp | wc -l)" -ge "$slots" ]; do wait -n; done
  ("$@") &
}

first=
for compiler in $compilers; do
  if ! command -v "$compiler" > /dev/null; then
    echo "SKIPPED: there is no $compiler"
    continue
  fi
  [ -z "$first" ] && first=$compiler
  [ "$native" = yes ] || break
  if [ "$compiler" = "$first" ]; then
    for program in $others; do start native_job "$first" "$program"; done
  fi
  for program in $areas; do start native_job "$compiler" "$program"; done
done
[ -z "$first" ] && echo "0 passed, 1 failed" && exit 1
wait
checked=$areas
[ "$native" = no ] && [ ${#programs[@]} -gt 0 ] && checked+=" $others"
if [ "$valgrind" = yes ] && [ -n "$checked" ]; then
  if command -v valgrind > /dev/null; then
    for program in $checked; do start valgrind_job "$program"; done
    wait
  else
    echo "SKIPPED: there is no valgrind"
  fi
fi
[ "$native" = yes ] && for program in $alone; do (native_job "$first" "$program"); done

if [ -z "$big" ] && [ ${#programs[@]} -eq 0 ] && [ "$native" = yes ]; then
  cat "$work"/calls/* > "$work/calls.txt"
  if python3 Tests/C/coverage.py check "$include/iexpense.h" "$work/calls.txt" \
    Sources/IExpenseC/exports.map; then
    echo "1 0" >> "$work/counts.txt"
  else
    echo "0 1" >> "$work/counts.txt"
  fi
fi
read -r passed failed skips < <(awk '{ p += $1; f += $2; s += $3 }
  END { print p + 0, f + 0, s + 0 }' "$work/counts.txt")
[ "$skips" -gt 0 ] && skipped=", $skips skipped" || skipped=
echo "$passed passed, $failed failed$skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
