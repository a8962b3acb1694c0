import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Localization

/// Builds a chart out of objects that are found by their ids, and made where they are not there yet.
///
/// The other way beside a list of parts (`Chart { … }`) to build the same chart: for programs that
/// learn only as they go which series there are. Asked twice for an id it gives the same object
/// twice. Changes after `chart()` was called go into that chart.
@MainActor
public final class ChartConfigurator {
    /// The x dimension, which other charts may have too.
    public let x: Dimension
    private var plan: ChartPlan
    private var made: Chart?
    private var axes: [AxisKey: ChartAxis] = [:]

    private struct AxisKey: Hashable {
        var side: ChartAxis.Side
        var dimension: String
    }

    /// A configurator of a chart.
    ///
    /// - Parameters:
    ///   - x: nil for a dimension of numbers.
    ///   - theme: of the chart's own; nil to have that of the figure it is in.
    public init(x: Dimension? = nil, theme: ChartTheme? = nil) {
        let x = x ?? Dimension(id: "x", kind: .linear, direction: .horizontal)
        self.x = x
        plan = ChartPlan(theme: theme)
        plan.x = x
    }

    /// The value dimension with an id; the first that is asked for is the chart's `y`.
    ///
    /// - Parameter filters: what gives it its range where it is made now; nil for a little room and
    ///   round ends.
    public func dimension(_ id: String, filters: [any RangeFilter]? = nil) -> ValueDimension {
        let dimension = plan.dimension(id) {
            ValueDimension(
                id: id,
                filters: filters ?? [HeadroomFilter(isZeroBased: false), NiceRangeFilter()])
        }
        made?.add(dimension)
        return dimension
    }

    /// The space of x and a value dimension.
    public func space(_ id: String) -> DataSpace {
        DataSpace(x: x.scale, y: dimension(id).scale)
    }

    /// The axis of x at a side, above the plot or below it.
    ///
    /// - Parameter labeling: what it writes where it is made now; nil for times or numbers.
    public func xAxis(
        _ side: ChartAxis.Side = .bottom, labeling: (any AxisLabeling)? = nil
    ) -> ChartAxis {
        precondition(side.isHorizontal, "an axis of x lies above the plot or below it")
        return axis(side, of: x.scale) {
            if let labeling { return labeling }
            if case .time(let calendar) = x.scale.kind { return TimeLabels(calendar: calendar) }
            return NumberLabels()
        }
    }

    /// The axis of a value dimension at a side.
    ///
    /// - Parameter labeling: what it writes where it is made now; nil for numbers.
    public func valueAxis(
        _ side: ChartAxis.Side = .trailing, of id: String, labeling: (any AxisLabeling)? = nil
    ) -> ChartAxis {
        precondition(!side.isHorizontal, "an axis of values lies at a side of the plot")
        return axis(side, of: dimension(id).scale) { labeling ?? NumberLabels() }
    }

    private func axis(
        _ side: ChartAxis.Side, of scale: Scale, _ labeling: () -> any AxisLabeling
    ) -> ChartAxis {
        let key = AxisKey(side: side, dimension: scale.id)
        if let known = axes[key] { return known }
        let axis = ChartAxis(scale: scale, side: side, labeling: labeling())
        axes[key] = axis
        if side.isHorizontal {
            axis.hasGrid = plan.xAxes.isEmpty
            plan.xAxes.append(axis)
        } else {
            axis.hasGrid = plan.valueAxes.isEmpty
            plan.valueAxes.append(axis)
        }
        made?.add(axis)
        return axis
    }

    /// Adds a mark over the others, on a value dimension; nothing where it is there.
    public func add(_ mark: any Mark, to id: String) {
        let dimension = dimension(id)
        guard !plan.marks.contains(where: { $0 === mark }) else { return }
        plan.marks.append(mark)
        plan.assign(mark, to: id)
        guard let made else { return }
        made.marks.append(mark)
        made.assign(mark, to: dimension)
    }

    /// Adds an attachment, on a value dimension; nothing where it is there.
    public func add(
        _ attachment: any Attachment, to id: String, layer: AttachmentLayer = .background
    ) {
        let dimension = dimension(id)
        guard !plan[keyPath: layer.inPlan].contains(where: { $0 === attachment }) else { return }
        plan[keyPath: layer.inPlan].append(attachment)
        plan.assign(attachment, to: id)
        made?[keyPath: layer.inChart].append(attachment)
        made?.assign(attachment, to: dimension)
    }

    /// Adds an annotation, on a value dimension; nothing where it is there.
    public func add(_ annotation: any Annotation, to id: String) {
        let dimension = dimension(id)
        guard !plan.annotations.contains(where: { $0 === annotation }) else { return }
        plan.annotations.append(annotation)
        plan.assign(annotation, to: id)
        made?.annotations.append(annotation)
        made?.assign(annotation, to: dimension)
    }

    /// The chart, which is made when it is first asked for and shows all that its marks have.
    ///
    /// A dimension or an axis that it lacks by then is made: an axis of x of numbers, and one of
    /// values with a little room.
    public func chart() -> Chart {
        if let made { return made }
        plan.complete()
        for axis in plan.xAxes + plan.valueAxes {
            axes[AxisKey(side: axis.side, dimension: axis.scale.id)] = axis
        }
        let chart = Chart(plan)
        made = chart
        return chart
    }
}
