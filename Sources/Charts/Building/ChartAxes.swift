// Axes as they are written in a list of parts: `TimeAxis`, `NumberAxis`, `ValueAxis`.

import ChartCore
import ChartInteraction
import Geometry
import Localization

/// An axis in a list of parts.
@MainActor
public protocol ListedAxis: ChartPart {
    /// How it looks, and where it lies.
    var options: AxisOptions { get set }
}

/// How an axis looks, and where it lies.
public struct AxisOptions: Hashable, Sendable {
    /// The side of the plot, or of its own line in the plot, on which its labels stand.
    public var side: ChartAxis.Side
    /// Where it lies in the plot; nil is beside it.
    public var placement: AxisPlacement?
    /// The id of the value dimension that a placement of an axis of x is of; nil for the first.
    public var across: String?
    /// Its line and tick marks.
    public var lines = AxisLines()
    /// How its ticks are chosen.
    public var ticks = AxisTicks.automatic
    /// The colour of its labels; nil for the theme's.
    public var color: Color?
    /// The number of the theme's series whose colour its labels have; nil for none.
    public var series: Int?
    /// Whether grid lines stand at its ticks; nil for those of the first axis of x and of values.
    public var hasGrid: Bool?
    /// The unit in which its values are shown, where they are kept in another.
    public var unit = ShownUnit.same

    /// An axis at a side, as it is unless something else is said.
    public init(side: ChartAxis.Side) { self.side = side }

    /// Makes an axis of a scale for a plan.
    @MainActor
    fileprivate func axis(
        of scale: Scale, _ labeling: any AxisLabeling, isFirst: Bool, in plan: inout ChartPlan
    ) -> ChartAxis {
        let axis = ChartAxis(scale: scale, side: side, labeling: labeling)
        axis.placement = placement
        axis.lines = lines
        axis.unit = unit
        axis.ticks = ticks
        axis.labelColor = color
        axis.hasGrid = hasGrid ?? isFirst
        if let series { plan.follow(axis) { $0.labelColor = $1.color(of: series) } }
        return axis
    }
}

extension ListedAxis {
    private func with<Value>(
        _ property: WritableKeyPath<AxisOptions, Value>, _ value: Value
    ) -> Self {
        var axis = self
        axis.options[keyPath: property] = value
        return axis
    }

    /// The axis in the plot, at a value of the dimension across it: it moves with the data, and is
    /// held at the plot's edge where the value is out of view.
    ///
    /// Under its labels lies a piece of the chart's ground, so that no mark strikes them out.
    ///
    /// - Parameter dimension: of an axis of x, the id of the value dimension; nil for the first.
    public func at(value: Double, of dimension: String? = nil) -> Self {
        with(\.placement, .value(value)).with(\.across, dimension)
    }

    /// The axis in the plot, at a part of its width from the left, or of its height from below.
    public func at(part: Double) -> Self { with(\.placement, .relative(part)) }

    /// The axis with a line and tick marks.
    public func lines(_ lines: AxisLines) -> Self { with(\.lines, lines) }

    /// The axis with ticks that are chosen in another way.
    public func ticks(_ ticks: AxisTicks) -> Self { with(\.ticks, ticks) }

    /// The axis with labels in a colour, such as that of the only series that it is for.
    public func color(_ color: Color) -> Self { with(\.color, color) }

    /// The axis with labels in the colour that the theme has for the series of a number, from 0 on: the
    /// marks that were given no colour are the series in their order.
    public func color(ofSeries number: Int) -> Self { with(\.series, number) }

    /// The axis with grid lines at its ticks, or without.
    public func grid(_ isShown: Bool = true) -> Self { with(\.hasGrid, isShown) }
}

/// An axis of x in a list of parts; all of them show the dimension of the first one.
@MainActor
public protocol HorizontalAxis: ListedAxis {
    /// The dimension it shows, which other charts may show too.
    var dimension: Dimension { get }
    /// What it writes at its ticks.
    var labels: any AxisLabeling { get }
}

