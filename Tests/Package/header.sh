#!/usr/bin/env bash
# The public header, alone and with a user of every macro, in every dialect that it promises.
set -uo pipefail
cd "$(dirname "$0")/../.."
source Tests/Package/check.sh
strict=(-Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only)

for compiler in gcc clang; do
  if ! command -v $compiler >/dev/null; then
    skip "$compiler" "it is not installed"
    continue
  fi
  for dialect in c99 c11 c17 c2x; do
    check "$compiler -std=$dialect" \
      $compiler -std=$dialect "${strict[@]}" -x c Tests/Package/alone.c Tests/Package/macros.c
  done
  for dialect in c++11 c++14 c++17 c++20; do
    check "$compiler -std=$dialect" \
      $compiler -std=$dialect "${strict[@]}" -x c++ Tests/Package/alone.c Tests/Package/plus.cpp
  done
done
finish
