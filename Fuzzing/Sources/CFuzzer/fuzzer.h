#include <stddef.h>
#include <stdint.h>

// The entry point of libFuzzer for programs with their own main function
// (llvm.org/docs/LibFuzzer.html); the flag -sanitize=fuzzer links the library.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*read)(const uint8_t *bytes, size_t size));
