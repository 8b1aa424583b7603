extension HeaderPlan {
  /// The header of this library.
  static let iexpense = HeaderPlan(
    version: Version(major: 0, minor: 1, patch: 0),
    introduction: """
      A store is one file of expenses. Every change of it is one commit: it is on disk when the call \
      returns, it is told to those who subscribed, it can be undone, and it can be read back, in C, \
      in Python and in whatever can call C. This header needs C99 or C++11; link with -liexpense, or \
      with what pkg-config tells of iexpense.

      Errors. What can fail returns an iex_status, 0 for success, and takes an iex_error last, which \
      may be NULL. Outputs are set to NULL or 0 when a call fails. No argument makes the library \
      crash: NULL, an unknown number, text that is not UTF-8, a closed handle are each a status.

      Handles. A handle such as iex_store * is a checked token, not an address: using it after it \
      was closed, or in place of another kind, is IEX_ERROR_HANDLE. Each kind has one close \
      function, in any order and on any thread; a change that a callback got is closed when it \
      returns. Closing a store closes all that it lent.

      Text is NUL-terminated UTF-8. A text that is passed in is copied. One that comes back belongs \
      to what it came in and lives as long: to its page, its totals, its import, its change.

      Money is a whole number of minor units (cents, pence, fils, yen) and a currency, never a \
      floating-point number. Amounts of different currencies are never added up. Dates are civil \
      dates, yyyymmdd, without a time zone.

      Structs that begin with struct_size grow at their end in later versions. The macros \
      IEX_EXPENSE(…), IEX_QUERY(…), IEX_OPTIONS(…), IEX_DRAFT(…), IEX_SUBSCRIPTION(…), \
      IEX_IMPORT(…), IEX_EXPORT(…) and IEX_VALUE(…) set it: \
      pass &IEX_QUERY(.type = "Business"). C++ programs, and those that want no macro, set it \
      themselves. In an array all elements have the same struct_size, which is its stride too: \
      IEX_AT(iex_expense, rows, 3) is a row of those that came back, from any later library as well. \
      Zero is every field's default.

      Threads. Any function may be called on any thread. A transaction belongs to the thread that \
      began it. Callbacks run on the thread that made the change, unless another one is already \
      delivering; no lock is held meanwhile, so that they may call every function. What others change \
      while one delivers, it leaves to their calls, once one of them is about to look. No subscriber \
      is called inside a callback: what that changes is told when it has returned. The library \
      starts no thread that calls you, prints nothing, and changes neither locale nor signals. After \
      a fork, when the parent had a handle open, every call in the child is IEX_ERROR_FORKED.
      """,
    sections: [
      Section(
        name: "Errors", title: "Errors",
        introduction: """
          A status says what kind of failure it was; an iex_error also says where and why, in one \
          line that can be shown. It needs no initialiser.
          """),
      Section(
        name: "Money", title: "Money and dates",
        introduction: """
          Exact amounts as text and back, shares that add up to the whole, and dates. None of these \
          needs a store; they know the currencies of ISO 4217. A store may know more: see \
          iex_store_parse_amount() and iex_store_amount_text().
          """),
      Section(
        name: "Store", title: "Stores",
        introduction: """
          A store is opened by its path and created when there is none. Several programs may have \
          one store open. It has a default currency, given once, mostly when it is created.
          """,
        initializers: [Initializer(macro: "IEX_OPTIONS", structure: "iex_options")]),
      Section(
        name: "Expense", title: "Expenses",
        introduction: """
          An expense is added, updated field by field, removed and read by its id, which the store \
          gives and never gives again. What is read comes in a page: its rows and their texts live \
          until the page is closed.
          """,
        initializers: [Initializer(macro: "IEX_EXPENSE", structure: "iex_expense")]),
      Section(
        name: "Transaction", title: "Transactions",
        introduction: """
          What happens between begin and commit is one change with one label: stored, announced and \
          undone as a whole. A call that fails inside marks the transaction; commit then stores \
          nothing and returns that first failure, so that checking commit alone is enough.
          """),
      Section(
        name: "View", title: "Views and totals",
        introduction: """
          A view holds the expenses that a query names, in its order, in sections if it asks for \
          them, each with its count and totals. It is live: each call answers for the last commit of \
          any program, but never for a transaction that is still open. What a click on a row hits is \
          what was shown: iex_view_remove_at and iex_view_update_at take positions of the view as it \
          was last read. A view computes on columns in memory, which the first view of a store loads \
          and all share. Totals by month, type, category and currency are kept by the store as it \
          changes, so that they cost no scan of the expenses.
          """,
        initializers: [Initializer(macro: "IEX_QUERY", structure: "iex_query")]),
      Section(
        name: "Draft", title: "Drafts",
        introduction: """
          A draft is the form of one expense, new or stored: its texts are set as a person types \
          them, it says what is wrong with which field and what could be chosen, and it saves as one \
          change. The fields with a text are name, type, category, amount, currency, date, account, \
          note, tags and reimbursement. Amounts have the decimal mark of the host, so that "12,50" \
          works in Berlin; grouping marks may stand where they are right, a currency may stand beside \
          the number, and what is no amount is a problem, never another number. Dates are written as \
          in 2026-03-14, tags with commas between them (a comma in a tag is "\\,", a backslash "\\\\"), \
          a reimbursement as none, open, submitted or paid. A new expense begins with type \
          "Personal", the store's currency and the date of today. A draft of a stored expense \
          follows it: what others change in fields that the draft has not changed is taken over \
          when it is described, asked for problems or saved; what both have changed is a conflict.
          """,
        initializers: [Initializer(macro: "IEX_DRAFT", structure: "iex_draft_options")]),
      Section(
        name: "Change", title: "Changes",
        introduction: """
          A callback gets every change of the store, in the order of the revisions, after the commit \
          and before the call that made it returns. The change says which expenses were added, \
          updated and removed, and their old and new values can be read from it. It is valid until \
          the callback returns. What other programs and other handles have committed to the same \
          file is told before this handle's own next change, or when it dispatches: see the next \
          section.
          """,
        initializers: [
          Initializer(macro: "IEX_SUBSCRIPTION", structure: "iex_subscription_options")
        ]),
      Section(
        name: "Dispatch", title: "Event loops and other programs",
        introduction: """
          A program that is bound to one thread, or that wants to hear of what other programs do to \
          the same file, subscribes with IEX_DELIVER_QUEUED and calls iex_store_dispatch: when \
          iex_store_fd is readable in its event loop, or simply to wait. Commits of other programs \
          arrive with their origin, once each and in order, when it dispatches or after its own next \
          commit; a program that does neither hears nothing. More than 1,024 waiting changes are \
          merged; one that would cover more than 65,536 expenses is an IEX_CHANGE_RESET. This is \
          for files on local file systems: network file systems do not tell of changes.
          """),
      Section(
        name: "ViewChange", title: "Views that tell",
        introduction: """
          Who subscribes to a view is told, after each commit that changes it, exactly how: which \
          rows were removed, inserted, moved and updated, and what became of the sections, with \
          counts and totals before and after. Old and new values of the expenses are read from the \
          store's change. A transaction that is rolled back, and one that leaves the view as it was, \
          tells nothing. From its first subscription on a view stands at the change that it was told \
          last.

          A view that was opened with IEX_QUERY_QUEUED stands still until its owner's thread moves \
          it: with subscriptions in iex_store_dispatch, without them one splice at a time in \
          iex_view_step, which is what a list widget wants. Until then its rows, their values and \
          its positions are those that were shown. iex_store_fd is readable while something waits.

          A difference of more than 65,536 rows, and what follows an IEX_CHANGE_RESET, is an \
          IEX_DIFFERENCE_RESET: no items, read the view again.
          """),
      Section(
        name: "Undo", title: "Undo and history",
        introduction: """
          The store's journal keeps what every change needs to be undone, also after closing and \
          opening again. An undo is a change itself: it is announced, it is in the history, and it \
          can be done again.
          """),
      Section(
        name: "File", title: "Reading files",
        introduction: """
          An import reads a file without changing the store: it finds out how the file is to be \
          read, says what would become of each row, and then stores the new ones as one change. What \
          it is not sure of it never guesses: that is a question, see the next section, and while \
          there are any nothing can be stored.

          A row is the same as one that was stored before when the file gave it with the same cells, \
          the same account, and as often before in the file; or, when a column of ids is named, with \
          the same id, amount and date. So two equal coffees are both kept, and the same file again \
          adds none, whatever was edited since. A row that was imported and then removed is left \
          out; one that is like an expense is suspected, and stored unless it is excluded.

          Of a statement in OFX 1 or 2 or QFX the day, the amount, the name and the memo are read, \
          and what it has besides is kept in "extra"; the account is the one that is named in the \
          options, else the statement's own. A row is the same by its FITID, day and amount, in \
          its account. The day is the one that is written, whatever the time zone; a converted \
          amount keeps the rate that the bank recorded. Investments, pending transactions and \
          orders of transfers are rejected and say so; a transaction that stands in place of an \
          earlier one is suspected, and names that.

          Of a QIF file each transaction is a row, and of one that is split each part, with its own \
          category and memo; a split whose parts are not the whole is rejected. Money spent has a minus \
          sign in every kind of account; transfers to an account in brackets and opening balances are \
          left out, lists are passed over, investments rejected. A transaction without a payee has its \
          memo as its name; classes become tags, and the number, the cleared status and the address are \
          kept in "extra" by their letters. The account is the one that is named in the options, else \
          that of the !Account block or the opening balance. A row is the same by its account, day, \
          amount, payee, memo and number as the file writes them. Dates of Quicken ("1/ 5'20") and with \
          points ("28.02.2009", day first) are read; !Option:MDY is honoured unless a date contradicts it.

          Of the tutorial's list, alone as JSON or in its property list, \
          binary or XML, an id that is a UUID becomes the expense's own.

          The file may be another iexpense store, such as a laptop's to a desktop's: it is read by \
          its path, as it is at that moment, also while other programs use it. Its expenses are the \
          same by their UUID. New ones are stored as they are, with where they came from; what was \
          removed from this store is left out; and where both have one with other values, the \
          profile's "differing" says which count: "keep" those of this store, or "take" the \
          others, in the same undoable change. So imports back and forth make both the same. A row's \
          line is its number there. Profiles, rules and the history are not imported.
          """,
        initializers: [Initializer(macro: "IEX_IMPORT", structure: "iex_import_options")]),
      Section(
        name: "Question", title: "Questions and profiles",
        introduction: """
          How a file is read is found from the whole file: each finding is given by a profile, \
          certain, or ambiguous with the values to choose from. A profile is a JSON object that \
          gives some or all of it; iex_import_profile makes one of what is known now, and a saved one \
          is used again for every file with the same header line.

          Its keys for a CSV file: "columns", an object that names the columns of "date", "name", \
          "amount", or in place of that "debit" and "credit", and perhaps "flag" (debit or credit), \
          "balance" (a check of sign and order), "currency", "category", "account", "note", "type", \
          "tags", "id", each by its name in the header line or by its number from 1; "delimiter"; \
          "encoding" ("utf-8", "utf-16", "cp1252", "latin-1"); "skip", how many lines stand before the \
          header line; "header", an array of the names in it, empty for a file without one; \
          "decimal" ("." or ","); "date", the order of day, month and year ("DMY", "MDY", "YMD"); \
          "spending", which sign, column or mark is money spent ("negative", "positive", "debit", \
          "credit"); "spendingMark", what the flag column has of money spent where it is no known mark; \
          "income", what becomes of money that comes in ("leave out", "refund"); "currency" of \
          amounts without one of their own; \
          "categorySeparator", what a cell's category path is written with, else a cell is one name; \
          "type" of all rows; "defaultDate" of a file without dates; "differing", of another store's \
          expenses that have other values here ("keep", "take"); "profile", the name of a saved one \
          that says the rest. The tutorial's JSON needs \
          "currency" and "defaultDate"; in a property list, "key" is the one that holds it where that is \
          not "Items". An OFX file has use for "decimal", for amounts that leave it open; "spending", also \
          "debit" for a bank that tells only by TRNTYPE; "income", "currency", "encoding" and "type". A QIF \
          file has use for "decimal", "date", "spending" (a sign), "income", "currency", "encoding" and \
          "type"; for "transfers", what becomes of money that goes to an account in brackets ("leave \
          out", or "keep" with that account as the category); and for "classes", what stands behind a \
          "/" in a category ("tags", or more of the "name"). An \
          unknown key is an error, and so is one that means nothing for the format. A file that the \
          library exported needs none.
          """),
      Section(
        name: "Rule", title: "Rules",
        introduction: """
          A rule sets fields of the expenses that its conditions fit. Rules are kept in the store in \
          an order and run when they are told to, never by themselves: on the rows of an import \
          before they are stored, or on the expenses of a view as one change, which one undo takes \
          back. A dry run tells what would change. They run one after the other: each sees what \
          those before it have set, and where two set the same field the later one wins. What a \
          rule does depends on the row alone, and what someone has edited of a row of a file no \
          rule overwrites.

          A rule is a JSON object: "name"; "when", an object of conditions that must all hold, empty \
          for every row; and "set", "leaveOut" or both. Conditions: "text" (the name or the note), \
          "name", "note" and "source" (the name of the file that it was imported from, empty for none) \
          are each an object of "contains", "starts" and "glob" (the whole text: "*" is anything, "?" \
          one character, "\\" before these three takes them as they are), regardless of case and \
          accents; "amount" is an object of "min", "max", "above", "below", each an amount such as \
          "12.50", and perhaps "currency"; "currency", "account", "type" and "category" (with those \
          below it) are compared byte by byte, and "" is none. Where a text may stand, an array \
          means any of its texts. "set" has "category", "type", "name", "note", "reimbursement" \
          ("none", "open", "submitted", "paid") and "tags", {"add": […]} or {"replace": […]}. An \
          unknown key is an error.

          "leaveOut" is for files: true leaves the row out, false stores one that the profile leaves \
          out. So a rule decides on money that comes in, whose amount is below 0: with "income" as \
          "leave out" rules keep some of it, and with "refund" they leave some of it out.
          """),
      Section(
        name: "Export", title: "Writing files",
        introduction: """
          Files that keep everything: JSON, and CSV for spreadsheets. Reading such a file and writing \
          it again gives the same bytes. The other formats keep what they can hold. In all of them \
          amounts have "." before the fraction and no grouping marks, and, but for the tutorial's list, \
          all digits of their currency.

          The tutorial's list (IEX_FORMAT_ITEMS) is for going back to the app: `id`, `name`, `type` and \
          `amount`, in one currency.

          A journal for Ledger, hledger or Beancount has each expense as a transaction of two \
          postings: the category beneath Expenses ("Expenses:Uncategorized" for none), the account \
          beneath Assets ("Assets:Unknown" for none), unless it is written as a path such as \
          "Liabilities:Visa". All accounts and currencies are declared, and the program's totals are \
          the store's. A conversion is the recorded price (@@). The rest is metadata: `uuid`, `type`, \
          and where they say something `name`, `category`, `account`, `tags`, `reimbursement`, \
          `conversion`, `rate`, `note`; a text that the format cannot hold is a JSON string there, and \
          is cut into `note`, `note-2`, … for Ledger, whose lines are short. A name that is no payee or \
          account of the format is folded, and stands as it is in the metadata: white space becomes \
          one space and ":" in a name "-"; hledger's payees have "," for ";" and "/" for "|"; \
          Beancount's accounts have letters, digits and "-" and begin with a capital ("eating out" is \
          "Expenses:Eating-out", a letter that it does not take is U and its number). Of two names \
          that fold to one the later in the store gets "-2", the same in every export. The source and \
          the extra text are left out. Ledger reads no dates before 1400: such an expense is \
          IEX_ERROR_INVALID.

          QIF has the expenses of each account in a block of its own, in one currency, with dates as \
          yyyy-mm-dd and a minus sign before money spent. Tags are classes, listed in the file; a "\\" \
          stands before a "/", ":" or "\\" in a name of a category or a tag, and before a "[" that a \
          category begins with, and reading takes it off. Read back, an expense is the same but for what \
          the format cannot hold: a line break in a text is a blank, blanks around a name go, and the \
          UUID, type, conversion, reimbursement and source are left out, of the extra text all but what \
          a QIF file gave. Reading asks for the currency, and for the decimal mark where amounts have three digits behind it only.
          """,
        initializers: [Initializer(macro: "IEX_EXPORT", structure: "iex_export_options")]),
      Section(
        name: "Arrow", title: "Tables of other programs: Arrow",
        introduction: """
          Expenses as an Arrow table for pyarrow, Polars, DuckDB, pandas and whatever else speaks the \
          Arrow C data interface, and such tables as expenses. No file and no library stands between: \
          memory changes hands.

          A stream is what the view or the store had when it was made. It holds that, and stays valid \
          when the store changes or closes; every batch stays valid when its stream is released. Its \
          columns: id (int64), date (date32), name (utf8), type, category, currency, account \
          (dictionaries of utf8), amount (decimal128), note (utf8), tags (list of utf8), reimbursement \
          (dictionary: none, open, submitted, paid), conversion_amount (decimal128), \
          conversion_currency, conversion_rate (utf8), source_import, source_line (int64), \
          source_fingerprint (uint64), source_external_id, extra (utf8), uuid (16 bytes). What an \
          expense does not have is null. Decimals have 38 digits, as many of them behind the point as \
          the currency of the store that has the most: 12.50 EUR and 900 JPY are 12.50 and 900.00, \
          exactly. Nothing is ever a floating-point number, and to add up amounts is for who groups by \
          currency.

          What comes in is checked as far as the interface allows: names, formats, counts, offsets, \
          indices, nulls, UTF-8. It does not tell how long a buffer is: a producer that promises more \
          rows than its buffers hold can't be found out.
          """),
      Section(
        name: "State", title: "State: bindings, objects, environments, sheets",
        introduction: """
          The state of a user interface without the user interface: what a window shows, and who is \
          told when it changes. A state is a value of its own; an object has published fields that \
          all who hold it share; a field of a draft and a field of a stored expense are values too. \
          All of them are read, set and subscribed to by a binding. An environment hands objects to \
          the screens below, and a sheet is shown while its binding is true.

          A new value is told after it stands: the callback gets it, and iex_binding_get gives it or \
          one that came after it. Setting an equal value tells nothing; texts are equal when their \
          bytes are. Callbacks run on the thread that set the value, before that call returns, \
          unless another thread is telling the same binding's observers: then that one goes on with \
          it. Each observer hears each change in order. What a callback sets is told when it has \
          returned, never inside it; so a callback that sets ever other values keeps its call from \
          returning. No lock is held while a callback runs, and each may set, subscribe, cancel \
          and close whatever it likes.

          These handles need no store. Bindings of a draft or of a store close with it, and so do \
          those that were mapped from them; a subscription ends with the handle it was made with. \
          Everything else that is bound stays alive as long as a handle leads to it.
          """,
        initializers: [Initializer(macro: "IEX_VALUE", structure: "iex_value")]),
    ],
    constantHandles: ["iex_change", "iex_view_change"])
}
