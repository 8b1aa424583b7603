/* One row of the list: an expense, or the beginning of a section. */
#pragma once
#include <gio/gio.h>
#include <iexpense.h>

#define EXPENSE_TYPE_ITEM (expense_item_get_type())
G_DECLARE_FINAL_TYPE(ExpenseItem, expense_item, EXPENSE, ITEM, GObject)

/* Its values are those of the row when the list was last told. Changes emit "changed". */
struct _ExpenseItem {
  GObject parent;
  int64_t key; /* what finds it: its id or, for a section, a number below 0 */
  int64_t id;  /* 0: a section, with its title as the name */
  int64_t amount_minor;
  int32_t date;
  int32_t digits;
  char *name;
  char *type;
  char *currency;
};

/* Gives the key of a row. A section has no id, but a title that no other has. */
int64_t expense_item_key(const iex_expense *row);

ExpenseItem *expense_item_new(const iex_expense *row);

/* Takes over the values of a row; says so when one of them is another. */
void expense_item_update(ExpenseItem *item, const iex_expense *row);
