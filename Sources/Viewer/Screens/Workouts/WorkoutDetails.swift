import ChartCore
import Charts
import HealthData
import Localization

/// The contents of a workout's page: its figures, and those of its laps.
struct WorkoutDetails {
    /// The kind of the workout.
    let title: String
    /// Its start and end, and the source that recorded it.
    let lines: [String]
    private(set) var figures: [CaptionedFigure] = []
    /// The captions of the columns of the laps, the most informative first.
    private(set) var columns: [String] = []
    private(set) var laps: [WorkoutDetailsModel.Lap] = []

    init(_ entry: WorkoutEntry, _ format: WorkoutFormat, calendar: CivilCalendar) {
        title = WorkoutKind(entry.workout.sport).name
        lines = [format.locale.times(of: entry.span, in: calendar), entry.source]
        let workout = entry.workout.figures
        func add(_ caption: String, _ figure: Figure?) {
            if let figure { figures.append(CaptionedFigure(caption: caption, figure: figure)) }
        }
        add(tr("Duration"), format.exactDuration(entry.span.length))
        // The duration with and without pauses, if they differ.
        if let active = workout.activeDuration, abs(active - entry.span.length) >= 1 {
            add(tr("Moving time"), format.exactDuration(active))
        }
        add(tr("Distance"), format.distance(workout.distance))
        if let rate = format.rate(entry) { figures.append(rate) }
        add(tr("Active energy"), format.energy(workout.energy))
        add(tr("Average heart rate"), format.heartRate(workout.meanHeartRate))
        add(tr("Max heart rate"), format.heartRate(workout.highestHeartRate))
        add(tr("Ascent"), format.elevation(workout.ascent))
        add(tr("Steps"), format.steps(workout.steps))
        divide(entry, format)
    }

    /// Makes a row of each lap, with a column for each figure that at least one of them has.
    private mutating func divide(_ entry: WorkoutEntry, _ format: WorkoutFormat) {
        let kind = WorkoutKind(entry.workout.sport)
        let laps = entry.workout.laps.map(\.figures)
        func rate(_ lap: Workout.Figures) -> CaptionedFigure? {
            format.rate(kind, meters: lap.distance, seconds: lap.activeDuration)
        }
        let all: [(caption: String, figures: [Figure?])] = [
            (tr("Duration"), laps.map { $0.activeDuration.map(format.exactDuration) }),
            (tr("Distance"), laps.map { format.distance($0.distance) }),
            (laps.compactMap { rate($0)?.caption }.first ?? "", laps.map { rate($0)?.figure }),
            (tr("Heart rate"), laps.map { format.heartRate($0.meanHeartRate) }),
            (tr("Energy"), laps.map { format.energy($0.energy) }),
            (tr("Ascent"), laps.map { format.elevation($0.ascent) }),
        ]
        let there = all.filter { $0.figures.contains { $0 != nil } }
        columns = there.map(\.caption)
        self.laps = laps.indices.map { index in
            WorkoutDetailsModel.Lap(
                name: format.locale.number(index + 1), figures: there.map { $0.figures[index] })
        }
    }
}

extension WorkoutRow {
    /// - Parameter date: the date of the workout, in words.
    init(_ entry: WorkoutEntry, _ format: WorkoutFormat, date: String) {
        let workout = entry.workout.figures
        self.init(
            id: entry.id, name: WorkoutKind(entry.workout.sport).name, date: date,
            figures: [
                format.duration(entry.duration), format.distance(workout.distance),
                format.rate(entry)?.figure, format.energy(workout.energy),
                format.heartRate(workout.meanHeartRate),
            ])
    }
}

extension LocaleFormat {
    /// The start and the end of a span: one day and two times, or two days with their times.
    func times(of span: Extent, in calendar: CivilCalendar) -> String {
        let first = CivilMoment(span.min, in: calendar)
        let last = CivilMoment(span.max, in: calendar)
        let start = date(first, .weekdayDayMonthYearTime)
        guard span.isProper else { return start }
        let isOneDay = calendar.date(of: span.min) == calendar.date(of: span.max)
        return start + " – " + date(last, isOneDay ? .time : .weekdayDayMonthYearTime)
    }
}
