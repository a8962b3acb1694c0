import GPU
import Geometry
import Painting

/// How bars are drawn.
public struct BarStyle: Hashable, Sendable {
    /// How wide a bar is.
    public enum Width: Hashable, Sendable {
        /// A fraction of the slot.
        case fraction(Double)
        /// The same everywhere, in points.
        case points(Double)
    }

    /// Rounded to whole device pixels, and at least one.
    ///
    /// Bars narrower than their slots keep a device pixel between them, also where rounding would take
    /// it. Where slots are narrower than two device pixels, or than three where bars are more than half
    /// of them, bars fill them, as bars of the whole slot do.
    public var width: Width
    /// One or more; a bar's number chooses, and one beyond the last has the last.
    public var colors: [Color]
    /// In points, seen with the bar pointing up: a bar below its base has its rounded end below.
    ///
    /// Never more than half of the bar.
    public var corners: Corners
    /// The number of the bar that stands out.
    public var selected: Int?
    /// The alpha of the others while one is selected.
    public var othersOpacity: Double
    /// Whether bars go sideways: slots along y, values along x.
    public var isHorizontal: Bool
    /// Whether bars are ranges with two free ends: one of no length is then drawn as long as wide.
    public var isRange: Bool

    /// A style from its parts; at least one colour.
    public init(
        width: Width, colors: [Color], corners: Corners = 0, selected: Int? = nil,
        othersOpacity: Double = 0.82, isHorizontal: Bool = false, isRange: Bool = false
    ) {
        precondition(!colors.isEmpty, "bars have at least one colour")
        self.width = width
        self.colors = colors
        self.corners = corners
        self.selected = selected
        self.othersOpacity = othersOpacity
        self.isHorizontal = isHorizontal
        self.isRange = isRange
    }

    /// Ranges with round ends, `width` points wide.
    public static func range(width: Double, color: Color) -> BarStyle {
        BarStyle(
            width: .points(width), colors: [color], corners: Corners(width / 2), isRange: true)
    }
}

extension Renderer {
    /// Draws bars in one draw call; a selection or a fade sends nothing.
    ///
    /// Edges across the bar and its base lie on device pixels, the value does not: its pixel is
    /// covered as far as the bar reaches into it. A bar that is not of length 0 shows at least one
    /// device pixel.
    public func drawBars(
        _ buffer: BarBuffer, _ style: BarStyle, in projection: PlotProjection, alpha: Double = 1
    ) throws(GPUError) {
        let lying = style.isHorizontal
        let scaleAlong = abs(lying ? projection.scaleY : projection.scaleX)
        guard scaleAlong > 0, alpha > 0 else { return }
        var fixed = 0.0
        var fraction = 0.0
        switch style.width {
        case .fraction(let part): fraction = part
        case .points(let points): fixed = max(points * scale, 1)
        }
        let reach = fixed + 2
        guard
            let shown = lying
                ? projection.visibleY(in: clip.rect, reach: reach)
                : projection.visibleX(in: clip.rect, reach: reach)
        else { return }
        let visible = buffer.visible(shown)
        guard !visible.isEmpty, let copy = try buffer.store.resident(on: device),
            let pipeline = try prepare(.bar, style.colors.count > Self.fewColors ? .palette : [])
        else { return }
        let box = try copy.vertexArray(.bar, BarVertex.attributes, first: visible.lowerBound)
        let originX = lying ? buffer.originValue : buffer.originSlot
        let originY = lying ? buffer.originSlot : buffer.originValue
        pipeline.program.set(pipeline.projectionX, vector: projection.uniformX(origin: originX))
        pipeline.program.set(pipeline.projectionY, vector: projection.uniformY(origin: originY))
        pipeline.program.set(pipeline.plot, vector: projection.edges)
        pipeline.program.set(
            pipeline.uniform("uBar"), Float(fraction), Float(fixed), lying ? 1 : 0,
            style.isRange ? 1 : 0)
        let c = style.corners
        pipeline.program.set(
            pipeline.uniform("uRadii"), Float(c.leftTop * scale), Float(c.rightTop * scale),
            Float(c.leftBottom * scale), Float(c.rightBottom * scale))
        let selected = style.selected.map { Float($0 - visible.lowerBound) } ?? 0
        pipeline.program.set(
            pipeline.uniform("uSelection"), style.selected == nil ? 1 : Float(style.othersOpacity),
            selected)
        try setPalette(pipeline, buffer, style.colors, alpha)
        try device.draw(
            .triangleStrip, vertices: 4, instances: visible.count, program: pipeline.program,
            vertexArray: box.array)
    }

    /// So many colours are uniforms; more are the texels of a small texture.
    private static let fewColors = 8

    private func setPalette(
        _ pipeline: Pipeline, _ buffer: BarBuffer, _ colors: [Color], _ alpha: Double
    ) throws(GPUError) {
        guard colors.count > Self.fewColors else {
            var palette: [Float] = []
            for index in 0..<Self.fewColors {
                let color = colors[min(index, colors.count - 1)]
                palette += color.opacity(Float(alpha)).premultiplied
            }
            return pipeline.program.set(pipeline.uniform("uPalette"), vec4s: palette)
        }
        let palette = try PaletteTexture.updated(buffer.palette, colors, on: device)
        buffer.palette = palette
        device.use(palette.texture)
        pipeline.program.set(pipeline.uniform("uPalette"), integer: 0)
        pipeline.program.set(pipeline.uniform("uColors"), Float(colors.count), Float(alpha))
    }
}