extension HorizontalAxis {
    public func add(to plan: inout ChartPlan) {
        let x = plan.x ?? dimension
        plan.x = x
        let axis = options.axis(
            of: x.scale, labels, isFirst: plan.xAxes.isEmpty, in: &plan)
        plan.xAxes.append(axis)
        if let across = options.across { plan.assign(axis, to: across) }
    }
}

/// A time axis: ticks and labels follow the calendar.
@MainActor
public struct TimeAxis: HorizontalAxis {
    public let dimension: Dimension
    public let labels: any AxisLabeling
    public var options: AxisOptions

    /// A time axis in a zone, the machine's where nil (and UTC where that cannot be read).
    ///
    /// - Parameters:
    ///   - side: below the plot, or above it.
    ///   - locale: in which times are written.
    public init(
        _ side: ChartAxis.Side = .bottom, zone: ZoneRules? = nil, locale: LocaleFormat = .current
    ) {
        let weekday = Weekday(rawValue: locale.firstWeekday) ?? .monday
        let calendar = CivilCalendar(
            zone: zone ?? (try? ZoneRules.system()) ?? .utc, firstWeekday: weekday)
        self.init(
            Dimension(id: "x", kind: .time(calendar), direction: .horizontal), side, locale: locale)
    }

    /// A time axis that shows a dimension of times, which other charts may show too.
    public init(
        _ dimension: Dimension, _ side: ChartAxis.Side = .bottom, locale: LocaleFormat = .current
    ) {
        guard case .time(let calendar) = dimension.scale.kind else {
            preconditionFailure("the dimension \(dimension.id) of a time axis is not of times")
        }
        self.dimension = dimension
        labels = TimeLabels(calendar: calendar, locale: locale)
        options = AxisOptions(side: side)
    }
}

/// An axis of numbers along the bottom, or the top.
@MainActor
public struct NumberAxis: HorizontalAxis {
    public let dimension: Dimension
    public let labels: any AxisLabeling
    public var options: AxisOptions

    /// An axis of numbers with a unit, such as `km`.
    ///
    /// - Parameters:
    ///   - side: below the plot, or above it.
    ///   - conversion: of the numbers to the unit, where they are kept in another.
    ///   - scale: how numbers are laid out: evenly, or logarithmically.
    public init(
        _ side: ChartAxis.Side = .bottom, unit: String = "", conversion: ShownUnit = .same,
        scale: ScaleTransform = .identity, locale: LocaleFormat = .current
    ) {
        self.init(
            Dimension(id: "x", kind: ScaleKind(scale), direction: .horizontal), side, unit: unit,
            conversion: conversion, locale: locale)
    }

    /// An axis that shows a dimension of numbers, which other charts may show too.
    public init(
        _ dimension: Dimension, _ side: ChartAxis.Side = .bottom, unit: String = "",
        conversion: ShownUnit = .same, locale: LocaleFormat = .current
    ) {
        self.init(dimension, side, labels: NumberLabels(unit: unit, locale: locale))
        options.unit = conversion
    }

    /// An axis with labels of one's own.
    public init(
        _ dimension: Dimension, _ side: ChartAxis.Side = .bottom, labels: any AxisLabeling
    ) {
        self.dimension = dimension
        self.labels = labels
        options = AxisOptions(side: side)
    }

    /// No labels and no grid lines, as around a pie.
    public static var hidden: NumberAxis {
        NumberAxis(
            Dimension(id: "x", kind: .linear, direction: .horizontal), labels: HiddenLabels())
    }
}

/// An axis of values at a side of the plot.
///
/// Axes with the same id show the same values: the first of them says what range they have.
@MainActor
public struct ValueAxis: ListedAxis {
    /// The id of the value dimension that it shows.
    public let id: String
    /// What it writes at its ticks.
    public var labels: any AxisLabeling
    /// The rules that give the dimension its range, in places of its scale.
    public var filters: [any RangeFilter]
    /// How its values are laid out: evenly, or logarithmically.
    public var scale: ScaleTransform
    /// What gestures on its axes do to the dimension; everything unless told otherwise.
    public var gestures = AxisActions.all
    public var options: AxisOptions

