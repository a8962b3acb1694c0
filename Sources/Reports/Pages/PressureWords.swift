import ChartCore
import HealthData
import Localization
import Statistics

/// The words of a sheet about blood pressures.
///
/// They report and name their rule: none of them gives a reason or an advice.
@MainActor
struct PressureWords {
    let summary: PressureSummary
    let effect: NoteEffect?
    let format: LocaleFormat

    // MARK: Figures

    /// `125/82`, in whole mmHg.
    func pair(_ pressure: Pressure) -> String {
        format.number(pressure.systolic) + "/" + format.number(pressure.diastolic)
    }

    private func signed(_ pressure: Pressure) -> String {
        format.number(pressure.systolic, signed: true) + "/"
            + format.number(pressure.diastolic, signed: true)
    }

    private func decimals(_ first: Double?, _ second: Double?) -> String? {
        guard let first, let second else { return nil }
        return format.number(first, fractionDigits: 1) + " / "
            + format.number(second, fractionDigits: 1)
    }

    private var limitText: String { summary.limit.map(pair) ?? "" }

    // MARK: The answer

    /// What the figure of the box is the mean of.
    var caption: String {
        if summary.mean == nil, let all = summary.all {
            return trn("MEAN OF THE ONE READING", "MEAN OF ALL {n} READINGS", count: all.count)
        }
        guard let days = summary.rule.planDays else {
            return trn(
                "MEAN OF THE ONE READING", "MEAN OF ALL {n} READINGS",
                count: summary.counted?.count ?? 0)
        }
        return summary.dayLeftOut == nil
            ? tr("{1}-DAY AVERAGE", format.number(days))
            : tr("{1}-DAY AVERAGE, DAY 1 LEFT OUT", format.number(days))
    }

    /// The mean by the rule, else that of all readings.
    var figure: String { summary.shown.map { pair($0.mean) } ?? "–" }

    /// Pulse, the number of readings, and the interval of the mean.
    var details: [String] {
        guard let statistics = summary.shown else { return [tr("no readings in this period")] }
        var lines: [String] = []
        if let pulse = statistics.pulse {
            lines.append(
                pulse.count == statistics.count
                    ? tr("pulse {1} a minute", format.number(pulse.mean))
                    : tr(
                        "pulse {1} a minute (n {2})", format.number(pulse.mean),
                        format.number(pulse.count)))
        }
        let readings = trn("{n} reading", "{n} readings", count: statistics.count)
        let days = trn("on {n} day", "on {n} days", count: statistics.dayCount)
        lines.append(tr("{1} {2}", readings, days))
        if let coverage = summary.coverage {
            lines.append(
                tr(
                    "{1} of {2} planned readings", format.number(coverage.taken),
                    format.number(coverage.planned)))
        }
        return lines
    }

    /// Where the mean is, compared with the limit.
    var headline: String {
        switch summary.shortage {
        case .readings(let count, let least):
            return tr(
                "Too few readings for a mean by {1} ({2} of {3})", summary.rule.name,
                format.number(count), format.number(least))
        case .days(let count, let least):
            return tr(
                "Too few days for a mean by {1} ({2} of {3})", summary.rule.name,
                format.number(count), format.number(least))
        case nil: break
        }
        guard let reaches = summary.reachesLimit else {
            return tr("Mean of all readings, compared with no limit")
        }
        guard !summary.rule.name.isEmpty else {
            return reaches
                ? tr("At or above {1}, the chosen limit", limitText)
                : tr("Below {1}, the chosen limit", limitText)
        }
        if summary.rule == .esc, let mean = summary.mean?.rounded {
            // The guideline's own word for a mean at home.
            let category = BloodPressureGuideline.esc2024.category(
                systolic: mean.systolic, diastolic: mean.diastolic
            ).name
            let name = category.prefix(1).uppercased() + category.dropFirst()
            return reaches
                ? tr(
                    "{1} (home, {2}), at or above the limit of {3}", name, summary.rule.name,
                    limitText)
                : tr("{1} (home, {2}), below the limit of {3}", name, summary.rule.name, limitText)
        }
        return reaches
            ? tr("At or above {1}, the limit at home ({2})", limitText, summary.rule.name)
            : tr("Below {1}, the limit at home ({2})", limitText, summary.rule.name)
    }

