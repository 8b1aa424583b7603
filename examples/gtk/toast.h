/* A line that appears at the lower edge for some seconds, with a button perhaps. */
#pragma once
#include <gtk/gtk.h>

#define EXPENSES_TYPE_TOAST (expenses_toast_get_type())
G_DECLARE_FINAL_TYPE(ExpensesToast, expenses_toast, EXPENSES, TOAST, GtkWidget)

ExpensesToast *expenses_toast_new(void);

/* Shows a text, in place of the one before; `action` is what the button does, NULL: no button. */
void expenses_toast_show(ExpensesToast *toast, const char *text, const char *button,
                         const char *action);
