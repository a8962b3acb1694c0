import ChartCore
import Charts
import HealthData
import Localization

/// The reading of a pair, or of the pairs of a unit.
struct PairsCrosshair: MetricCrosshair {
    private let context: MetricContext
    private let pairs: PairsMarks

    init(_ context: MetricContext, _ pairs: PairsMarks) {
        self.context = context
        self.pairs = pairs
    }

    var marks: [any Mark] { context.visibleMarks }

    func reading(at place: Double) -> Reading? {
        guard !marks.isEmpty, let found = context.nearest(to: place, on: pairs.bars) else {
            return nil
        }
        if let unit = pairs.unit { return gatheredReading(at: found.x, unit) }
        let series = context.pairs.series
        let (format, theme) = (context.format, context.theme)
        let index = found.index
        let instant = series.times[index]
        let (high, low) = (series.highs[index], series.lows[index])
        var reading = Reading(time: instant, value: high, date: context.words(for: instant))
        if high.isFinite, pairs.showsHighs {
            reading.rows.append(
                Reading.Row(
                    figure: format.figure(high), name: tr("systolic"), color: theme.heart))
        }
        if low.isFinite, pairs.showsLows {
            reading.rows.append(
                Reading.Row(
                    figure: format.figure(low), name: tr("diastolic"), color: theme.secondary))
        }
        reading.markers = markers(high: high, low: low)
        return reading
    }

    private func markers(high: Double, low: Double) -> [Reading.Marker] {
        var markers: [Reading.Marker] = []
        if high.isFinite, !pairs.highPoints.isHidden || !pairs.highLine.isHidden {
            markers.append(Reading.Marker(value: high, color: context.theme.heart))
        }
        if low.isFinite, !pairs.lowPoints.isHidden || !pairs.lowLine.isHidden {
            markers.append(Reading.Marker(value: low, color: context.theme.secondary))
        }
        return markers
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
        let (showsHighs, showsLows) = (pairs.showsHighs, pairs.showsLows)
        let mean =
            showsHighs && showsLows
            ? format.pair(high.summary.mean, low.summary.mean)
            : format.figure(showsHighs ? high.summary.mean : low.summary.mean)
        reading.rows.append(Reading.Row(figure: mean, name: tr("average"), color: theme.text1))
        if showsHighs {
            reading.rows.append(
                Reading.Row(figure: range(high.summary), name: tr("systolic"), color: theme.heart))
        }
        if showsLows {
            reading.rows.append(
                Reading.Row(
                    figure: range(low.summary), name: tr("diastolic"), color: theme.secondary))
        }
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
