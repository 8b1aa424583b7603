"""ledger, hledger and beancount: a journal of all rows, read whole for sums by type."""

from __future__ import annotations

import csv
import io
import subprocess
from decimal import Decimal

from talk import CURRENCY, Round, Setup, groups, main

COMMANDS = {
    "ledger": ["ledger", "--args-only", "-f", "JOURNAL", "balance", "--flat", "--no-total",
               "--balance-format", "%(account),%(quantity(scrub(display_total)))\n", "^Expenses"],
    "hledger": ["hledger", "-f", "JOURNAL", "balance", "--flat", "--no-total", "-O", "csv",
                "^Expenses"],
    "beancount": ["bean-query", "-f", "csv", "JOURNAL",
                  "SELECT account, number(only('GBP', sum(position))) AS total"
                  " WHERE account ~ '^Expenses' GROUP BY account"],
}  # fmt: skip


def make(setup: Setup) -> Round:
    """The journal; types become accounts by number, since not every name may be one."""

    def run() -> tuple[float, str]:
        beancount = setup.program == "beancount"
        accounts: dict[str, str] = {}
        entries = []
        with (setup.folder / "rows.csv").open(newline="", encoding="utf-8") as file:
            reader = csv.reader(file)
            next(reader)
            for date, amount, kind, name, _ in reader:
                account = accounts.setdefault(kind, f"Expenses:T{len(accounts):02}")
                payee = name.replace('"', "'").replace(";", ",")
                title = f'* "{payee}"' if beancount else payee
                entries.append(
                    f"{date} {title}\n    {account}  {amount} {CURRENCY}\n    Assets:Cash\n\n"
                )
        if not beancount:
            entries.sort()
        with setup.database.open("w", encoding="utf-8") as file:
            if beancount:
                for account in [*accounts.values(), "Assets:Cash"]:
                    file.write(f"2000-01-01 open {account}\n")
            file.writelines(entries)
        return 1.0, str(setup.count)

    return run


def total(setup: Setup) -> Round:
    command = [word.replace("JOURNAL", str(setup.database)) for word in COMMANDS[setup.program]]

    def run() -> tuple[float, str]:
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        cells = [
            row for row in csv.reader(io.StringIO(output)) if row and row[0][:9] == "Expenses:"
        ]
        sums = [Decimal(row[1].replace(CURRENCY, "").strip()) for row in cells]
        return 0.0, groups((int(amount * 100), 0, 0) for amount in sums)

    return run


if __name__ == "__main__":
    main({"make": make, "plain-text": total})
