"""SQLite's own shell: .import of the file into a table of texts."""

from __future__ import annotations

import subprocess
import time

from talk import Round, Setup, groups, main


def import_(setup: Setup) -> Round:
    def run() -> tuple[float, str]:
        setup.database.unlink(missing_ok=True)
        commands = f".import --csv {setup.folder / 'rows.csv'} payment\n"
        started = time.perf_counter()
        subprocess.run(["sqlite3", str(setup.database)], input=commands, text=True, check=True)
        seconds = time.perf_counter() - started
        sql = "SELECT sum(CAST(round(Amount * 100) AS INTEGER)), count(*) FROM payment"
        command = ["sqlite3", str(setup.database), sql]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        amount, count = output.split("|")
        return seconds, groups([(int(amount), int(count), 0)])

    return run


if __name__ == "__main__":
    main({"import": import_})
