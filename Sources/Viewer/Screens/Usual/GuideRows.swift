import ChartCore
import Charts
import HealthData
import Localization

/// The rows of ranges and of the goal, in the dialog of what is usual and best.
@MainActor
struct GuideRows {
    let chart: MetricChart
    let pins: Preferences
    let words: DayWords

    /// The most years whose range is offered.
    private static let mostYears = 3

    private var format: MetricFormat { chart.format }

    /// The goal, how often it was reached, and its runs.
    var goal: [UsualRow] {
        guard let guides = chart.guides else { return [] }
        var rows = [UsualRow(name: tr("Goal"), value: "", isCaption: true)]
        guard let goal = guides.goal else {
            rows.append(UsualRow(name: tr("There is no goal."), value: "", setsGoal: true))
            return rows + [best]
        }
        rows.append(
            UsualRow(name: guides.words.sentence(goal, guides.forecast), value: "", setsGoal: true))
        let forecast = guides.words.explanation(guides.forecast)
        if !forecast.isEmpty { rows.append(UsualRow(name: forecast, value: "")) }
        guard let days = guides.days else { return rows + [best] }
        let count = days.count(in: Int.min..<Int.max)
        rows.append(
            UsualRow(
                name: tr("Days that reached the goal"),
                value: tr(
                    "{1} of {2}", words.locale.number(count.reached), words.locale.number(count.of))
            ))
        let longest = days.longestRun
        rows += [row(tr("Most days in a row"), longest)].compactMap(\.self)
        if let current = days.currentRun, current != longest {
            rows += [row(tr("Days in a row now"), current)].compactMap(\.self)
        }
        return rows + [best]
    }

    /// The heading of what comes after the goal.
    private var best: UsualRow {
        UsualRow(name: tr("Highest, lowest and longest"), value: "", isCaption: true)
    }

    private func row(_ name: String, _ run: GoalDays.Run?) -> UsualRow? {
        guard let run else { return nil }
        func moment(_ day: Int) -> CivilMoment {
            CivilMoment(words.calendar.start(of: CivilDate(days: day)), in: words.calendar)
        }
        return UsualRow(
            name: name,
            value: [
                trn("{n} day", "{n} days", count: run.count),
                words.locale.days(
                    from: moment(run.days.lowerBound), to: moment(run.days.upperBound - 1)),
            ].joined(separator: " · "), days: run.days)
    }

    /// The ranges that can be put on the chart: the own ones of years, and the published one.
    var ranges: [UsualRow] {
        guard chart.guides != nil else { return [] }
        var rows = UsualRange.years(of: chart.data, in: words.calendar).prefix(Self.mostYears)
            .compactMap { usual -> UsualRow? in
                guard case .year(let year) = usual.period else { return nil }
                return UsualRow(
                    name: tr("90 of 100 days of {1} are within", String(year)),
                    value: format.range(usual.range.lowerBound, usual.range.upperBound).text,
                    band: BandChoice(chart.metric.id, .usual, year: year))
            }
        if let reference = ReferenceRange.of(chart.metric.id) {
            rows += [
                UsualRow(name: tr("What others have published"), value: "", isCaption: true),
                UsualRow(
                    name: reference.source, value: text(reference),
                    band: BandChoice(chart.metric.id, .reference)),
                UsualRow(name: reference.explanation, value: ""),
            ]
        } else if let absence = ReferenceRange.absence(of: chart.metric.id) {
            rows += [
                UsualRow(name: tr("What others have published"), value: "", isCaption: true),
                UsualRow(name: absence, value: ""),
            ]
        }
        return rows
    }

    private func text(_ reference: ReferenceRange) -> String {
        switch (reference.low, reference.high) {
        case (let low?, let high?): format.range(low, high).text
        case (let low?, nil): tr("at least {1}", format.figure(low).text)
        case (nil, let high?): tr("at most {1}", format.figure(high).text)
        case (nil, nil): ""
        }
    }
}
