import ChartCore

/// The means of days, and the mean over the days around each.
///
/// The window is centred: nine days, or 29 in periods of more than 200 days. Where more days than half of
/// it have no reading, the line ends and begins again, and nothing is assumed between.
package struct DayTrend: Sendable, Equatable {
    /// A day and its pressure.
    package struct Point: Hashable, Sendable {
        package var day: CivilDate
        package var pressure: Pressure
    }

    /// The days that are shown.
    package let period: ReportPeriod
    /// The mean of each day with readings, in order.
    package let days: [Point]
    /// The days of the window; nil for periods too short for one.
    package let window: Int?
    /// The rolling means, a stretch for each run of days without a gap; empty without a window.
    package let stretches: [[Point]]
    /// The last day before each gap and the first after it.
    package let gaps: [(before: CivilDate, after: CivilDate)]

    /// The shortest period with rolling means.
    package static let shortest = 14

    /// The trend of the means of days, in order.
    package init(_ means: [(CivilDate, Pressure)], period: ReportPeriod) {
        self.period = period
        days = means.map { Point(day: $0.0, pressure: $0.1) }
        let window = period.days < Self.shortest ? nil : period.days > 200 ? 29 : 9
        self.window = window
        let longest = (window ?? 9) / 2 + 1
        var runs: [[Point]] = []
        var gaps: [(before: CivilDate, after: CivilDate)] = []
        for point in days {
            if let last = runs.last?.last, point.day.days - last.day.days <= longest {
                runs[runs.count - 1].append(point)
            } else {
                if let last = runs.last?.last { gaps.append((last.day, point.day)) }
                runs.append([point])
            }
        }
        self.gaps = gaps
        let all = days
        stretches =
            window.map { window in
                runs.map { run in
                    run.compactMap { point in
                        let near = all.filter {
                            abs($0.day.days - point.day.days) <= window / 2
                        }
                        return Pressure.mean(near.map(\.pressure)).map {
                            Point(day: point.day, pressure: $0)
                        }
                    }
                }
            } ?? []
    }

    package static func == (a: DayTrend, b: DayTrend) -> Bool {
        a.days == b.days && a.window == b.window
    }
}
