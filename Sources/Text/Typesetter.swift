// Shaped lines and their cache.
//
// Method: itemise (Itemization.swift), shape each run with HarfBuzz in font units, place the runs
// next to each other, add tracking between clusters. The key of the cache is text, style and
// fitting width; the device scale is not included, since nothing here depends on it.
// The cache has two generations. A lookup that hits the old one moves its line to the young one.
// When the young one is full it becomes the old one, and lines not used since are dropped. That
// bounds the size without keeping an order per lookup, and lines displayed in every frame are never
// dropped.
// Rejected: a least-recently-used linked list (pointer updates on every lookup, for labels that are
// looked up by the thousand).

import CHarfBuzz
import Geometry

/// Owns the buffer for shaping with HarfBuzz.
private struct ShapingBuffer: ~Copyable {
    let buffer: OpaquePointer

    init() {
        guard let made = hb_buffer_create(), hb_buffer_allocation_successful(made) != 0 else {
            preconditionFailure("HarfBuzz is out of memory")
        }
        buffer = made
    }

    deinit { hb_buffer_destroy(buffer) }
}

/// Turns strings into shaped lines, and caches them.
@MainActor
public final class Typesetter {
    /// The faces for the lines.
    public let fonts: FontLibrary
    /// The number of texts shaped since the start; lines from the cache do not count.
    public private(set) var shapedCount = 0

    private let shaping = ShapingBuffer()
    private var young: [Key: ShapedLine] = [:]
    private var old: [Key: ShapedLine] = [:]
    private let generationLimit: Int
    private var metricsByStyle: [TextStyle: FontMetrics] = [:]

    private struct Key: Hashable {
        let text: String
        let style: TextStyle
        let fitting: Double
    }

    /// A typesetter that caches up to `capacity` lines.
    public init(fonts: FontLibrary, capacity: Int = 8192) {
        precondition(capacity >= 2, "a cache of \(capacity) lines cannot hold two generations")
        self.fonts = fonts
        generationLimit = capacity / 2
    }

    /// The current number of cached lines.
    public var cachedCount: Int { young.count + old.keys.count { young[$0] == nil } }

    /// `text` as one line.
    ///
    /// Line breaks and control characters in it become spaces.
    ///
    /// Costs a dictionary lookup if the line was used recently, else about 10 µs or more.
    public func line(_ text: String, _ style: TextStyle) -> ShapedLine {
        remembered(Key(text: text, style: style, fitting: .infinity)) { self.shape(text, style) }
    }

    /// `text` as one line no wider than `width` points.
    ///
    /// A wider text is cut and gets an ellipsis; if not even that fits, the line is empty.
    public func line(_ text: String, _ style: TextStyle, fitting width: Double) -> ShapedLine {
        guard width.isFinite else { return line(text, style) }
        return remembered(Key(text: text, style: style, fitting: width)) {
            self.shape(text, style, fitting: width)
        }
    }

    /// The width of `text` in one line, and the style's ascent and descent together.
    public func measure(_ text: String, _ style: TextStyle) -> Size { line(text, style).size }

    /// The vertical measures of `style`.
    public func metrics(_ style: TextStyle) -> FontMetrics {
        if let known = metricsByStyle[style] { return known }
        let metrics = fonts.metrics(style)
        if metricsByStyle.count >= 256 { metricsByStyle.removeAll() }
        metricsByStyle[style] = metrics
        return metrics
    }

    /// Drops all lines.
    public func clearCache() {
        young.removeAll()
        old.removeAll()
    }

    private func remembered(_ key: Key, _ make: () -> ShapedLine) -> ShapedLine {
        if let line = young[key] { return line }
        let line = old[key] ?? make()
        if young.count >= generationLimit {
            old = young
            young = [:]
        }
        young[key] = line
        return line
    }

    // MARK: Shaping

    /// Shapes `text` without the cache.
    func shape(_ text: String, _ style: TextStyle) -> ShapedLine {
        shapedCount += 1
        let items = Itemization(text, style: style, fonts: fonts)
        var glyphs: [ShapedGlyph] = []
        var pen = 0.0
        for run in items.runs { append(run, of: items.codePoints, style, to: &glyphs, pen: &pen) }
        // Tracking is added between clusters, not after the last.
        if !glyphs.isEmpty { pen -= trailingTracking(items, style) }
        let metrics = metrics(style)
        return ShapedLine(
            text: text, style: style, glyphs: glyphs, width: max(0, pen), ascent: metrics.ascent,
            descent: metrics.descent)
    }

