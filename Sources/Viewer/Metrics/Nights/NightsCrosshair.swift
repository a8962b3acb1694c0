import ChartCore
import Charts
import HealthData
import Localization

/// A night with its sleep and its stages, or a block of its hypnogram.
struct NightsCrosshair: MetricCrosshair {
    private let context: MetricContext
    private let marksOfNights: NightsMarks
    private var nights: NightHours { marksOfNights.hours }
    private let totals: TotalsCrosshair

    init(_ context: MetricContext, _ nights: NightsMarks) {
        self.context = context
        marksOfNights = nights
        totals = TotalsCrosshair(context, nights.bars)
    }

    private var bars: TotalsBars { nights.bars }

    var marks: [any Mark] {
        switch marksOfNights.picture {
        case .hours: nights.shown.isEmpty ? [] : [bars.mark]
        case .clock: [marksOfNights.clock.mark]
        case .lanes: [marksOfNights.lanes.mark]
        }
    }

    func reading(at place: Double) -> Reading? {
        switch marksOfNights.picture {
        case .hours: hoursReading(at: place)
        case .clock: clockReading(at: place)
        case .lanes: laneReading(at: place)
        }
    }

    // MARK: Blocks

    private func laneReading(at place: Double) -> Reading? {
        let lanes = marksOfNights.lanes
        guard let found = context.nearest(to: place, on: lanes.mark), let span = found.span,
            let stage = lanes.stage(at: found.index)
        else { return nil }
        let (locale, calendar) = (context.locale, context.calendar)
        let (start, end) = (
            CivilMoment(span.min, in: calendar), CivilMoment(span.max, in: calendar)
        )
        var reading = Reading(
            time: span.mid, value: found.values.first ?? 0,
            date: locale.range(
                locale.date(start, .weekdayDayMonthTime), locale.date(end, .time)))
        reading.rows = [
            Reading.Row(
                figure: context.format.figure(span.length), name: stage.name,
                color: context.theme.color(of: stage))
        ]
        reading.barTop = found.end
        reading.index = found.index
        reading.span = span
        return reading
    }

    // MARK: Nights on the clock

    private func clockReading(at place: Double) -> Reading? {
        let clock = marksOfNights.clock
        guard let timeline = context.data.nights?.timeline,
            let found = context.nearest(to: place, on: clock.mark), let span = found.span,
            clock.members.indices.contains(found.index)
        else { return nil }
        let nights = timeline.nights[clock.members[found.index]]
        let summary = NightSummary(nights)
        let (locale, theme) = (context.locale, context.theme)
        let night = bars.unit == .day ? nights.first : nil
        var reading = Reading(
            time: span.mid, value: found.end ?? 0,
            date: night.map { name(of: $0) }
                ?? locale.name(of: span, bars.unit, in: context.calendar))
        func row(_ figure: Figure, _ name: String, isDetail: Bool = false) -> Reading.Row {
            Reading.Row(figure: figure, name: name, color: theme.text1, isDetail: isDetail)
        }
        let length = context.format.average(summary.asleep ?? 0)
        reading.rows = [
            row(
                length,
                summary.isInBed ? SleepStage.inBed.name : night == nil ? tr("per night") : "")
        ]
        if let bed = summary.bedClock, let wake = summary.wakeClock {
            reading.rows.append(
                row(
                    Figure(locale.range(locale.timeOfDay(bed), locale.timeOfDay(wake))),
                    night == nil ? tr("on average") : "", isDetail: true))
        }
        if let night, !night.isInBedAlone {
            let lengths = timeline.lengths(of: night)
            reading.rows += [SleepStage.awake, .rem, .core, .deep, .asleep].compactMap { stage in
                guard let seconds = lengths[stage], lengths.count > 1 else { return nil }
                return Reading.Row(
                    figure: context.format.figure(seconds), name: stage.name,
                    color: theme.color(of: stage))
            }
        } else if night == nil {
            let days = bars.ladder.dayCount(of: span)
            reading.rows.append(
                row(
                    Figure(tr("{1} of {2}", locale.number(summary.count), locale.number(days))),
                    tr("nights recorded"), isDetail: true))
        }
        reading.barTop = found.end
        reading.index = found.index
        reading.span = span
        return reading
    }

    /// The days of a night in words: `Tue 20 to Wed 21 Oct`.
    private func name(of night: Night) -> String {
        let (locale, calendar) = (context.locale, context.calendar)
        let day = CivilDate(days: night.day)
        let before = day.adding(days: -1)
        func moment(_ date: CivilDate) -> CivilMoment {
            CivilMoment(calendar.start(of: date), in: calendar)
        }
        return tr(
            "{1} to {2}",
            locale.date(
                moment(before), before.month == day.month ? .weekdayDay : .weekdayDayMonth),
            locale.date(moment(day), .weekdayDayMonth))
    }

    // MARK: Lengths

    private func hoursReading(at place: Double) -> Reading? {
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
