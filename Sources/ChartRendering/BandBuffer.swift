import ChartCore
import GPU
import Geometry

/// Samples with a low and a high value for areas: in memory, with a copy on the GPU.
///
/// For scales that are not linear times and values are places on them (see `ScaleTransform`).
@MainActor
public final class BandBuffer {
    /// How many samples are in it, gaps not counted.
    public private(set) var count = 0
    let store = VertexStore<BandVertex>()
    private(set) var originX = 0.0
    private(set) var originY = 0.0

    /// An empty buffer.
    public init() {}

    /// Replaces all samples; times ascend.
    ///
    /// Values that are not finite make a gap.
    public func replace(times: [Double], low: [Double], high: [Double]) {
        precondition(
            times.count == low.count && times.count == high.count,
            "\(times.count) times for \(low.count) low and \(high.count) high values")
        originX = times.first { $0.isFinite } ?? 0
        originY = high.first { $0.isFinite } ?? 0
        count = 0
        var list: [BandVertex] = []
        list.reserveCapacity(times.count)
        for index in times.indices where times[index].isFinite {
            guard low[index].isFinite && high[index].isFinite else {
                if list.last?.xLow != BandVertex.end {
                    let place = list.last?.xHigh ?? 0
                    list.append(BandVertex(xHigh: place, xLow: BandVertex.end, low: 0, high: 0))
                }
                continue
            }
            let (xHigh, xLow) = split(times[index] - originX)
            list.append(
                BandVertex(
                    xHigh: xHigh, xLow: xLow, low: Float(low[index] - originY),
                    high: Float(high[index] - originY)))
            count += 1
        }
        store.replace(list)
    }

    /// The pieces that share some of a range of x, by their starts.
    func visible(_ range: ClosedRange<Double>) -> Range<Int> {
        // Rounding keeps the order, so that no piece is lost by looking at the high parts alone.
        let left = Float(range.lowerBound - originX)
        let right = Float(range.upperBound - originX)
        let first = (0..<store.count).partitioningIndex { store.elements[$0].xHigh >= left }
        let end = (first..<store.count).partitioningIndex { store.elements[$0].xHigh > right }
        let start = max(first - 1, 0)
        return start..<max(start, min(end, store.count - 1))
    }

    /// Replaces all samples by those of a line; the low side is the style's base.
    public func replace(times: [Double], values: [Double]) {
        replace(times: times, low: values, high: values)
    }
}

/// A sample: see `Area/area.vert`; the end of a run has the place of the sample before.
struct BandVertex: BitwiseCopyable {
    var xHigh: Float
    var xLow: Float
    var low: Float
    var high: Float

    /// An `xLow` that ends a run.
    static let end: Float = 1e30
}

/// How an area is filled.
public struct AreaStyle: Hashable, Sendable {
    /// The colours at the upper and lower end of the gradient.
    public var upper: Color
    /// The colour at the lower end.
    public var lower: Color
    /// The values at which the gradient begins and ends; nil is the plot's height.
    public var gradient: ClosedRange<Double>?
    /// A value that the area goes down (or up) to; nil for the buffer's own low values.
    public var base: Double?

    /// A style from its parts.
    public init(
        upper: Color, lower: Color, gradient: ClosedRange<Double>? = nil, base: Double? = nil
    ) {
        self.upper = upper
        self.lower = lower
        self.gradient = gradient
        self.base = base
    }
}

extension Renderer {
    /// Draws the area between the low and high values, or from the values to a base.
    ///
    /// Costs one draw call. Neighbouring pieces meet without a seam, so a see-through area is even.
    public func drawArea(
        _ buffer: BandBuffer, _ style: AreaStyle, in projection: PlotProjection, alpha: Double = 1
    ) throws(GPUError) {
        guard alpha > 0, let shown = projection.visibleX(in: clip.rect, reach: 1) else { return }
        let visible = buffer.visible(shown)
        guard !visible.isEmpty,
            let copy = try buffer.store.resident(on: device), let pipeline = try prepare(.area)
        else { return }
        let stride = VertexStore<BandVertex>.stride
        let box = try copy.vertexArray(
            .area,
            [
                VertexAttribute(0, .float(4), offset: 0),
                VertexAttribute(1, .float(4), offset: stride),
            ], first: visible.lowerBound)
        pipeline.program.set(
            pipeline.projectionX, vector: projection.uniformX(origin: buffer.originX))
        pipeline.program.set(
            pipeline.projectionY, vector: projection.uniformY(origin: buffer.originY))
        pipeline.program.set(pipeline.plot, vector: projection.edges)
        let base = style.base.map { projection.boundY($0).rounded() }
        pipeline.program.set(pipeline.uniform("uBase"), base == nil ? 0 : 1, Float(base ?? 0))
        let top = style.gradient.map { projection.boundY($0.upperBound) } ?? projection.plot.minY
        let bottom = style.gradient.map { projection.boundY($0.lowerBound) } ?? projection.plot.maxY
        pipeline.program.set(pipeline.uniform("uGradient"), Float(top), Float(bottom))
        pipeline.program.set(
            pipeline.uniform("uUpper"), vector: style.upper.opacity(Float(alpha)).premultiplied)
        pipeline.program.set(
            pipeline.uniform("uLower"), vector: style.lower.opacity(Float(alpha)).premultiplied)
        try device.draw(
            .triangleStrip, vertices: 4, instances: visible.count,
            program: pipeline.program,
            vertexArray: box.array)
    }
}