    /// Mornings, evenings, and how many readings and days reach the limit.
    var answer: String {
        var sentences: [String] = []
        if let morning = summary.shown(.morning), let evening = summary.shown(.evening) {
            // That of the printed means, so that it adds up on paper.
            let difference = evening.mean.rounded - morning.mean.rounded
            sentences.append(
                tr(
                    "Morning {1} (n {2}), evening {3} (n {4}), difference {5}.",
                    pair(morning.mean), format.number(morning.count), pair(evening.mean),
                    format.number(evening.count), signed(difference)))
        } else if let morning = summary.shown(.morning) {
            sentences.append(
                tr(
                    "Morning {1} (n {2}), no evenings.", pair(morning.mean),
                    format.number(morning.count)))
        } else if let evening = summary.shown(.evening) {
            sentences.append(
                tr(
                    "Evening {1} (n {2}), no mornings.", pair(evening.mean),
                    format.number(evening.count)))
        }
        if summary.shortage == nil, let counted = summary.counted {
            if let systolic = counted.systolic.interval, let diastolic = counted.diastolic.interval
            {
                sentences.append(
                    tr(
                        "{1} interval of the mean {2} systolic, {3} diastolic.", certainty,
                        range(systolic), range(diastolic)))
            }
            if let limit = summary.limit {
                let (readings, days) = (
                    counted.readings(reaching: limit), counted.days(reaching: limit)
                )
                sentences.append(
                    tr(
                        "At or above {1}: {2} of {3} readings ({4}), {5} of {6} days.", limitText,
                        format.number(readings.count), format.number(readings.total),
                        format.percent(readings.fraction), format.number(days.count),
                        format.number(days.total)))
            }
        }
        if summary.devices.count > 1 {
            let list = summary.devices.map {
                tr(
                    "{1} {2} (n {3})", $0.name.isEmpty ? tr("unnamed source") : $0.name,
                    pair($0.statistics.mean), format.number($0.statistics.count))
            }
            sentences.append(
                tr(
                    "The mean is of {1} devices: {2}.", format.number(list.count),
                    list.joined(separator: ", ")))
        }
        return sentences.joined(separator: " ")
    }

    private var certainty: String { format.percent(0.95) }

    private func range(_ range: ClosedRange<Double>) -> String {
        tr("{1} to {2}", format.number(range.lowerBound), format.number(range.upperBound))
    }

    /// How the days after a note differ from those before.
    func effect(_ effect: NoteEffect) -> String {
        let date = format.date(effect.note.day.moment, .fullDate)
        let (systolic, diastolic) = (effect.systolic, effect.diastolic)
        var text: String
        if systolic.isClear || diastolic.isClear {
            text = tr(
                "The mean of the {1} days after the note of {2} differs by {3} mmHg from that of the {1} days before ({6} interval {4} systolic, {5} diastolic).",
                format.number(NoteEffect.days), date,
                signed(Pressure(systolic.difference, diastolic.difference)),
                signedRange(systolic.interval), signedRange(diastolic.interval), certainty)
        } else {
            text = tr(
                "No clear difference between the {1} days before and after the note of {2} ({5} interval {3} systolic, {4} diastolic).",
                format.number(NoteEffect.days), date, signedRange(systolic.interval),
                signedRange(diastolic.interval), certainty)
        }
        if !effect.others.isEmpty {
            text +=
                " "
                + trn(
                    "{n} other note is in these days.", "{n} other notes are in these days.",
                    count: effect.others.count)
        }
        return text
    }

