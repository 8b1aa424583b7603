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

# hide_swift FOLDER: takes Swift off the PATH. A folder of programs that has it among others is
# replaced by links to all the others.
hide_swift() {
  local place hidden=() program
  local -a places
  IFS=: read -ra places <<<"$PATH"
  for place in "${places[@]}"; do
    if [ -e "$place/swift" ] || [ -e "$place/swiftc" ]; then
      [ -e "$place/sh" ] || [ -e "$place/ls" ] || continue
      local mirror=$1/${#hidden[@]}
      mkdir -p "$mirror"
      for program in "$place"/*; do
        case ${program##*/} in swift* | sourcekit* | lldb*) ;; *) ln -s "$program" "$mirror" ;; esac
      done
      place=$mirror
    fi
    hidden+=("$place")
  done
  PATH=$(IFS=:; echo "${hidden[*]}")
}
