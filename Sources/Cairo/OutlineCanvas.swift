import CCairo
import Geometry

/// Pixels that are painted with outlines, with smooth edges, on any thread.
package final class OutlineCanvas {
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int
    private let cairo: CairoLibrary
    private let surface: OpaquePointer
    private let context: OpaquePointer

    /// A canvas in one opaque colour; nil if the machine has no cairo, or not enough memory.
    package init?(width: Int, height: Int, ground: Color) {
        guard let cairo = CairoLibrary.shared, width > 0, height > 0,
            let surface = cairo.imageSurfaceCreate(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
        else { return nil }
        guard cairo.surfaceStatus(surface) == CAIRO_STATUS_SUCCESS,
            let context = cairo.create(surface)
        else {
            cairo.surfaceDestroy(surface)
            return nil
        }
        (self.width, self.height) = (width, height)
        (self.cairo, self.surface, self.context) = (cairo, surface, context)
        set(ground)
        cairo.paint(context)
        cairo.setLineJoin(context, CAIRO_LINE_JOIN_ROUND)
    }

    deinit {
        cairo.destroy(context)
        cairo.surfaceDestroy(surface)
    }

    private func set(_ color: Color) {
        cairo.setSourceRGBA(
            context, Double(color.red), Double(color.green), Double(color.blue),
            Double(color.alpha))
    }

    // MARK: Outline

    /// Begins a part of the outline at a pixel.
    package func move(x: Double, y: Double) { cairo.moveTo(context, x, y) }
    /// Goes on along a straight line.
    package func line(x: Double, y: Double) { cairo.lineTo(context, x, y) }
    /// Ends a part where it began.
    package func close() { cairo.closePath(context) }

    // MARK: Painting

    /// Fills the outline, whose parts are holes in one another, and forgets it.
    package func fill(_ color: Color) {
        set(color)
        cairo.setFillRule(context, CAIRO_FILL_RULE_EVEN_ODD)
        cairo.fill(context)
    }

    /// Draws a line along the outline, and forgets it unless it is kept for another line.
    ///
    /// - Parameters:
    ///   - width: pixels.
    ///   - dash: lengths of dashes and gaps, in pixels; none for a whole line.
    ///   - isRound: whether its ends are round; they end with the outline otherwise.
    package func stroke(
        _ color: Color, width: Double, dash: [Double] = [], isRound: Bool = true
    ) {
        set(color)
        cairo.setLineWidth(context, width)
        cairo.setLineCap(context, isRound ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
        cairo.setDash(context, dash, Int32(dash.count), 0)
        cairo.stroke(context)
    }

    /// The pixels: red, green, blue and 255, without gaps between rows, the top row first.
    package func finish() -> [UInt8] {
        guard let data = cairo.imageSurfaceGetData(surface) else { return [] }
        let stride = Int(cairo.imageSurfaceGetStride(surface))
        let (width, height) = (width, height)
        return [UInt8](unsafeUninitializedCapacity: width * height * 4) { bytes, count in
            var to = 0
            for row in 0..<height {
                var from = row * stride
                for _ in 0..<width {
                    // A word with blue in its lowest byte.
                    bytes[to] = data[from + 2]
                    bytes[to + 1] = data[from + 1]
                    bytes[to + 2] = data[from]
                    bytes[to + 3] = 255
                    from += 4
                    to += 4
                }
            }
            count = to
        }
    }
}
