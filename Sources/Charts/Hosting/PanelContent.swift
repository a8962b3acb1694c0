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
    /// Lays the chart out in a frame, in points; costs next to nothing where nothing changed.
    func prepare(in frame: Rect, deviceScale: Double, typesetter: Typesetter)
}

extension Chart: PanelContent {
    /// The chart itself.
    public var chart: Chart { self }
}

extension CategoryChart: PanelContent {}
