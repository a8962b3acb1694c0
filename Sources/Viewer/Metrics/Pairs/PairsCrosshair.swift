import ChartCore
import Charts
import HealthData
import Localization

/// The reading of a pair, or of the pairs of a unit, with its category and the mean of the last days.
struct PairsCrosshair: MetricCrosshair {
    private let context: MetricContext
    private let pairs: PairsMarks
    private let zones: PressureZones

    init(_ context: MetricContext, _ pairs: PairsMarks, _ zones: PressureZones) {
        self.context = context
        self.pairs = pairs
        self.zones = zones
    }

    /// The crosshair stops at pairs; at the means only if those are all there is.
    var marks: [any Mark] { stops.map { [$0] } ?? [] }

    private var stops: (any ReadableMark)? {
        if pairs.showsPairs { return pairs.bars }
        if pairs.showsHighMean { return pairs.highMean }
        return pairs.showsLowMean ? pairs.lowMean : nil
    }

    func reading(at place: Double) -> Reading? {
        guard let stops, let found = context.nearest(to: place, on: stops) else { return nil }
        guard pairs.showsPairs else { return meanReading(at: found.x) }
        if let unit = pairs.unit { return gatheredReading(at: found.x, unit) }
        let series = context.pairs.series
        let (format, theme) = (context.format, context.theme)
        let index = found.index
        let instant = series.times[index]
        let (high, low) = (series.highs[index], series.lows[index])
        var reading = Reading(time: instant, value: high, date: context.words(for: instant))
        if high.isFinite {
            reading.rows.append(
                Reading.Row(
                    figure: format.figure(high), name: tr("systolic"), color: theme.heart))
        }
        if low.isFinite {
            reading.rows.append(
                Reading.Row(
                    figure: format.figure(low), name: tr("diastolic"), color: theme.secondary))
        }
        if let row = categoryRow(high, low) { reading.rows.append(row) }
        if let row = meanRow(at: instant) { reading.rows.append(row) }
        reading.markers = markers(high: high, low: low)
        return reading
    }

    private func markers(high: Double, low: Double) -> [Reading.Marker] {
        var markers: [Reading.Marker] = []
        if high.isFinite { markers.append(Reading.Marker(value: high, color: context.theme.heart)) }
        if low.isFinite {
            markers.append(Reading.Marker(value: low, color: context.theme.secondary))
        }
        return markers
    }

    /// The category of a pressure in words, by the guideline whose limits are shown; nil without those.
    private func categoryRow(_ high: Double, _ low: Double) -> Reading.Row? {
        guard !zones.isHidden,
            let judgement = zones.guideline.judgement(systolic: high, diastolic: low)
        else { return nil }
        let source = zones.guideline.name
        return Reading.Row(
            figure: Figure(judgement.category.name.capitalizedFirst),
            name: judgement.isByDiastolic ? tr("by the diastolic value, {1}", source) : source,
            color: context.theme.text1)
    }

    /// The means of the days that end with that of an instant; nil if their lines are hidden.
    private func meanRow(at instant: Double) -> Reading.Row? {
        let day = context.calendar.span(of: .day, containing: instant)
        guard pairs.showsHighMean || pairs.showsLowMean, let means = pairs.means.means(in: day)
        else { return nil }
        let format = context.format
        let figure =
            pairs.showsHighMean && pairs.showsLowMean
            ? format.pair(means.high, means.low)
            : format.figure(pairs.showsHighMean ? means.high : means.low)
        return Reading.Row(
            figure: figure, name: tr("{1}-day mean", String(pairs.meanWindow.days)),
            color: context.theme.text1)
    }

    /// The means of the last days alone, at the middle of a day.
    private func meanReading(at time: Double) -> Reading? {
        let day = context.calendar.span(of: .day, containing: time)
        guard let means = pairs.means.means(in: day), let row = meanRow(at: time) else {
            return nil
        }
        var reading = Reading(
            time: time, value: pairs.showsHighMean ? means.high : means.low,
            date: context.locale.name(of: day, .day, in: context.calendar))
        reading.rows = [row]
        if pairs.showsHighMean, pairs.showsLowMean,
            let category = categoryRow(means.high, means.low)
        {
            reading.rows.append(category)
        }
        reading.markers = markers(
            high: pairs.showsHighMean ? means.high : .nan,
            low: pairs.showsLowMean ? means.low : .nan)
        reading.span = day
        return reading
    }

    /// The summary of the pairs in the unit at an instant.
    private func gatheredReading(at time: Double, _ unit: CalendarUnit) -> Reading? {
        let data = context.pairs
        let (format, locale, theme) = (context.format, context.locale, context.theme)
        let calendar = context.calendar
        guard let high = data.high.summary(of: unit, containing: time, in: calendar),
            let low = data.low.summary(of: unit, containing: time, in: calendar)
        else { return nil }
        var reading = Reading(
            time: high.middle(within: data.high.timeExtent), value: high.summary.mean,
            date: locale.name(of: high.span, unit, in: calendar))
        func range(_ summary: Summary) -> Figure {
            var figure = format.range(summary.minimum, summary.maximum)
            figure.unit = ""
            return figure
        }
        reading.rows.append(
            Reading.Row(
                figure: format.pair(high.summary.mean, low.summary.mean), name: tr("average"),
                color: theme.text1))
        if let row = categoryRow(high.summary.mean, low.summary.mean) { reading.rows.append(row) }
        if unit == .day, let row = meanRow(at: time) { reading.rows.append(row) }
        reading.rows.append(
            Reading.Row(figure: range(high.summary), name: tr("systolic"), color: theme.heart))
        reading.rows.append(
            Reading.Row(
                figure: range(low.summary), name: tr("diastolic"), color: theme.secondary))
        reading.rows.append(
            Reading.Row(
                figure: Figure(locale.number(high.summary.count)),
                name: trn("reading", "readings", count: high.summary.count), color: theme.text1,
                isDetail: true))
        reading.markers = markers(high: high.summary.mean, low: low.summary.mean)
        reading.span = high.span
        return reading
    }
}
