import ChartCore
import ChartScene
import Geometry

/// A span of x that stands out: a band over the plot's whole height with a line at each end.
///
/// It belongs to the data: while the plot moves, it moves with them. It comes and goes in
/// `fadeDuration`.
@MainActor
public final class SpanHighlight: Attachment {
    /// What it is drawn with.
    public struct Style: Hashable, Sendable {
        /// Of the band; translucent, so that what lies under it is seen.
        public var fill: Color
        /// Of the lines at the ends.
        public var edge: Color
        /// In points.
        public var edgeWidth: Double

        /// A style put together.
        public init(fill: Color, edge: Color, edgeWidth: Double = 1.5) {
            self.fill = fill
            self.edge = edge
            self.edgeWidth = edgeWidth
        }
    }

    public var isHidden = false
    /// What it is drawn with.
    public var style: Style
    /// In seconds; 0 for none.
    public var fadeDuration = 0.15
    /// What is highlighted; nil for nothing, also while it fades away.
    public private(set) var span: Extent?
    private var drawn = Extent.nothing
    private var presence = MovingValue(0)
    private var time = 0.0

    /// A highlight of nothing.
    public init(style: Style) { self.style = style }

    /// How much of it is seen, from 0 to 1.
    public var opacity: Double { presence.value(at: time) }
    /// Whether anything of it is seen.
    public var isShown: Bool { span != nil || opacity > 0 }

    /// Highlights a span, or nothing, from a time on.
    ///
    /// - Parameter time: of the frame clock, when it was asked for.
    public func show(_ span: Extent?, at time: Double) {
        self.span = span
        if let span { drawn = span }
        let wanted = span == nil ? 0.0 : 1.0
        if presence.target != wanted {
            presence.move(to: wanted, at: time, duration: fadeDuration)
        }
    }

    /// Takes it away at once.
    public func forget() {
        span = nil
        presence = MovingValue(0)
    }

    /// Moves the fade on to a frame's time; whether another frame is needed.
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
    /// The style of a selected span in these colours.
    public var selection: SpanHighlight.Style {
        SpanHighlight.Style(fill: label.opacity(0.14), edge: label)
    }
}
