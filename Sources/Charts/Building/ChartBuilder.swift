// A chart from a list of its parts:
//
//     Chart {
//         LineMark(weight).width(2)
//         TimeAxis()
//         ValueAxis(unit: "kg")
//     }
//
// The list is only another notation for the same parts: the result is an ordinary `Chart`.

import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Localization

/// A part that a chart is built from: a mark, an attachment, an axis.
@MainActor
public protocol ChartPart {
    /// Adds the part to a chart that is being built.
    func add(to plan: inout ChartPlan)
}

/// Collects the parts of a chart.
@resultBuilder
@MainActor
public enum ChartBuilder {
    /// A mark.
    public static func buildExpression(_ mark: any Mark) -> [any ChartPart] {
        [Part(mark) { $0.marks.append(mark) }]
    }
    /// An attachment, which is drawn under the marks; `drawn(_:)` puts it elsewhere.
    public static func buildExpression(_ attachment: any Attachment) -> [any ChartPart] {
        [attachment.drawn(.background)]
    }
    /// A part that is laid out with the chart.
    public static func buildExpression(_ annotation: any Annotation) -> [any ChartPart] {
        [Part(annotation) { $0.annotations.append(annotation) }]
    }
    /// The title of the chart.
    public static func buildExpression(_ title: ChartTitle) -> [any ChartPart] {
        [Part(title) { $0.title = title }]
    }
    /// The legend of the figure that shows the chart, below it.
    public static func buildExpression(_ legend: Legend) -> [any ChartPart] {
        [Part(legend) { $0.legend = legend }]
    }
    /// An axis, or a part that a program defines.
    public static func buildExpression(_ part: any ChartPart) -> [any ChartPart] { [part] }
    /// A list of parts that was made elsewhere.
    public static func buildExpression(_ parts: [any ChartPart]) -> [any ChartPart] { parts }
    /// A list of marks.
    public static func buildExpression(_ marks: [any Mark]) -> [any ChartPart] {
        marks.flatMap { buildExpression($0) }
    }
    /// The parts of all lines, in order.
    public static func buildBlock(_ parts: [any ChartPart]...) -> [any ChartPart] {
        parts.flatMap { $0 }
    }
    /// The parts of an `if` without an `else`; none if the condition is false.
    public static func buildOptional(_ parts: [any ChartPart]?) -> [any ChartPart] { parts ?? [] }
    /// The parts of an `if` whose condition is true, or of one of several cases.
    public static func buildEither(first parts: [any ChartPart]) -> [any ChartPart] { parts }
    /// The parts of its `else`, or of a later case.
    public static func buildEither(second parts: [any ChartPart]) -> [any ChartPart] { parts }
    /// The parts of a `for`, of all iterations in order.
    public static func buildArray(_ parts: [[any ChartPart]]) -> [any ChartPart] {
        parts.flatMap { $0 }
    }
}

/// A mark, an attachment or an annotation in a list of parts.
@MainActor
public struct Part: ChartPart {
    private let object: AnyObject
    private let put: @MainActor (inout ChartPlan) -> Void
    private var dimension: String?

    fileprivate init(_ object: AnyObject, _ put: @escaping @MainActor (inout ChartPlan) -> Void) {
        self.object = object
        self.put = put
    }

    /// Assigns the part to the value dimension with an id.
    public func on(_ dimension: String) -> Part {
        var part = self
        part.dimension = dimension
        return part
    }

    public func add(to plan: inout ChartPlan) {
        put(&plan)
        if let dimension { plan.assign(object, to: dimension) }
    }
}

extension Mark {
    /// Assigns the mark to the value dimension with an id, that of the `ValueAxis` with this id.
    public func on(_ dimension: String) -> Part {
        Part(self) { $0.marks.append(self) }.on(dimension)
    }
}

extension Mark {
    /// Gives the mark a look that follows the chart's theme.
    ///
    ///     LineMark(steps).themed { $0.style.color = $1.series[3] }
    ///
    /// - Parameter look: is called when the chart is built, and whenever its theme changes.
    public func themed(_ look: @escaping @MainActor (Self, ChartTheme) -> Void) -> Part {
        Part(self) {
            $0.marks.append(self)
            $0.follow(self, look)
        }
    }
}

extension Attachment {
    /// Puts the attachment in a layer of the chart, with a look that follows the chart's theme.
    ///
    /// - Parameter look: is called when the chart is built, and whenever its theme changes.
    public func themed(
        _ layer: AttachmentLayer = .background,
        _ look: @escaping @MainActor (Self, ChartTheme) -> Void
    ) -> Part {
        Part(self) {
            $0[keyPath: layer.inPlan].append(self)
            $0.follow(self, look)
        }
    }

    /// Puts the attachment in a layer of the chart; by default it is under the marks.
    public func drawn(_ layer: AttachmentLayer) -> Part {
        Part(self) { $0[keyPath: layer.inPlan].append(self) }
    }

    /// Puts the attachment under the marks, on the value dimension with an id.
    public func on(_ dimension: String) -> Part { drawn(.background).on(dimension) }
}

extension Annotation {
    /// Gives the annotation a look that follows the chart's theme.
    ///
    /// - Parameter look: is called when the chart is built, and whenever its theme changes.
    public func themed(_ look: @escaping @MainActor (Self, ChartTheme) -> Void) -> Part {
        Part(self) {
            $0.annotations.append(self)
            $0.follow(self, look)
        }
    }

    /// Assigns the annotation to the value dimension with an id.
    public func on(_ dimension: String) -> Part {
        Part(self) { $0.annotations.append(self) }.on(dimension)
    }
}

extension Chart {
    /// A chart from a list of parts, which shows all the data of its marks.
    ///
    /// - Parameter theme: the chart's own; nil to have that of the figure it is in.
    ///
    /// - Throws: what the list throws, such as a `TimeAxis` of a zone that does not exist.
    public convenience init<Failure: Error>(
        theme: ChartTheme? = nil, @ChartBuilder _ parts: () throws(Failure) -> [any ChartPart]
    ) throws(Failure) {
        var plan = ChartPlan(theme: theme)
        for part in try parts() { part.add(to: &plan) }
        self.init(plan: plan)
    }

    /// Shows all the data of the marks, and makes that the range that "fit" returns to.
    ///
    /// If all data are at one position, as with a single sample, half a unit on either side is
    /// shown too, or half a day on a time axis. The data of other charts with the same x dimension
    /// stay within its bounds.
    public func showAll() {
        guard let shown = x.showAll(domain) else { return }
        fitValues(over: shown, at: lastTime, animated: false)
    }
}
