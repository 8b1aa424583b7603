#!/usr/bin/env bash
# Makes the symbol graph of this fixture again, with only what the generator reads of it.
set -euo pipefail
cd "$(dirname "$0")"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
mkdir -p "$out/Sources/IExpenseC"
for name in Errors Store; do cp "$name.swift.txt" "$out/Sources/IExpenseC/$name.swift"; done
printf 'module CIExpense { header "%s/CIExpense.h" export * }\n' "$PWD" >"$out/module.modulemap"
(cd "$out" && swiftc -emit-module -module-name IExpenseC -swift-version 6 -parse-as-library -I . \
  -emit-symbol-graph -emit-symbol-graph-dir . \
  Sources/IExpenseC/Errors.swift Sources/IExpenseC/Store.swift)
python3 - "$out/IExpenseC.symbols.json" >IExpenseC.symbols.json <<'EOF'
import json
import sys

with open(sys.argv[1]) as file:
    symbols = json.load(file)["symbols"]
rows = [
    json.dumps(
        {
            "kind": {"identifier": symbol["kind"]["identifier"]},
            "names": {"title": symbol["names"]["title"]},
            "declarationFragments": [
                {"spelling": fragment["spelling"]} for fragment in symbol["declarationFragments"]
            ],
            "location": symbol["location"],
            "docComment": symbol["docComment"],
        }
    )
    for symbol in symbols
]
print('{"symbols": [\n%s\n]}' % ",\n".join(rows))
EOF
