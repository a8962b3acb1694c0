#include "basemap.h"
#include <string.h>

// In archive.S.
extern const uint8_t oresen_base_map[];
extern const uint8_t oresen_base_map_end[];

size_t oresen_base_map_size(void) { return (size_t)(oresen_base_map_end - oresen_base_map); }

size_t oresen_base_map_read(uint8_t *buffer, size_t offset, size_t count) {
    size_t size = oresen_base_map_size();
    if (offset >= size) return 0;
    if (count > size - offset) count = size - offset;
    memcpy(buffer, oresen_base_map + offset, count);
    return count;
}
