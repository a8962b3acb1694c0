import ChartCore
import Charts
import Geometry
import HealthData
import Ink
import Localization
import Statistics

/// A drawing in words: what it is, when, and what it measures, in the person's units.
struct MarkNumbers: Equatable {
    /// What it is: "Trend line".
    var title: String
    /// When it is; empty if it is at no time.
    var dates = ""
    /// What it measures, a phrase each; empty for a mark that measures nothing.
    var numbers: [String] = []

    /// The name for assistive technology.
    var name: String {
        ([title, dates].filter { !$0.isEmpty } + numbers).joined(separator: ", ")
    }
}

extension MarkNumbers {
    /// What a drawing on a metric's chart says.
    ///
    /// Cost: for a trend line and a range, linear in the readings under it, and quadratic in the
    /// days.
    @MainActor
    init(_ mark: InkMark, on chart: MetricChart) {
        title = mark.kindName
        let (calendar, locale) = (chart.calendar, chart.locale)
        if let span = mark.spanX {
            dates = Self.days(span, calendar, locale)
        }
        guard let figure = mark.figure, figure.kind.measures else { return }
        let format = chart.format
        let samples = chart.data.samples(onBasis: mark.basis)
        if figure.kind.crossesHeight, let times = mark.spanX {
            numbers =
                figure.kind == .span
                ? Self.numbers(of: times, samples, format, locale)
                : Self.numbers(at: times.lowerBound, samples, chart)
        }
        guard let ends = mark.endValues else { return }
        switch figure.kind {
        case .trendLine:
            let change = Change(ends.start, ends.end)
            if let rate = change.rate(format) { numbers.append(rate) }
            if let slope = mark.spanX.flatMap({ samples.slope(in: $0) }) {
                numbers.append(Self.likely(slope, change, format))
            }
            numbers.append(change.total(format, locale))
        case .measure:
            let change = Change(ends.start, ends.end)
            numbers.append(change.total(format, locale))
            if let rate = change.rate(format) { numbers.append(rate) }
        case .level:
            numbers.append(format.reading(ends.start.y).text)
            let above = samples.values.count { $0 >= ends.start.y }
            if !samples.values.isEmpty {
                numbers.append(
                    tr(
                        "{1} of all at or above it",
                        locale.percent(Double(above) / Double(samples.values.count))))
            }
        case .rangeBox:
            guard let times = mark.spanX, let values = mark.spanY else { return }
            numbers.append(format.range(values.lowerBound, values.upperBound).text)
            let within = samples.indices(in: times).map { samples.values[$0] }
            guard !within.isEmpty else {
                numbers.append(tr("no values in this time"))
                return
            }
            let inside = within.count { values.contains($0) }
            numbers.append(
                tr(
                    "{1} of {2} values inside",
                    locale.percent(Double(inside) / Double(within.count)),
                    locale.number(within.count)))
            numbers.append(
                tr(
                    "average {1}",
                    format.average(within.reduce(0, +) / Double(within.count)).text))
        case .line, .arrow, .ellipse, .rectangle, .span, .moment: break
        }
    }

    /// What the values of a time are like: their average, how they change, and how many there are.
    private static func numbers(
        of times: ClosedRange<Double>, _ samples: SampleSeries, _ format: MetricFormat,
        _ locale: LocaleFormat
    ) -> [String] {
        let indices = samples.indices(in: times)
        guard !indices.isEmpty else { return [tr("no values in this time")] }
        let average = indices.reduce(0) { $0 + samples.values[$1] } / Double(indices.count)
        var numbers = [tr("average {1}", format.average(average).text)]
        let length = times.upperBound - times.lowerBound
        if let slope = samples.slope(in: times) {
            let change = Change(
                Point(x: 0, y: average), Point(x: length, y: average + slope.slope * length))
            if let rate = change.rate(format) { numbers.append(rate) }
            numbers.append(likely(slope, change, format))
        }
        numbers.append(trn("{n} value", "{n} values", count: indices.count))
        return numbers
    }

    /// The value of the day of a time; nothing if the day has none.
    @MainActor
    private static func numbers(
        at time: Double, _ samples: SampleSeries, _ chart: MetricChart
    ) -> [String] {
        let day = chart.calendar.start(of: .day, containing: time)
        let next = chart.calendar.next(.day, after: time)
        let indices = samples.lowerBound(day)..<samples.lowerBound(next)
        guard
            let nearest = indices.min(by: {
                abs(samples.times[$0] - time) < abs(samples.times[$1] - time)
            })
        else { return [tr("no values on this day")] }
        return [chart.format.reading(samples.values[nearest]).text]
    }

