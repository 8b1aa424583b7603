#!/usr/bin/env bash
# Programs of users, built in the ways of their ecosystems, each against a copy that was installed
# into a prefix of its own, and where there is no Swift on the PATH.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/Package/check.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset LD_LIBRARY_PATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH IEXPENSE_LIBRARY
consumers=$PWD/Tests/Package/consumers
said="iexpense $(version) stored expense 1"

make install PREFIX="$folder/prefix" >"$folder/install.txt" 2>&1 || cat "$folder/install.txt"
hide_swift "$folder/tools"
library=$folder/prefix/lib

no_swift() { ! command -v swift && ! command -v swiftc; }
says() { output=$("$@") && echo "$output" && [ "$output" = "$said" ]; }

by_cc() {
  cc "$1" -o "$folder/cc-$2" -I"$folder/prefix/include" -L"$library" -liexpense \
    && LD_LIBRARY_PATH=$library says "$folder/cc-$2"
}
by_gpp() {
  g++ -std=c++17 "$consumers/installed.cpp" -o "$folder/gpp" -I"$folder/prefix/include" \
    -L"$library" -liexpense -Wl,-rpath,"$library" && says "$folder/gpp"
}
by_pkg_config() {
  export PKG_CONFIG_PATH=$1/pkgconfig
  pkg-config --exact-version="$(version)" iexpense || return
  # shellcheck disable=SC2046
  cc Tests/Package/installed.c -o "$folder/pkg" $(pkg-config --cflags --libs iexpense) \
    && LD_LIBRARY_PATH=$1 says "$folder/pkg"
}
moved_prefix() {
  cp -a "$folder/prefix" "$folder/moved" || return
  [ "$(PKG_CONFIG_PATH=$folder/moved/lib/pkgconfig pkg-config --define-prefix --variable=libdir \
    iexpense)" = "$folder/moved/lib" ] && by_cmake "$folder/moved" ""
}
by_cmake() {
  local build=$folder/cmake-$RANDOM
  cmake -S "$consumers" -B "$build" -DCMAKE_PREFIX_PATH="$1" -DASKED="$2" -G Ninja \
    && cmake --build "$build" && ctest --test-dir "$build" --output-on-failure \
    && says "$build/in_cpp" && ! grep -F "$PWD/build" "$build/build.ninja"
}
cmake_refuses() { ! by_cmake "$folder/prefix" "$1"; }
by_meson() {
  mkdir "$folder/meson" && cp "$consumers"/{meson.build,installed.cpp} Tests/Package/installed.c \
    "$folder/meson" || return
  (cd "$folder/meson" && PKG_CONFIG_PATH=$library/pkgconfig meson setup build \
    && meson compile -C build && LD_LIBRARY_PATH=$library meson test -C build --print-errorlogs)
}
by_dlopen() {
  cc -Wall -Wextra -Werror "$consumers/dlopen.c" -o "$folder/dlopen" \
    -I"$folder/prefix/include" -ldl \
    && LD_LIBRARY_PATH=$library says "$folder/dlopen" \
    && says "$folder/dlopen" "$library/libiexpense.so.$(version)" \
    && ! readelf --dynamic "$folder/dlopen" | grep iexpense
}
uninstall_all() {
  make uninstall PREFIX="$folder/prefix" && ! find "$folder/prefix" ! -type d | grep . \
    && [ ! -e "$folder/prefix/include/iexpense" ] && [ ! -e "$library/cmake/iexpense" ]
}

# with NAME COMMAND TOOL…: the check, unless one of the tools is missing.
with() {
  local name=$1 command=$2 tool
  for tool in "${@:3}"; do
    command -v "$tool" >/dev/null || { skip "$name" "there is no $tool"; return; }
  done
  # shellcheck disable=SC2086
  check "$name" $command
}

check "there is no Swift on the PATH" no_swift
check "cc file.c -liexpense" by_cc Tests/Package/installed.c c
check "g++ file.cpp -liexpense" by_gpp
with "pkg-config" "by_pkg_config $library" pkg-config
with "CMake: find_package(iexpense)" "by_cmake $folder/prefix 0.1" cmake ninja
with "CMake: a newer version is not found" "cmake_refuses 0.2" cmake ninja
with "CMake: another major version is not found" "cmake_refuses 1" cmake ninja
with "a prefix that was moved: pkg-config and CMake" moved_prefix cmake ninja pkg-config
with "Meson" by_meson meson ninja pkg-config
check "dlopen at run time" by_dlopen
check "make uninstall leaves nothing" uninstall_all
finish
