import ChartCore
import ChartScene
import Geometry
import Text

/// A part other than a series that is drawn in a plot: before the series or after them.
@MainActor
public protocol Attachment: AnyObject {
    /// Whether it is not drawn.
    var isHidden: Bool { get set }
    /// Changes whenever it would look different at the same position. For an attachment whose
    /// picture moves with the plot when that moves sideways, or looks the same at every x position.
    ///
    /// Nil, the default, for any other: while such an attachment is in the background, the plot's
    /// picture is not reused. In the foreground, those before the first such attachment are part of
    /// that picture, and the others are drawn in every frame.
    var revision: Revision? { get }
    /// The parts of the plot that look different since an earlier state, although `revision` is the
    /// same: only these are drawn again.
    ///
    /// - Parameters:
    ///   - known: the state that it returned last; nil if there is none.
    ///   - projection: what the plot shows.
    ///   - scale: device pixels per point.
    /// - Returns: the present state, and the parts in device pixels; nil for all of the plot. By
    ///   default nothing changes but by `revision`.
    func changes(
        since known: Revision?, in projection: PlotProjection, scale: Double
    ) -> (state: Revision, parts: [PixelRect]?)
    /// Whether it is drawn over the grid lines if it is in the background; by default it is under
    /// them.
    var coversGrid: Bool { get }
    /// Advances its animations to a frame's time, in seconds; returns whether another frame is
    /// needed.
    ///
    /// The chart calls it in its own `advance`; a program may call it too, for the same time.
    @discardableResult
    func advance(to time: Double) -> Bool
    /// Adds what it draws in the plot to a scene, at positions that follow from the projection
    /// alone. The caller has set the clip.
    func encode(into scene: SceneBuilder, _ projection: PlotProjection)
    /// Adds what it draws in parts of the plot, in device pixels: only these are missing from the
    /// picture that moves with the plot. By default it adds everything.
    func encode(into scene: SceneBuilder, _ projection: PlotProjection, parts: [PixelRect])
}

extension Attachment {
    public var revision: Revision? { nil }
    public var coversGrid: Bool { false }
    public func changes(
        since known: Revision?, in projection: PlotProjection, scale: Double
    ) -> (state: Revision, parts: [PixelRect]?) { (.none, []) }
    public func advance(to time: Double) -> Bool { false }
    public func encode(
        into scene: SceneBuilder, _ projection: PlotProjection, parts: [PixelRect]
    ) {
        encode(into: scene, projection)
    }
}

/// The layer of a chart that an attachment is drawn in.
public enum AttachmentLayer: Hashable, Sendable {
    /// Under the grid and the marks.
    case background
    /// Over the marks.
    case foreground
    /// Over everything, labels too, and not clipped at the plot's edges.
    case overlay

    /// The chart's list of such attachments.
    @MainActor
    var inChart: ReferenceWritableKeyPath<Chart, [any Attachment]> {
        switch self {
        case .background: \.background
        case .foreground: \.foreground
        case .overlay: \.overlay
        }
    }

    /// A plan's list of such attachments.
    @MainActor
    var inPlan: WritableKeyPath<ChartPlan, [any Attachment]> {
        switch self {
        case .background: \.background
        case .foreground: \.foreground
        case .overlay: \.overlay
        }
    }
}

/// A band between two values, across the plot.
@MainActor
public final class Zone: Attachment {
    public var isHidden = false
    /// The values it extends between.
    public var range: ClosedRange<Double> {
        didSet { if range != oldValue { look = .next() } }
    }
    /// Its fill, usually translucent.
    public var color: Color {
        didSet { if color != oldValue { look = .next() } }
    }
    private var look = Revision.next()

    /// A zone across the whole plot.
    ///
    /// - Parameter range: is clipped to the plot, so use a large number for an open end.
    public init(_ range: ClosedRange<Double>, color: Color) {
        self.range = range
        self.color = color
    }

    public var revision: Revision? { look }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        // An end far outside the plot needs no place there.
        let seen = projection.valuesY
        let shown = range.clamped(to: seen.min...max(seen.min, seen.max))
        guard shown.lowerBound < shown.upperBound else { return }
        scene.zone(shown, color: color, in: projection)
    }
}
