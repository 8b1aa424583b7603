/* Edits a stored expense in its row: each field is bound to that of the expense, so that writing it is an
 * update which can be undone, and what others change appears in it. */
#pragma once
#include <gtk/gtk.h>
#include <iexpense.h>

#define EXPENSE_TYPE_EDITOR (expense_editor_get_type())
G_DECLARE_FINAL_TYPE(ExpenseEditor, expense_editor, EXPENSE, EDITOR, GtkWidget)

/* Makes the fields of an expense; NULL when it is not there any more. Emits "done". */
GtkWidget *expense_editor_new(iex_store *store, int64_t id);
