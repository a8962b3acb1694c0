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
import ChartRendering
import Geometry
import Localization

/// What a chart is built of: a mark, an attachment, an axis.
@MainActor
public protocol ChartPart {
    /// Puts the part into a chart that is being built.
    func add(to plan: inout ChartPlan)
}

/// A chart that is being built: what its parts have said so far.
@MainActor
public struct ChartPlan {
    /// The colours that marks without one of their own take in turn.
    public let theme: ChartTheme
    /// In the order in which they are drawn.
    public var marks: [any Mark] = []
    /// Drawn under the grid and the marks.
    public var background: [any Attachment] = []
    /// Drawn over the marks.
    public var foreground: [any Attachment] = []
    /// Drawn over everything.
    public var overlay: [any Attachment] = []
    /// Laid out with the chart.
    public var annotations: [any Annotation] = []
    /// The x axis; nil for one of numbers.
    public var xAxis: (any HorizontalAxis)?
    /// The value axis; nil for one of numbers without a unit.
    public var yAxis: ValueAxis?

    /// A plan without parts.
    public init(theme: ChartTheme) { self.theme = theme }
}

/// An axis along the bottom of a chart, as it is written in a list of parts.
@MainActor
public protocol HorizontalAxis: ChartPart {
    /// The dimension it shows, which other charts may show too.
    var dimension: Dimension { get }
    /// What it writes at its ticks.
    var labels: any AxisLabeling { get }
}

extension HorizontalAxis {
    public func add(to plan: inout ChartPlan) { plan.xAxis = self }
}

/// A time axis: ticks and labels follow the calendar.
@MainActor
public struct TimeAxis: HorizontalAxis {
    public let dimension: Dimension
    public let labels: any AxisLabeling

    /// A time axis in a zone, the machine's where nil (and UTC where that cannot be read).
    ///
    /// - Parameter locale: in which times are written.
    public init(zone: ZoneRules? = nil, locale: LocaleFormat = .current) {
        let weekday = Weekday(rawValue: locale.firstWeekday) ?? .monday
        let calendar = CivilCalendar(
            zone: zone ?? (try? ZoneRules.system()) ?? .utc, firstWeekday: weekday)
        self.init(
            Dimension(id: "x", kind: .time(calendar), direction: .horizontal), locale: locale)
    }

    /// A time axis that shows a dimension of times, which other charts may show too.
    public init(_ dimension: Dimension, locale: LocaleFormat = .current) {
        guard case .time(let calendar) = dimension.scale.kind else {
            preconditionFailure("the dimension \(dimension.id) of a time axis is not of times")
        }
        self.dimension = dimension
        labels = TimeLabels(calendar: calendar, locale: locale)
    }
}

/// An axis of numbers along the bottom.
@MainActor
public struct NumberAxis: HorizontalAxis {
    public let dimension: Dimension
    public let labels: any AxisLabeling

    /// An axis of numbers with a unit, such as `km`.
    public init(unit: String = "", locale: LocaleFormat = .current) {
        self.init(
            Dimension(id: "x", kind: .linear, direction: .horizontal), unit: unit, locale: locale)
    }

    /// An axis that shows a dimension of numbers, which other charts may show too.
    public init(_ dimension: Dimension, unit: String = "", locale: LocaleFormat = .current) {
        self.init(dimension, labels: NumberLabels(unit: unit, locale: locale))
    }

    /// An axis with labels of one's own.
    public init(_ dimension: Dimension, labels: any AxisLabeling) {
        self.dimension = dimension
        self.labels = labels
    }

    /// No labels and no grid lines, as around a pie.
    public static var hidden: NumberAxis {
        NumberAxis(
            Dimension(id: "x", kind: .linear, direction: .horizontal), labels: HiddenLabels())
    }
}

/// The axis of values at the right of the plot.
@MainActor
public struct ValueAxis: ChartPart {
    /// What it writes at its ticks.
    public var labels: any AxisLabeling
    /// The rules that give it its range.
    public var filters: [any RangeFilter]

