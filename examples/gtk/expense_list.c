#include "expense_list.h"

#define PAGE 128 /* rows that are read at once: some more than a window shows */

struct _ExpenseList {
  GObject parent;
  iex_store *store;
  iex_view *view;
  guint rows;
  iex_sections *sections;
  GHashTable *items; /* those that are in use, by their keys; not owned */
  /* The page that was read last. */
  iex_page *page;
  const iex_expense *row;
  size_t page_rows;
  guint page_start;
};

static void list_model_init(GListModelInterface *interface);
G_DEFINE_TYPE_WITH_CODE(ExpenseList, expense_list, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, list_model_init))

static void forget_page(ExpenseList *list) {
  if (list->page != NULL) iex_page_close(list->page);
  list->page = NULL;
  list->page_rows = 0;
}

/* Reads a row of the view as it stands, also between two splices; NULL beyond the end. */
static const iex_expense *read_row(ExpenseList *list, guint position) {
  if (position < list->page_start || position - list->page_start >= list->page_rows) {
    iex_error error;
    forget_page(list);
    list->page_start = position - MIN(position, PAGE / 2);
    if (iex_view_read(list->view, list->page_start, PAGE, &list->page, &error)) {
      g_printerr("%s\n", error.message);
      return NULL;
    }
    list->row = iex_page_rows(list->page, &list->page_rows);
  }
  size_t place = position - list->page_start;
  return place < list->page_rows ? IEX_AT(iex_expense, list->row, place) : NULL;
}

static void forget_item(gpointer list, GObject *item) {
  g_hash_table_remove(EXPENSE_LIST(list)->items, &((ExpenseItem *)item)->key);
}

static gpointer get_item(GListModel *model, guint position) {
  ExpenseList *list = EXPENSE_LIST(model);
  const iex_expense *row = position < list->rows ? read_row(list, position) : NULL;
  if (row == NULL) return NULL;
  int64_t key = expense_item_key(row);
  ExpenseItem *item = g_hash_table_lookup(list->items, &key);
  if (item != NULL) {
    expense_item_update(item, row);
    return g_object_ref(item);
  }
  item = expense_item_new(row);
  g_hash_table_insert(list->items, &item->key, item);
  g_object_weak_ref(G_OBJECT(item), forget_item, list);
  return item;
}

static guint get_n_items(GListModel *model) {
  return EXPENSE_LIST(model)->rows;
}

static GType get_item_type(GListModel *model) {
  (void)model;
  return EXPENSE_TYPE_ITEM;
}

static void list_model_init(GListModelInterface *interface) {
  interface->get_item = get_item;
  interface->get_n_items = get_n_items;
  interface->get_item_type = get_item_type;
}

/* Takes over new values of rows whose items are in use. */
static void refresh(ExpenseList *list, guint position, guint count) {
  for (guint i = position; i < position + count; i++) {
    const iex_expense *row = read_row(list, i);
    if (row == NULL) return;
    int64_t key = expense_item_key(row);
    ExpenseItem *item = g_hash_table_lookup(list->items, &key);
    if (item != NULL) expense_item_update(item, row);
  }
}

/* Reads the sections again: there are few, and only they say which row ends one. */
static void settle(ExpenseList *list) {
  iex_error error;
  if (list->sections != NULL) iex_sections_close(list->sections);
  if (iex_view_sections(list->view, 0, INT64_MAX, &list->sections, &error))
    g_printerr("%s\n", error.message);
  g_signal_emit_by_name(list, "settled");
}

void expense_list_pull(ExpenseList *list) {
  iex_error error;
  iex_splice splice;
  gboolean told = FALSE;
  while (!iex_view_step(list->view, &splice, &error) && splice.told) {
    told = TRUE;
    forget_page(list);
    list->rows += (guint)splice.added - (guint)splice.removed;
    if (splice.updated > 0)
      refresh(list, (guint)splice.position, (guint)splice.updated);
    else
      g_list_model_items_changed(G_LIST_MODEL(list), (guint)splice.position, (guint)splice.removed,
                                 (guint)splice.added);
  }
  if (error.status != IEX_OK) g_printerr("%s\n", error.message);
  if (told) settle(list);
}

