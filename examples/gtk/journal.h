/* What undo and redo would do next, read from the journal of a store. */
#pragma once
#include <glib.h>
#include <iexpense.h>

#define ORIGIN "expenses" /* who makes the changes of this program */

typedef struct Journal {
  char undo[IEX_LABEL_TEXT]; /* the label of what would be undone; "": nothing */
  char redo[IEX_LABEL_TEXT]; /* and of what would be done again */
} Journal;

void journal_read(Journal *journal, iex_store *store);
