import ChartCore
import ChartScene
import Geometry

/// A highlighted span of x: a band over the plot's whole height with a line at each end.
///
/// It belongs to the data: while the plot moves, it moves with them. It fades in and out in
/// `fadeDuration`.
@MainActor
public final class SpanHighlight: Attachment {
    /// The look of a highlight.
    public struct Style: Hashable, Sendable {
        /// The band; translucent, so that what is below remains visible.
        public var fill: Color
        /// The lines at the ends.
        public var edge: Color
        /// The width of the lines at the ends, in points.
        public var edgeWidth: Double

        /// Creates a style.
        public init(fill: Color, edge: Color, edgeWidth: Double = 1.5) {
            self.fill = fill
            self.edge = edge
            self.edgeWidth = edgeWidth
        }
    }

    public var isHidden = false
    /// Its look.
    public var style: Style
    /// The duration of fades, in seconds; 0 for none.
    public var fadeDuration = 0.15
    /// The highlighted span; nil for none, also while it fades out.
    public private(set) var span: Extent?
    private var drawn = Extent.nothing
    private var presence = MovingValue(0)
    private var time = 0.0

    /// A highlight without a span.
    public init(style: Style) { self.style = style }

    /// Its opacity, from 0 to 1.
    public var opacity: Double { presence.value(at: time) }
    /// Whether any of it is visible.
    public var isShown: Bool { span != nil || opacity > 0 }

    /// Highlights a span, or nothing, from a time on.
    ///
    /// - Parameter time: of the request, on the frame clock.
    public func show(_ span: Extent?, at time: Double) {
        self.span = span
        if let span { drawn = span }
        let wanted = span == nil ? 0.0 : 1.0
        if presence.target != wanted {
            presence.move(to: wanted, at: time, duration: fadeDuration)
        }
    }

    /// Removes it at once.
    public func forget() {
        span = nil
        presence = MovingValue(0)
    }

    /// Advances the fade to a frame's time; returns whether another frame is needed.
    @discardableResult
    public func advance(to time: Double) -> Bool {
        self.time = time
        return presence.isMoving(at: time)
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        let opacity = Float(opacity)
        guard opacity > 0, !drawn.isEmpty else { return }
        scene.zone(
            drawn.min...drawn.max, axis: .x, color: style.fill.opacity(opacity),
            in: projection)
        for end in [drawn.min, drawn.max] {
            scene.referenceLine(
                at: end, axis: .x, width: style.edgeWidth,
                color: style.edge.opacity(opacity), in: projection)
        }
    }
}

extension ChartTheme {
    /// A style for a selected span in these colours.
    public var selection: SpanHighlight.Style {
        SpanHighlight.Style(fill: label.opacity(0.14), edge: label)
    }
}
