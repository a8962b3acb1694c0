// A chart out of a list of its parts:
//
//     Chart {
//         LineMark(weight).width(2)
//         TimeAxis()
//         ValueAxis(unit: "kg")
//     }
//
// The list is only another way to write the same parts: what comes out is a `Chart` like any other.

import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Localization

/// What a chart is built of: a mark, an attachment, an axis.
@MainActor
public protocol ChartPart {
    /// Puts the part into a chart that is being built.
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
    /// An attachment, which lies under the marks; `drawn(_:)` puts one elsewhere.
    public static func buildExpression(_ attachment: any Attachment) -> [any ChartPart] {
        [attachment.drawn(.background)]
    }
    /// What is laid out with the chart.
    public static func buildExpression(_ annotation: any Annotation) -> [any ChartPart] {
        [Part(annotation) { $0.annotations.append(annotation) }]
    }
    /// An axis, or a part of one's own.
    public static func buildExpression(_ part: any ChartPart) -> [any ChartPart] { [part] }
    /// The parts of all lines, in their order.
    public static func buildBlock(_ parts: [any ChartPart]...) -> [any ChartPart] {
        parts.flatMap { $0 }
    }
    /// The parts of an `if` without an `else`; none where it does not hold.
    public static func buildOptional(_ parts: [any ChartPart]?) -> [any ChartPart] { parts ?? [] }
    /// The parts of an `if` that holds, or of one of several cases.
    public static func buildEither(first parts: [any ChartPart]) -> [any ChartPart] { parts }
    /// The parts of its `else`, or of a later case.
    public static func buildEither(second parts: [any ChartPart]) -> [any ChartPart] { parts }
    /// The parts of a `for`, of all turns in their order.
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

    /// The part on the value dimension with an id.
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
    /// The mark on the value dimension with an id, in a list of parts: that of the `ValueAxis` with
    /// this id.
    public func on(_ dimension: String) -> Part {
        Part(self) { $0.marks.append(self) }.on(dimension)
    }
}

extension Mark {
    /// The mark with looks that follow the chart's theme, in a list of parts.
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
    /// The attachment in a layer of the chart with looks that follow the chart's theme, in a list of
    /// parts.
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

    /// The attachment in a layer of the chart, in a list of parts; under the marks where nothing is
    /// said.
    public func drawn(_ layer: AttachmentLayer) -> Part {
        Part(self) { $0[keyPath: layer.inPlan].append(self) }
    }

    /// The attachment under the marks, on the value dimension with an id, in a list of parts.
    public func on(_ dimension: String) -> Part { drawn(.background).on(dimension) }
}

extension Annotation {
    /// The annotation with looks that follow the chart's theme, in a list of parts.
    ///
    /// - Parameter look: is called when the chart is built, and whenever its theme changes.
    public func themed(_ look: @escaping @MainActor (Self, ChartTheme) -> Void) -> Part {
        Part(self) {
            $0.annotations.append(self)
            $0.follow(self, look)
        }
    }

    /// The annotation on the value dimension with an id, in a list of parts.
    public func on(_ dimension: String) -> Part {
        Part(self) { $0.annotations.append(self) }.on(dimension)
    }
}

extension Chart {
    /// A chart of the parts in a list, which shows all that its marks have.
    ///
    /// - Parameter theme: of the chart's own; nil to have that of the figure it is in.
    public convenience init(
        theme: ChartTheme? = nil, @ChartBuilder _ parts: () -> [any ChartPart]
    ) {
        var plan = ChartPlan(theme: theme)
        for part in parts() { part.add(to: &plan) }
        self.init(plan)
    }

    /// Shows all that the marks have, and makes that what "fit" goes to.
    ///
    /// Where that is at one place, as a single sample is, half a unit on either side of it is shown
    /// too, and half a day on a time axis.
    /// What other charts with the same x dimension have stays in its bounds.
    public func showAll() {
        guard let shown = x.showAll(domain) else { return }
        fitValues(over: shown, at: lastTime, animated: false)
    }
}
