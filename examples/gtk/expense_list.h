/* The expenses as a GListModel, in sections: a queued view, moved on splice by splice.
 *
 * It is never loaded again: what another program, this one, or another filter has changed arrives as
 * the places that changed. Rows are read when they are shown. */
#pragma once
#include "expense_item.h"

#define EXPENSE_TYPE_LIST (expense_list_get_type())
G_DECLARE_FINAL_TYPE(ExpenseList, expense_list, EXPENSE, LIST, GObject)

/* Makes a list of the expenses of a store, which must stay open as long as the list is used.
 * Emits "settled" when it stands at a commit: then sections and totals are those of its rows. */
ExpenseList *expense_list_new(iex_store *store);

/* Shows the expenses whose name or note contains a text, in sections: IEX_SECTION_…. */
void expense_list_show(ExpenseList *list, const char *filter, int32_t section);

/* Takes over what was committed, by any program. */
void expense_list_pull(ExpenseList *list);

/* Gives the section that a row begins, valid until the list is settled again; NULL: none. */
const iex_section *expense_list_section(ExpenseList *list, guint position);

/* Finds an expense; GTK_INVALID_LIST_POSITION when it is not shown. */
guint expense_list_find(ExpenseList *list, int64_t id);

/* Removes the expenses that are shown at some positions, as one change. */
iex_status expense_list_remove(ExpenseList *list, const int64_t *positions, size_t count,
                               iex_error *error);

/* Adds up what is shown, as iex_view_totals does; NULL on failure. */
iex_totals *expense_list_totals(ExpenseList *list, uint32_t group);

/* Counts the expenses that are shown. */
guint expense_list_count(ExpenseList *list);

/* Closes the view, before its store closes. */
void expense_list_close(ExpenseList *list);
