#include "expense_item.h"

G_DEFINE_TYPE(ExpenseItem, expense_item, G_TYPE_OBJECT)

static gboolean take_text(char **text, const char *value) {
  if (g_strcmp0(*text, value) == 0) return FALSE;
  g_free(*text);
  *text = g_strdup(value);
  return TRUE;
}

void expense_item_update(ExpenseItem *item, const iex_expense *row) {
  gboolean changed = item->amount_minor != row->amount_minor || item->date != row->date ||
                     item->digits != row->currency_digits;
  item->id = row->id;
  item->amount_minor = row->amount_minor;
  item->date = row->date;
  item->digits = row->currency_digits;
  changed |= take_text(&item->name, row->name);
  changed |= take_text(&item->type, row->type);
  changed |= take_text(&item->currency, row->currency);
  if (changed) g_signal_emit_by_name(item, "changed");
}

int64_t expense_item_key(const iex_expense *row) {
  return row->id != 0 ? row->id : -1 - (int64_t)g_str_hash(row->name);
}

ExpenseItem *expense_item_new(const iex_expense *row) {
  ExpenseItem *item = g_object_new(EXPENSE_TYPE_ITEM, NULL);
  item->key = expense_item_key(row);
  expense_item_update(item, row);
  return item;
}

static void expense_item_finalize(GObject *object) {
  ExpenseItem *item = EXPENSE_ITEM(object);
  g_free(item->name);
  g_free(item->type);
  g_free(item->currency);
  G_OBJECT_CLASS(expense_item_parent_class)->finalize(object);
}

static void expense_item_class_init(ExpenseItemClass *class) {
  G_OBJECT_CLASS(class)->finalize = expense_item_finalize;
  g_signal_new("changed", EXPENSE_TYPE_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
               0);
}

static void expense_item_init(ExpenseItem *item) {
  (void)item;
}
