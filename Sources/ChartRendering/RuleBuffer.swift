import GPU
import Geometry

/// Values at which grid lines or ticks stand: in memory, with a copy on the GPU; places on scales that
/// are not linear.
@MainActor
public final class RuleBuffer {
    /// The values.
    public private(set) var values: [Double] = []
    /// How much of each line can be seen, from 0 to 1.
    public private(set) var opacities: [Double] = []
    /// Whether all lines can be seen in full.
    private(set) var isOpaque = true
    let store = VertexStore<RuleVertex>()
    private(set) var origin = 0.0

    /// A buffer of values, none by default.
    public init(_ values: [Double] = []) { if !values.isEmpty { replace(values) } }

    /// Replaces the values; those that are not finite are left out.
    ///
    /// The same values again cost nothing, and other opacities only what they change.
    ///
    /// - Parameter opacities: as many as values; nil where all lines can be seen.
    public func replace(_ new: [Double], opacities: [Double]? = nil) {
        let opacities = opacities ?? [Double](repeating: 1, count: new.count)
        precondition(opacities.count == new.count, "every line has an opacity")
        let finite = new.filter(\.isFinite)
        let shown = zip(new, opacities).filter { $0.0.isFinite }.map(\.1)
        if finite == values {
            for (index, opacity) in shown.enumerated() where opacity != self.opacities[index] {
                store.change(index..<index + 1) { $0.opacity = Float(opacity) }
            }
            self.opacities = shown
            isOpaque = shown.allSatisfy { $0 >= 1 }
            return
        }
        values = finite
        self.opacities = shown
        isOpaque = shown.allSatisfy { $0 >= 1 }
        origin = finite.first ?? 0
        store.replace(
            zip(finite, shown).map { value, opacity in
                let (high, low) = split(value - origin)
                return RuleVertex(high: high, low: low, opacity: Float(opacity))
            })
    }
}

/// A value: see `Rule/rule.vert`.
struct RuleVertex: BitwiseCopyable {
    var high: Float
    var low: Float
    var opacity: Float

    static let attributes: [VertexAttribute] = [
        .init(0, .float(2), offset: 0), .init(1, .float(1), offset: 8),
    ]
}

extension Renderer {
    /// Draws a line of whole device pixels at every value of `rules` on `axis`: vertical lines for
    /// `.x`, horizontal ones for `.y`.
    ///
    /// - Parameters:
    ///   - span: From where to where each line goes, in device pixels; nil is across the plot. A
    ///     short span beside the plot makes ticks.
    ///   - pixels: The thickness in device pixels: 1 for a hairline at every scale.
    public func drawRules(
        _ rules: RuleBuffer, axis: PlotAxis, color: Color, span: ClosedRange<Double>? = nil,
        pixels: Int = 1, in projection: PlotProjection, alpha: Double = 1
    ) throws(GPUError) {
        let painted = color.opacity(Float(alpha))
        guard painted.alpha > 0 else { return }
        let plot = projection.plot
        let isUpright = axis == .x
        let along = span ?? (isUpright ? plot.minY...plot.maxY : plot.minX...plot.maxX)
        // A value at the very end of the range is in, whatever float makes of it.
        let low = (isUpright ? plot.minX : plot.minY) - 0.01
        let high = (isUpright ? plot.maxX : plot.maxY) + 0.01
        let from =
            isUpright
            ? projection.uniformX(origin: rules.origin) : projection.uniformY(origin: rules.origin)
        try drawRules(
            rules, from, isUpright ? 0 : 1,
            Float(along.lowerBound.rounded())...Float(along.upperBound.rounded()), max(pixels, 1),
            Float(low)...Float(high), painted.premultiplied,
            painted.alpha >= 1 && rules.isOpaque ? opaqueBlend(clip.rect) : .over, clip.rect)
    }

    /// Draws rules by what the shader takes: see `Rule/rule.vert`.
    func drawRules(
        _ rules: RuleBuffer, _ axis: [Float], _ lying: Float, _ span: ClosedRange<Float>,
        _ width: Int, _ limits: ClosedRange<Float>?, _ color: [Float], _ blend: Blend,
        _ part: PixelRect
    ) throws(GPUError) {
        guard let copy = try rules.store.resident(on: device),
            let pipeline = try prepare(.rule, blend: blend, within: part)
        else { return }
        let box = try copy.vertexArray(.rule, RuleVertex.attributes)
        pipeline.program.set(pipeline.uniform("uAxis"), vector: axis)
        pipeline.program.set(
            pipeline.uniform("uSpan"), span.lowerBound, span.upperBound, Float(width), lying)
        pipeline.program.set(
            pipeline.uniform("uLimits"), limits?.lowerBound ?? -1e9, limits?.upperBound ?? 1e9)
        pipeline.program.set(pipeline.color, vector: color)
        try device.draw(
            .triangleStrip, vertices: 4, instances: rules.store.count, program: pipeline.program,
            vertexArray: box.array)
    }

    /// Draws an axis line: a straight line of whole device pixels between two places (device
    /// pixels) on a horizontal or vertical.
    public func drawAxisLine(
        _ axis: PlotAxis, at place: Double, span: ClosedRange<Double>, color: Color, pixels: Int = 1
    ) throws(GPUError) {
        let first = Int((place - Double(pixels) / 2 + 0.5).rounded(.down))
        let start = Int(span.lowerBound.rounded())
        let length = Int(span.upperBound.rounded()) - start
        let rect =
            axis == .x
            ? PixelRect(x: start, y: first, width: length, height: pixels)
            : PixelRect(x: first, y: start, width: pixels, height: length)
        try fill(pixels: rect, color)
    }
}
