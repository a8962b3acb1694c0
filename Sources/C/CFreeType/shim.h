#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_SIZES_H
#include FT_ADVANCES_H
#include FT_LCD_FILTER_H
#include FT_MULTIPLE_MASTERS_H

// Outlines only, fitted to the pixel grid vertically: stems keep their exact places and widths, so
// that advances stay linear; baselines and x-heights are crisp.
static const FT_Int32 ORESEN_LOAD_LIGHT = FT_LOAD_NO_BITMAP | FT_LOAD_TARGET_LIGHT;

static inline int oresen_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) ? 1 : 0; }

static inline int oresen_has_axes(FT_Face face) { return FT_HAS_MULTIPLE_MASTERS(face) ? 1 : 0; }
