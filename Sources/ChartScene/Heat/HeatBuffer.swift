import ChartCore
import Geometry

/// Cells of a grid, prepared for drawing.
///
/// The position and the colour of each cell are sent when they change: pans and zooms send nothing.
@MainActor
public final class HeatBuffer: SceneContent {
    /// The number of cells, without those that have no colour.
    public var count: Int { store.count }
    package let store = ElementStore<HeatVertex>()
    package private(set) var originX = 0.0
    package private(set) var originY = 0.0
    private var columns: [Extent] = []
    /// The first cell of each column, and the number of cells.
    private var starts = [0]

    /// Increases with every change.
    public var revision: Int { store.revision }

    /// An empty buffer.
    public init() {}

    /// Replaces all cells.
    ///
    /// - Parameters:
    ///   - columns: the slots along x, in order.
    ///   - rows: the slots along y.
    ///   - color: the colour of a cell by the number of its column and of its row.
    public func replace(
        columns: [Extent], rows: [Extent], color: (_ column: Int, _ row: Int) -> Color
    ) {
        originX = columns.first?.min ?? 0
        originY = rows.first?.min ?? 0
        self.columns = columns
        var cells: [HeatVertex] = []
        cells.reserveCapacity(columns.count * rows.count)
        starts = [0]
        for (column, x) in columns.enumerated() {
            let (start, end) = (split(x.min - originX), split(x.max - originX))
            for (row, y) in rows.enumerated() {
                let color = color(column, row)
                guard color.alpha > 0 else { continue }
                cells.append(
                    HeatVertex(
                        startHigh: start.high, startLow: start.low, endHigh: end.high,
                        endLow: end.low, bottom: Float(y.min - originY),
                        top: Float(y.max - originY), color: PackedColor(color)))
            }
            starts.append(cells.count)
        }
        store.replace(cells)
    }

    /// The cells of the columns that overlap a range.
    package func visible(_ range: ClosedRange<Double>) -> Range<Int> {
        let first = columns.indices.partitioningIndex { columns[$0].max >= range.lowerBound }
        let end = columns.indices.partitioningIndex { columns[$0].min > range.upperBound }
        return starts[first]..<starts[max(first, end)]
    }
}

/// A cell: see `Heat/heat.vert`.
package struct HeatVertex: BitwiseCopyable {
    package var startHigh: Float
    package var startLow: Float
    package var endHigh: Float
    package var endLow: Float
    package var bottom: Float
    package var top: Float
    package var color: PackedColor
}

/// The style of cells.
public struct HeatStyle: Hashable, Sendable {
    /// The gap between neighbours along x, in device pixels.
    public var gapX: Int
    /// The gap between neighbours along y, in device pixels.
    public var gapY: Int
    /// The radius of their corners, in points.
    public var corner: Double

    /// A style from its parts.
    public init(gapX: Int = 0, gapY: Int = 0, corner: Double = 0) {
        self.gapX = gapX
        self.gapY = gapY
        self.corner = corner
    }

    /// The position of an edge between two cells: at the device pixel nearest to its place; the
    /// later one of two equally near.
    ///
    /// The shader does the same.
    public static func edge(_ place: Double) -> Double { toEdge(place) }
}
