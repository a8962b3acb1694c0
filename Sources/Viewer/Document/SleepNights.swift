// Sleep as nights and their stages.
//
// A night goes from six in the evening to six in the evening and counts as that of the day on which it
// ends: so what is slept before and after midnight is one night, and an afternoon's nap belongs to
// its day. The sums are those of the calendar for times that are six hours later: no zone changes its
// clocks between six in the evening and midnight, so that nights of 23 and 25 hours come out right.

import ChartCore
import HealthData

/// The stages of sleep, by nights.
struct SleepNights: Sendable {
    /// The stages that count as sleep, from the bottom of a bar to its top.
    static let stages: [SleepStage] = [.deep, .core, .rem, .asleep]
    /// How much earlier than a day its night begins, in seconds.
    static let evening = 6.0 * 3600

    private let calendar: CivilCalendar
    private let starts: [Double]
    private let ends: [Double]
    private let values: [SleepStage]

    /// The stages of merged samples; what is not sleep is left out.
    init(_ columns: SampleColumns, calendar: CivilCalendar) {
        self.calendar = calendar
        let asleep = (0..<columns.count).compactMap { index -> (Int, SleepStage)? in
            guard let stage = SleepStage(rawValue: Int(columns.values[index])), stage.isAsleep
            else { return nil }
            return (index, stage)
        }
        starts = asleep.map { columns.starts[$0.0] + Self.evening }
        ends = asleep.map { columns.end(at: $0.0) + Self.evening }
        values = asleep.map(\.1)
    }

    /// The stages that there are, from the bottom of a bar to its top.
    var present: [SleepStage] { Self.stages.filter { values.contains($0) } }

    /// The seconds of some stages together, by nights and longer.
    func ladder(of stages: [SleepStage]) -> CalendarLadder {
        let counted = values.indices.filter { stages.contains(values[$0]) }
        return CalendarLadder(
            starts: counted.map { starts[$0] }, ends: counted.map { ends[$0] },
            values: [Double](repeating: 0, count: counted.count), in: calendar, as: .duration,
            hasHours: false)
    }
}
