"""Imports one file with a profile: python import_file.py store.db file.csv profile.json"""

import json
import sys
from pathlib import Path

import iexpense

path, file, profile = sys.argv[1:]

with iexpense.open(path, currency="GBP") as store:
    store.subscribe(lambda change: print(f"  => {change}"))
    print(Path(file).name)
    print(f"  {store.import_file(file, profile=json.loads(Path(profile).read_text()))}")
    for row in store.totals():
        print(f"  exactly {row.amount:,} {row.currency} in {row.count:,} payments")
