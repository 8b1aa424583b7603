#include "journal.h"

#include <string.h>

#define LATEST 200 /* changes that are looked at */

/* Finds the label of a revision that was undone. */
static const char *label_of(const iex_revision *rows, size_t count, int64_t revision) {
  for (size_t i = 0; i < count; i++) {
    const iex_revision *row = IEX_AT(iex_revision, rows, i);
    if (row->last_revision == revision) return row->label;
  }
  return "";
}

void journal_read(Journal *journal, iex_store *store) {
  iex_history *history;
  size_t count;
  int redone = 0;
  gboolean may_redo = TRUE;
  memset(journal, 0, sizeof *journal);
  if (iex_store_history(store, 0, 0, LATEST, &history, NULL)) return;
  const iex_revision *rows = iex_history_rows(history, &count);
  for (size_t i = 0; i < count; i++) {
    const iex_revision *row = IEX_AT(iex_revision, rows, i);
    if (strcmp(row->origin, ORIGIN) != 0) continue;
    if (row->kind == IEX_CHANGE_EDIT) {
      may_redo = FALSE;
      if (row->undone_by == 0) {
        g_strlcpy(journal->undo, row->label, sizeof journal->undo);
        break;
      }
    } else if (row->kind == IEX_CHANGE_REDO) {
      redone++;
    } else if (row->kind == IEX_CHANGE_UNDO && redone > 0) {
      redone--;
    } else if (row->kind == IEX_CHANGE_UNDO && may_redo && journal->redo[0] == '\0') {
      g_strlcpy(journal->redo, label_of(rows, count, row->target), sizeof journal->redo);
    }
  }
  /* Ours are further back: undo finds them, only what they are called is not known here. */
  if (count == LATEST && journal->undo[0] == '\0')
    g_strlcpy(journal->undo, "the last change", sizeof journal->undo);
  iex_history_close(history);
}
