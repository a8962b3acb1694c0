// Axes in a list of parts: `TimeAxis`, `NumberAxis`, `ValueAxis`.

import ChartCore
import ChartInteraction
import Geometry
import Localization

/// An axis in a list of parts.
@MainActor
public protocol ListedAxis: ChartPart {
    /// Its look and its position.
    var options: AxisOptions { get set }
}

/// The look and the position of an axis.
public struct AxisOptions: Hashable, Sendable {
    /// The side of the plot, or of its own line in the plot, that its labels are on.
    public var side: ChartAxis.Side
    /// Its position in the plot; nil if it is at the plot's side.
    public var placement: AxisPlacement?
    /// For an x axis placed at a value, the id of the value dimension; nil for the first.
    public var across: String?
    /// Its line and tick marks.
    public var lines = AxisLines()
    /// How its ticks are chosen.
    public var ticks = AxisTicks.automatic
    /// The colour of its labels; nil for the theme's.
    public var color: Color?
    /// The index of the theme's series whose colour its labels have; nil for none.
    public var series: Int?
    /// Whether grid lines are drawn at its ticks; by default, nil, only for the first x axis and
    /// the first value axis.
    public var hasGrid: Bool?
    /// The unit its values are shown in, if it differs from the unit of the data.
    public var unit = ShownUnit.same
    /// Its title; nil for none.
    public var title: String?

    /// An axis at a side, with the default options.
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
        if let title {
            plan.axisTitles.append(AxisTitles.Title(side, title, color: color))
        }
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

    /// Places the axis in the plot, at a value of the dimension across it: it moves with the data,
    /// and stays at the plot's edge while the value is out of view.
    ///
    /// The chart's ground is drawn under its labels, so that no mark crosses them out.
    ///
    /// - Parameter dimension: for an x axis, the id of the value dimension; nil for the first.
    public func at(value: Double, of dimension: String? = nil) -> Self {
        with(\.placement, .value(value)).with(\.across, dimension)
    }

    /// Places the axis in the plot, at a fraction of its width from the left, or of its height from
    /// below.
    public func at(part: Double) -> Self { with(\.placement, .relative(part)) }

    /// Gives the axis a title: `AxisTitles` says where it is.
    public func titled(_ title: String) -> Self { with(\.title, title) }

    /// Gives the axis a line and tick marks.
    public func lines(_ lines: AxisLines) -> Self { with(\.lines, lines) }

    /// Sets how the ticks are chosen.
    public func ticks(_ ticks: AxisTicks) -> Self { with(\.ticks, ticks) }

    /// Sets the colour of the labels, such as that of the only series that the axis belongs to.
    public func color(_ color: Color) -> Self { with(\.color, color) }

    /// Gives the labels the theme's colour for a series by its index from 0: the series are the
    /// marks without a colour of their own, in order.
    public func color(ofSeries number: Int) -> Self { with(\.series, number) }

    /// Shows or hides grid lines at the axis's ticks.
    public func grid(_ isShown: Bool = true) -> Self { with(\.hasGrid, isShown) }
}

/// An axis of x in a list of parts; all of them show the dimension of the first one.
@MainActor
public protocol HorizontalAxis: ListedAxis {
    /// The dimension it shows, which other charts can share.
    var dimension: Dimension { get }
    /// The labels at its ticks.
    var labels: any AxisLabeling { get }
}

extension HorizontalAxis {
    public func add(to plan: inout ChartPlan) {
        let x = plan.x ?? dimension
        precondition(
            dimension.scale.kind.words == x.scale.kind.words,
            "a chart has one x dimension: an axis of \(dimension.scale.kind.words) cannot show one "
                + "of \(x.scale.kind.words)")
        plan.x = x
        let axis = options.axis(
            of: x.scale, labels, isFirst: plan.xAxes.isEmpty, in: &plan)
        plan.xAxes.append(axis)
        if let across = options.across { plan.assign(axis, to: across) }
    }
}

extension ScaleKind {
    /// What is along such a scale; times of all zones are the same.
    fileprivate var words: String {
        switch self {
        case .linear: "numbers"
        case .time: "times"
        case .category(let count): "\(count) categories"
        case .logarithmic: "numbers on a logarithmic scale"
        case .symmetricLogarithmic(let size):
            "numbers on a logarithmic scale beyond \(size)"
        }
    }
}

/// A time axis: ticks and labels follow the calendar.
@MainActor
public struct TimeAxis: HorizontalAxis {
    public let dimension: Dimension
    public let labels: any AxisLabeling
    public var options: AxisOptions

    /// A time axis in a zone, by default the machine's (UTC if that cannot be read).
    ///
    /// - Parameters:
    ///   - side: below or above the plot.
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

    /// A time axis that shows a dimension of times, which other charts can share.
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

/// An axis of numbers along the bottom or the top.
@MainActor
public struct NumberAxis: HorizontalAxis {
    public let dimension: Dimension
    public let labels: any AxisLabeling
    public var options: AxisOptions

    /// An axis of numbers with a unit, such as `km`.
    ///
    /// - Parameters:
    ///   - side: below or above the plot.
    ///   - conversion: from the numbers of the data to the unit, if they differ.
    ///   - scale: how numbers are laid out: linearly or logarithmically.
    public init(
        _ side: ChartAxis.Side = .bottom, unit: String = "", conversion: ShownUnit = .same,
        scale: ScaleTransform = .identity, locale: LocaleFormat = .current
    ) {
        self.init(
            Dimension(id: "x", kind: ScaleKind(scale), direction: .horizontal), side, unit: unit,
            conversion: conversion, locale: locale)
    }

