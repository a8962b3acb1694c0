import ChartCore
import Statistics

/// What a sheet says about the pressures of a period, by a rule.
///
/// The days of the rule's plan are the last seven that end with the last day of the period that has a
/// reading. Readings at other times than in the morning and in the evening count in the mean of all readings
/// alone.
package struct PressureSummary: Sendable, Equatable {
    /// How the days of the plan were kept.
    package struct Coverage: Hashable, Sendable {
        /// The planned readings that were taken, at most two of a morning and of an evening.
        package var taken: Int
        /// The readings of the plan: 28 in seven days.
        package var planned: Int
    }

    /// Why there is no mean by the rule.
    package enum Shortage: Hashable, Sendable {
        /// Fewer counted readings than are enough.
        case readings(Int, of: Int)
        /// Fewer counted days than are enough.
        case days(Int, of: Int)
    }

    /// The figures of one device among those that count.
    package struct DeviceShare: Sendable, Equatable {
        package var name: String
        package var statistics: PressureStatistics
    }

    package let rule: PressureRule
    /// The limit in mmHg; nil for none.
    package let limit: Pressure?
    package let period: ReportPeriod
    /// The readings of the period.
    package let diary: PressureDiary
    /// The days of the plan from the first that has a reading to the last, with those between them that have
    /// none; all days of the period with readings if the rule has no plan.
    package let days: [PressureDiary.Day]
    /// The day that the rule does not count; nil for none.
    package let dayLeftOut: CivilDate?
    /// Whether the first of three or more readings of a sitting is not counted.
    package let leavesOutFirstOfThree: Bool
    /// The readings that count by the rule, whether or not they are enough.
    package let counted: PressureStatistics?
    /// The counted ones of mornings.
    package let morning: PressureStatistics?
    /// The counted ones of evenings.
    package let evening: PressureStatistics?
    /// All readings of the period, at any time.
    package let all: PressureStatistics?
    /// Nil for a rule without a plan.
    package let coverage: Coverage?
    /// Nil if there are enough.
    package let shortage: Shortage?

    /// The summary of a diary.
    ///
    /// - Parameters:
    ///   - limit: the limit for a rule that has none.
    ///   - leavesOutFirstOfThree: whether the first of three or more readings of a sitting is left out.
    package init(
        _ diary: PressureDiary, rule: PressureRule, limit: Pressure? = nil, period: ReportPeriod,
        leavesOutFirstOfThree: Bool = false
    ) {
        let diary = diary.within(period)
        self.rule = rule
        self.limit = rule.limit ?? limit
        self.period = period
        self.diary = diary
        self.leavesOutFirstOfThree = leavesOutFirstOfThree
        var days = diary.days
        if let length = rule.planDays, let last = days.last?.date {
            let begin = last.adding(days: 1 - length)
            let known = days.filter { $0.date >= begin }
            let first = known.first?.date ?? last
            days = (0...(last.days - first.days)).map { offset in
                let date = first.adding(days: offset)
                return known.first { $0.date == date } ?? PressureDiary.Day(date: date)
            }
        }
        self.days = days
        dayLeftOut = rule.leavesOutFirstDay ? days.first?.date : nil
        let isFree = rule.planDays == nil
        let (within, leftOut) = (Set(days.map(\.date)), dayLeftOut)
        func statistics(_ parts: Set<DayPart>) -> PressureStatistics? {
            PressureStatistics(
                diary.sittings.filter {
                    within.contains($0.day) && $0.day != leftOut && parts.contains($0.part)
                }.flatMap { sitting in
                    let isLong = leavesOutFirstOfThree && sitting.readings.count >= 3
                    return sitting.readings.dropFirst(isLong ? 1 : 0).map {
                        PressureStatistics.Entry(day: sitting.day, reading: $0)
                    }
                })
        }
        counted = statistics(isFree ? [.morning, .evening, .other] : [.morning, .evening])
        morning = statistics([.morning])
        evening = statistics([.evening])
        all = PressureStatistics(
            diary.sittings.flatMap { sitting in
                sitting.readings.map { PressureStatistics.Entry(day: sitting.day, reading: $0) }
            })
        coverage = rule.planDays.map { length in
            Coverage(
                taken: days.reduce(0) { $0 + $1.plannedTaken },
                planned: length * 2 * PressureRule.planned)
        }
        let (count, dayCount) = (counted?.count ?? 0, counted?.dayCount ?? 0)
        shortage =
            count < rule.fewestReadings
            ? .readings(count, of: rule.fewestReadings)
            : dayCount < rule.fewestDays ? .days(dayCount, of: rule.fewestDays) : nil
    }

    /// The mean by the rule; nil if there are too few readings or days.
    package var mean: Pressure? { shortage == nil ? counted?.mean : nil }

    /// The readings that the figures of the sheet are from: those that count, or all of the period if these are
    /// not enough.
    package var shown: PressureStatistics? { mean == nil ? all : counted }

    /// Those of them in a part of the day.
    package func shown(_ part: DayPart) -> PressureStatistics? {
        guard mean == nil else { return part == .morning ? morning : evening }
        return PressureStatistics(
            diary.sittings.filter { $0.part == part }.flatMap { sitting in
                sitting.readings.map { PressureStatistics.Entry(day: sitting.day, reading: $0) }
            })
    }

    /// How much higher the evenings are than the mornings; nil if one of them has no readings.
    package var eveningDifference: Pressure? {
        guard let morning = shown(.morning), let evening = shown(.evening) else { return nil }
        return evening.mean - morning.mean
    }

    /// Whether the mean, in whole mmHg, is at or above the limit; nil without a mean or a limit.
    package var reachesLimit: Bool? {
        guard let mean, let limit else { return nil }
        return mean.rounded.reaches(limit)
    }

    /// The devices of the readings that are shown, the most frequent first.
    package var devices: [DeviceShare] {
        let groups = Dictionary(grouping: shown?.entries ?? [], by: \.reading.device)
        return groups.compactMap { device, entries in
            PressureStatistics(entries).map {
                DeviceShare(
                    name: diary.devices.indices.contains(device) ? diary.devices[device] : "",
                    statistics: $0)
            }
        }.sorted {
            ($1.statistics.count, $0.name) < ($0.statistics.count, $1.name)
        }
    }

    /// How often the values of the period end in 0; nil for too few.
    package var terminalDigits: TerminalDigits? { TerminalDigits(diary.readings) }
}