    private func signedRange(_ range: ClosedRange<Double>) -> String {
        tr(
            "{1} to {2}", format.number(range.lowerBound, signed: true),
            format.number(range.upperBound, signed: true))
    }

    // MARK: The chart and the table

    /// The chart in a sentence.
    func chart(_ trend: DayTrend) -> String {
        guard let first = trend.days.first, let last = trend.days.last else {
            return tr("Chart of blood pressure: no readings in this period.")
        }
        let systolic = trend.days.map(\.pressure.systolic)
        let diastolic = trend.days.map(\.pressure.diastolic)
        var text = tr(
            "Chart of blood pressure, the means of {1} days from {2} to {3}: systolic from {4} to {5}, diastolic from {6} to {7} mmHg.",
            format.number(trend.days.count), format.date(first.day.moment, .fullDate),
            format.date(last.day.moment, .fullDate), format.number(systolic.min() ?? 0),
            format.number(systolic.max() ?? 0), format.number(diastolic.min() ?? 0),
            format.number(diastolic.max() ?? 0))
        for gap in trend.gaps {
            text +=
                " "
                + tr(
                    "No readings from {1} to {2}.",
                    format.date(gap.before.adding(days: 1).moment, .fullDate),
                    format.date(gap.after.adding(days: -1).moment, .fullDate))
        }
        return text
    }

    /// What the signs of the table mean, and what it lacks.
    func remark(rowsLeftOut: Int) -> String {
        var parts: [String] = []
        if summary.dayLeftOut != nil { parts.append(tr("* Day 1 is not counted.")) }
        if let limit = summary.limit {
            parts.append(
                tr(
                    "{1} {2} or more, or {3} or more.", SheetTable.sign,
                    format.number(limit.systolic), format.number(limit.diastolic)))
        }
        parts.append(tr("– no reading."))
        let others = summary.days.reduce(0) { $0 + $1.other.count }
        if others > 0 {
            parts.append(
                summary.rule.planDays == nil
                    ? trn(
                        "{n} reading at another time counts, and is not in the table.",
                        "{n} readings at other times count, and are not in the table.",
                        count: others)
                    : trn(
                        "{n} reading at another time is not counted.",
                        "{n} readings at other times are not counted.", count: others))
        }
        let further = summary.days.reduce(0) {
            $0 + max($1.morning.count - 3, 0) + max($1.evening.count - 3, 0)
        }
        if further > 0 {
            parts.append(
                trn(
                    "{n} further reading of a sitting counts, and is not in the table.",
                    "{n} further readings of sittings count, and are not in the table.",
                    count: further))
        }
        if rowsLeftOut > 0 {
            parts.append(
                trn(
                    "The table has no room for {n} earlier day.",
                    "The table has no room for {n} earlier days.", count: rowsLeftOut))
        }
        return parts.joined(separator: " ")
    }

    /// The spread of the readings, each with its name.
    var figures: [(name: String, value: String)] {
        guard let counted = summary.shown else { return [] }
        func dated(_ entry: PressureStatistics.Entry) -> String {
            tr(
                "{1}, {2}", pair(entry.reading.pressure),
                format.date(entry.day.moment, .dayMonth))
        }
        var items: [(name: String, value: String)] = [
            (tr("Highest"), dated(counted.highest)), (tr("Lowest"), dated(counted.lowest)),
            (
                tr("Pulse pressure"),
                format.quantity(format.number(counted.pulsePressure), unit: tr("mmHg"))
            ),
        ]
        func add(_ name: String, _ value: String?) {
            if let value { items.append((name, value)) }
        }
        add(
            tr("1st less other readings"),
            summary.diary.firstReadingDifference.map { signed($0) })
        let (systolic, diastolic) = (counted.systolic, counted.diastolic)
        add(tr("SD of readings"), decimals(systolic.deviation, diastolic.deviation))
        if let first = systolic.coefficient, let second = diastolic.coefficient {
            items.append(
                (tr("CV"), format.percent(first) + " / " + format.percent(second)))
        }
        add(tr("ARV (mean step)"), decimals(systolic.successive, diastolic.successive))
        add(tr("SD of days"), decimals(systolic.dayDeviation, diastolic.dayDeviation))
        return items
    }

