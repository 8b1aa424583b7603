/* A field of a form over a binding to a text: its title, what is typed or chosen, and beneath it what is
 * wrong with that. */
#pragma once
#include <gtk/gtk.h>
#include <iexpense.h>

#define FORM_TYPE_FIELD (form_field_get_type())
G_DECLARE_FINAL_TYPE(FormField, form_field, FORM, FIELD, GtkBox)

/* Shows a binding's text and follows it; takes the handle, and closes the one before. NULL: none.
 *
 *   live  Set it with each letter, as a draft wants it; else when the field is left, or with Enter. */
void form_field_bind(FormField *field, iex_binding *binding, gboolean live);

/* Sets what a picker offers. */
void form_field_set_choices(FormField *field, const char *const *choices, size_t count);

/* Sets the binding to what was typed; when that fails, the problem is shown at the field. */
gboolean form_field_commit(FormField *field);

/* Shows what is wrong with the field; NULL: nothing. */
void form_field_set_problem(FormField *field, const char *message);

/* Whether something is typed. */
gboolean form_field_is_empty(FormField *field);

/* Signals: "edited" when the binding was set, "left" when the focus has gone, "activate" for Enter. */
