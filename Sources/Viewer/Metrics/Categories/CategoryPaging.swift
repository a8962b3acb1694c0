import ChartCore
import Charts
import Geometry
import Localization

/// The pages of values by name.
struct CategoryPaging: MetricPages {
    private let marks: CategoryMarks

    init(_ marks: CategoryMarks) { self.marks = marks }

    private var categories: CategoryChart { marks.categories }

    var domain: Extent { categories.pages.bounds }

    func title(of range: Extent) -> String {
        let locale = marks.context.locale
        let shown = categories.pages.indices(on: categories.pages.page(nearest: range))
        let count = locale.number(marks.series.count)
        guard let first = shown.first, let last = shown.last else { return "" }
        if first == last { return tr("{1} of {2}", locale.number(first + 1), count) }
        let span = locale.range(locale.number(first + 1), locale.number(last + 1))
        return tr("{1} of {2}", span, count)
    }

    func window(holding place: Double) -> Extent {
        categories.pages.window(categories.pages.page(of: Int(place.rounded())))
    }

    var page: Int { categories.page }

    func setPage(_ page: Int) { marks.wantedPage = page }

    func settle(at time: Double) { categories.settle(at: time) }

    var pager: PagerModel? {
        guard categories.pages.pageCount > 1 else { return nil }
        return PagerModel(
            dots: categories.pagesRect, page: categories.page + 1,
            count: categories.pages.pageCount)
    }

    func grow(at time: Double) { marks.grow(at: time) }

    var placedBars: [PlacedBar] {
        let chart = marks.context.chart
        let projection = chart.projection
        let (bars, series) = (categories.bars, marks.series)
        return bars.indices(over: chart.drawnRange).compactMap { index in
            let value = series.values[index]
            guard value.isFinite, chart.drawnRange.contains(Double(index)) else { return nil }
            let slot = projection.px(1) - projection.px(0)
            let width = slot * bars.drawnFraction
            let ends = [projection.py(0), projection.py(bars.shownValue(index))]
            return PlacedBar(
                name: series.names[index], value: value,
                color: bars.isMaximum(index) ? bars.style.accent : bars.style.ordinary,
                rect: Rect(
                    x: projection.px(Double(index)) - width / 2, y: min(ends[0], ends[1]),
                    width: width, height: abs(ends[0] - ends[1])))
        }
    }
}
