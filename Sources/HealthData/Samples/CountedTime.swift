import ChartCore

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

    /// The total time.
    var seconds: Double {
        var sum = ExactSum()
        for bucket in buckets(by: .year, in: CivilCalendar(zone: .utc)) { sum.add(bucket.sum) }
        return sum.value
    }
}