    /// An axis that shows a dimension of numbers, which other charts can share.
    public init(
        _ dimension: Dimension, _ side: ChartAxis.Side = .bottom, unit: String = "",
        conversion: ShownUnit = .same, locale: LocaleFormat = .current
    ) {
        self.init(dimension, side, labels: NumberLabels(unit: unit, locale: locale))
        options.unit = conversion
    }

    /// An axis with custom labels.
    public init(
        _ dimension: Dimension, _ side: ChartAxis.Side = .bottom, labels: any AxisLabeling
    ) {
        self.dimension = dimension
        self.labels = labels
        options = AxisOptions(side: side)
    }

    /// An axis of numbers with custom labels, such as `CategoryNames`.
    public init(_ side: ChartAxis.Side = .bottom, labels: any AxisLabeling) {
        self.init(
            Dimension(id: "x", kind: .linear, direction: .horizontal), side, labels: labels)
    }

    /// No labels and no grid lines, as around a pie.
    public static var hidden: NumberAxis {
        NumberAxis(
            Dimension(id: "x", kind: .linear, direction: .horizontal), labels: HiddenLabels())
    }
}

/// An axis of values at a side of the plot.
///
/// Axes with the same id show the same values: the first of them defines their range.
@MainActor
public struct ValueAxis: ListedAxis {
    /// The id of the value dimension that it shows.
    public let id: String
    /// The labels at its ticks.
    public var labels: any AxisLabeling
    /// The rules that give the dimension its range, in places of its scale.
    public var filters: [any RangeFilter]
    /// How its values are laid out: linearly or logarithmically.
    public var scale: ScaleTransform
    /// What gestures on its axes do to the dimension; by default everything.
    public var gestures = AxisActions.all
    public var options: AxisOptions
    /// The dimension of all charts that the axis is in; nil for one of each chart's own.
    private var common: DimensionOfCharts?

    /// An axis of numbers with a unit.
    ///
    /// - Parameters:
    ///   - side: right or left of the plot.
    ///   - id: the id of the value dimension; `on(_:)` assigns parts to a dimension other than the
    ///     first.
    ///   - conversion: from the values of the data to the unit, if they differ: pounds next to
    ///     kilograms on one dimension.
    ///   - scale: how values are laid out: `.logarithmic` if only values above zero count,
    ///     `.symmetricLogarithmic(linearTo:)` for both sides of zero.
    ///   - includesZero: whether the range extends to zero, as it should under bars; a logarithmic
    ///     one never does.
    ///   - headroom: the fraction of the range that is added beyond the values.
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
                    // With both sides of zero there are twice as many decades to label.
                    DecadeRangeFilter(
                        scale, headroom: headroom, includesZero: includesZero,
                        maximumTicks: scale.linearTo == nil ? 6 : 9)
                ],
            scale: scale)
        options.unit = conversion
    }

    /// An axis with custom labels and rules; by default the rules of an axis of numbers.
    public init(
        _ side: ChartAxis.Side = .trailing, id: String = "y", labels: any AxisLabeling,
        filters: [any RangeFilter] = [HeadroomFilter(), NiceRangeFilter()],
        scale: ScaleTransform = .identity
    ) {
        self.id = id
        self.scale = scale
        self.labels = labels
        self.filters = filters
        options = AxisOptions(side: side)
    }

    /// Fixes the range, or one end of it: a percentage from 0 to 100, a pulse from 40 upwards.
    ///
    /// - Parameters:
    ///   - lower: the lower end; nil to take it from the values.
    ///   - upper: the upper end, above the lower one; nil to take it from the values.
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
                // If all values are beyond the fixed end, the other end is one unit away from it.
                return Extent(
                    min: low.isFinite ? low : high - 1, max: high.isFinite ? high : low + 1)
            })
        return axis
    }

    /// No labels and no grid lines, as around a pie.
    public static var hidden: ValueAxis { hidden(id: "y") }

    /// The axis of a value dimension without labels and grid lines.
    public static func hidden(id: String) -> ValueAxis {
        var axis = ValueAxis(
            id: id, labels: HiddenLabels(), filters: [HeadroomFilter(), NiceRangeFilter()])
        axis.gestures = []
        return axis
    }

    /// Lets all charts that this axis, or a copy of it, is added to share one value dimension: its
    /// range has room for what all of them show, and a gesture on one axis moves all.
    ///
    ///     let rain = ValueAxis(unit: "mm", includesZero: true).shared()
    ///     let charts = cities.map { city in
    ///         Chart {
    ///             BarMark(city.months)
    ///             rain
    ///         }
    ///     }
    ///
    /// The rules are those that it has when it is first added to a chart.
    public func shared() -> ValueAxis {
        var axis = self
        axis.common = DimensionOfCharts()
        return axis
    }

    /// The dimension for it to show: a new one, or that of all charts.
    func makeDimension() -> ValueDimension {
        func make() -> ValueDimension {
            ValueDimension(
                id: id, kind: ScaleKind(scale), filters: filters, gutterActions: gestures)
        }
        guard let common else { return make() }
        let dimension = common.dimension ?? make()
        common.dimension = dimension
        return dimension
    }

    /// A dimension that is made when it is first needed.
    @MainActor
    private final class DimensionOfCharts {
        var dimension: ValueDimension?
    }

    public func add(to plan: inout ChartPlan) {
        let shown = plan.dimension(id) { makeDimension() }
        plan.valueAxes.append(
            options.axis(
                of: shown.scale, labels, isFirst: plan.valueAxes.isEmpty, in: &plan))
    }
}
