import ChartCore
import GPU
import Geometry

/// Cells of a grid in memory, with a copy on the GPU.
///
/// Where each of them is and which colour it has is sent when they change: pans and zooms send nothing.
@MainActor
public final class HeatBuffer {
    /// How many cells are in it, those without a colour left out.
    public var count: Int { store.count }
    let store = VertexStore<HeatVertex>()
    private(set) var originX = 0.0
    private(set) var originY = 0.0
    private var columns: [Extent] = []
    /// The first cell of each column, and the number of cells.
    private var starts = [0]

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

    /// The cells of the columns that share some of a range.
    func visible(_ range: ClosedRange<Double>) -> Range<Int> {
        let first = columns.indices.partitioningIndex { columns[$0].max >= range.lowerBound }
        let end = columns.indices.partitioningIndex { columns[$0].min > range.upperBound }
        return starts[first]..<starts[max(first, end)]
    }
}

/// A cell: see `Heat/heat.vert`.
struct HeatVertex: BitwiseCopyable {
    var startHigh: Float
    var startLow: Float
    var endHigh: Float
    var endLow: Float
    var bottom: Float
    var top: Float
    var color: PackedColor

    static let attributes: [VertexAttribute] = [
        .init(0, .float(4), offset: 0), .init(1, .float(2), offset: 16),
        .init(2, .color, offset: 24),
    ]
}

/// How cells are drawn.
public struct HeatStyle: Hashable, Sendable {
    /// The room between neighbours along x and y, in device pixels.
    public var gapX: Int
    /// The room between neighbours along y.
    public var gapY: Int
    /// The radius of their corners, in points.
    public var corner: Double

    /// A style from its parts.
    public init(gapX: Int = 0, gapY: Int = 0, corner: Double = 0) {
        self.gapX = gapX
        self.gapY = gapY
        self.corner = corner
    }

    /// Where an edge between two cells is drawn: at the device pixel nearest to its place, of two as
    /// near the later one.
    ///
    /// What the shader does too.
    public static func edge(_ place: Double) -> Double { (place + 0.501953125).rounded(.down) }
}

extension Renderer {
    /// Draws cells in one draw call, every edge on a device pixel; those of columns that are not seen
    /// are left out.
    public func drawHeat(
        _ buffer: HeatBuffer, _ style: HeatStyle, in projection: PlotProjection, alpha: Double = 1
    ) throws(GPUError) {
        guard alpha > 0, let shown = projection.visibleX(in: clip.rect, reach: 1) else { return }
        let visible = buffer.visible(shown)
        guard !visible.isEmpty, let copy = try buffer.store.resident(on: device),
            let pipeline = try prepare(.heat)
        else { return }
        let box = try copy.vertexArray(.heat, HeatVertex.attributes, first: visible.lowerBound)
        pipeline.program.set(
            pipeline.projectionX, vector: projection.uniformX(origin: buffer.originX))
        pipeline.program.set(
            pipeline.projectionY, vector: projection.uniformY(origin: buffer.originY))
        pipeline.program.set(pipeline.plot, vector: projection.edges)
        pipeline.program.set(
            pipeline.uniform("uCell"), Float(style.gapX), Float(style.gapY),
            Float(style.corner * scale), Float(alpha))
        try device.draw(
            .triangleStrip, vertices: 4, instances: visible.count, program: pipeline.program,
            vertexArray: box.array)
    }
}
