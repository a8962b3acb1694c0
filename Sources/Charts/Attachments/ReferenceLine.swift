import ChartCore
import ChartScene
import Geometry

/// A line across the plot at a value: a mean, a goal.
///
/// It is put at a value at once, or sent there: then it glides from where it is, and where there was
/// none, or is none any more, it comes and goes in `fadeDuration`.
@MainActor
public final class ReferenceLine: Attachment {
    public var isHidden = false
    /// Where it stands, or is going; not drawn where it is not finite.
    public private(set) var value: Double
    /// In points.
    public var width: Double {
        didSet { if width != oldValue { look = .next() } }
    }
    /// The line's colour.
    public var color: Color {
        didSet { if color != oldValue { look = .next() } }
    }
    /// Dashes begin at the plot's edge and stand still while the plot moves.
    public var dash: DashPattern? {
        didSet { if dash != oldValue { look = .next() } }
    }
    /// In seconds.
    public var fadeDuration = 0.15
    private var motion: MovingValue
    private var presence: MovingValue
    private var time = 0.0
    private var look = Revision.next()

    /// A line that stands at a value at once; none where that is not finite.
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

    /// The value that it is drawn at: of no meaning where it was never finite.
    public var place: Double { motion.value(at: time) }
    /// How much of it is seen, from 0 to 1.
    public var opacity: Double { presence.value(at: time) }

    /// Sends it to a value; one that is not finite takes it away.
    ///
    /// - Parameters:
    ///   - time: of the frame clock, in seconds, when it sets out.
    ///   - duration: in seconds; 0 is at once.
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

    /// Moves it on to a frame's time; whether another frame is needed.
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
