import ChartCore

/// The night, which is the day of sleep.
package enum SleepNight {
    /// The hour of the wall clock at which a night begins.
    ///
    /// It lasts until the same hour of the next day, and belongs to the day on which it ends. So
    /// sleep before and after midnight is one night, and a nap in the afternoon belongs to its day.
    package static let evening = 18
}

/// The time in a state, asleep or in a workout, in seconds; overlaps count once.
///
/// Charts, tables and sums all count it this way (`CalendarBuckets.Quantity.duration`).
struct CountedTime {
    private var starts: [Double] = []
    private var ends: [Double] = []

    /// Whether samples of a metric are counted by their time.
    static func counts(_ id: MetricID) -> Bool { id == .sleep || id == .workouts }

    /// The seconds of a sample; nil for a stage that is not sleep.
    static func length(_ columns: SampleColumns, _ index: Int, of id: MetricID) -> Double? {
        if id == .sleep, columns.sleepStage(at: index)?.isAsleep != true { return nil }
        return columns.end(at: index) - columns.starts[index]
    }

    /// No time yet.
    init() {}

    /// The time of all samples of a metric.
    init(_ columns: SampleColumns, of id: MetricID) {
        for index in 0..<columns.count { add(columns, index, of: id) }
    }

    /// Adds the time of a sample, if it is counted.
    mutating func add(_ columns: SampleColumns, _ index: Int, of id: MetricID) {
        guard let length = CountedTime.length(columns, index, of: id), length > 0 || id != .sleep
        else { return }
        starts.append(columns.starts[index])
        ends.append(columns.end(at: index))
    }

    /// The time in each unit of a calendar, over a half-open span if one is given.
    func buckets(
        by unit: CalendarUnit, in calendar: CivilCalendar, over range: Extent? = nil
    ) -> [CalendarBucket] {
        CalendarBuckets.gather(
            starts: starts, ends: ends, values: ends, by: unit, in: calendar, as: .duration,
            over: range)
    }

    /// The time in each unit of a calendar whose days begin in the evening before, over a half-open
    /// span of such days if one is given.
    ///
    /// Hours are those of the clock.
    func nights(
        by unit: CalendarUnit, in calendar: CivilCalendar, over range: Extent
    ) -> [CalendarBucket] {
        func border(_ instant: Double) -> Double {
            guard instant.isFinite, calendar.start(of: .day, containing: instant) == instant else {
                return instant
            }
            return calendar.night(containing: instant, from: SleepNight.evening).span.min
        }
        if unit == .hour || unit == .minute { return buckets(by: unit, in: calendar, over: range) }
        let (from, to) = (border(range.min), border(range.max))
        var cut = CountedTime()
        for (start, end) in zip(starts, ends) where max(start, from) < min(end, to) {
            cut.starts.append(max(start, from))
            cut.ends.append(min(end, to))
        }
        let ladder = CalendarLadder(
            starts: cut.starts, ends: cut.ends, values: cut.ends, in: calendar, as: .duration,
            hasHours: false, evening: SleepNight.evening)
        return ladder[unit]?.buckets ?? []
    }

    /// The total time.
    var seconds: Double {
        var sum = ExactSum()
        for bucket in buckets(by: .year, in: CivilCalendar(zone: .utc)) { sum.add(bucket.sum) }
        return sum.value
    }
}
