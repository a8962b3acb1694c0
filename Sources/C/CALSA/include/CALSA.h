// The functions of libasound in use. The library is loaded for the first tone (`SoundLibrary`).
//
// The declarations are this project's own, so that building needs no headers of a library that most
// runs never load. They follow the reference of the PCM interface of libasound.so.2, whose binary
// interface has not changed since 2004. The tests use all of them.

#ifndef ORESEN_ALSA_H
#define ORESEN_ALSA_H

typedef struct _snd_pcm snd_pcm_t;

enum { ALSA_PLAYBACK = 0, ALSA_INTERLEAVED = 3, ALSA_SIGNED_16_LITTLE_ENDIAN = 2 };

typedef int (*alsa_open_call)(snd_pcm_t **pcm, const char *name, int stream, int mode);
typedef int (*alsa_set_params_call)(
    snd_pcm_t *pcm, int format, int access, unsigned int channels, unsigned int rate,
    int resamples, unsigned int latency);
typedef long (*alsa_write_call)(snd_pcm_t *pcm, const void *buffer, unsigned long frames);
typedef int (*alsa_recover_call)(snd_pcm_t *pcm, int error, int silent);
typedef int (*alsa_pcm_call)(snd_pcm_t *pcm);
typedef const char *(*alsa_text_call)(int error);

typedef void (*alsa_error_handler)(
    const char *file, int line, const char *function, int error, const char *format, ...);
typedef int (*alsa_set_error_handler_call)(alsa_error_handler handler);

// An error handler that prints nothing; the library's own one writes to the terminal.
void alsa_discard_error(
    const char *file, int line, const char *function, int error, const char *format, ...);

// Replaces the library's error handler by the one that prints nothing.
void alsa_discard_errors(alsa_set_error_handler_call set_handler);

#endif
