"""A bank's file that leaves things open: python bank_file.py store.db file.csv

It is asked about, answered, imported twice, and taken back by one undo.
"""

import sys

import iexpense

path, statement = sys.argv[1:]
ANSWERS = {"date": "DMY", "income": "refund", "currency": "EUR"}  # what its owner knows

with iexpense.open(path, currency="GBP", origin="bank_file") as store:
    store.subscribe(lambda change: print(f"  => {change}"))
    with store.read(statement, account="Giro") as file:
        print(f"\n{file.summary.name}: what the whole file shows; ? is what it leaves open")
        for finding in file.findings:
            print(f"  {'?' if finding in file.questions else ' '} {finding}")
        try:
            file.commit()
        except iexpense.AmbiguousFileError as error:
            print(f"  not imported: {len(error.questions)} open questions")

        file.answer({question.key: ANSWERS[question.key] for question in file.questions})
        store.profiles["Giro"] = file.profile
        print("\nAnswered, and the answers saved for the next file with this header")
        for row in file.rows:
            print(f"  line {row.line:2}  {row.status.name.lower():8}", end="  ")
            if row.expense is None:
                print(f"{row.column_name} {row.cell!r}: {row.reason}")
                continue
            amount = f"{row.expense.amount} {row.expense.currency}"
            print(f"{row.expense.date}  {row.expense.name:32} {amount:>12}")
        print(f"  {file.commit()}")

    print("\nThe same file again, with the saved profile")
    again = store.import_file(statement, account="Giro")
    print(f"  {again} (profile {again.summary.profile_name})")

    print("\nAll of it taken back")
    undone = store.undo()
    print(f"  {undone}")
