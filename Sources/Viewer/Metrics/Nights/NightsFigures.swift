import ChartCore
import HealthData
import Localization
import Statistics

/// The figures of nights: bedtime, waking, how long and how regularly one slept.
///
/// If bars show lengths, the figures are those of totals; if no sleep is known in view, they are about
/// the time in bed.
struct NightsFigures: MetricFigures {
    private let context: MetricContext
    private let totals: TotalsFigures
    private let marks: NightsMarks
    private var bars: TotalsBars { marks.bars }

    init(_ context: MetricContext, _ marks: NightsMarks) {
        self.context = context
        totals = TotalsFigures(context, marks.bars)
        self.marks = marks
    }

    func figures(over range: Extent) -> [CaptionedFigure] {
        guard marks.picture == .hours || timeline == nil else { return clockFigures(over: range) }
        var figures = totals.figures(
            over: range, daily: tr("Nightly average"),
            tr("The total divided by the nights with data. Other nights don’t count."))
        if bars.counted.isSubstituted(over: range) {
            for index in figures.indices {
                figures[index].caption = tr("{1}, in bed", figures[index].caption)
            }
        }
        return figures
    }

    var hasChips: Bool { false }

    private var timeline: NightTimeline? { context.data.nights?.timeline }

    private func clockFigures(over range: Extent) -> [CaptionedFigure] {
        guard let timeline else { return [] }
        let shown =
            marks.picture == .lanes
            ? timeline.indices(over: range) : timeline.indices(ofDaysCentredIn: range)
        let summary = NightSummary(timeline.nights[shown])
        guard summary.count > 0 else { return [] }
        let isOne = summary.count == 1
        var figures: [CaptionedFigure] = []
        figures.append(
            time(
                tr("Bedtime"), summary.bedClock,
                isOne
                    ? tr("When the first record of the night begins, in bed or asleep.")
                    : tr("The mean of the bedtimes on the clock.")))
        figures.append(
            time(
                tr("Woke up"), summary.wakeClock,
                isOne
                    ? tr("When the last sleep of the night ends.")
                    : tr("The mean of the times of waking on the clock.")))
        if !isOne { figures.append(regularity(timeline, shown)) }
        if let asleep = summary.asleep { figures.append(length(asleep, summary, isOne, range)) }
        return figures
    }

    private func time(
        _ caption: String, _ clock: Double?, _ explanation: String
    ) -> CaptionedFigure {
        let (locale, format) = (context.locale, context.format)
        guard let clock else {
            return CaptionedFigure(caption: caption, figure: Figure("–")).explained(
                tr("These times are spread over the whole day, so they have no mean."))
        }
        return CaptionedFigure(caption: caption, clock) { Figure(locale.timeOfDay($0[0])) }
            .explained(explanation)
            .comparedAsTime { apart in
                // The shorter way around the clock, in the minutes that are shown.
                let minutes = (apart / 60).rounded().truncatingRemainder(dividingBy: 1_440)
                let size = min(minutes, 1_440 - minutes)
                return size == 0 ? nil : format.figure(size * 60)
            }
    }

    private func regularity(
        _ timeline: NightTimeline, _ shown: Range<Int>
    ) -> CaptionedFigure {
        let (caption, locale) = (tr("Regularity"), context.locale)
        guard let index = timeline.regularity(of: shown)?.index else {
            return CaptionedFigure(caption: caption, figure: Figure("–")).explained(
                tr("Needs at least five days in a row with known sleep."))
        }
        let unit = tr("of 100")
        return CaptionedFigure(caption: caption, index) {
            Figure(locale.number($0[0].rounded()), unit: unit)
        }
        .explained(
            tr(
                "The Sleep Regularity Index: 100 if one sleeps at the same times every day, 0 if by chance."
            )
        )
        .comparedAsLevel { a, b in
            let size = abs(a.rounded() - b.rounded())
            return size == 0 ? nil : Figure(locale.number(size))
        }
    }

    private func length(
        _ seconds: Double, _ summary: NightSummary, _ isOne: Bool, _ range: Extent
    ) -> CaptionedFigure {
        let (format, locale) = (context.format, context.locale)
        let caption =
            summary.isInBed
            ? (isOne ? tr("In bed") : tr("In bed a night"))
            : isOne ? tr("Asleep") : tr("Asleep a night")
        let nights = max(
            summary.count, Int((range.length / CalendarUnit.day.meanLength).rounded()))
        return CaptionedFigure(caption: caption, seconds) { format.average($0[0]) }
            .explained(
                isOne
                    ? tr("All sleep of the night, naps until the evening included.")
                    : tr(
                        "The average of the {1} nights with data, of {2}.",
                        locale.number(summary.count), locale.number(nights))
            )
            .compared(by: format, isAmount: true)
    }

    var latest: LatestValue {
        var latest = totals.latest
        if bars.counted.isSubstituted(over: bars.ladder.extent) {
            latest.isInBed = true
        }
        return latest
    }
}
