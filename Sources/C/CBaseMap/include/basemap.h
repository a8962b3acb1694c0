// The map that the program brings with it: see Tools/BaseMap.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Bytes of the archive.
size_t oresen_base_map_size(void);
// Copies bytes of the archive from an offset on; returns how many, which are fewer at its end.
size_t oresen_base_map_read(uint8_t *buffer, size_t offset, size_t count);
