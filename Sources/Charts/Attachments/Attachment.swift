import ChartCore
import ChartRendering
import GPU
import Geometry
import Text

/// What else is drawn in a plot: before the series or after them.
@MainActor
public protocol Attachment: AnyObject {
    var isHidden: Bool { get set }
    /// Draws into the plot. The caller has set the clip.
    func draw(_ renderer: Renderer, _ projection: PlotProjection) throws(GPUError)
}

/// A band between two values, across the plot.
@MainActor
public final class Zone: Attachment {
    public var isHidden = false
    public var range: ClosedRange<Double>
    public var color: Color

    /// - Parameter range: what lies outside of the plot is cut off, so an open end is a large number.
    public init(_ range: ClosedRange<Double>, color: Color) {
        self.range = range
        self.color = color
    }

    public func draw(_ renderer: Renderer, _ projection: PlotProjection) throws(GPUError) {
        let shown = range.clamped(to: projection.y)
        guard shown.lowerBound < shown.upperBound else { return }
        try renderer.drawZone(shown, color: color, in: projection)
    }
}

/// A line across the plot at a value: a mean, a goal.
@MainActor
public final class ReferenceLine: Attachment {
    public var isHidden = false
    /// Not drawn while it is not finite.
    public var value: Double
    public var width: Double
    public var color: Color
    public var dash: DashPattern?

    public init(at value: Double, width: Double, color: Color, dash: DashPattern? = nil) {
        self.value = value
        self.width = width
        self.color = color
        self.dash = dash
    }

    public func draw(_ renderer: Renderer, _ projection: PlotProjection) throws(GPUError) {
        try renderer.drawReferenceLine(
            at: value, axis: .y, width: width, color: color, dash: dash, in: projection)
    }
}
