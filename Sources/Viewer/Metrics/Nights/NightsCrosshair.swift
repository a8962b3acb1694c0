import ChartCore
import Charts
import HealthData
import Localization

/// The length of a night's sleep, and its stages.
struct NightsCrosshair: MetricCrosshair {
    private let context: MetricContext
    private let nights: NightsMarks
    private let totals: TotalsCrosshair

    init(_ context: MetricContext, _ nights: NightsMarks) {
        self.context = context
        self.nights = nights
        totals = TotalsCrosshair(context, nights.bars)
    }

    private var bars: TotalsBars { nights.bars }

    var marks: [any Mark] { nights.shown.isEmpty ? [] : [bars.mark] }

    func reading(at place: Double) -> Reading? {
        guard var reading = totals.reading(at: place), let index = reading.index else {
            return nil
        }
        let span = bars.mark.totals.buckets[index].span
        // As the bars: sums, or averages of the nights that the ladder has.
        func seconds(_ ladder: CalendarLadder) -> Double? {
            let totals = ladder[bars.unit] ?? ladder.days
            let heights = BarHeights(ladder, as: context.barAmount)
            return totals.index(containing: span.mid).map { heights.value(at: $0, of: totals) }
        }
        let lying = bars.counted.substitute.flatMap(seconds)
        if lying != nil, seconds(bars.counted.ladder) ?? 0 == 0 {
            reading.rows[0].name = SleepStage.inBed.name
            return reading
        }
        if nights.shown.count > 1 { reading.rows += stages(of: index) }
        // The time in bed follows the sleep of a night, if the bar has no part for it.
        if lying == nil, !nights.hidden.contains(.inBed),
            let time = (context.data.nights?.inBed).flatMap(seconds)
        {
            reading.rows.append(
                Reading.Row(
                    figure: context.format.figure(time), name: SleepStage.inBed.name,
                    color: context.theme.text1, isDetail: true))
        }
        return reading
    }

    /// The parts of a bar, from its top to its bottom.
    private func stages(of index: Int) -> [Reading.Row] {
        let shown = nights.shown
        let middle = bars.mark.totals.buckets[index].span.mid
        func height(_ mark: TotalsMark) -> Double {
            mark.totals.index(containing: middle).map {
                mark.heights.value(at: $0, of: mark.totals)
            } ?? 0
        }
        var below: [SleepStage: Double] = [:]
        if let top = shown.last { below[top] = height(bars.mark) }
        for (stage, mark) in nights.inner { below[stage] = height(mark) }
        return shown.indices.reversed().compactMap { place in
            let stage = shown[place]
            let under = place > 0 ? below[shown[place - 1]] ?? 0 : 0
            let seconds = (below[stage] ?? 0) - under
            // A bar has no part for it unless it contains nights without sleep.
            if stage == .inBed, seconds <= 0 { return nil }
            return Reading.Row(
                figure: context.format.figure(seconds), name: stage.name,
                color: context.theme.color(of: stage))
        }
    }
}
