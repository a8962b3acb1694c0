import ChartCore
import ChartScene
import Geometry
import Text

/// The content of a figure's panel: a chart, or an object that lays one out, such as a
/// `CategoryChart`.
@MainActor
public protocol PanelContent: AnyObject {
    /// The chart that is drawn, that gestures move and that the crosshair reads.
    var chart: Chart { get }
    /// Advances everything to the time of a frame; returns whether another frame is needed.
    @discardableResult
    func advance(to time: Double) -> Bool
    /// Adapts whatever depends on the visible range of x, such as the width and the unit of bars.
    ///
    /// - Returns: whether other values are shown now, so that the value axes have to be fitted
    ///   again.
    func adapt(to range: Extent, at moment: PictureMoment) -> Bool
    /// Lays the chart out in a frame, in points; costs next to nothing if nothing changed.
    func prepare(in frame: Rect, deviceScale: Double, typesetter: Typesetter)
}

extension PanelContent {
    /// Adapts nothing.
    public func adapt(to range: Extent, at moment: PictureMoment) -> Bool { false }
}

extension Chart: PanelContent {
    /// The chart itself.
    public var chart: Chart { self }
}

extension CategoryChart: PanelContent {}
