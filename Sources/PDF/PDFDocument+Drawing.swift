import CCairo
import Cairo
import Geometry

extension PDFDocument {
    // MARK: State

    /// Saves the transformation and the clip until `restore`.
    package func save() { cairo.save(context) }

    /// Restores the state of the last `save`.
    package func restore() { cairo.restore(context) }

    /// Transforms all further drawing.
    ///
    /// Does nothing if the map is not invertible.
    package func transform(by map: AffineTransform) {
        guard map.inverse != nil else { return }
        var matrix = cairo_matrix_t(
            xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
        cairo.transform(context, &matrix)
    }

    /// Begins a group that is drawn as one.
    package func beginGroup() {
        groupDepth += 1
        cairo.pushGroup(context)
    }

    /// Draws the group since `beginGroup`, translucent as a whole.
    package func endGroup(opacity: Double) {
        precondition(groupDepth > 0, "there is no group to end")
        groupDepth -= 1
        cairo.popGroupToSource(context)
        cairo.paintWithAlpha(context, min(max(opacity, 0), 1))
    }

    // MARK: Outlines

    /// Begins an outline.
    package func move(to point: Point) { cairo.moveTo(context, point.x, point.y) }

    /// Adds a straight line.
    package func line(to point: Point) { cairo.lineTo(context, point.x, point.y) }

    /// Adds a cubic Bézier curve.
    package func curve(_ first: Point, _ second: Point, to end: Point) {
        cairo.curveTo(context, first.x, first.y, second.x, second.y, end.x, end.y)
    }

    /// Closes an outline.
    package func close() { cairo.closePath(context) }

    /// Adds the outline of a rectangle at the origin.
    func addRectangle(width: Double, height: Double) {
        move(to: .zero)
        line(to: Point(x: width, y: 0))
        line(to: Point(x: width, y: height))
        line(to: Point(x: 0, y: height))
        close()
    }

    /// Fills the outlines since the last fill, stroke or clip.
    package func fill(_ paint: PDFPaint, rule: PDFFillRule = .nonZero) {
        set(paint)
        set(rule)
        cairo.fill(context)
    }

    /// Draws lines along the outlines since the last fill, stroke or clip.
    package func stroke(_ color: Color, _ style: PDFStroke) {
        set(.color(color))
        cairo.setLineWidth(context, style.width)
        switch style.cap {
        case .butt: cairo.setLineCap(context, CAIRO_LINE_CAP_BUTT)
        case .round: cairo.setLineCap(context, CAIRO_LINE_CAP_ROUND)
        case .square: cairo.setLineCap(context, CAIRO_LINE_CAP_SQUARE)
        }
        switch style.join {
        case .miter(let limit):
            cairo.setLineJoin(context, CAIRO_LINE_JOIN_MITER)
            cairo.setMiterLimit(context, max(limit, 1))
        case .round: cairo.setLineJoin(context, CAIRO_LINE_JOIN_ROUND)
        case .bevel: cairo.setLineJoin(context, CAIRO_LINE_JOIN_BEVEL)
        }
        cairo.setDash(context, style.dashes, Int32(style.dashes.count), style.dashStart)
        cairo.stroke(context)
    }

    /// Clips further drawing to the outlines since the last fill, stroke or clip, until `restore`.
    package func clip(rule: PDFFillRule = .nonZero) {
        set(rule)
        cairo.clip(context)
    }

    private func set(_ rule: PDFFillRule) {
        cairo.setFillRule(
            context, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    }

    func set(_ paint: PDFPaint) {
        switch paint {
        case .color(let color):
            cairo.setSourceRGBA(
                context, Self.share(color.red), Self.share(color.green), Self.share(color.blue),
                Self.share(color.alpha))
        case .linear(let start, let end, let stops):
            set(cairo.patternCreateLinear(start.x, start.y, end.x, end.y), stops)
        case .radial(let center, let inner, let outer, let stops):
            set(
                cairo.patternCreateRadial(center.x, center.y, inner, center.x, center.y, outer),
                stops)
        }
    }

    /// A component of a colour within its bounds; 0 for a NaN.
    private static func share(_ component: Float) -> Double {
        component > 0 ? Double(min(component, 1)) : 0
    }

    private func set(_ pattern: OpaquePointer?, _ stops: [PDFStop]) {
        guard let pattern else { return }
        for stop in stops {
            cairo.patternAddColorStopRGBA(
                pattern, stop.offset, Self.share(stop.color.red), Self.share(stop.color.green),
                Self.share(stop.color.blue), Self.share(stop.color.alpha))
        }
        cairo.patternSetExtend(pattern, CAIRO_EXTEND_PAD)
        cairo.setSource(context, pattern)
        cairo.patternDestroy(pattern)
    }

    // MARK: Images

    /// Stretches an image over a rectangle.
    ///
    /// - Parameters:
    ///   - bytes: red, green, blue and alpha of each pixel, colours multiplied by alpha, the top row first.
    ///   - isSmooth: whether a viewer may mix pixels; else it shows the nearest one.
    package func image(
        width: Int, height: Int, bytes: [UInt8], in rect: Rect, isSmooth: Bool, opacity: Double = 1
    ) {
        precondition(
            width > 0 && height > 0 && bytes.count == width * height * 4,
            "\(width) × \(height) pixels are not \(bytes.count) bytes")
        guard !rect.isEmpty, opacity > 0,
            let image = cairo.imageSurfaceCreate(
                CAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height))
        else { return }
        defer { cairo.surfaceDestroy(image) }
        note(cairo.surfaceStatus(image))
        guard let pixels = cairo.imageSurfaceGetData(image) else { return }
        let stride = Int(cairo.imageSurfaceGetStride(image))
        for y in 0..<height {
            for x in 0..<width {
                let (from, to) = ((y * width + x) * 4, y * stride + x * 4)
                // One 32-bit number: alpha, red, green, blue from the highest byte down.
                let pixel =
                    UInt32(bytes[from + 3]) << 24 | UInt32(bytes[from]) << 16
                    | UInt32(bytes[from + 1]) << 8 | UInt32(bytes[from + 2])
                UnsafeMutableRawPointer(pixels + to).storeBytes(of: pixel, as: UInt32.self)
            }
        }
        cairo.surfaceMarkDirty(image)
        guard let pattern = cairo.patternCreateForSurface(image) else { return }
        defer { cairo.patternDestroy(pattern) }
        cairo.patternSetFilter(pattern, isSmooth ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST)
        save()
        transform(
            by: AffineTransform(
                a: rect.width / Double(width), b: 0, c: 0, d: rect.height / Double(height),
                tx: rect.x, ty: rect.y))
        addRectangle(width: Double(width), height: Double(height))
        cairo.setSource(context, pattern)
        if opacity < 1 {
            cairo.clip(context)
            cairo.paintWithAlpha(context, opacity)
        } else {
            cairo.fill(context)
        }
        restore()
    }

    // MARK: Text

    /// Draws a run of text in one font and direction.
    ///
    /// - Parameters:
    ///   - glyphs: the glyphs from left to right.
    ///   - text: their text, in reading order.
    ///   - clusters: the bytes of the text's UTF-8 for each group of glyphs, in reading order.
    ///   - isRightToLeft: whether the first cluster belongs to the last glyphs.
    ///   - size: the em, in points.
    package func show(
        _ glyphs: [PDFGlyph], text: String, clusters: [PDFCluster], isRightToLeft: Bool,
        font: PDFFont, size: Double, color: Color
    ) {
        let bytes = Array(text.utf8)
        precondition(
            clusters.reduce(0) { $0 + $1.byteCount } == bytes.count
                && clusters.reduce(0) { $0 + $1.glyphCount } == glyphs.count,
            "clusters must cover all of the text and all of the glyphs")
        guard !glyphs.isEmpty else { return }
        set(.color(color))
        cairo.setFontFace(context, font.face)
        cairo.setFontOptions(context, font.options)
        cairo.setFontSize(context, size)
        let placed = glyphs.map { cairo_glyph_t(index: UInt($0.index), x: $0.x, y: $0.y) }
        let parts = clusters.map {
            cairo_text_cluster_t(
                num_bytes: Int32($0.byteCount), num_glyphs: Int32($0.glyphCount))
        }
        bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                cairo.showTextGlyphs(
                    context, text.baseAddress, Int32(text.count), placed, Int32(placed.count),
                    parts, Int32(parts.count),
                    isRightToLeft
                        ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(rawValue: 0)
                )
            }
        }
    }
}

/// A glyph at its position.
package struct PDFGlyph: Hashable, Sendable {
    /// The glyph's number in its font.
    package var index: UInt32
    /// The glyph's origin, in points.
    package var x: Double
    /// The glyph's origin on the baseline, in points.
    package var y: Double

    /// A glyph from its parts.
    package init(index: UInt32, x: Double, y: Double) {
        self.index = index
        self.x = x
        self.y = y
    }
}

/// Bytes of a text and the number of their glyphs.
package struct PDFCluster: Hashable, Sendable {
    /// The number of bytes of UTF-8.
    package var byteCount: Int
    /// The number of glyphs.
    package var glyphCount: Int

    /// A cluster from its counts.
    package init(byteCount: Int, glyphCount: Int) {
        self.byteCount = byteCount
        self.glyphCount = glyphCount
    }
}
