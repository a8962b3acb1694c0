import GPU
import Geometry

/// The ground of a plot: a colour or gradient, with rounded corners that cut off what is inside.
@MainActor
public final class PlotArea {
    /// What it is filled with; nil for nothing.
    public var paint: Paint?
    /// In points.
    public var radius: Double
    /// A line along the inside of the edge, below what is inside.
    public var border: Border?

    private var list: DisplayList?
    private var key: Key?

    private struct Key: Hashable {
        var rect: Rect
        var scale: Double
        var paint: Paint?
        var radius: Double
        var border: Border?
    }

    /// A ground of a paint, radius and border.
    public init(paint: Paint? = nil, radius: Double = 0, border: Border? = nil) {
        self.paint = paint
        self.radius = radius
        self.border = border
    }

    /// Draws the ground in `rect` (points, moved to device pixels) and then `body`, cut to it.
    ///
    /// The ground is recorded when something about it changed; else it costs draw calls only.
    public func draw(
        _ rect: Rect, with renderer: Renderer, _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        let now = Key(
            rect: rect, scale: renderer.scale, paint: paint, radius: radius, border: border)
        if now != key {
            key = now
            let canvas = Canvas(scale: renderer.scale, atlas: renderer.atlas)
            if paint != nil || border != nil {
                canvas.fill(
                    rect, paint ?? .color(.clear), corners: Corners(radius), border: border)
            }
            list = canvas.finish()
        }
        if let list { try renderer.draw(list) }
        try renderer.clipped(to: rect, radius: radius, body)
    }
}
