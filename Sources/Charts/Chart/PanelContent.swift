import ChartCore
import ChartScene
import Geometry
import Text

/// What stands in a panel of a figure: a chart, or what lays one out, such as a `CategoryChart`.
@MainActor
public protocol PanelContent: AnyObject {
    /// The chart that is drawn, that gestures move and that the crosshair reads.
    var chart: Chart { get }
    /// Moves everything on to the time of a frame; whether another frame is needed.
    @discardableResult
    func advance(to time: Double) -> Bool
    /// Adapts what depends on the visible range of x, such as the width and the unit of bars.
    ///
    /// - Returns: whether other values are shown now, so that the value axes have to be fitted again.
    func adapt(to range: Extent, at moment: PictureMoment) -> Bool
    /// Lays the chart out in a frame, in points; costs next to nothing where nothing changed.
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
