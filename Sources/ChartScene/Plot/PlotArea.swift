import Geometry
import Painting

/// The style of the ground of a plot: a card, whose corners may be round.
public struct PlotAreaStyle: Hashable, Sendable {
    /// The fill; nil for none.
    public var paint: Paint?
    /// In points.
    public var radius: Double
    /// A line along the inside of the edge, below the content.
    public var border: Border?

    /// A ground of a paint, radius and border.
    public init(paint: Paint? = nil, radius: Double = 0, border: Border? = nil) {
        self.paint = paint
        self.radius = radius
        self.border = border
    }

    /// The colour of the whole ground, except the corners; nil if it has more than one or is
    /// translucent.
    public var plainColor: Color? {
        guard border == nil, case .color(let color)? = paint, color.alpha >= 1 else { return nil }
        return color
    }
}

/// The ground of a plot: a colour or gradient, with rounded corners that clip the content.
@MainActor
public final class PlotArea {
    /// The style.
    public var style: PlotAreaStyle

    private var picture: Picture?
    private var key: Key?

    private struct Key: Hashable {
        var rect: Rect
        var scale: Double
        var style: PlotAreaStyle
    }

    /// A ground of a style.
    public init(_ style: PlotAreaStyle) { self.style = style }

    /// A ground of a paint, radius and border.
    public convenience init(paint: Paint? = nil, radius: Double = 0, border: Border? = nil) {
        self.init(PlotAreaStyle(paint: paint, radius: radius, border: border))
    }

    /// Adds the ground in `rect` (points, moved to device pixels) and then the content from `body`,
    /// clipped to it.
    ///
    /// The ground is recorded again if something about it changed.
    public func encode(_ rect: Rect, into scene: SceneBuilder, _ body: () -> Void) {
        let now = Key(rect: rect, scale: scene.scale, style: style)
        if now != key {
            key = now
            let canvas = Canvas(scale: scene.scale)
            if style.paint != nil || style.border != nil {
                canvas.fill(
                    rect, style.paint ?? .color(.clear), corners: Corners(style.radius),
                    border: style.border)
            }
            picture = canvas.finish()
        }
        if let picture { scene.picture(picture) }
        scene.clipped(to: rect, radius: style.radius, body)
    }
}
