import ChartCore
import ChartScene
import Geometry

/// A line across the plot at a value: a mean, a goal.
///
/// It is placed at a value at once, or moved there: then it glides from its present value. It fades
/// in or out in `fadeDuration` if it had no value before, or has none any more.
@MainActor
public final class ReferenceLine: Attachment {
    public var isHidden = false
    /// Its value, or the value it is moving to; not drawn if that is not finite.
    public private(set) var value: Double
    /// Its width in points.
    public var width: Double {
        didSet { if width != oldValue { look = .next() } }
    }
    /// The line's colour.
    public var color: Color {
        didSet { if color != oldValue { look = .next() } }
    }
    /// The dash pattern, which begins at the plot's edge and does not move while the plot moves.
    public var dash: DashPattern? {
        didSet { if dash != oldValue { look = .next() } }
    }
    /// The duration of fades, in seconds.
    public var fadeDuration = 0.15
    private var motion: MovingValue
    private var presence: MovingValue
    private var time = 0.0
    private var look = Revision.next()

    /// A line at a value at once; no line if that is not finite.
    ///
    /// - Parameter width: in points.
    public init(at value: Double, width: Double, color: Color, dash: DashPattern? = nil) {
        self.value = value
        self.width = width
        self.color = color
        self.dash = dash
        motion = MovingValue(value)
        presence = MovingValue(value.isFinite ? 1 : 0)
    }

    /// The value that it is drawn at: meaningless if it was never finite.
    public var place: Double { motion.value(at: time) }
    /// Its opacity, from 0 to 1.
    public var opacity: Double { presence.value(at: time) }

    /// Moves it to a value; one that is not finite removes it.
    ///
    /// - Parameters:
    ///   - time: of the frame clock, in seconds, when the motion begins.
    ///   - duration: in seconds; 0 to move at once.
    public func move(to value: Double, at time: Double, duration: Double) {
        guard value != self.value, value.isFinite || self.value.isFinite else { return }
        let wasSeen = presence.value(at: time) > 0
        self.value = value
        look = .next()
        if value.isFinite {
            motion.move(to: value, at: time, duration: wasSeen ? duration : 0)
        }
        presence.move(
            to: value.isFinite ? 1 : 0, at: time, duration: duration > 0 ? fadeDuration : 0)
    }

    /// Advances it to a frame's time; returns whether another frame is needed.
    @discardableResult
    public func advance(to time: Double) -> Bool {
        if isMoving { look = .next() }
        self.time = time
        return isMoving
    }

    private var isMoving: Bool { motion.isMoving(at: time) || presence.isMoving(at: time) }

    public var revision: Revision? { dash == nil ? look : nil }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        let opacity = Float(opacity)
        guard opacity > 0 else { return }
        scene.referenceLine(
            at: place, axis: .y, width: width, color: color.opacity(opacity), dash: dash,
            in: projection)
    }
}
