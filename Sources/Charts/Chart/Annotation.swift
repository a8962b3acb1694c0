import ChartScene
import Geometry
import Text

/// What is laid out with a chart and drawn over it, beside its plot too: the names under bars, the
/// values on them, the dots of pages.
@MainActor
public protocol Annotation: AnyObject {
    /// Brings texts and places up to date with a chart that has just been laid out.
    ///
    /// Called for every frame: costs next to nothing where nothing changed.
    func prepare(
        for chart: Chart, deviceScale: Double, typesetter: Typesetter)
    /// What has to be prepared before it, whatever the order in which they are drawn; none where
    /// nothing is said.
    ///
    /// Asked for whenever the chart's annotations change, and by `Chart.renewDependencies`. Annotations
    /// that depend on each other in a circle are prepared once each, in the order in which they are
    /// drawn. One that is not in the chart is prepared too, and not drawn.
    var dependencies: [any Annotation] { get }
    /// The room that it takes beside the plot, outside of the axes; nil for none, which is so where
    /// nothing is said.
    ///
    /// Asked for in every layout, before there is a plot; what it was given then is
    /// `Chart.margin(of:)`.
    func margin(in chart: Chart, typesetter: Typesetter) -> AnnotationMargin?
    /// Adds what lies over the chart to a scene; the clip is not the plot's.
    func encode(into scene: SceneBuilder, _ projection: PlotProjection)
    /// The texts that can be seen, as a layout reports them.
    func placedLabels(in chart: Chart) -> [AnnotationLabel]
    /// Whether something of it is coming or going, so that another frame is needed; false where
    /// nothing is said.
    var isFading: Bool { get }
}

extension Annotation {
    public var dependencies: [any Annotation] { [] }
    public var isFading: Bool { false }
    public func margin(in chart: Chart, typesetter: Typesetter) -> AnnotationMargin? { nil }
}

/// Room for an annotation beside the plot, outside of the axes.
public struct AnnotationMargin: Hashable, Sendable {
    /// On which side.
    public var side: ChartAxis.Side
    /// How wide it is, or how high above or below the plot, in points.
    public var thickness: Double

    /// Room at a side, in points.
    public init(_ side: ChartAxis.Side, thickness: Double) {
        precondition(thickness >= 0, "an annotation takes no room below zero")
        self.side = side
        self.thickness = thickness
    }
}

/// A text of an annotation at its place.
public struct AnnotationLabel: Hashable, Sendable {
    /// What it belongs to, in a word: `x` for the names of an axis, `bar` for the values on bars.
    public var axis: String
    /// Where on the axis it belongs; on a bar its value.
    public var value: Double
    /// What is written; lines are parted by line ends.
    public var text: String
    /// What of it can be seen, in points.
    public var rect: Rect
    /// How much of it shows, above 0 and up to 1.
    public var opacity: Double

    /// A text put together.
    public init(axis: String, value: Double, text: String, rect: Rect, opacity: Double = 1) {
        self.axis = axis
        self.value = value
        self.text = text
        self.rect = rect
        self.opacity = opacity
    }
}
