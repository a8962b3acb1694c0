// Readings as the days and sittings of a diary.
//
// Method: readings in the order of time. Those that follow one another within ten minutes are one sitting,
// which belongs to the day and the part of the day in which it begins, by the wall clock of the given
// zone. What is after midnight and before two belongs to the evening of the day before. A reading that two
// sources have, with the same minute and the same values, counts once.

import ChartCore

/// The readings of a person, by days.
package struct PressureDiary: Sendable, Equatable {
    /// Readings at most ten minutes apart.
    package struct Sitting: Hashable, Sendable {
        /// The day that it belongs to.
        package var day: CivilDate
        /// The part of that day.
        package var part: DayPart
        /// Its readings, in the order of time.
        package var readings: [PressureReading]
    }

    /// The readings of a day.
    package struct Day: Hashable, Sendable {
        /// The day.
        package var date: CivilDate
        /// In the morning, in the order of time.
        package var morning: [PressureReading] = []
        /// In the evening, in the order of time.
        package var evening: [PressureReading] = []
        /// At other times.
        package var other: [PressureReading] = []

        /// All in the order of time.
        package var all: [PressureReading] {
            (morning + evening + other).sorted { $0.time < $1.time }
        }

        /// The mean of all its readings; nil without any.
        package var mean: Pressure? { Pressure.mean((morning + evening + other).map(\.pressure)) }

        /// The readings in the morning and in the evening that the plan asks for: more than two of a part
        /// count as two.
        package var plannedTaken: Int {
            min(morning.count, PressureRule.planned) + min(evening.count, PressureRule.planned)
        }
    }

    /// A reading that cannot be one, and why.
    package struct Refused: Hashable, Sendable {
        package var reading: PressureReading
        package var reason: PressureRefusal
    }

    /// The most seconds between two readings of a sitting.
    package static let longestPause = 600.0

    /// The windows of morning and evening.
    package let windows: DayWindows
    /// The names of the devices or programs that the readings are from.
    package let devices: [String]
    /// The sittings, in the order of time.
    package let sittings: [Sitting]
    /// The days with readings, in order.
    package let days: [Day]
    /// What was refused, in the order of time.
    package let refused: [Refused]
    /// How many readings of a second source repeated those of another.
    package let repeated: Int

    /// The diary of readings in any order.
    ///
    /// Cost: that of sorting them.
    ///
    /// - Parameters:
    ///   - devices: the names that `PressureReading.device` refers to.
    ///   - future: the first instant that is too late to be true.
    package init(
        _ readings: [PressureReading], devices: [String], calendar: CivilCalendar,
        windows: DayWindows = .standard, future: Double = .infinity
    ) {
        var refused: [Refused] = []
        var accepted: [PressureReading] = []
        var repeated = 0
        for reading in readings.sorted(by: { $0.time < $1.time }) {
            if reading.time >= future {
                refused.append(Refused(reading: reading, reason: .future))
            } else if let reason = PressureRefusal(reading.pressure) {
                refused.append(Refused(reading: reading, reason: reason))
            } else if accepted.reversed().prefix(while: { reading.time - $0.time < 60 })
                .contains(where: { $0.repeats(reading) })
            {
                repeated += 1
            } else {
                accepted.append(reading)
            }
        }
        var sittings: [Sitting] = []
        for reading in accepted {
            if let last = sittings.last?.readings.last,
                reading.time - last.time <= Self.longestPause
            {
                sittings[sittings.count - 1].readings.append(reading)
            } else {
                let place = windows.place(of: reading.time, in: calendar)
                sittings.append(Sitting(day: place.day, part: place.part, readings: [reading]))
            }
        }
        var days: [CivilDate: Day] = [:]
        for sitting in sittings {
            switch sitting.part {
            case .morning:
                days[sitting.day, default: Day(date: sitting.day)].morning += sitting.readings
            case .evening:
                days[sitting.day, default: Day(date: sitting.day)].evening += sitting.readings
            case .other:
                days[sitting.day, default: Day(date: sitting.day)].other += sitting.readings
            }
        }
        self.windows = windows
        self.devices = devices
        self.sittings = sittings
        self.days = days.values.sorted { $0.date < $1.date }
        self.refused = refused
        self.repeated = repeated
    }

    private init(_ whole: PressureDiary, in period: ReportPeriod) {
        windows = whole.windows
        devices = whole.devices
        sittings = whole.sittings.filter { period.contains($0.day) }
        days = whole.days.filter { period.contains($0.date) }
        // A date in the future is a mistake for any other.
        refused = whole.refused.filter {
            $0.reason == .future || period.span.contains($0.reading.time)
        }
        repeated = whole.repeated
    }

    /// The days of a period, with what was refused in it.
    package func within(_ period: ReportPeriod) -> PressureDiary {
        PressureDiary(self, in: period)
    }

    /// All readings that were not refused, in the order of time.
    package var readings: [PressureReading] { sittings.flatMap(\.readings) }

    /// How much higher the first reading of a sitting is than the mean of its others, on average over the
    /// sittings with several; nil if there are none.
    package var firstReadingDifference: Pressure? {
        Pressure.mean(
            sittings.compactMap { sitting in
                guard let first = sitting.readings.first,
                    let others = Pressure.mean(sitting.readings.dropFirst().map(\.pressure))
                else { return nil }
                return first.pressure - others
            })
    }
}

extension PressureReading {
    /// Whether another source has the same reading: the same values in the same minute.
    fileprivate func repeats(_ other: PressureReading) -> Bool {
        device != other.device && pressure == other.pressure
            && (time / 60).rounded(.down) == (other.time / 60).rounded(.down)
    }
}
