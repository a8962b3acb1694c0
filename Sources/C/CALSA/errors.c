#include "CALSA.h"

void alsa_discard_error(
    const char *file, int line, const char *function, int error, const char *format, ...)
{
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

void alsa_discard_errors(alsa_set_error_handler_call set_handler)
{
    set_handler(alsa_discard_error);
}
