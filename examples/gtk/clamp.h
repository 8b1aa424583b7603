/* Keeps its one child at a width that is pleasant to read, in the middle of what there is. */
#pragma once
#include <gtk/gtk.h>

#define EXPENSES_TYPE_CLAMP (expenses_clamp_get_type())
G_DECLARE_FINAL_TYPE(ExpensesClamp, expenses_clamp, EXPENSES, CLAMP, GtkWidget)