/* Reads the ids of all rows as they were told last. */
static int64_t *read_ids(iex_view *view, guint *count) {
  int64_t rows = 0, read = 0;
  if (view == NULL || iex_view_count(view, &rows, NULL)) rows = 0;
  int64_t *ids = g_new(int64_t, rows + 1);
  if (rows > 0) iex_view_ids(view, 0, rows, ids, &read, NULL);
  *count = (guint)read;
  return ids;
}

void expense_list_show(ExpenseList *list, const char *filter, int32_t section) {
  iex_error error;
  iex_view *view;
  if (iex_view_open(list->store,
                    &IEX_QUERY(.text = filter, .section = section, .sort = -IEX_SORT_DATE,
                               .then_sort = -IEX_SORT_ID,
                               .flags = IEX_QUERY_SECTION_ROWS | IEX_QUERY_QUEUED),
                    &view, &error)) {
    g_printerr("%s\n", error.message);
    return;
  }
  /* What both have at the start and at the end stays as it is on the screen. */
  guint old_count, new_count, same = 0, tail = 0;
  g_autofree int64_t *old = read_ids(list->view, &old_count);
  g_autofree int64_t *new = read_ids(view, &new_count);
  guint shorter = MIN(old_count, new_count);
  while (same < shorter && old[same] == new[same]) same++;
  while (tail < shorter - same && old[old_count - 1 - tail] == new[new_count - 1 - tail]) tail++;
  if (list->view != NULL) iex_view_close(list->view);
  forget_page(list);
  list->view = view;
  list->rows = new_count;
  g_list_model_items_changed(G_LIST_MODEL(list), same, old_count - same - tail,
                             new_count - same - tail);
  settle(list);
}

const iex_section *expense_list_section(ExpenseList *list, guint position) {
  size_t count = 0, low = 0;
  const iex_section *section = iex_sections_rows(list->sections, &count);
  size_t high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (IEX_AT(iex_section, section, middle)->position < position)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == count) return NULL;
  const iex_section *found = IEX_AT(iex_section, section, low);
  return found->position == position ? found : NULL;
}

guint expense_list_find(ExpenseList *list, int64_t id) {
  int64_t position;
  if (iex_view_position(list->view, id, &position, NULL) || position < 0) return G_MAXUINT;
  return (guint)position;
}

iex_status expense_list_remove(ExpenseList *list, const int64_t *positions, size_t count,
                               iex_error *error) {
  return iex_view_remove_at(list->view, positions, count, error);
}

iex_totals *expense_list_totals(ExpenseList *list, uint32_t group) {
  iex_error error;
  iex_totals *totals;
  if (iex_view_totals(list->view, group, IEX_TOTALS_WIDE, &totals, &error))
    g_printerr("%s\n", error.message);
  return totals;
}

guint expense_list_count(ExpenseList *list) {
  size_t sections = 0;
  iex_sections_rows(list->sections, &sections);
  return list->rows - (guint)sections;
}

void expense_list_close(ExpenseList *list) {
  forget_page(list);
  if (list->sections != NULL) iex_sections_close(list->sections);
  if (list->view != NULL) iex_view_close(list->view);
  list->sections = NULL;
  list->view = NULL;
}

static void expense_list_dispose(GObject *object) {
  ExpenseList *list = EXPENSE_LIST(object);
  GHashTableIter iterator;
  gpointer item;
  g_hash_table_iter_init(&iterator, list->items);
  while (g_hash_table_iter_next(&iterator, NULL, &item)) {
    g_object_weak_unref(item, forget_item, list);
    g_hash_table_iter_remove(&iterator);
  }
  expense_list_close(list);
  G_OBJECT_CLASS(expense_list_parent_class)->dispose(object);
}

static void expense_list_finalize(GObject *object) {
  g_hash_table_unref(EXPENSE_LIST(object)->items);
  G_OBJECT_CLASS(expense_list_parent_class)->finalize(object);
}

static void expense_list_class_init(ExpenseListClass *class) {
  G_OBJECT_CLASS(class)->dispose = expense_list_dispose;
  G_OBJECT_CLASS(class)->finalize = expense_list_finalize;
  g_signal_new("settled", EXPENSE_TYPE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
               0);
}

static void expense_list_init(ExpenseList *list) {
  list->items = g_hash_table_new(g_int64_hash, g_int64_equal);
}

ExpenseList *expense_list_new(iex_store *store) {
  ExpenseList *list = g_object_new(EXPENSE_TYPE_LIST, NULL);
  list->store = store;
  return list;
}
