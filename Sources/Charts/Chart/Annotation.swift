import ChartScene
import Geometry
import Text

/// A part that is laid out with a chart and drawn over it, also outside its plot: the names under
/// bars, the values on them, the dots of pages.
@MainActor
public protocol Annotation: AnyObject {
    /// Updates texts and positions for a chart that has just been laid out.
    ///
    /// Called for every frame: costs next to nothing if nothing changed.
    func prepare(
        for chart: Chart, deviceScale: Double, typesetter: Typesetter)
    /// The annotations that have to be prepared before it, whatever the drawing order; none by
    /// default.
    ///
    /// Read whenever the chart's annotations change, and by `Chart.renewDependencies`. Annotations
    /// that depend on each other in a cycle are prepared once each, in drawing order. One that is
    /// not in the chart is prepared too, and not drawn.
    var dependencies: [any Annotation] { get }
    /// The room that it takes outside the plot and the axes; nil, the default, for none.
    ///
    /// Called in every layout, before there is a plot; `Chart.margin(of:)` returns the room it was
    /// given.
    func margin(in chart: Chart, typesetter: Typesetter) -> AnnotationMargin?
    /// Adds what is drawn over the chart to a scene; the clip is not the plot's.
    func encode(into scene: SceneBuilder, _ projection: PlotProjection)
    /// The visible texts, as a layout reports them.
    func placedLabels(in chart: Chart) -> [AnnotationLabel]
    /// Whether some of it is fading in or out, so that another frame is needed; false by default.
    var isFading: Bool { get }
}

extension Annotation {
    public var dependencies: [any Annotation] { [] }
    public var isFading: Bool { false }
    public func margin(in chart: Chart, typesetter: Typesetter) -> AnnotationMargin? { nil }
}

/// Room for an annotation outside the plot and the axes.
public struct AnnotationMargin: Hashable, Sendable {
    /// The side of the plot.
    public var side: ChartAxis.Side
    /// Its width, or its height above or below the plot, in points.
    public var thickness: Double

    /// Room at a side, in points.
    public init(_ side: ChartAxis.Side, thickness: Double) {
        precondition(thickness >= 0, "an annotation takes no room below zero")
        self.side = side
        self.thickness = thickness
    }
}

/// A text of an annotation with its position.
public struct AnnotationLabel: Hashable, Sendable {
    /// One word for what it belongs to: `x` for the names of an axis, `bar` for the values on bars.
    public var axis: String
    /// Its position on the axis; for a bar its value.
    public var value: Double
    /// The text; lines are separated by newlines.
    public var text: String
    /// The rectangle of its visible part, in points.
    public var rect: Rect
    /// Its opacity, above 0 and up to 1.
    public var opacity: Double

    /// Creates a label.
    public init(axis: String, value: Double, text: String, rect: Rect, opacity: Double = 1) {
        self.axis = axis
        self.value = value
        self.text = text
        self.rect = rect
        self.opacity = opacity
    }
}
