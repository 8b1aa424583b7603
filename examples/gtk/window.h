/* The window of one store. */
#pragma once
#include <gtk/gtk.h>
#include <iexpense.h>

#define EXPENSES_TYPE_WINDOW (expenses_window_get_type())
G_DECLARE_FINAL_TYPE(ExpensesWindow, expenses_window, EXPENSES, WINDOW, GtkApplicationWindow)

/* Makes a window of an open store, which it closes in the end. */
GtkWidget *expenses_window_new(GtkApplication *application, iex_store *store);
