import ChartCore
import ChartRendering
import GPU
import Geometry

/// A mark that a closure draws.
///
/// Its picture is taken to be another one in each frame; what it wants to keep on the GPU it keeps
/// itself. A mark with samples of its own, a crosshair or a picture that is used again is better a
/// class that conforms to `Mark`.
@MainActor
public final class DrawnMark: Mark {
    /// Draws what is visible, at an alpha from 0 to 1; the clip is set to the plot.
    public typealias Drawing =
        @MainActor (Renderer, PlotProjection, Double) throws(GPUError) -> Void

    public let id: String
    public let kind = "drawn"
    public var color: Color
    public var isHidden = false
    public var overhang: Double
    private let place: @MainActor () -> Extent
    private let extent: @MainActor (Extent) -> Extent
    private let drawing: Drawing

    /// A mark from its closures.
    ///
    /// - Parameters:
    ///   - color: what stands for it, in a legend.
    ///   - overhang: how far the picture reaches beyond the plot, in points.
    ///   - domain: from the first to the last place with data; nothing unless told otherwise.
    ///   - values: the smallest and largest value over a range; nothing unless told otherwise.
    ///   - drawing: draws what is visible.
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

    public func draw(
        _ renderer: Renderer, _ projection: PlotProjection, alpha: Double
    ) throws(GPUError) {
        try drawing(renderer, projection, alpha)
    }
}