    // MARK: The foot

    /// The method, what was left out, and the devices.
    var foot: String {
        var parts = [method]
        parts.append(
            tr(
                "Morning is from {1} to {2}, evening from {3} to {4}, by the clock of {5}.",
                clock(summary.diary.windows.morning.lowerBound),
                clock(summary.diary.windows.morning.upperBound),
                clock(summary.diary.windows.evening.lowerBound),
                clock(summary.diary.windows.evening.upperBound),
                summary.period.calendar.zone.name))
        parts += leftOut
        if summary.terminalDigits?.preferZero == true {
            parts.append(
                tr(
                    "Many values end in 0 ({1} of systolic ones).",
                    format.percent(summary.terminalDigits?.zeros ?? 0)))
        }
        let names = summary.devices.map(\.name).filter { !$0.isEmpty }
        if !names.isEmpty {
            parts.append(tr("Source: {1}.", names.joined(separator: ", ")))
        }
        parts.append(SheetFrame.origin)
        return parts.joined(separator: " ")
    }

    /// How the mean is made.
    var method: String {
        var text: String
        switch summary.rule {
        case .esc:
            text = tr(
                "Method: mean of the readings of mornings and evenings of the last 7 days without the first, by ESH 2021 and ESC 2024; at least 12 readings on 3 days."
            )
        case .aha:
            text = tr(
                "Method: mean of the readings of mornings and evenings of the last 7 days, by AHA 2020 and 2025; at least 12 readings on 3 days. No day is left out."
            )
        case .jsh:
            text = tr(
                "Method: mean of the readings of mornings and evenings of the last 7 days, by JSH 2019."
            )
        case .free: text = tr("Method: mean of all readings of the period, at any time.")
        }
        if summary.leavesOutFirstOfThree {
            text += " " + tr("The first of three or more readings of a sitting is left out.")
        }
        if effect != nil {
            text +=
                " "
                + tr(
                    "Difference after a note: means of days, {1} on each side, {2} left out.",
                    format.number(NoteEffect.days), format.number(NoteEffect.leftOut))
        }
        return text + " "
            + tr("Means in whole mmHg. SD: of a sample. ARV: mean of the steps between readings.")
    }

    private func clock(_ minutes: Int) -> String {
        format.date(
            CivilMoment(
                year: 2000, month: 1, day: 1, hour: minutes / 60 % 24, minute: minutes % 60), .time)
    }

    /// The most refused readings that are listed.
    private static let mostRefused = 3

    private var leftOut: [String] {
        var parts: [String] = []
        let refused = summary.diary.refused
        if !refused.isEmpty {
            let calendar = summary.period.calendar
            let list = refused.prefix(Self.mostRefused).map { one in
                tr(
                    "{1} on {2} ({3})", pair(one.reading.pressure),
                    format.date(
                        calendar.date(of: one.reading.time).moment,
                        one.reason == .future ? .dayMonthYear : .dayMonth),
                    reason(one.reason))
            }
            let more = refused.count - Self.mostRefused
            parts.append(
                trn(
                    "Left out: {n} reading that cannot be: {1}.",
                    "Left out: {n} readings that cannot be: {1}.", count: refused.count,
                    list.joined(separator: ", ") + (more > 0 ? ", …" : "")))
        }
        if summary.diary.repeated > 0 {
            parts.append(
                trn(
                    "{n} reading that two sources have is counted once.",
                    "{n} readings that two sources have are counted once.",
                    count: summary.diary.repeated))
        }
        return parts
    }

    private func reason(_ reason: PressureRefusal) -> String {
        switch reason {
        case .notAbove: tr("systolic not above diastolic")
        case .outOfRange: tr("outside of 50–300 / 25–200")
        case .future: tr("dated in the future")
        }
    }
}
