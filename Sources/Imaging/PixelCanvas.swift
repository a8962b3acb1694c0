// A canvas of whole pixels.
//
// A line is the union of the discs around its pixels. Along a line the columns that the discs cover
// in one row are one interval, because the middle moves by at most one pixel at a time. So the
// intervals are collected first, and each pixel is painted once: a translucent line is even, and the
// cost is the length times the size of the brush, where painting each disc would cost the length
// times its area.
// Rejected: painting only the front of each disc. The front depends on the last two steps, not on
// one: where a line steps sideways and then diagonally, pixels would be painted twice.

import Geometry

/// A canvas that is painted pixel by pixel, as in a classic paint program: without smooth edges,
/// and exactly the same on every machine.
///
/// Marks on charts are strokes in the space of the data. This is for programs that want pixels,
/// and for tests: what it paints is known to the pixel.
public struct PixelCanvas: Hashable, Sendable {
    /// What has been painted, with straight alpha.
    public private(set) var bitmap: Bitmap
    /// The colour that it begins with.
    public let ground: Bitmap.Pixel

    /// The rows of a canvas that fits a view.
    public static let fittedHeight = 512

    /// A canvas of pixels in one colour, white unless another is given.
    public init(
        width: Int, height: Int,
        ground: Bitmap.Pixel = PixelBrush.color(red: true, green: true, blue: true)
    ) {
        self.ground = ground
        bitmap = Bitmap(width: width, height: height, filledWith: ground)
    }

    /// Columns and rows.
    public var width: Int { bitmap.width }
    /// Rows.
    public var height: Int { bitmap.height }

    /// The number of columns of a canvas with `fittedHeight` rows whose pixels are square when it
    /// is stretched over a view.
    ///
    /// - Parameter view: the size of the view in any unit; it must not be empty.
    /// - Parameter multiple: the number of columns is rounded down to a multiple of this. The paint
    ///   program that this canvas descends from needs 16.
    public static func fittedWidth(for view: Size, multipleOf multiple: Int = 1) -> Int {
        precondition(!view.isEmpty && multiple > 0, "an empty view has no shape")
        let width = (view.width / view.height * Double(fittedHeight)).rounded(.up)
        precondition(width.isFinite && width <= 1e6, "a view of \(view) is too wide")
        return max(Int(width) / multiple * multiple, multiple)
    }

    /// The pixel at a place of a view over which the canvas is stretched; nil outside of the view.
    ///
    /// All pixels are of the same size, so each column and each row can be reached.
    public func place(of point: Point, in view: Size) -> PixelPlace? {
        guard point.x >= 0, point.y >= 0, point.x < view.width, point.y < view.height else {
            return nil
        }
        return PixelPlace(
            x: min(Int(point.x / view.width * Double(width)), width - 1),
            y: min(Int(point.y / view.height * Double(height)), height - 1))
    }

    /// Fills all of it with the colour that it began with.
    public mutating func clear() {
        bitmap = Bitmap(width: width, height: height, filledWith: ground)
    }

    /// Paints the brush once.
    public mutating func dot(at place: PixelPlace, _ brush: PixelBrush) {
        line(from: place, to: place, brush)
    }

    /// Paints a line with both of its ends; what is outside of the canvas is left out.
    ///
    /// Cost: the length within the canvas times the size of the brush, and the pixels painted.
    public mutating func line(from start: PixelPlace, to end: PixelPlace, _ brush: PixelBrush) {
        let disc = brush.disc
        let radius = disc.radius
        let line = PixelLine(from: start, to: end)
        let side = line.isFlat ? width : height
        // The first and the last column of each row; the first is greater where there is none.
        var spans = Array(repeating: (first: width, last: -1), count: height)
        for index in line.indices(within: -radius...(side - 1 + radius)) {
            let middle = line[index]
            let rows = max(middle.y - radius, 0)...max(min(middle.y + radius, height - 1), 0)
            for row in rows where abs(row - middle.y) <= radius {
                let columns = disc.columns(inRow: row - middle.y)
                spans[row].first = min(spans[row].first, middle.x + columns.lowerBound)
                spans[row].last = max(spans[row].last, middle.x + columns.upperBound)
            }
        }
        for (row, span) in spans.enumerated() {
            let (first, last) = (max(span.first, 0), min(span.last, width - 1))
            if first <= last { bitmap.paint(brush.color, columns: first...last, row: row) }
        }
    }
}
