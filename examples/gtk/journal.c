#include "journal.h"

#include <string.h>

#define LATEST 200 /* changes that are looked at */

/* Finds the label of a revision that was undone. */
static const char *label_of(const iex_revision *row, size_t count, int64_t revision) {
  for (size_t i = 0; i < count; i++)
    if (row[i].last_revision == revision) return row[i].label;
  return "";
}

void journal_read(Journal *journal, iex_store *store) {
  iex_history *history;
  size_t count;
  int redone = 0;
  gboolean may_redo = TRUE;
  memset(journal, 0, sizeof *journal);
  if (iex_store_history(store, 0, 0, LATEST, &history, NULL)) return;
  const iex_revision *row = iex_history_rows(history, &count);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(row[i].origin, ORIGIN) != 0) continue;
    if (row[i].kind == IEX_CHANGE_EDIT) {
      may_redo = FALSE;
      if (row[i].undone_by == 0) {
        g_strlcpy(journal->undo, row[i].label, sizeof journal->undo);
        break;
      }
    } else if (row[i].kind == IEX_CHANGE_REDO) {
      redone++;
    } else if (row[i].kind == IEX_CHANGE_UNDO && redone > 0) {
      redone--;
    } else if (row[i].kind == IEX_CHANGE_UNDO && may_redo && journal->redo[0] == '\0') {
      g_strlcpy(journal->redo, label_of(row, count, row[i].target), sizeof journal->redo);
    }
  }
  /* Ours are further back: undo finds them, only what they are called is not known here. */
  if (count == LATEST && journal->undo[0] == '\0')
    g_strlcpy(journal->undo, "the last change", sizeof journal->undo);
  iex_history_close(history);
}
