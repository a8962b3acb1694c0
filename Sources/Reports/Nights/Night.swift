// The nights of a period.
//
// Method: samples of sleep belong to the night of their start, which lasts from six in the evening to six the next
// evening and has the date on which it ends. Stretches of sleep or of time in bed that are less than two hours
// apart are one; the one with the most sleep is the night, the others are naps. Time in bed is from the
// first to the last moment of the night. If a night has only time in bed, it is left out of what counts sleep: lying
// down is not sleeping.

import ChartCore
import HealthData

/// A sample of sleep.
package struct SleepSpan: Hashable, Sendable {
    /// In seconds since 1970.
    package var start: Double
    package var end: Double
    /// False for time in bed, and for being awake in it.
    package var isAsleep: Bool

    /// A span of sleep, or of being in bed.
    package init(from start: Double, to end: Double, isAsleep: Bool) {
        (self.start, self.end, self.isAsleep) = (start, end, isAsleep)
    }
}

/// A night, with the date on which it ends.
package struct Night: Hashable, Sendable {
    package let date: CivilDate
    /// The first moment in bed or asleep, in seconds since 1970.
    package let start: Double
    /// The last one.
    package let end: Double
    /// Seconds asleep between them; 0 if only the time in bed is known.
    package let asleep: Double
    /// Seconds asleep at other times of the day.
    package let naps: Double
    /// All spans asleep, naps too, without overlaps, in the order of time.
    package let sleep: [Range<Double>]

    /// Seconds in bed.
    package var inBed: Double { end - start }
    /// The share of the time in bed that is asleep; nil if only the time in bed is known.
    package var efficiency: Double? { asleep > 0 ? asleep / inBed : nil }
    /// In the middle of the time in bed, in seconds since 1970.
    package var midpoint: Double { (start + end) / 2 }

    /// The hour at which nights begin.
    package static let firstHour = 18
    /// The longest interruption of a night, in seconds.
    package static let longestBreak = 7200.0

    /// The nights of spans in any order.
    ///
    /// Cost: that of sorting them.
    package static func nights(of spans: [SleepSpan], in calendar: CivilCalendar) -> [Night] {
        let sorted = spans.filter { $0.end > $0.start && ($0.end - $0.start) < 172_800 }
            .sorted { $0.start < $1.start }
        let groups = Dictionary(grouping: sorted) {
            calendar.date(of: calendar.night(containing: $0.start, from: firstHour).day.min)
        }
        return groups.keys.sorted().compactMap { Night($0, groups[$0] ?? []) }
    }

    private init?(_ date: CivilDate, _ spans: [SleepSpan]) {
        let sleep = Self.union(spans.filter(\.isAsleep))
        var stretches: [Range<Double>] = []
        for span in Self.union(spans) {
            if let last = stretches.last, span.lowerBound - last.upperBound < Self.longestBreak {
                stretches[stretches.count - 1] = last.lowerBound..<span.upperBound
            } else {
                stretches.append(span)
            }
        }
        func asleep(_ stretch: Range<Double>) -> Double {
            sleep.reduce(0) { sum, span in
                let part = span.clamped(to: stretch)
                return sum + (part.upperBound - part.lowerBound)
            }
        }
        let best = stretches.max {
            (asleep($0), $0.upperBound - $0.lowerBound)
                < (asleep($1), $1.upperBound - $1.lowerBound)
        }
        guard let best else { return nil }
        self.date = date
        (start, end) = (best.lowerBound, best.upperBound)
        self.asleep = asleep(best)
        naps = sleep.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } - self.asleep
        self.sleep = sleep
    }

    private static func union(_ spans: [SleepSpan]) -> [Range<Double>] {
        var result: [Range<Double>] = []
        for span in spans {
            if let last = result.last, span.start <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, span.end)
            } else {
                result.append(span.start..<span.end)
            }
        }
        return result
    }

    /// The nights of records.
    package static func nights(
        of records: HealthRecords, in calendar: CivilCalendar
    ) -> [Night] {
        let columns = records.merged(.sleep)
        return nights(
            of: (0..<columns.count).compactMap { index in
                columns.sleepStage(at: index).map {
                    SleepSpan(
                        from: columns.starts[index], to: columns.end(at: index),
                        isAsleep: $0.isAsleep)
                }
            }, in: calendar)
    }
}
