/* A program that finds the library when it runs: by its SONAME, or by the path given. */
#include <dlfcn.h>
#include <iexpense.h>
#include <stdio.h>

/* What a call of the library is named, with the type that the header gives it. */
#define FIND(name) name = (__typeof__(name))dlsym(library, "iex_" #name)

int main(int argc, char **argv) {
  void *library = dlopen(argc > 1 ? argv[1] : "libiexpense.so.1", RTLD_NOW | RTLD_LOCAL);
  iex_error error;
  iex_store *store;
  int64_t id;
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
  __typeof__(&iex_version) FIND(version);
  __typeof__(&iex_store_open) FIND(store_open);
  __typeof__(&iex_store_add) FIND(store_add);
  __typeof__(&iex_store_close) FIND(store_close);
  __typeof__(&iex_handle_count) FIND(handle_count);
  if (!version || !store_open || !store_add || !store_close || !handle_count) return 2;
  if (store_open(NULL, &IEX_OPTIONS(.flags = IEX_OPEN_MEMORY, .currency = "EUR"), &store, &error) ||
      store_add(store, &IEX_EXPENSE(.name = "Train", .amount_minor = 8990), &id, &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  store_close(store);
  printf("iexpense %s stored expense %d\n", version(), (int)id);
  int left = handle_count() != 0;
  // It stays loaded, and can be opened again.
  dlclose(library);
  return left || !dlopen(argc > 1 ? argv[1] : "libiexpense.so.1", RTLD_NOW | RTLD_NOLOAD);
}
