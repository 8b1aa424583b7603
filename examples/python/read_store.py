"""Reads a store that another program wrote: python read_store.py spending.db"""

import sys

import iexpense

with iexpense.open(sys.argv[1], read_only=True) as store:
    expenses = store.expenses(sort="-date")  # a live sequence: nothing is read before it is shown
    print(f"\nThe same store, read from Python: {len(expenses)} expenses, the newest first")
    for expense in expenses[:5]:
        print(f"  {expense.date}  {expense.name:26} {expense.amount:>10} {expense.currency}")

    print("\nTotals by category, the five largest in GBP")
    totals = [row for row in store.totals("category") if row.currency == "GBP"]
    for row in sorted(totals, key=lambda row: row.amount, reverse=True)[:5]:
        print(f"  {row.category:26} {row.amount:>10} {row.currency}  in {row.count:>3}")
