import Geometry

extension InkRaster {
    /// Paints the marks of one kind of brush, one over the other.
    ///
    /// - Parameters:
    ///   - view: a view whose device pixels are those of the raster.
    ///   - ground: the ground that their colours are for.
    public mutating func paint(
        _ marks: some Sequence<InkMark>, of kind: InkBrush.Kind, in view: InkView, on ground: Color
    ) {
        let all = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        // Opaque strokes of one colour that follow one another look like one.
        var open: Color?
        for mark in marks {
            let presence = mark.presence(in: view)
            guard presence > 0 else { continue }
            if kind == .marker, let tinted = mark.tintedPixels(in: view) {
                if let open { paint(open) }
                open = nil
                cover(tinted)
                paint(mark.tintPaint(on: ground, presence: presence))
            }
            guard mark.brush.kind == kind else { continue }
            let color = mark.paint(on: ground, presence: presence)
            if let last = open, last != color {
                paint(last)
                open = nil
            }
            for run in mark.pieces(in: view, within: all) {
                cover(run)
                if color.alpha >= 1 { open = color } else { paint(color) }
            }
        }
        if let open { paint(open) }
    }
}
