#!/usr/bin/env bash
# The demonstration prints its transcript, to the letter; and the exact totals of the real files
# where they are there. RECORD=1 writes a new transcript.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/Package/check.sh
transcript=examples/demo/transcript.txt
data=${IEXPENSE_DATA:-../shared/data}

own_part() { IEXPENSE_DATA=none bash examples/demo/run; }
if [ -n "${RECORD:-}" ]; then
  own_part > $transcript
  exit
fi
prints_its_transcript() { diff $transcript <(own_part); }
prints_the_totals() {
  local extra
  extra=$(bash examples/demo/run | sed -n '/^Extra/,$p')
  echo "$extra"
  grep -q '48,558,342.20' <<<"$extra" && grep -q '463,307,224.58' <<<"$extra"
}

check "it prints its transcript" prints_its_transcript
if [ -d "$data/council" ]; then
  check "it prints the exact totals of the real files" prints_the_totals
else
  skip "the exact totals of the real files" "there is no $data/council"
fi
finish
