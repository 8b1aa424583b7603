"""The main job, from Python: python quickstart.py spending.db

Add, look, add up, undo; every change is announced as it happens.
"""

import sys

import iexpense

path = sys.argv[1] if len(sys.argv) > 1 else "spending.db"

with iexpense.open(path, currency="EUR", origin="quickstart") as store:
    store.subscribe(lambda change: print(f"=> {change}"))
    lunch = store.add("Lunch", "12.50", date="2026-03-13", type="Business", tags=["client"])
    store.update(lunch.id, amount="13.50", note="with tip")
    with store.transaction("Trip to Rome"):  # one change, one undo; an exception rolls back
        store.add("Train", "89.90", date="2026-03-14", category="Travel:Rail")
        store.add("Hotel", 214, date="2026-03-15", category="Travel")  # 214 euros, never cents

    trip = store.expenses(month="2026-03", category="Travel", sort="-amount")
    for expense in trip:
        print(expense.date, expense.name, expense.amount, expense.currency)
    for row in store.totals("month", "type"):
        print(row.month, row.type, row.amount, row.currency, row.count)

    print(store.undo())
    print(len(trip), "expenses of the trip are left")  # a view is live: it follows the undo