    /// From the first to the last day.
    private static func days(
        _ span: ClosedRange<Double>, _ calendar: CivilCalendar, _ locale: LocaleFormat
    ) -> String {
        let first = calendar.start(of: .day, containing: span.lowerBound)
        let last = calendar.next(.day, after: span.upperBound)
        return NoteTime.words(Extent(min: first, max: last), in: calendar, locale)
    }

    /// The change of a value over time.
    private struct Change {
        var value: Double
        /// In seconds, above zero.
        var time: Double
        /// The value that it began with, in the order of time.
        var first: Double

        init(_ start: Point, _ end: Point) {
            let (a, b) = start.x <= end.x ? (start, end) : (end, start)
            (value, time, first) = (b.y - a.y, b.x - a.x, a.y)
        }

        static let day = 86_400.0
        /// Changes of less than two days are given an hour, all others a week.
        var isShort: Bool { time < 2 * Self.day }
        var unit: Double { isShort ? 3_600 : 7 * Self.day }

        /// A rate in the person's units: a small one has a decimal more than values have.
        static func figure(_ rate: Double, _ format: MetricFormat, as other: Double) -> Figure {
            let digits = format.digits(of: other)
            var size = abs(format.scale.shown(difference: other))
            for _ in 0..<digits { size *= 10 }
            return format.difference(rate, less: 0, digits: size < 10 ? digits + 1 : digits)
        }

        func rate(_ format: MetricFormat) -> String? {
            guard time > 0 else { return nil }
            let value = value / time * unit
            let rate = Self.figure(value, format, as: value).text
            return isShort ? tr("{1} an hour", rate) : tr("{1} a week", rate)
        }

        func total(_ format: MetricFormat, _ locale: LocaleFormat) -> String {
            let digits = format.digits(ofReading: first)
            var change = format.difference(value, less: 0, digits: digits).text
            // A part of a temperature or of a difference from zero means nothing.
            if first > 0, format.metric.unit != "degC", abs(value / first) < 10 {
                let part = locale.percent(value / first, fractionDigits: 1)
                change += " (" + (value > 0 ? "+" : "") + part + ")"
            }
            if isShort {
                return tr("{1} in {2}", change, locale.duration(seconds: time))
            }
            let days = Int((time / Self.day).rounded())
            return tr("{1} in {2}", change, trn("{n} day", "{n} days", count: days))
        }
    }

    /// The slope that the values under a line have, with its interval of 95 %.
    private static func likely(
        _ slope: TheilSen, _ change: Change, _ format: MetricFormat
    ) -> String {
        let unit = change.unit
        let (low, high) = (
            slope.interval.lowerBound * unit, slope.interval.upperBound * unit
        )
        let size = min(abs(low), abs(high))
        let words = [low, high].map { Change.figure($0, format, as: size).number }
        return tr("likely {1} to {2}", words[0], words[1])
    }
}

extension SampleSeries {
    /// The samples from the first to the last of some times.
    fileprivate func indices(in times: ClosedRange<Double>) -> Range<Int> {
        lowerBound(times.lowerBound)..<upperBound(times.upperBound)
    }

    /// How they change in some times; nil if too few are there.
    fileprivate func slope(in times: ClosedRange<Double>) -> TheilSen? {
        TheilSen(indices(in: times).map { (time: self.times[$0], value: values[$0]) })
    }
}

extension MetricData {
    /// The values that a drawing is about: the totals of its basis, else the readings.
    ///
    /// For pairs these are the first values, and for several lines those of the first line.
    func samples(onBasis basis: InkBasis?) -> SampleSeries {
        switch content {
        case .totals(let ladder):
            let unit = basis.flatMap(\.unit) ?? .day
            let buckets = (ladder[unit] ?? ladder.days).buckets.filter { $0.count > 0 }
            return SampleSeries(times: buckets.map(\.span.mid), values: buckets.map(\.sum))
        case .readings(let readings): return readings.series
        case .pairs(let pairs): return pairs.high
        case .lines(let lines): return lines.lines.first?.readings.series ?? SampleSeries()
        case .categories: return SampleSeries()
        }
    }
}

extension InkMark {
    /// What it is, for people.
    var kindName: String {
        switch content {
        case .stroke(let stroke): stroke.brush.kind == .pen ? tr("Pen") : tr("Marker")
        case .figure(let figure): figure.kind.title
        }
    }
}

extension InkFigure.Kind {
    /// Its name, for people.
    var title: String {
        switch self {
        case .line: tr("Line")
        case .arrow: tr("Arrow")
        case .ellipse: tr("Ellipse")
        case .rectangle: tr("Rectangle")
        case .trendLine: tr("Trend line")
        case .level: tr("Level")
        case .rangeBox: tr("Range")
        case .measure: tr("Measure")
        case .span: tr("Span")
        case .moment: tr("Moment")
        }
    }
}
