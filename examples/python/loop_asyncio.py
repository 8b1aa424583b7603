"""Hears in asyncio of what another program adds: python loop_asyncio.py

By a callback, and by a loop.
"""

import asyncio
import sys

import iexpense

OTHER = """
import iexpense
with iexpense.open("spending.db", origin="phone") as store:
    store.add("Taxi", 18)
"""


async def follow(store: iexpense.Store) -> None:
    async for change in store.changes(timeout=60):  # other tasks run until a change comes
        names = [expense.name for id in change.added if (expense := change.new(id))]
        print(f"a loop gets it: {change.origin} added {', '.join(names)}")
        return


async def main() -> None:
    with iexpense.open("spending.db", currency="EUR", origin="desk") as store:
        store.subscribe(lambda change: print(f"a callback is told: {change}"), queued=True)
        loop = asyncio.get_running_loop()
        loop.add_reader(store, store.wait, 0)  # the store is readable when there is something
        following = asyncio.create_task(follow(store))
        await asyncio.sleep(0)  # it has begun
        other = await asyncio.create_subprocess_exec(sys.executable, "-c", OTHER)
        await following
        await other.wait()
        loop.remove_reader(store)


asyncio.run(main())
