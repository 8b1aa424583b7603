/* The program at the top of the section Rules in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

int main(void) {
  static const char trains[] =
      "{\"name\": \"Trains\", \"when\": {\"text\": {\"contains\": \"railway\"}},"
      " \"set\": {\"category\": \"Travel:Rail\"}}";
  iex_error error;
  iex_store *store;
  iex_view *view;
  iex_effects *effects;
  iex_step step;
  size_t count;
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error))
    goto failed;
  iex_store_add(store, &IEX_EXPENSE(.name = "Bay RAILWAY 4711", .amount_minor = 8990), NULL,
                NULL);
  if (iex_store_save_rule(store, trains, -1, &error)) goto failed;
  if (iex_view_open(store, NULL, &view, &error)) goto failed;
  // What would change; with 0 in place of the flag it is done.
  if (iex_view_apply_rules(view, IEX_RULES_DRY_RUN, NULL, &effects, &error)) goto failed;
  const iex_effect *all_effects = iex_effects_rows(effects, &count);
  for (size_t i = 0; i < count; i++) {
    const iex_effect *effect = IEX_AT(iex_effect, all_effects, i);
    printf("%s: \"%s\" becomes \"%s\"\n", effect->rule, effect->old_value,
           effect->new_value);
  }
  if (iex_view_apply_rules(view, 0, &step, NULL, &error)) goto failed;
  printf("%s\n", step.label);
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}
