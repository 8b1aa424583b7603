# Sourced before the shell blocks of the documents, which run in a folder of their own: TOP is the
# project, and what can't run inside the tests is replaced by what shows that it is right.
set -euo pipefail
exec 2>&1 < /dev/null
export HOME=$PWD XDG_DATA_HOME=$PWD/share
unset IEXPENSE_STORE NO_COLOR FORCE_COLOR COLUMNS

# A target is there and its commands can be told; the suites run them.
make() { command make --no-print-directory -n -C "$TOP" "$@" SETUP=no > /dev/null; }
sudo() { "$@"; }
pip() { [ "$1" = install ]; }
apt() { [ "$1" = install ]; }
# Waits for what other programs do: for a second here.
iexpense() {
  if [ "$1" = watch ]; then
    timeout 1 "$PYTHON" -m iexpense "$@" || [ $? = 124 ]
  else
    "$PYTHON" -m iexpense "$@"
  fi
}
# The window has a suite of its own.
build/gtk/expenses() { [ -e "$TOP/examples/gtk/main.c" ]; }
