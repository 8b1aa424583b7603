# Sourced by the checks of the package: each check is a command that succeeds.
passed=0
failed=0

# check NAME COMMAND…: runs the command and counts it; shows what it printed when it failed.
check() {
  local name=$1 output
  shift
  if output=$("$@" 2>&1); then
    passed=$((passed + 1))
    echo "  ok      $name"
  else
    failed=$((failed + 1))
    echo "  FAILED  $name"
    printf '%s\n' "$output" | sed 's/^/          /'
  fi
}

# skip NAME WHY: says aloud what was not checked.
skipped=0
skip() {
  skipped=$((skipped + 1))
  echo "  SKIPPED $1: $2"
}

# The closing line, and the exit status of the script that ends with it.
finish() {
  echo "$passed passed, $failed failed$([ $skipped = 0 ] || echo ", $skipped skipped")"
  [ $failed = 0 ]
}

# The version that the header names.
version() { sed -n 's/^#define IEX_VERSION "\(.*\)"/\1/p' include/iexpense.h; }