    /// An axis of numbers with a unit.
    ///
    /// - Parameters:
    ///   - includesZero: whether the range reaches to zero, as it should under bars.
    ///   - headroom: the part of the range that is added beyond the values.
    public init(
        unit: String = "", includesZero: Bool = false, headroom: Double = 0.05,
        locale: LocaleFormat = .current
    ) {
        labels = NumberLabels(unit: unit, locale: locale)
        filters = [
            HeadroomFilter(part: headroom, isZeroBased: includesZero), NiceRangeFilter(),
        ]
    }

    /// An axis with labels and rules of one's own.
    public init(labels: any AxisLabeling, filters: [any RangeFilter]) {
        self.labels = labels
        self.filters = filters
    }

    /// No labels and no grid lines, as around a pie.
    public static var hidden: ValueAxis {
        ValueAxis(labels: HiddenLabels(), filters: [HeadroomFilter(), NiceRangeFilter()])
    }

    public func add(to plan: inout ChartPlan) { plan.yAxis = self }
}

/// Collects the parts of a chart.
@resultBuilder
@MainActor
public enum ChartBuilder {
    /// A mark.
    public static func buildExpression(_ mark: any Mark) -> [any ChartPart] {
        [MarkPart(mark: mark)]
    }
    /// An attachment, which lies under the marks; `Foreground` and `Overlay` put one elsewhere.
    public static func buildExpression(_ attachment: any Attachment) -> [any ChartPart] {
        [AttachmentPart(attachment: attachment)]
    }
    /// What is laid out with the chart.
    public static func buildExpression(_ annotation: any Annotation) -> [any ChartPart] {
        [AnnotationPart(annotation: annotation)]
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

private struct MarkPart: ChartPart {
    let mark: any Mark

    func add(to plan: inout ChartPlan) { plan.marks.append(mark) }
}

private struct AttachmentPart: ChartPart {
    let attachment: any Attachment

    func add(to plan: inout ChartPlan) { plan.background.append(attachment) }
}

private struct AnnotationPart: ChartPart {
    let annotation: any Annotation

    func add(to plan: inout ChartPlan) { plan.annotations.append(annotation) }
}

/// An attachment that lies over the marks.
@MainActor
public struct Foreground: ChartPart {
    private let attachment: any Attachment

    /// Puts an attachment over the marks.
    public init(_ attachment: any Attachment) { self.attachment = attachment }

    public func add(to plan: inout ChartPlan) { plan.foreground.append(attachment) }
}

/// An attachment that lies over everything, and is not cut at the plot's edges.
@MainActor
public struct Overlay: ChartPart {
    private let attachment: any Attachment

    /// Puts an attachment over everything.
    public init(_ attachment: any Attachment) { self.attachment = attachment }

    public func add(to plan: inout ChartPlan) { plan.overlay.append(attachment) }
}

extension Chart {
    /// A chart of the parts in a list, which shows all that its marks have.
    public convenience init(
        theme: ChartTheme = .light, @ChartBuilder _ parts: () -> [any ChartPart]
    ) {
        var plan = ChartPlan(theme: theme)
        for part in parts() { part.add(to: &plan) }
        let xAxis = plan.xAxis ?? NumberAxis()
        let yAxis = plan.yAxis ?? ValueAxis()
        self.init(
            x: xAxis.dimension, yFilters: yAxis.filters, xLabels: xAxis.labels,
            yLabels: yAxis.labels, style: theme.style)
        marks = plan.marks
        background = plan.background
        foreground = plan.foreground
        overlay = plan.overlay
        annotations = plan.annotations
        var next = 0
        for case let mark as any TintedMark in marks where mark.takesThemeColor {
            mark.tint(theme.color(of: next))
            next += 1
        }
        showAll()
    }

    /// Shows all that the marks have, and makes that what "fit" goes to.
    ///
    /// What other charts with the same x dimension have stays in its bounds.
    public func showAll() {
        let domain = domain
        guard !domain.isEmpty else { return }
        let known = x.filter.limits.bounds ?? domain
        let bounds = domain.isProper ? domain.union(known) : domain.expanded(by: 0.5).union(known)
        x.filter.limits = AxisLimits(minimumLength: bounds.length * 1e-9, bounds: bounds)
        x.updater.setSource(bounds, update: true)
        x.panZoom.home = bounds
        x.panZoom.set(bounds)
        fitValues(over: bounds, at: lastTime, animated: false)
    }
}
