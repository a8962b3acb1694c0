import CFreeType
import CHarfBuzz

/// The FreeType library; must outlive its faces, which therefore retain it.
final class Rasterizer {
    let library: FT_Library

    init() throws(FontError) {
        var library: FT_Library?
        let code = FT_Init_FreeType(&library)
        guard code == 0, let library else { throw .rasterizer(code: code) }
        self.library = library
    }

    deinit { FT_Done_FreeType(library) }
}

/// The coverage of each pixel by a glyph.
struct Coverage {
    /// Device pixels from the glyph's origin to the left edge of the picture.
    let left: Int
    /// Device pixels from the baseline up to the top edge of the picture.
    let top: Int
    let width: Int
    let height: Int
    /// Row by row from the top, `width` bytes each; 255 is fully covered.
    let bytes: [UInt8]

    static let empty = Coverage(left: 0, top: 0, width: 0, height: 0, bytes: [])
}

/// One face of one file, for shaping (HarfBuzz, in font units) and for drawing (FreeType, in
/// pixels).
///
/// Shaping uses HarfBuzz's own reading of the font, not FreeType's: advances are then as designed,
/// without hinting and scaling, and one shaped line is correct at all scales.
final class FontFace {
    /// The number of evenly spaced positions in a pixel at which a glyph may begin.
    static let phases = 4

    let id: FaceID
    /// The file, and the face's names.
    let file: FontFile
    var path: String { file.path }
    /// Units of the em square, in which `font` measures.
    let unitsPerEm: Double
    let font: OpaquePointer
    private let rasterizer: Rasterizer
    private let face: FT_Face
    private var pixelSize = -1
    private var knownFigureAdvance: Int32?

    /// Opens the selected face; nil if it is not a font with outlines.
    ///
    /// The axis of a variable font is set to `weight` within its limits.
    init?(id: FaceID, match: FontMatch, weight: FontWeight, rasterizer: Rasterizer) {
        let (path, index) = (match.path, match.faceIndex)
        var opened: FT_Face?
        guard FT_New_Face(rasterizer.library, path, index, &opened) == 0, let opened else {
            return nil
        }
        guard oresen_is_scalable(opened) != 0, let blob = hb_blob_create_from_file_or_fail(path)
        else {
            FT_Done_Face(opened)
            return nil
        }
        let shapingFace = hb_face_create(blob, UInt32(index))
        let font = hb_font_create(shapingFace)
        let units = hb_face_get_upem(shapingFace)
        hb_blob_destroy(blob)
        hb_face_destroy(shapingFace)
        guard let font, units > 0 else {
            hb_font_destroy(font)
            FT_Done_Face(opened)
            return nil
        }
        self.id = id
        file = FontFile(
            path: path, index: index, weight: weight, families: match.families,
            isVariable: oresen_has_axes(opened) != 0)
        self.rasterizer = rasterizer
        self.face = opened
        self.font = font
        self.unitsPerEm = Double(units)
        setWeight(weight)
    }

    deinit {
        hb_font_destroy(font)
        FT_Done_Face(face)
    }

    /// Sets the weight axis of a variable font; other axes keep their default values.
    private func setWeight(_ weight: FontWeight) {
        guard oresen_has_axes(face) != 0 else { return }
        var description: UnsafeMutablePointer<FT_MM_Var>?
        guard FT_Get_MM_Var(face, &description) == 0, let description else { return }
        defer { FT_Done_MM_Var(rasterizer.library, description) }
        let weightTag: UInt32 = 0x7767_6874  // 'wght'
        var coordinates: [FT_Fixed] = []
        for i in 0..<Int(description.pointee.num_axis) {
            let axis = description.pointee.axis[i]
            guard UInt32(truncatingIfNeeded: axis.tag) == weightTag else {
                coordinates.append(axis.def)
                continue
            }
            let wanted = FT_Fixed(weight.rawValue) << 16
            let value = min(max(wanted, axis.minimum), axis.maximum)
            coordinates.append(value)
            var variation = hb_variation_t(tag: weightTag, value: Float(value) / 65536)
            hb_font_set_variations(font, &variation, 1)
        }
        FT_Set_Var_Design_Coordinates(face, UInt32(coordinates.count), &coordinates)
    }

