/* The sheet that adds an expense: a draft with a field for each of its texts. */
#pragma once
#include <gtk/gtk.h>
#include <iexpense.h>

#define ADD_TYPE_SHEET (add_sheet_get_type())
G_DECLARE_FINAL_TYPE(AddSheet, add_sheet, ADD, SHEET, GtkWidget)

/* Makes the sheet of a store, which lies above `below`. Emits "added" with the id of the expense. */
AddSheet *add_sheet_new(iex_store *store, GtkWidget *below);

/* Presents it with a new draft. */
void add_sheet_present(AddSheet *sheet);
