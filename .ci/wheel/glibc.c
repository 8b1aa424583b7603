/* What the wheel's library takes from an older glibc than the one it is linked with: hypotf has a new
 * version since 2.35, which differs in how it tells an overflow, and 2.34 is what most still have. */
#if defined(__x86_64__)
__asm__(".symver hypotf_before, hypotf@GLIBC_2.2.5");
#elif defined(__aarch64__)
__asm__(".symver hypotf_before, hypotf@GLIBC_2.17");
#else
#error "which version had hypotf first on this machine?"
#endif

float hypotf_before(float x, float y);

/* The linker is told to call this one (--wrap=hypotf). */
__attribute__((visibility("hidden"))) float __wrap_hypotf(float x, float y);
float __wrap_hypotf(float x, float y) { return hypotf_before(x, y); }
