/* What a window is made of, for its own files. */
#pragma once
#include "expense_list.h"
#include "journal.h"
#include "sheet.h"
#include "toast.h"
#include "window.h"

struct _ExpensesWindow {
  GtkApplicationWindow parent;
  iex_store *store;
  ExpenseList *list;
  GtkSelectionModel *selection;
  guint source; /* the store's descriptor in the main loop */
  Journal journal;
  GtkWidget *overlay, *content, *totals, *undo_button, *redo_button, *stack, *chart,
      *filter, *results, *list_view;
  ExpensesToast *toast;
  AddSheet *sheet;
};

/* Adds the actions of the window and the keys of its list. */
void window_add_actions(ExpensesWindow *window);

/* Shows what the filter and the choice of sections say. */
void window_show_filtered(ExpensesWindow *window);

/* Shows the line of an error at the lower edge. */
void window_report(ExpensesWindow *window, const iex_error *error);

/* Gives the widget of a row, NULL when it is far from what is shown. */
GtkWidget *window_row_at(ExpensesWindow *window, guint position);