    /// An axis of numbers with a unit.
    ///
    /// - Parameters:
    ///   - side: at the right of the plot, or at its left.
    ///   - id: of the value dimension; parts stand on another one than the first by `on(_:)`.
    ///   - conversion: of the values to the unit, where they are kept in another: pounds beside
    ///     kilograms on one dimension.
    ///   - scale: how values are laid out: `.logarithmic` where only what is above zero counts,
    ///     `.symmetricLogarithmic(linearTo:)` on both sides of zero.
    ///   - includesZero: whether the range reaches to zero, as it should under bars; a logarithmic
    ///     one never does.
    ///   - headroom: the part of the range that is added beyond the values.
    public init(
        _ side: ChartAxis.Side = .trailing, id: String = "y", unit: String = "",
        conversion: ShownUnit = .same, scale: ScaleTransform = .identity,
        includesZero: Bool = false, headroom: Double = 0.05, locale: LocaleFormat = .current
    ) {
        self.init(
            side, id: id, labels: NumberLabels(unit: unit, locale: locale),
            filters: scale.isIdentity
                ? [
                    HeadroomFilter(part: headroom, isZeroBased: includesZero),
                    NiceRangeFilter(unit: conversion),
                ]
                : [
                    // On both sides of zero there are twice as many decades to tell.
                    DecadeRangeFilter(
                        scale, headroom: headroom, includesZero: includesZero,
                        maximumTicks: scale.linearTo == nil ? 6 : 9)
                ],
            scale: scale)
        options.unit = conversion
    }

    /// An axis with labels and rules of one's own.
    public init(
        _ side: ChartAxis.Side = .trailing, id: String = "y", labels: any AxisLabeling,
        filters: [any RangeFilter], scale: ScaleTransform = .identity
    ) {
        self.id = id
        self.scale = scale
        self.labels = labels
        self.filters = filters
        options = AxisOptions(side: side)
    }

    /// The axis with a range that nothing changes, or with one end that is fixed: a percentage from 0
    /// to 100, a pulse from 40 upwards.
    ///
    /// - Parameters:
    ///   - lower: the lower end; nil where the values say it.
    ///   - upper: the upper end, above the lower one; nil where the values say it.
    public func range(from lower: Double? = nil, to upper: Double? = nil) -> ValueAxis {
        if let lower, let upper {
            precondition(lower < upper, "a range goes upwards, not from \(lower) to \(upper)")
        }
        var axis = self
        // Filters work on places.
        let (lower, upper) = (lower.map(scale.place), upper.map(scale.place))
        axis.filters.append(
            BlockFilter { range, _ in
                let low = lower ?? (range.min < upper ?? .infinity ? range.min : -.infinity)
                let high = upper ?? (range.max > lower ?? -.infinity ? range.max : .infinity)
                // Where all values lie beyond the fixed end, the other one is a unit away from it.
                return Extent(
                    min: low.isFinite ? low : high - 1, max: high.isFinite ? high : low + 1)
            })
        return axis
    }

    /// No labels and no grid lines, as around a pie.
    public static var hidden: ValueAxis {
        var axis = ValueAxis(
            labels: HiddenLabels(), filters: [HeadroomFilter(), NiceRangeFilter()])
        axis.gestures = []
        return axis
    }

    /// The dimension it shows, made anew.
    var dimension: ValueDimension {
        ValueDimension(
            id: id, kind: ScaleKind(scale), filters: filters, gutterActions: gestures)
    }

    public func add(to plan: inout ChartPlan) {
        let shown = plan.dimension(id) { dimension }
        plan.valueAxes.append(
            options.axis(
                of: shown.scale, labels, isFirst: plan.valueAxes.isEmpty, in: &plan))
    }
}
