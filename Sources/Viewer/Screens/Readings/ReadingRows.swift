import ChartCore
import Charts
import HealthData
import Localization

/// The readings of a metric, or the totals of its days, the latest first.
@MainActor
struct ReadingRows {
    /// What the rows are made of.
    private enum Content {
        case readings(SampleSeries)
        case pairs(high: SampleSeries, low: SampleSeries)
        case days([CalendarBucket])

        var isOfDays: Bool { if case .days = self { true } else { false } }
    }

    private let content: Content
    private let format: MetricFormat
    private let calendar: CivilCalendar
    /// The sources of the readings; nil if they are not known.
    private let sources: ReadingSources?
    /// The places of the rows that are shown, in the order of time.
    private var places: Places

    private enum Places {
        case all(Range<Int>)
        case some([Int])

        var count: Int {
            switch self {
            case .all(let range): range.count
            case .some(let places): places.count
            }
        }
    }

    /// In longer records only dates and sources can be searched for.
    static let mostSearched = 200_000

    /// The rows of a chart; nil for one whose values have no times.
    init?(_ chart: MetricChart) {
        format = chart.format
        calendar = chart.calendar
        switch chart.data.content {
        case .readings(let readings): content = .readings(readings.series)
        case .pairs(let pairs): content = .pairs(high: pairs.high, low: pairs.low)
        case .totals(let ladder):
            let counted = chart.data.nights?.asleep ?? ladder
            content = .days(counted.days.buckets.filter { $0.count > 0 })
        case .lines, .categories: return nil
        }
        let count =
            switch content {
            case .readings(let series): series.count
            case .pairs(let high, _): high.count
            case .days(let buckets): buckets.count
            }
        let known = chart.data.sources
        sources = !content.isOfDays && known?.count == count ? known : nil
        places = .all(0..<count)
    }

    /// The number of all rows.
    var total: Int {
        switch content {
        case .readings(let series): series.count
        case .pairs(let high, _): high.count
        case .days(let buckets): buckets.count
        }
    }

    /// Whether a row is a day, not a reading.
    var areDays: Bool { content.isOfDays }

    /// Whether the sources of the readings are known.
    var haveSources: Bool { sources != nil }

    /// The number of the rows that were found.
    var count: Int { places.count }

    /// Shows only what matches a text: a day, a month, a year, or a part of a value or of the name
    /// of a source.
    mutating func search(_ text: String, today: Double) {
        let text = text.withSingleSpaces
        guard !text.isEmpty else {
            places = .all(0..<total)
            return
        }
        if let goal = DatePrompt.goal(of: text, today: today, in: calendar) {
            places = .all(lowerBound(goal.span.min)..<lowerBound(goal.span.max))
            return
        }
        let wanted = text.lowercased()
        let named = sources?.places { $0.title.lowercased().contains(wanted) } ?? []
        guard total <= Self.mostSearched else {
            places = .some(named)
            return
        }
        let valued = (0..<total).filter { value(atPlace: $0).contains(text) }
        places = .some(named.isEmpty ? valued : Set(named).union(valued).sorted())
    }

    /// Whether some of all the readings were typed in, and others were not.
    var areMixed: Bool {
        guard let sources else { return false }
        let typed = sources.places { $0 == .manual }.count
        return typed > 0 && typed < total
    }

    /// Leaves out what was not typed in.
    mutating func keepTyped() {
        guard let sources else { return }
        switch places {
        case .all(let range):
            places = .some(sources.places { $0 == .manual }.filter(range.contains))
        case .some(let found): places = .some(found.filter { sources[$0] == .manual })
        }
    }

    private func lowerBound(_ time: Double) -> Int {
        switch content {
        case .readings(let series): series.lowerBound(time)
        case .pairs(let high, _): high.lowerBound(time)
        case .days(let buckets): buckets.indices.partitioningIndex { buckets[$0].span.mid >= time }
        }
    }

    /// The place of a row in the order of time.
    private func place(_ row: Int) -> Int {
        switch places {
        case .all(let range): range.upperBound - 1 - row
        case .some(let places): places[places.count - 1 - row]
        }
    }

    /// The time of a reading, or the middle of a day.
    func time(_ row: Int) -> Double {
        let place = place(row)
        return switch content {
        case .readings(let series): series.time(at: place)
        case .pairs(let high, _): high.time(at: place)
        case .days(let buckets): buckets[place].span.mid
        }
    }

    /// The reading of a row, as a person might have typed it; nil for a day.
    func reading(_ row: Int) -> OwnReading? { reading(atPlace: place(row)) }

    private func reading(atPlace place: Int) -> OwnReading? {
        switch content {
        case .readings(let series):
            OwnReading(
                metric: format.metric.id, time: series.time(at: place),
                value: series.values[place])
        case .pairs(let high, let low):
            OwnReading(
                metric: format.metric.id, time: high.time(at: place), value: high.values[place],
                second: low.values[place])
        case .days: nil
        }
    }

    /// The reading that a dataset is, whether it was searched for or not; nil if it is not here.
    func reading(of dataset: Library.Dataset) -> OwnReading? {
        guard !areDays, let span = dataset.span else { return nil }
        for place in lowerBound(span.first)..<total {
            guard let reading = reading(atPlace: place), reading.time == span.first else { break }
            if reading.isKept(as: dataset) { return reading }
        }
        return nil
    }

    /// The time in words.
    func name(_ row: Int) -> String {
        format.locale.date(
            CivilMoment(time(row), in: calendar),
            areDays ? .weekdayDayMonthYear : .weekdayDayMonthYearTime)
    }

    /// The name of the device, program or file that a reading is from; empty if it is not known.
    func source(_ row: Int) -> String { sources?[place(row)].title ?? "" }

    func value(_ row: Int) -> String { value(atPlace: place(row)) }

    private func value(atPlace place: Int) -> String {
        switch content {
        case .readings(let series):
            let value = series.values[place]
            return value.isFinite ? format.reading(value).text : "–"
        case .pairs(let high, let low):
            return format.pair(high.values[place], low.values[place]).text
        case .days(let buckets): return format.figure(buckets[place].sum).text
        }
    }
}
