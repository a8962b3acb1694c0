import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization

/// Nights as bars of stages: deep sleep at the bottom, over it core and REM sleep, and on top what
/// was told of no stage; in nights without any, the time in bed.
///
/// Bars lie in one another: the whole night, before it what it is without its topmost stage, and so
/// on. So each moves as bars of totals do when the range passes from one unit to another.
final class NightsPresenter: TotalsPresenter {
    /// The bars before that of the whole night, each lower than the one before.
    private var inner: [(stage: SleepStage, mark: TotalsMark)] = []
    private var hidden: Set<SleepStage> = []
    /// What is shown of sleep, and of nights of which only the time in bed is known.
    private var asleep: CalendarLadder?
    private var inBed: CalendarLadder?

    private var nights: SleepNights? { data.nights }

    /// The stages that are shown, from the bottom to the top.
    private var shown: [SleepStage] {
        (nights?.present ?? []).filter { !hidden.contains($0) }
    }

    override func dataDidChange() {
        guard let nights else { return }
        let shown = shown
        show(nights.ladder(of: shown))
        asleep = shown.last == .inBed ? nights.ladder(of: shown.dropLast()) : ladder
        inBed = shown.last == .inBed ? nights.ladder(of: [.inBed]) : nil
        inner = shown.indices.dropLast().reversed().map { place in
            let stage = shown[place]
            let mark =
                inner.first { $0.stage == stage }?.mark
                ?? TotalsMark(
                    id: "sleep." + stage.label, calendar: calendar, color: theme.sleep)
            mark.show(nights.ladder(of: Array(shown[...place])))
            return (stage, mark)
        }
        chart.marks = [bars] + inner.map(\.mark)
        follow()
        themeDidChange()
    }

    /// Brings the inner bars to the unit and the look of the whole ones, at once.
    private func follow() {
        for (_, mark) in inner { mark.show(unit, over: bars.window, at: 0, duration: 0) }
        guard chart.plot.width > 0 else { return }
        let range = chart.x.range
        for (_, mark) in inner { mark.adapt(to: range, shown: range, width: chart.plot.width) }
    }

    override func themeDidChange() {
        super.themeDidChange()
        func paint(_ mark: TotalsMark, _ stage: SleepStage) {
            mark.color = theme.color(of: stage)
            mark.sparseColor = theme.paleMark(mark.color, by: 0.45, on: theme.card)
        }
        if let top = shown.last { paint(bars, top) }
        for (stage, mark) in inner { paint(mark, stage) }
    }

    override func partsDidAdapt(
        to near: Extent, shown: Extent, width: Double, over seen: Extent, at moment: PictureMoment
    ) {
        for (_, mark) in inner {
            mark.show(
                unit, over: seen, at: moment.time,
                duration: moment.isSettled ? moment.duration : 0)
            mark.adapt(to: near, shown: shown, width: width)
        }
    }

    override func advance(to time: Double) -> Bool {
        let moves = super.advance(to: time)
        return inner.reduce(moves) { $1.mark.advance(to: time) || $0 }
    }

    override func appear(at time: Double, animated: Bool) {
        if !hasAppeared, animated { for (_, mark) in inner { chart.grow(mark, at: time) } }
        super.appear(at: time, animated: animated)
    }

    override func select(_ reading: Reading?) {
        super.select(reading)
        let place = reading?.index.map { bars.totals.buckets[$0].span.mid }
        for (_, mark) in inner {
            // Where the night has none of a stage, the others' are to step back all the same.
            mark.selected = place.map { mark.totals.index(containing: $0) ?? -1 }
        }
    }

    // MARK: Stages

    override var crosshairMarks: [any Mark] { shown.isEmpty ? [] : [bars] }
    override var isAllHidden: Bool { shown.isEmpty && nights?.present.isEmpty == false }

    override func setShown(_ shown: Bool, _ series: String, at moment: PictureMoment) {
        guard let stage = SleepStage.allCases.first(where: { $0.label == series }) else { return }
        if shown { hidden.remove(stage) } else { hidden.insert(stage) }
        dataDidChange()
        var now = moment
        now.isSettled = true
        now.duration = 0
        _ = rangeDidChange(chart.x.range, at: now)
        legendRevision += 1
    }

