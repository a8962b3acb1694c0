// Sleep as nights and their stages.
//
// A night lasts from six in the evening to six in the evening of the wall clock and is assigned to
// the day on which it ends: so sleep before and after midnight is one night, and an afternoon's nap
// belongs to its day. Zones do change their clocks in the evening (Cairo at midnight, back to
// eleven; Nuuk at ten), so the borders are instants of each day and not a constant distance from
// midnight.
//
// Lying in bed is not sleep. A phone without a watch records nothing else: in a night without any
// known stage of sleep, the time in bed is used instead, as a series of its own. Figures are about
// it only if no night in view has any sleep. If there are stages, the time in bed is a line of the
// board.

import ChartCore
import HealthData

/// The stages of sleep, by nights.
struct SleepNights: Sendable {
    /// The stages that count as sleep, from the bottom of a bar to its top.
    static let stages: [SleepStage] = [.deep, .core, .rem, .asleep]
    /// The series of a bar, from its bottom to its top.
    static let series = stages + [.inBed]
    /// The hour of the wall clock at which a night begins.
    static let evening = SleepNight.evening

    private let calendar: CivilCalendar
    private let starts: [Double]
    private let ends: [Double]
    private let values: [SleepStage]
    /// The series with data, from the bottom of a bar to its top.
    let present: [SleepStage]
    /// When one slept, night by night.
    let timeline: NightTimeline
    /// The seconds of sleep.
    let asleep: CalendarLadder
    /// The seconds in bed, of all nights.
    let inBed: CalendarLadder
    /// The cumulative ladders that bars of all series are drawn from.
    ///
    /// They combine the first of the series with data, the first two, and so on.
    private let stacked: [CalendarLadder]

    /// Creates the nights from merged samples; being awake is only in the timeline.
    init(_ columns: SampleColumns, calendar: CivilCalendar) {
        self.calendar = calendar
        timeline = NightTimeline(columns, calendar: calendar)
        var asleep: [(start: Double, end: Double, stage: SleepStage)] = []
        var inBed: [(start: Double, end: Double)] = []
        for index in 0..<columns.count {
            guard let stage = columns.sleepStage(at: index) else { continue }
            let (start, end) = (columns.starts[index], columns.end(at: index))
            if stage.isAsleep {
                asleep.append((start, end, stage))
            } else if stage == .inBed, end > start {
                // Several devices may record the same time in bed.
                if let last = inBed.indices.last, inBed[last].end >= start {
                    inBed[last].end = max(inBed[last].end, end)
                } else {
                    inBed.append((start, end))
                }
            }
        }
        let lone = Self.withoutSleep(inBed, asleep.map { ($0.start, $0.end) }, calendar)
        var all = asleep + lone.map { ($0.start, $0.end, .inBed) }
        if !lone.isEmpty { all.sort { $0.start < $1.start } }
        starts = all.map(\.start)
        ends = all.map(\.end)
        values = all.map(\.stage)
        let kinds = Set(values)
        let present = Self.series.filter { kinds.contains($0) }
        self.present = present
        let stacked = present.indices.map { last in
            Self.ladder(
                all.lazy.filter { present[...last].contains($0.stage) }.map { ($0.start, $0.end) },
                calendar)
        }
        self.stacked = stacked
        // If every night has stages, all series together are the sleep.
        self.asleep =
            lone.isEmpty
            ? stacked.last ?? CalendarLadder(calendar: calendar)
            : Self.ladder(asleep.map { ($0.start, $0.end) }, calendar)
        self.inBed = Self.ladder(inBed, calendar)
    }

    /// The time in bed in nights without sleep, cut at their borders; both in the order of starts.
    private static func withoutSleep(
        _ inBed: [(start: Double, end: Double)], _ asleep: [(start: Double, end: Double)],
        _ calendar: CivilCalendar
    ) -> [(start: Double, end: Double)] {
        var result: [(start: Double, end: Double)] = []
        var next = 0
        // The latest end of the sleep that begins before the end of a night.
        var latest = -Double.infinity
        for stretch in inBed {
            var position = stretch.start
            while position < stretch.end {
                let night = calendar.night(containing: position, from: evening).span
                while next < asleep.count, asleep[next].start < night.max {
                    if asleep[next].end > asleep[next].start {
                        latest = max(latest, asleep[next].end)
                    }
                    next += 1
                }
                let end = min(stretch.end, night.max)
                if latest <= night.min { result.append((position, end)) }
                position = end
            }
        }
        return result
    }

    private static func ladder(
        _ spans: [(start: Double, end: Double)], _ calendar: CivilCalendar
    ) -> CalendarLadder {
        CalendarLadder(
            starts: spans.map(\.start), ends: spans.map(\.end),
            values: [Double](repeating: 0, count: spans.count), in: calendar, as: .duration,
            hasHours: false, evening: evening)
    }

    /// The seconds of some series together, by nights and longer units.
    ///
    /// O(1) for the first ones of those with data, else O(samples).
    func ladder(of series: [SleepStage]) -> CalendarLadder {
        let wanted = present.filter { series.contains($0) }
        if !wanted.isEmpty, present.starts(with: wanted) { return stacked[wanted.count - 1] }
        return Self.ladder(
            values.indices.filter { series.contains(values[$0]) }.map { (starts[$0], ends[$0]) },
            calendar)
    }

    /// Whether figures over a range are about the time in bed, because no sleep is known there.
    func isInBedAlone(over range: Extent) -> Bool {
        asleep.days.indices(centredIn: range).isEmpty
            && !inBed.days.indices(centredIn: range).isEmpty
    }
}
