"""A list that keeps itself right: a view tells how it has changed, in sections with totals."""

import iexpense

with iexpense.open("spending.db", currency="EUR", origin="desk") as store:
    store.add("Flat", 900, date="2026-03-01", type="Business")
    trips = store.expenses(type="Business", section="-month", sort="-amount")
    shown = list(trips)

    def changed(change: iexpense.ViewChange) -> None:
        change.apply(shown, trips)  # reads only the rows that changed
        print(change)
        print("   ", ", ".join(expense.name for expense in shown))
        for section in change.sections:
            sums = [f"{total.amount} {total.currency}" for total in section.new_totals]
            print(f"    {section.title}: {section.new_count}, {' and '.join(sums) or 'gone'}")

    trips.subscribe(changed)
    store.add("Tea", "3.20", date="2026-03-02")  # another type: nothing is told
    with store.transaction("Trip to Rome"):
        store.add("Train", "89.90", date="2026-04-14", type="Business")
        store.add("Hotel", 214, date="2026-04-15", type="Business")
    trips.update_at(1, amount="99.90")  # what stands there in the view: Train
    trips.remove_at(2)  # Flat
    store.undo()
