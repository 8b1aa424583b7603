/* The program at the top of the section Draft in iexpense.h. */
#include <iexpense.h>
#include <stdio.h>

int main(void) {
  iex_error error;
  iex_store *store;
  iex_draft *draft;
  size_t count;
  int64_t id;
  if (iex_store_open("spending.db", &IEX_OPTIONS(.currency = "EUR"), &store, &error) ||
      iex_store_add(store, &IEX_EXPENSE(.name = "Lunch", .amount_minor = 990), NULL,
                    &error) ||
      iex_draft_open(store, 0, &IEX_DRAFT(.decimal_mark = ","), &draft, &error))
    goto failed;
  // As a person types: each text is kept, and what is wrong with it is told.
  iex_draft_set(draft, IEX_FIELD_NAME, "lu", NULL);
  const char *const *choices = iex_draft_choices(draft, IEX_FIELD_NAME, &count, &error);
  for (size_t i = 0; i < count; i++) printf("perhaps %s\n", choices[i]);
  iex_draft_set(draft, IEX_FIELD_NAME, "Lunch", NULL);
  iex_draft_set(draft, IEX_FIELD_AMOUNT, "12.50", NULL);
  const iex_problem *problems = iex_draft_problems(draft, &count, &error);
  for (size_t i = 0; i < count; i++) {
    const iex_problem *problem = IEX_AT(iex_problem, problems, i);
    printf("%s\n", problem->message);
  }
  iex_draft_set(draft, IEX_FIELD_AMOUNT, "12,50", NULL);
  if (iex_draft_save(draft, &id, &error)) goto failed;
  // From now on the draft edits that expense, and follows what others do to it.
  iex_store_update(store, &IEX_EXPENSE(.id = id, .note = "with tip"),
                   IEX_BIT(IEX_FIELD_NOTE), NULL);
  iex_draft_state state = {.struct_size = sizeof state};
  if (iex_draft_describe(draft, &state, &error)) goto failed;
  printf("%s, %s\n", iex_draft_text(draft, IEX_FIELD_NOTE),
         state.flags & IEX_DRAFT_CHANGED ? "changed" : "nothing to save");
  return iex_store_close(store);
failed:
  fprintf(stderr, "%s\n", error.message);
  return 1;
}