    override var legend: [LegendItem] {
        let present = nights?.present ?? []
        // Nights of which nothing but their length is known need no legend.
        guard present != [.asleep] else { return [] }
        return present.map { stage in
            LegendItem(
                id: stage.label, name: stage.name, color: theme.color(of: stage), shape: .square,
                isShown: !hidden.contains(stage))
        }
    }

    override var dailyCaption: String { tr("Nightly average") }

    /// The ladder of the nights of which only the time in bed is known, where figures are of it.
    private func inBedAlone(over range: Extent) -> CalendarLadder? {
        guard let inBed, asleep?.days.indices(centredIn: range).isEmpty != false,
            !inBed.days.indices(centredIn: range).isEmpty
        else { return nil }
        return inBed
    }

    /// Lying in bed is not added to sleep: figures are of it where no sleep is known in sight.
    override func counted(over range: Extent) -> CalendarLadder {
        inBedAlone(over: range) ?? asleep ?? ladder
    }

    override func figures(over range: Extent) -> [CaptionedFigure] {
        var figures = super.figures(over: range)
        if inBedAlone(over: range) != nil {
            for index in figures.indices {
                figures[index].caption = tr("{1}, in bed", figures[index].caption)
            }
        }
        return figures
    }

    override var latestDay: String {
        let day = super.latestDay
        return inBedAlone(over: ladder.extent) != nil ? tr("{1}, in bed", day) : day
    }

    override func reading(at time: Double) -> Reading? {
        guard var reading = super.reading(at: time), let index = reading.index else { return nil }
        let span = bars.totals.buckets[index].span
        func seconds(_ ladder: CalendarLadder?) -> Double? {
            guard let totals = ladder.map({ $0[unit] ?? $0.days }) else { return nil }
            return totals.index(containing: span.mid).map { totals.buckets[$0].sum }
        }
        let lying = seconds(inBed)
        if lying != nil, seconds(asleep) ?? 0 == 0 {
            reading.rows[0].name = SleepStage.inBed.name
            return reading
        }
        if shown.count > 1 { reading.rows += parts(of: index) }
        // Beside the sleep of a night, where the bar has no part of it.
        if lying == nil, !hidden.contains(.inBed), let time = seconds(nights?.inBed) {
            reading.rows.append(
                Reading.Row(
                    figure: format.figure(time), name: SleepStage.inBed.name, color: theme.text1,
                    isDetail: true))
        }
        return reading
    }

    /// The parts of a bar, from its top to its bottom.
    private func parts(of index: Int) -> [Reading.Row] {
        let shown = shown
        let bucket = bars.totals.buckets[index]
        var below: [SleepStage: Double] = [:]
        if let top = shown.last { below[top] = bucket.sum }
        for (stage, mark) in inner {
            below[stage] =
                mark.totals.index(containing: bucket.span.mid).map { mark.totals.buckets[$0].sum }
                ?? 0
        }
        return shown.indices.reversed().compactMap { place in
            let stage = shown[place]
            let under = place > 0 ? below[shown[place - 1]] ?? 0 : 0
            let seconds = (below[stage] ?? 0) - under
            // A bar has no part of it unless it holds nights without sleep.
            if stage == .inBed, seconds <= 0 { return nil }
            return Reading.Row(
                figure: format.figure(seconds), name: stage.name, color: theme.color(of: stage))
        }
    }
}

extension Theme {
    /// What a stage of sleep is drawn in: the deeper, the darker on a light ground.
    func color(of stage: SleepStage) -> Color {
        switch stage {
        case .deep: sleep.mixed(with: text1, 0.5)
        case .core: sleep
        case .rem: paleMark(secondary, by: 0.3, on: card)
        case .inBed: inBed
        case .asleep, .awake: paleMark(sleep, by: 0.45, on: card)
        }
    }
}
