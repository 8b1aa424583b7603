#!/usr/bin/env bash
# Builds the window of examples/gtk with the address sanitizer, drives it on a screen in memory by
# keys, actions and accessibility, and keeps pictures of it in build/gtk/pictures. Words are those of
# the names of the tests to run. Ends in "N passed, N failed".
#
#   Tests/GTK/run.sh [WORD …]
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
python=/usr/bin/python3 # the one that Debian's packages of GObject are for

missing=()
for program in Xvfb dbus-run-session xdotool import glib-compile-resources; do
  command -v "$program" > /dev/null || missing+=("$program")
done
pkg-config --exists "gtk4 >= 4.8" || missing+=(gtk4)
"$python" -c 'import gi; gi.require_version("Gdk", "4.0")' \
  2> /dev/null || missing+=("gi with Gdk")
if [ ${#missing[@]} -gt 0 ]; then
  echo "SKIPPED: there is no ${missing[*]}"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$root/build/gtk/pictures" "$work/config/gtk-4.0" "$work/run"
chmod 700 "$work/run"
make -s -C "$root/examples/gtk" BUILD="$work/app" PACKAGES=gtk4 CC=gcc \
  CFLAGS="-O1 -g -Werror -fsanitize=address,undefined -fno-omit-frame-pointer" \
  CPPFLAGS="-I$root/include" LDFLAGS="-L$root/build -liexpense" || {
  echo "0 passed, 1 failed"
  exit 1
}
# Nothing moves or blinks: so a picture is taken when two are equal.
printf '%s\n' '[Settings]' 'gtk-font-name=Cantarell 11' gtk-cursor-blink=0 \
  gtk-enable-animations=0 > "$work/config/gtk-4.0/settings.ini"

# Nothing of the user's own, no settings daemon, no graphics driver; a warning of GTK ends it.
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data XDG_CACHE_HOME=$work/cache
export XDG_RUNTIME_DIR=$work/run LC_ALL=C.UTF-8 TZ=UTC LD_LIBRARY_PATH=$root/build
export GSETTINGS_BACKEND=memory GSK_RENDERER=cairo GDK_BACKEND=x11 GTK_A11Y=atspi NO_AT_BRIDGE=
# For where a leak comes from: ASAN_OPTIONS=fast_unwind_on_malloc=0, which is ten times as slow.
export ASAN_OPTIONS=detect_leaks=1:malloc_context_size=8:${ASAN_OPTIONS:-}
export LSAN_OPTIONS=suppressions=$root/Tests/GTK/leaks.supp:print_suppressions=0
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export IEXPENSE_WINDOW=$work/app/expenses IEXPENSE_PICTURES=$root/build/gtk/pictures
export GDK_DEBUG=gl-disable,vulkan-disable
unset WAYLAND_DISPLAY
# Without repeated keys (-r): on a slow machine each would be held for long. Without a new start when
# its last program leaves (-noreset): one that comes at that moment is turned away. It writes the
# number of its display when it is ready.
Xvfb -displayfd 3 -screen 0 1220x880x24 -nolisten tcp -ac -noreset -r \
  3> "$work/display" 2> "$work/server" &
server=$!
trap 'kill "$server"; rm -rf "$work"' EXIT
until [ -s "$work/display" ] || ! kill -0 "$server" 2> /dev/null; do sleep 0.1; done
DISPLAY=:$(cat "$work/display")
export DISPLAY
if ! timeout 60 bash -c 'until xdotool getmouselocation > /dev/null 2>&1; do sleep 0.2; done'; then
  echo "SKIPPED: no program can open the display $DISPLAY that Xvfb gave; it says:"
  cat "$work/server"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi
dbus-run-session -- "$python" "$root/Tests/GTK/window.py" "$@" 2> "$work/log"
status=$?
# What the message bus says of itself is no part of it.
grep -vE '^(dbus-daemon|SpiRegistry)' "$work/log"
exit $status
