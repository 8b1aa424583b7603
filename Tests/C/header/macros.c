/* A user of every macro of the header; compiled in every dialect of C, never run. */
#include <iexpense.h>

int use(iex_store *store, iex_import **import, iex_change_callback callback, iex_page *page) {
  iex_error error;
  iex_view *view;
  iex_binding *binding;
  int64_t id;
  int status = iex_store_open("a.db", &IEX_OPTIONS(.currency = "EUR", .origin = "me"), &store, &error);
  status |= iex_store_add(store, &IEX_EXPENSE(.name = "Train", .amount_minor = 8990), &id, &error);
  status |= iex_store_update(store, &IEX_EXPENSE(.id = id, .note = "late"),
                             IEX_BIT(IEX_FIELD_NOTE) | IEX_BIT(IEX_FIELD_TAGS), &error);
  status |= iex_view_open(store, &IEX_QUERY(.type = "Business", .sort = -IEX_SORT_DATE), &view, &error);
  status |= iex_store_subscribe_with(store, &IEX_SUBSCRIPTION(.flags = IEX_SUBSCRIBE_INITIAL), callback,
                                     0, 0, 0, &error);
  status |= iex_import_open(store, "a.csv", &IEX_IMPORT(.account = "Visa"), import, &error);
  status |= iex_state_open(&IEX_VALUE(.kind = IEX_VALUE_TEXT, .text = "a"), &binding, &error);
  const iex_expense *rows = iex_page_rows(page, 0);
  return status | IEX_AT(iex_expense, rows, 1)->reimbursement;
}
