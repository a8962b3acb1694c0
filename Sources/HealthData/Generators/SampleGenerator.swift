import ChartCore

/// Three years of steps, weight and blood pressure of a fictitious person.
///
/// The bytes are the same on every machine: fixed seed, fixed end, local times without a zone.
package struct SampleGenerator: Sendable {
    /// The days: 2023-11-01 to 2026-10-31.
    package static let firstDay = CivilDate(year: 2023, month: 11, day: 1)
    package static let lastDay = CivilDate(year: 2026, month: 10, day: 31)

    package init() {}

    /// Writes `steps.csv`, `weight.csv` and `blood-pressure.csv` into an existing folder.
    package func write(into folder: String) throws(ImportError) {
        for (name, text) in [
            ("steps.csv", steps()), ("weight.csv", weight()),
            ("blood-pressure.csv", bloodPressure()),
        ] {
            var text = text
            let writer = try RecordWriter(path: folder + "/" + name, member: name)
            try writer.write(&text)
            try writer.finish()
        }
    }

    private var days: ClosedRange<Int> {
        SampleGenerator.firstDay.days...SampleGenerator.lastDay.days
    }

    /// The season as a triangle wave over the year, with its maximum of 1 at midsummer.
    private func season(_ day: Int) -> Double {
        let date = CivilDate(days: day)
        let part = Double(date.dayOfYear - 1) / 365.25
        return 1 - abs(part - 0.54) * 2
    }

    /// Hours with their steps: more in summer and outdoors at weekends, fewer on office days; every
    /// August a fortnight without the phone; single days missing.
    private func steps() -> TextBuffer {
        var random = SplitMix64(seed: 20_261_031)
        var text = TextBuffer()
        text.append("start,end,steps\n")
        let office = [0, 1, 3, 9, 14, 6, 3, 11, 8, 4, 3, 5, 16, 12, 7, 4, 2, 0]
        let free = [0, 0, 1, 3, 6, 11, 12, 9, 8, 10, 12, 10, 8, 6, 4, 3, 2, 1]
        var form = 0.0
        for day in days {
            let date = CivilDate(days: day)
            let isWeekend = date.weekday == .saturday || date.weekday == .sunday
            form = form * 0.85 + random.normal() * 0.12
            let isAway = date.month == 8 && (4...17).contains(date.day) && date.year != 2025
            if isAway || random.chance(0.012) { continue }
            let isHike = isWeekend && random.chance(0.16)
            let isIll = date.month == 2 && (10...14).contains(date.day) && date.year == 2025
            var goal = (isWeekend ? 7400.0 : 8100.0) * (0.82 + 0.3 * season(day)) * (1 + form)
            goal += Double(day - days.lowerBound) * 1.1
            if isHike { goal *= 1.9 }
            if isIll { goal *= 0.22 }
            goal = max(350, goal + random.normal() * 900)
            let shape = isWeekend ? free : office
            let total = Double(shape.reduce(0, +))
            for (index, share) in shape.enumerated() where share > 0 {
                let wobble = max(0, 1 + random.normal() * 0.45)
                let count = Int(goal * Double(share) / total * wobble)
                if count < 12 { continue }
                let hour = 5 + index
                text.append(date: date)
                text.append(" ")
                text.append(clock: hour * 3600, withSeconds: false)
                text.append(",")
                text.append(date: date)
                text.append(" ")
                text.append(clock: (hour + 1) * 3600, withSeconds: false)
                text.append(",")
                text.append(count)
                text.append("\n")
            }
        }
        return text
    }

    /// A weight most mornings: a slow decrease, a rise over the holidays, noise from water, a gap
    /// of a fortnight.
    private func weight() -> TextBuffer {
        var random = SplitMix64(seed: 720)
        var text = TextBuffer()
        text.append("date,weight (kg)\n")
        var mass = 78.4
        var water = 0.0
        for day in days {
            let date = CivilDate(days: day)
            let isFestive = date.month == 12 && date.day > 19 || date.month == 1 && date.day < 4
            mass += isFestive ? 0.075 : (mass > 71.5 ? -0.0098 : 0.0012)
            water = water * 0.6 + random.normal() * 0.24
            let isGap = date.year == 2025 && date.month == 5 && (6...19).contains(date.day)
            let minute = 6 * 60 + 20 + Int(abs(random.normal()) * 28)
            if isGap || random.chance(0.14) { continue }
            text.append(date: date)
            text.append(" ")
            text.append(clock: minute * 60, withSeconds: false)
            text.append(",")
            text.append(Int(((mass + water) * 10).rounded()), places: 1)
            text.append("\n")
        }
        return text
    }

    /// Blood pressures of mornings and evenings in weeks of measuring; higher in winter and in the
    /// morning.
    private func bloodPressure() -> TextBuffer {
        var random = SplitMix64(seed: 12_080)
        var text = TextBuffer()
        text.append("date,systolic (mmHg),diastolic (mmHg)\n")
        var drift = 0.0
        for day in days {
            let date = CivilDate(days: day)
            drift = drift * 0.97 + random.normal() * 0.5
            let week = (day - days.lowerBound) / 7
            // Every day at first and after the tablets were changed, later every second week.
            let isMeasuring = week < 20 || (80..<90).contains(week) || week % 2 == 0
            let treated = week >= 84 ? -7.0 : 0
            for morning in [true, false] {
                let isTaken = isMeasuring && !random.chance(0.13)
                let upper =
                    127 + treated + (morning ? 4 : 0) - 5 * season(day) + drift * 1.6
                    + random.normal() * 5.2
                let lower = 81 + treated * 0.6 + (morning ? 2 : 0) + drift + random.normal() * 3.6
                let minute = (morning ? 7 * 60 + 5 : 21 * 60 + 10) + random.int(0...45)
                if !isTaken { continue }
                text.append(date: date)
                text.append(" ")
                text.append(clock: minute * 60, withSeconds: false)
                text.append(",")
                text.append(Int(upper.rounded()))
                text.append(",")
                text.append(Int(min(lower, upper - 20).rounded()))
                text.append("\n")
            }
        }
        return text
    }
}
