import ChartCore
import ChartScene
import Geometry

/// A mark that a closure draws.
///
/// Its picture counts as changed in every frame; the closure keeps its own contents. For a mark
/// with its own samples, a crosshair or a reused picture, write a class that conforms to `Mark`.
@MainActor
public final class DrawnMark: Mark {
    /// Adds what is visible to a scene; the clip is set to the plot.
    public typealias Drawing = @MainActor (SceneBuilder, MarkFrame) -> Void

    public let id: String
    public let kind = MarkKind.drawn
    public var color: Color
    public var isHidden = false
    public var overhang: Double
    private let place: @MainActor () -> Extent
    private let extent: @MainActor (Extent) -> Extent
    private let drawing: Drawing

    /// Creates a mark from closures.
    ///
    /// - Parameters:
    ///   - color: represents it in a legend.
    ///   - overhang: how far the picture reaches beyond the plot, in points.
    ///   - domain: from the first to the last position with data; by default nothing.
    ///   - values: the smallest and largest value over a range; by default nothing.
    ///   - drawing: adds what is visible to a scene.
    public init(
        id: String, color: Color = .clear, overhang: Double = 0,
        domain: @escaping @MainActor () -> Extent = { .nothing },
        values: @escaping @MainActor (Extent) -> Extent = { _ in .nothing },
        drawing: @escaping Drawing
    ) {
        self.id = id
        self.color = color
        self.overhang = overhang
        place = domain
        extent = values
        self.drawing = drawing
    }

    public var domain: Extent { place() }

    public func values(over range: Extent) -> Extent { extent(range) }

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) { drawing(scene, frame) }
}
