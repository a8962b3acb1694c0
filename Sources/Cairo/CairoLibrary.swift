// cairo, loaded when the first document or the first map is drawn.
//
// The types of the functions are those of its headers, so a call is checked like any other.

import CCairo
import Platform

/// The functions of cairo in use.
package struct CairoLibrary: Sendable {
    package let clip: CairoClip
    package let closePath: CairoClosePath
    package let create: CairoCreate
    package let curveTo: CairoCurveTo
    package let destroy: CairoDestroy
    package let fill: CairoFill
    package let fontFaceDestroy: CairoFontFaceDestroy
    package let fontFaceSetUserData: CairoFontFaceSetUserData
    package let fontOptionsCreate: CairoFontOptionsCreate
    package let fontOptionsDestroy: CairoFontOptionsDestroy
    package let fontOptionsSetHintMetrics: CairoFontOptionsSetHintMetrics
    package let fontOptionsSetHintStyle: CairoFontOptionsSetHintStyle
    package let ftFontFaceCreateForFTFace: CairoFTFontFaceCreateForFTFace
    package let imageSurfaceCreate: CairoImageSurfaceCreate
    package let imageSurfaceGetData: CairoImageSurfaceGetData
    package let imageSurfaceGetStride: CairoImageSurfaceGetStride
    package let lineTo: CairoLineTo
    package let moveTo: CairoMoveTo
    package let newPath: CairoNewPath
    package let paint: CairoPaint
    package let paintWithAlpha: CairoPaintWithAlpha
    package let patternAddColorStopRGBA: CairoPatternAddColorStopRGBA
    package let patternCreateForSurface: CairoPatternCreateForSurface
    package let patternCreateLinear: CairoPatternCreateLinear
    package let patternCreateRadial: CairoPatternCreateRadial
    package let patternDestroy: CairoPatternDestroy
    package let patternSetExtend: CairoPatternSetExtend
    package let patternSetFilter: CairoPatternSetFilter
    package let patternSetMatrix: CairoPatternSetMatrix
    package let pdfSurfaceAddOutline: CairoPDFSurfaceAddOutline
    package let pdfSurfaceCreateForStream: CairoPDFSurfaceCreateForStream
    package let pdfSurfaceSetMetadata: CairoPDFSurfaceSetMetadata
    package let pdfSurfaceSetSize: CairoPDFSurfaceSetSize
    package let popGroupToSource: CairoPopGroupToSource
    package let pushGroup: CairoPushGroup
    package let restore: CairoRestore
    package let save: CairoSave
    package let setDash: CairoSetDash
    package let setFillRule: CairoSetFillRule
    package let setFontFace: CairoSetFontFace
    package let setFontOptions: CairoSetFontOptions
    package let setFontSize: CairoSetFontSize
    package let setLineCap: CairoSetLineCap
    package let setLineJoin: CairoSetLineJoin
    package let setLineWidth: CairoSetLineWidth
    package let setMiterLimit: CairoSetMiterLimit
    package let setSource: CairoSetSource
    package let setSourceRGBA: CairoSetSourceRGBA
    package let showPage: CairoShowPage
    package let showTextGlyphs: CairoShowTextGlyphs
    package let status: CairoStatus
    package let statusToString: CairoStatusToString
    package let stroke: CairoStroke
    package let surfaceDestroy: CairoSurfaceDestroy
    package let surfaceFinish: CairoSurfaceFinish
    package let surfaceMarkDirty: CairoSurfaceMarkDirty
    package let surfaceStatus: CairoSurfaceStatus
    package let tagBegin: CairoTagBegin
    package let tagEnd: CairoTagEnd
    package let transform: CairoTransform

    /// The library; nil if the machine has no suitable one.
    package static let shared = DynamicLibrary("libcairo.so.2").flatMap { try? CairoLibrary($0) }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.Missing) {
        clip = try library.function("cairo_clip")
        closePath = try library.function("cairo_close_path")
        create = try library.function("cairo_create")
        curveTo = try library.function("cairo_curve_to")
        destroy = try library.function("cairo_destroy")
        fill = try library.function("cairo_fill")
        fontFaceDestroy = try library.function("cairo_font_face_destroy")
        fontFaceSetUserData = try library.function("cairo_font_face_set_user_data")
        fontOptionsCreate = try library.function("cairo_font_options_create")
        fontOptionsDestroy = try library.function("cairo_font_options_destroy")
        fontOptionsSetHintMetrics = try library.function("cairo_font_options_set_hint_metrics")
        fontOptionsSetHintStyle = try library.function("cairo_font_options_set_hint_style")
        ftFontFaceCreateForFTFace = try library.function("cairo_ft_font_face_create_for_ft_face")
        imageSurfaceCreate = try library.function("cairo_image_surface_create")
        imageSurfaceGetData = try library.function("cairo_image_surface_get_data")
        imageSurfaceGetStride = try library.function("cairo_image_surface_get_stride")
        lineTo = try library.function("cairo_line_to")
        moveTo = try library.function("cairo_move_to")
        newPath = try library.function("cairo_new_path")
        paint = try library.function("cairo_paint")
        paintWithAlpha = try library.function("cairo_paint_with_alpha")
        patternAddColorStopRGBA = try library.function("cairo_pattern_add_color_stop_rgba")
        patternCreateForSurface = try library.function("cairo_pattern_create_for_surface")
        patternCreateLinear = try library.function("cairo_pattern_create_linear")
        patternCreateRadial = try library.function("cairo_pattern_create_radial")
        patternDestroy = try library.function("cairo_pattern_destroy")
        patternSetExtend = try library.function("cairo_pattern_set_extend")
        patternSetFilter = try library.function("cairo_pattern_set_filter")
        patternSetMatrix = try library.function("cairo_pattern_set_matrix")
        pdfSurfaceAddOutline = try library.function("cairo_pdf_surface_add_outline")
        pdfSurfaceCreateForStream = try library.function("cairo_pdf_surface_create_for_stream")
        pdfSurfaceSetMetadata = try library.function("cairo_pdf_surface_set_metadata")
        pdfSurfaceSetSize = try library.function("cairo_pdf_surface_set_size")
        popGroupToSource = try library.function("cairo_pop_group_to_source")
        pushGroup = try library.function("cairo_push_group")
        restore = try library.function("cairo_restore")
        save = try library.function("cairo_save")
        setDash = try library.function("cairo_set_dash")
        setFillRule = try library.function("cairo_set_fill_rule")
        setFontFace = try library.function("cairo_set_font_face")
        setFontOptions = try library.function("cairo_set_font_options")
        setFontSize = try library.function("cairo_set_font_size")
        setLineCap = try library.function("cairo_set_line_cap")
        setLineJoin = try library.function("cairo_set_line_join")
        setLineWidth = try library.function("cairo_set_line_width")
        setMiterLimit = try library.function("cairo_set_miter_limit")
        setSource = try library.function("cairo_set_source")
        setSourceRGBA = try library.function("cairo_set_source_rgba")
        showPage = try library.function("cairo_show_page")
        showTextGlyphs = try library.function("cairo_show_text_glyphs")
        status = try library.function("cairo_status")
        statusToString = try library.function("cairo_status_to_string")
        stroke = try library.function("cairo_stroke")
        surfaceDestroy = try library.function("cairo_surface_destroy")
        surfaceFinish = try library.function("cairo_surface_finish")
        surfaceMarkDirty = try library.function("cairo_surface_mark_dirty")
        surfaceStatus = try library.function("cairo_surface_status")
        tagBegin = try library.function("cairo_tag_begin")
        tagEnd = try library.function("cairo_tag_end")
        transform = try library.function("cairo_transform")
    }
}
