/* A row as the list shows it: the title and totals of a section, or one expense. */
#pragma once
#include <gtk/gtk.h>

#include "expense_list.h"

#define EXPENSE_TYPE_ROW (expense_row_get_type())
G_DECLARE_FINAL_TYPE(ExpenseRow, expense_row, EXPENSE, ROW, GtkWidget)

/* Makes the factory of a list view's rows. */
GtkListItemFactory *expense_row_factory(ExpenseList *list, iex_store *store);

/* Puts fields in the place of the row's texts, and the focus into the first. */
void expense_row_edit(ExpenseRow *row);

/* Gives the position of the row; GTK_INVALID_LIST_POSITION when it shows nothing. */
guint expense_row_position(ExpenseRow *row);
