// The grid of device pixels under a range that pans.
//
// A range is drawn with its left edge on `origin + k · unit`, where `unit` is the length of one
// device pixel and `origin` the left edge of the range that the grid was laid for. So every pan is
// a whole number of device pixels, and what was drawn before can be reused at its new position. The
// distance from the exact range is at most half a device pixel. Method: k is computed from the
// exact range alone, so errors do not add up over many pans. Limits: the length of a range that
// pans varies in its last digits. A difference of up to four units in the last place of the ends
// counts as no zoom, but never more than a quarter of a pixel. If a pixel is not much longer than
// the precision of the ends, the grid is laid again in every frame and ranges are drawn exactly.

import ChartCore

/// The device pixels that a range is drawn on while it only pans.
public struct PixelGrid: Hashable, Sendable {
    /// The range that the grid was laid for; drawn exactly.
    private var anchor = Extent.nothing
    /// The number of device pixels in the range.
    private var pixels = 0
    /// The length of one device pixel, in units of the range; 0 before the first range.
    public private(set) var unit = 0.0
    /// Changes whenever the grid is laid again.
    public private(set) var revision = Revision.none

    /// The position of a range (of places of a scale) on a grid.
    public struct Place: Hashable, Sendable {
        /// The range that is drawn.
        public var range: Extent
        /// The column of the grid at its left edge.
        public var first: Int
        /// Left edge and width of the columns.
        public var columns: ColumnGrid
    }

    /// A grid that was not laid for a range yet.
    public init() {}

    /// Columns further away than this start a new grid, so that column numbers stay exact.
    private static let farthest = 1e12

    /// Takes a range that is drawn on a number of device pixels: if it only panned since the last
    /// one, the grid stays; otherwise it is laid again for the range.
    public mutating func update(_ range: Extent, pixels: Int) {
        guard range.isProper, pixels > 0, !holds(range, pixels) else { return }
        anchor = range
        self.pixels = pixels
        unit = range.length / Double(pixels)
        revision = .next()
    }

    /// The position at which a range is drawn on a number of device pixels: on the grid if it only
    /// panned, else exact.
    public func place(of range: Extent, pixels: Int) -> Place {
        guard holds(range, pixels) else {
            return Place(
                range: range, first: 0,
                columns: PixelGrid.columns(range, pixels))
        }
        let columns = ColumnGrid(origin: anchor.min, width: unit)
        let first = ((range.min - anchor.min) / unit).rounded()
        if first == 0 { return Place(range: anchor, first: 0, columns: columns) }
        return Place(
            range: Extent(
                min: anchor.min.addingProduct(first, unit),
                max: anchor.min.addingProduct(first + Double(pixels), unit)),
            first: Int(first), columns: columns)
    }

    /// The columns of a range without a grid; for a range without length, columns of one unit, of
    /// which nothing is drawn.
    private static func columns(_ range: Extent, _ pixels: Int) -> ColumnGrid {
        let width = range.length / Double(Swift.max(pixels, 1))
        guard range.isProper, width > 0, width.isFinite else {
            return ColumnGrid(origin: 0, width: 1)
        }
        return ColumnGrid(origin: range.min, width: width)
    }

    /// Whether a range is the anchor, panned but not zoomed.
    private func holds(_ range: Extent, _ pixels: Int) -> Bool {
        guard pixels == self.pixels, unit > 0, range.isProper else { return false }
        let most = Swift.max(
            Swift.max(abs(range.min), abs(range.max)), Swift.max(abs(anchor.min), abs(anchor.max)))
        let slack = Swift.min(4 * most.ulp, unit / 4)
        return abs(range.length - anchor.length) <= slack
            && abs(range.min - anchor.min) <= PixelGrid.farthest * unit
    }
}
