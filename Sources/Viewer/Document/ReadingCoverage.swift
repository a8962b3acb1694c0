import ChartCore

/// How much of a calendar unit readings cover: in how many hours of a day, or days of a longer
/// unit, there is one.
struct ReadingCoverage: Equatable {
    /// The hours or days with a reading.
    let covered: Int
    /// The hours or days of the unit.
    let whole: Int
    /// Whether the parts are days.
    let areDays: Bool
    /// How many parts a series with readings as usual covers.
    private let expected: Double

    /// The coverage of a unit.
    ///
    /// Cost: a search for each part with a reading.
    init(
        of span: Extent, _ unit: CalendarUnit, by readings: Readings, _ calendar: CivilCalendar
    ) {
        let part: CalendarUnit = unit == .day || unit == .hour ? .hour : .day
        areDays = part == .day
        whole = max(1, Int((span.length / part.meanLength).rounded()))
        let series = readings.series
        var index = series.lowerBound(span.min)
        let end = series.lowerBound(span.max)
        var covered = 0
        while index < end {
            covered += 1
            let next = calendar.next(part, after: series.time(at: index))
            index = max(index + 1, series.lowerBound(next))
        }
        self.covered = covered
        // Gaps are measured in usual intervals.
        let usual = readings.longestGap / MetricData.usualIntervalsOfGap
        expected = usual.isFinite ? span.length / max(part.meanLength, usual) : 0
    }

    /// Whether a mean of the unit would say little about it: there are readings in less than a
    /// sixth of the parts in which there usually are some.
    var isTooLittle: Bool { Double(covered) * 6 < expected }
}
