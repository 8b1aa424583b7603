#!/usr/bin/env bash
# The demonstration and the session of the command line print their transcripts, to the letter; and the
# exact totals of the real files where they are there. RECORD=1 writes new transcripts.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/Package/check.sh
transcript=examples/demo/transcript.txt
data=${IEXPENSE_DATA:-../shared/data}

own_part() { IEXPENSE_DATA=none bash examples/demo/run; }
if [ -n "${RECORD:-}" ]; then
  own_part > $transcript
  bash examples/cli/run > examples/cli/transcript.txt
  exit
fi
prints_its_transcript() { diff $transcript <(own_part); }
prints_the_totals() {
  local extra
  extra=$(bash examples/demo/run | sed -n '/^Extra/,$p')
  echo "$extra"
  grep -q '48,558,342.20' <<<"$extra" && grep -q '463,307,224.58' <<<"$extra"
}

session_prints_its_transcript() { diff examples/cli/transcript.txt <(bash examples/cli/run); }

check "it prints its transcript" prints_its_transcript
check "the session of the command line prints its transcript" session_prints_its_transcript
if [ -d "$data/council" ]; then
  check "it prints the exact totals of the real files" prints_the_totals
else
  skip "the exact totals of the real files" "there is no $data/council"
fi
finish
