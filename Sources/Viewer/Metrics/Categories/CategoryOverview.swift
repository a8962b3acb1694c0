import ChartCore
import Charts

/// Values by name as small bars: the first ones, and the largest of each column.
struct CategoryOverview: MetricOverview {
    private let marks: CategoryMarks

    init(_ marks: CategoryMarks) { self.marks = marks }

    private var series: CategorySeries { marks.series }

    var sparkline: Sparkline {
        let series = series
        let indices = Array(series.values.indices.prefix(24))
        let strong = Set(indices.filter(marks.categories.bars.isMaximum))
        let extent = series.valueExtent.union(Extent(min: 0, max: 0))
        guard extent.length > 0, extent.length.isFinite else {
            return Sparkline(shape: .bars(indices.map { _ in 0 }), strong: strong)
        }
        func place(_ value: Double) -> Double { (value - extent.min) / extent.length }
        let values = indices.map { series.values[$0].isFinite ? series.values[$0] : 0 }
        if extent.min < 0 {
            return Sparkline(
                shape: .ranges(values.map { place(min($0, 0))...place(max($0, 0)) }),
                strong: strong)
        }
        return Sparkline(shape: .bars(values.map(place)), strong: strong)
    }

    func shape(over domain: Extent, columns: Int) -> OverviewShape {
        let series = series
        let bars = marks.categories.bars
        let slots = Int(domain.length.rounded())
        guard series.valueExtent.min != 0 || series.valueExtent.max != 0 else {
            return OverviewShape(kind: .bars, high: [])
        }
        let isSigned = series.valueExtent.min < 0
        return OverviewShape.columns(
            isSigned ? .ranges : .bars, over: domain, count: max(1, min(slots, columns))
        ) { span in
            var extent = Extent.nothing
            let indices = bars.indices(
                over: Extent(min: span.min + 0.5, max: span.max - 0.5))
            for index in indices { extent.include(series.values[index]) }
            return extent.isEmpty ? extent : extent.union(Extent(min: 0, max: 0))
        }
    }
}