    private func trailingTracking(_ items: Itemization, _ style: TextStyle) -> Double {
        guard let run = items.runs.last, !joins(run.script) else { return 0 }
        return style.tracking * style.size
    }

    private func append(
        _ run: TextRun, of codePoints: [UInt32], _ style: TextStyle, to glyphs: inout [ShapedGlyph],
        pen: inout Double
    ) {
        let buffer = shaping.buffer
        let tracking = joins(run.script) ? 0 : style.tracking * style.size
        hb_buffer_clear_contents(buffer)
        hb_buffer_add_codepoints(
            buffer, codePoints, Int32(codePoints.count), UInt32(run.range.lowerBound),
            Int32(run.range.count))
        hb_buffer_set_direction(buffer, run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        hb_buffer_set_script(buffer, run.script)
        hb_buffer_set_language(buffer, hb_language_from_string(fonts.language, -1))
        let features = features(style, tracked: tracking != 0)
        hb_shape(run.face.font, buffer, features, UInt32(features.count))
        let figures = style.tabularFigures && run.range.contains { isFigure(codePoints[$0]) }
        let figureAdvance = figures ? figureAdvance(run.face) : 0
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
            let positions = hb_buffer_get_glyph_positions(buffer, &count)
        else { return }
        let factor = style.size / run.face.unitsPerEm
        for i in 0..<Int(count) {
            var position = positions[i]
            let endsCluster = i + 1 == Int(count) || infos[i + 1].cluster != infos[i].cluster
            if figures, isFigure(codePoints[Int(infos[i].cluster)]), position.x_advance > 0 {
                position.x_offset += (figureAdvance - position.x_advance) / 2
                position.x_advance = figureAdvance
            }
            let advance = Double(position.x_advance) * factor + (endsCluster ? tracking : 0)
            glyphs.append(
                ShapedGlyph(
                    face: run.face.id, glyph: infos[i].codepoint,
                    x: pen + Double(position.x_offset) * factor,
                    y: -Double(position.y_offset) * factor, advance: advance,
                    cluster: Int(infos[i].cluster)))
            pen += advance
        }
    }

    private func isFigure(_ codePoint: UInt32) -> Bool { (0x30...0x39).contains(codePoint) }

    /// The common advance of the face's figures; shapes them one by one in a separate buffer.
    private func figureAdvance(_ face: FontFace) -> Int32 {
        face.figureAdvance { figure in
            let single = ShapingBuffer()
            hb_buffer_add_codepoints(single.buffer, [figure], 1, 0, 1)
            hb_buffer_guess_segment_properties(single.buffer)
            var feature = feature(0x746E_756D, 1)
            hb_shape(face.font, single.buffer, &feature, 1)
            var count: UInt32 = 0
            guard let positions = hb_buffer_get_glyph_positions(single.buffer, &count), count > 0
            else { return 0 }
            return positions[0].x_advance
        }
    }

    /// Whether the letters of `script` join, so that extra space would separate them.
    private func joins(_ script: hb_script_t) -> Bool {
        script == HB_SCRIPT_ARABIC || script == HB_SCRIPT_SYRIAC || script == HB_SCRIPT_MONGOLIAN
            || script == HB_SCRIPT_NKO || script == HB_SCRIPT_MANDAIC
            || script == HB_SCRIPT_DEVANAGARI || script == HB_SCRIPT_BENGALI
    }

    private func feature(_ tag: UInt32, _ value: UInt32) -> hb_feature_t {
        hb_feature_t(tag: tag, value: value, start: 0, end: UInt32.max)
    }

    private func features(_ style: TextStyle, tracked: Bool) -> [hb_feature_t] {
        var features: [hb_feature_t] = []
        if style.tabularFigures { features.append(feature(0x746E_756D, 1)) }  // 'tnum'
        if tracked {
            features.append(feature(0x6C69_6761, 0))  // 'liga'
            features.append(feature(0x636C_6967, 0))  // 'clig'
        }
        return features
    }
}