    /// The outline of `glyph` in font units, y growing upwards, without hinting; nil if there is
    /// none.
    func outline(_ glyph: UInt32) -> GlyphOutline? {
        let flags = FT_Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
        guard FT_Load_Glyph(face, glyph, flags) == 0, let slot = face.pointee.glyph,
            slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
        else { return nil }
        return GlyphOutline(decomposing: &slot.pointee.outline)
    }

    /// Whether the face has a glyph for `scalar`.
    func covers(_ scalar: UInt32) -> Bool {
        var glyph: hb_codepoint_t = 0
        return hb_font_get_nominal_glyph(font, scalar, &glyph) != 0 && glyph != 0
    }

    /// The common advance of figures that must be equally wide, in font units: the widest of the
    /// ten in their tabular form.
    ///
    /// Some faces have tabular figures that differ by a few units (all of Inter 4's static ones
    /// except the regular), and some have none.
    func figureAdvance(shapedBy shape: (UInt32) -> Int32) -> Int32 {
        if let known = knownFigureAdvance { return known }
        var widest: Int32 = 0
        for figure in UInt32(0x30)...0x39 { widest = max(widest, shape(figure)) }
        knownFigureAdvance = widest
        return widest
    }

    /// The vertical measures at `size` points.
    func metrics(size: Double) -> FontMetrics {
        let factor = size / unitsPerEm
        var extents = hb_font_extents_t()
        hb_font_get_h_extents(font, &extents)
        func metric(_ tag: hb_ot_metrics_tag_t) -> Double {
            var position: hb_position_t = 0
            hb_ot_metrics_get_position_with_fallback(font, tag, &position)
            return Double(position) * factor
        }
        return FontMetrics(
            ascent: Double(extents.ascender) * factor, descent: -Double(extents.descender) * factor,
            capHeight: metric(HB_OT_METRICS_TAG_CAP_HEIGHT),
            xHeight: metric(HB_OT_METRICS_TAG_X_HEIGHT))
    }

    /// Draws `glyph` with an em of `size` 64ths of a device pixel, its origin `phase` quarters of a
    /// pixel to the right of a pixel's edge.
    ///
    /// A glyph that cannot be drawn is empty.
    ///
    /// The outline is hinted vertically only (FreeType's light mode). Horizontally it is unchanged,
    /// which the quarter-pixel phases require. Costs some tens of microseconds.
    func draw(_ glyph: UInt32, size: Int, phase: Int) -> Coverage {
        if size != pixelSize {
            guard FT_Set_Char_Size(face, 0, FT_F26Dot6(size), 72, 72) == 0 else { return .empty }
            pixelSize = size
        }
        guard FT_Load_Glyph(face, glyph, ORESEN_LOAD_LIGHT) == 0, let slot = face.pointee.glyph,
            slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
        else { return .empty }
        if phase != 0 {
            FT_Outline_Translate(&slot.pointee.outline, FT_Pos(phase * 64 / FontFace.phases), 0)
        }
        guard FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return .empty }
        let bitmap = slot.pointee.bitmap
        let width = Int(bitmap.width)
        let height = Int(bitmap.rows)
        guard width > 0, height > 0, let first = bitmap.buffer else { return .empty }
        let pitch = Int(bitmap.pitch)
        let bytes = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            for row in 0..<height {
                for x in 0..<width { target[row * width + x] = first[row * pitch + x] }
            }
            count = width * height
        }
        return Coverage(
            left: Int(slot.pointee.bitmap_left), top: Int(slot.pointee.bitmap_top), width: width,
            height: height, bytes: bytes)
    }
}
