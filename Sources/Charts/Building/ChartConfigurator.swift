import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Localization

/// Builds a chart from objects that are looked up by id, and created if they do not exist yet.
///
/// An alternative to a list of parts (`Chart { … }`), for programs that learn only at run time
/// which series there are. Repeated calls with an id return the same object. Changes made after
/// `chart()` go into that chart.
@MainActor
public final class ChartConfigurator {
    /// The x dimension, which other charts can share.
    public let x: Dimension
    private var plan: ChartPlan
    private var made: Chart?
    private var axes: [AxisKey: ChartAxis] = [:]

    private struct AxisKey: Hashable {
        var side: ChartAxis.Side
        var dimension: String
    }

    /// Creates a configurator of a chart.
    ///
    /// - Parameters:
    ///   - x: nil for a dimension of numbers.
    ///   - theme: the chart's own; nil to have that of the figure it is in.
    public init(x: Dimension? = nil, theme: ChartTheme? = nil) {
        let x = x ?? Dimension(id: "x", kind: .linear, direction: .horizontal)
        self.x = x
        plan = ChartPlan(theme: theme)
        plan.x = x
    }

    /// The value dimension with an id; the first one requested is the chart's `y`.
    ///
    /// - Parameter filters: give it its range if it is created now; nil for a little headroom and
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

    /// The x axis at a side, above or below the plot.
    ///
    /// - Parameter labeling: its labels if it is created now; nil for times or numbers.
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
    /// - Parameter labeling: its labels if it is created now; nil for numbers.
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

    /// Adds a mark over the others, on a value dimension; does nothing if it was added before.
    public func add(_ mark: any Mark, to id: String) {
        let dimension = dimension(id)
        guard !plan.marks.contains(where: { $0 === mark }) else { return }
        plan.marks.append(mark)
        plan.assign(mark, to: id)
        guard let made else { return }
        made.marks.append(mark)
        made.assign(mark, to: dimension)
    }

    /// Adds an attachment, on a value dimension; does nothing if it was added before.
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

    /// Adds an annotation, on a value dimension; does nothing if it was added before.
    public func add(_ annotation: any Annotation, to id: String) {
        let dimension = dimension(id)
        guard !plan.annotations.contains(where: { $0 === annotation }) else { return }
        plan.annotations.append(annotation)
        plan.assign(annotation, to: id)
        made?.annotations.append(annotation)
        made?.assign(annotation, to: dimension)
    }

    /// The chart, which is built on the first call and shows all the data of its marks.
    ///
    /// A missing dimension or axis is then created: an x axis of numbers, and a value axis with a
    /// little headroom.
    public func chart() -> Chart {
        if let made { return made }
        plan.complete()
        for axis in plan.xAxes + plan.valueAxes {
            axes[AxisKey(side: axis.side, dimension: axis.scale.id)] = axis
        }
        let chart = Chart(plan: plan)
        made = chart
        return chart
    }
}
