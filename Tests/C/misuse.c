/* Every function at random, on one thread. Beside it one store is used rightly and compared, after
 * each step, with a plain list.
 *
 * No call crashes; a bad handle is refused; a call that fails gives nothing back and says why;
 * each context is freed once and never used after that; in the end no handle is left, and every
 * store passes iex_store_check. What is called and with what: misusing.h.
 *
 * IEX_TEST_SEQUENCES (2,000), IEX_TEST_SEED (1) and IEX_TEST_MINUTES (0: as many as that) can be
 * set. IEX_TEST_TRACE=1 prints each call. One sequence again: misuse again SEED. */
#include "misusing.h"

static void one_sequence(uint64_t seed) {
  int before = test_failures();
  sequence = seed, chance = seed * 7919;
  remove_stores();
  model_begin("m.db");
  for (int i = 0; i < 3; i++) put_store("w0.db", i == 2 ? IEX_OPEN_MEMORY : 0); /* two on one file */
  for (uint64_t steps = 10 + below(60); steps > 0; steps--) {
    for (uint64_t i = below(12); i > 0; i--) call_one();
    running = "the model";
    model_step();
    if (test_failures() > before) break;
  }
  running = "the end";
  model_end();
  close_all();
}

static void all_sequences(void) {
  run_sequences("misuse", getenv("IEX_TEST_QUICK") ? 60 : 2000, one_sequence);
}

static void null_for_everything(void) {
  CHECK_STATUS(IEX_ERROR_HANDLE, iex_store_add(NULL, NULL, NULL, &error));
}

int main(int argc, char **argv) {
  static const test_case cases[] = {TEST_CASE(null_for_everything), TEST_CASE(all_sequences)};
  prepare_misuse();
  test_modes = again_mode, again_one = one_sequence;
  return test_main(argc, argv, cases, COUNT(cases));
}
