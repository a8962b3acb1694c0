// cairo-ft.h would bring in fontconfig's header, which nothing here needs.
#include <cairo/cairo.h>
#include <cairo/cairo-pdf.h>
#include <ft2build.h>
#include FT_FREETYPE_H

cairo_font_face_t *cairo_ft_font_face_create_for_ft_face(FT_Face face, int load_flags);

// The types of the functions that are looked up in the library when the first document is made.
#define LOOKED_UP(function, type) typedef __typeof__(function) *type

LOOKED_UP(cairo_clip, CairoClip);
LOOKED_UP(cairo_close_path, CairoClosePath);
LOOKED_UP(cairo_create, CairoCreate);
LOOKED_UP(cairo_curve_to, CairoCurveTo);
LOOKED_UP(cairo_destroy, CairoDestroy);
LOOKED_UP(cairo_fill, CairoFill);
LOOKED_UP(cairo_font_face_destroy, CairoFontFaceDestroy);
LOOKED_UP(cairo_font_face_set_user_data, CairoFontFaceSetUserData);
LOOKED_UP(cairo_font_options_create, CairoFontOptionsCreate);
LOOKED_UP(cairo_font_options_destroy, CairoFontOptionsDestroy);
LOOKED_UP(cairo_font_options_set_hint_metrics, CairoFontOptionsSetHintMetrics);
LOOKED_UP(cairo_font_options_set_hint_style, CairoFontOptionsSetHintStyle);
LOOKED_UP(cairo_ft_font_face_create_for_ft_face, CairoFTFontFaceCreateForFTFace);
LOOKED_UP(cairo_image_surface_create, CairoImageSurfaceCreate);
LOOKED_UP(cairo_image_surface_get_data, CairoImageSurfaceGetData);
LOOKED_UP(cairo_image_surface_get_stride, CairoImageSurfaceGetStride);
LOOKED_UP(cairo_line_to, CairoLineTo);
LOOKED_UP(cairo_move_to, CairoMoveTo);
LOOKED_UP(cairo_new_path, CairoNewPath);
LOOKED_UP(cairo_paint, CairoPaint);
LOOKED_UP(cairo_paint_with_alpha, CairoPaintWithAlpha);
LOOKED_UP(cairo_pattern_add_color_stop_rgba, CairoPatternAddColorStopRGBA);
LOOKED_UP(cairo_pattern_create_for_surface, CairoPatternCreateForSurface);
LOOKED_UP(cairo_pattern_create_linear, CairoPatternCreateLinear);
LOOKED_UP(cairo_pattern_create_radial, CairoPatternCreateRadial);
LOOKED_UP(cairo_pattern_destroy, CairoPatternDestroy);
LOOKED_UP(cairo_pattern_set_extend, CairoPatternSetExtend);
LOOKED_UP(cairo_pattern_set_filter, CairoPatternSetFilter);
LOOKED_UP(cairo_pattern_set_matrix, CairoPatternSetMatrix);
LOOKED_UP(cairo_pdf_surface_add_outline, CairoPDFSurfaceAddOutline);
LOOKED_UP(cairo_pdf_surface_create_for_stream, CairoPDFSurfaceCreateForStream);
LOOKED_UP(cairo_pdf_surface_set_metadata, CairoPDFSurfaceSetMetadata);
LOOKED_UP(cairo_pdf_surface_set_size, CairoPDFSurfaceSetSize);
LOOKED_UP(cairo_pop_group_to_source, CairoPopGroupToSource);
LOOKED_UP(cairo_push_group, CairoPushGroup);
LOOKED_UP(cairo_restore, CairoRestore);
LOOKED_UP(cairo_save, CairoSave);
LOOKED_UP(cairo_set_dash, CairoSetDash);
LOOKED_UP(cairo_set_fill_rule, CairoSetFillRule);
LOOKED_UP(cairo_set_font_face, CairoSetFontFace);
LOOKED_UP(cairo_set_font_options, CairoSetFontOptions);
LOOKED_UP(cairo_set_font_size, CairoSetFontSize);
LOOKED_UP(cairo_set_line_cap, CairoSetLineCap);
LOOKED_UP(cairo_set_line_join, CairoSetLineJoin);
LOOKED_UP(cairo_set_line_width, CairoSetLineWidth);
LOOKED_UP(cairo_set_miter_limit, CairoSetMiterLimit);
LOOKED_UP(cairo_set_source, CairoSetSource);
LOOKED_UP(cairo_set_source_rgba, CairoSetSourceRGBA);
LOOKED_UP(cairo_show_page, CairoShowPage);
LOOKED_UP(cairo_show_text_glyphs, CairoShowTextGlyphs);
LOOKED_UP(cairo_status, CairoStatus);
LOOKED_UP(cairo_status_to_string, CairoStatusToString);
LOOKED_UP(cairo_stroke, CairoStroke);
LOOKED_UP(cairo_surface_destroy, CairoSurfaceDestroy);
LOOKED_UP(cairo_surface_finish, CairoSurfaceFinish);
LOOKED_UP(cairo_surface_mark_dirty, CairoSurfaceMarkDirty);
LOOKED_UP(cairo_surface_status, CairoSurfaceStatus);
LOOKED_UP(cairo_tag_begin, CairoTagBegin);
LOOKED_UP(cairo_tag_end, CairoTagEnd);
LOOKED_UP(cairo_transform, CairoTransform);

#undef LOOKED_UP
