#include <stddef.h>
#include <stdint.h>

// What libFuzzer offers to programs that have a main function of their own (llvm.org/docs/LibFuzzer.html); the library
// comes with the flag -sanitize=fuzzer.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*read)(const uint8_t *bytes, size_t size));
