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
    ///
    /// - Parameter scale: how numbers are laid out: evenly, or logarithmically.
    public init(
        unit: String = "", scale: ScaleTransform = .identity, locale: LocaleFormat = .current
    ) {
        self.init(
            Dimension(id: "x", kind: ScaleKind(scale), direction: .horizontal), unit: unit,
            locale: locale)
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
    /// The rules that give it its range, in places of its scale.
    public var filters: [any RangeFilter]
    /// How its numbers are laid out: evenly, or logarithmically.
    public var scale: ScaleTransform

    /// An axis of numbers with a unit.
    ///
    /// - Parameters:
    ///   - scale: how numbers are laid out: `.logarithmic` where only what is above zero counts,
    ///     `.symmetricLogarithmic(linearTo:)` on both sides of zero.
    ///   - includesZero: whether the range reaches to zero, as it should under bars; a logarithmic
    ///     one never does.
    ///   - headroom: the part of the range that is added beyond the values.
    public init(
        unit: String = "", scale: ScaleTransform = .identity, includesZero: Bool = false,
        headroom: Double = 0.05, locale: LocaleFormat = .current
    ) {
        labels = NumberLabels(unit: unit, locale: locale)
        self.scale = scale
        filters =
            scale.isIdentity
            ? [HeadroomFilter(part: headroom, isZeroBased: includesZero), NiceRangeFilter()]
            : [DecadeRangeFilter(scale, headroom: headroom, includesZero: includesZero)]
    }

    /// An axis with labels and rules of one's own.
    public init(
        labels: any AxisLabeling, filters: [any RangeFilter], scale: ScaleTransform = .identity
    ) {
        self.labels = labels
        self.filters = filters
        self.scale = scale
    }

    /// The kind of the scale that it shows.
    public var kind: ScaleKind { ScaleKind(scale) }

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
    public static func buildBlock(_ parts: [any ChartPart]...) -> [any ChartPart] {
        parts.flatMap { $0 }
    }
    public static func buildOptional(_ parts: [any ChartPart]?) -> [any ChartPart] { parts ?? [] }
    public static func buildEither(first parts: [any ChartPart]) -> [any ChartPart] { parts }
    public static func buildEither(second parts: [any ChartPart]) -> [any ChartPart] { parts }
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
        y.kind = yAxis.kind
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
        let domain = domainPlaces
        guard !domain.isEmpty else { return }
        let known = x.filter.limits.bounds ?? domain
        let bounds = domain.isProper ? domain.union(known) : domain.expanded(by: 0.5).union(known)
        x.filter.limits = AxisLimits(minimumLength: bounds.length * 1e-9, bounds: bounds)
        x.updater.setSource(bounds, update: true)
        x.panZoom.home = bounds
        x.panZoom.set(bounds)
        fitValues(over: bounds, at: lastTime, animated: false)
    }

    /// From the first to the last place with data in any mark, on the x scale.
    ///
    /// Where the data begin before anything has a place it is `ScaleTransform.depth` decades long.
    private var domainPlaces: Extent {
        var places = x.scale.kind.transform.places(of: domain)
        if places.min == -.infinity { places.min = places.max - ScaleTransform.depth }
        return places
    }
}
