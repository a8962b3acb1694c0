import ChartCore
import Charts
import HealthData
import Localization

/// A reading with its trend, or a summary of the readings in a unit.
struct ReadingsCrosshair: MetricCrosshair {
    private let context: MetricContext
    private let readings: ReadingsMarks

    init(_ context: MetricContext, _ readings: ReadingsMarks) {
        self.context = context
        self.readings = readings
    }

    /// If units are shown, the crosshair reads them.
    var marks: [any Mark] {
        guard readings.showsUnits else { return context.visibleMarks }
        return readings.wantsMeans || readings.wantsCapsules ? [readings.means] : []
    }

    func reading(at place: Double) -> Reading? {
        if readings.showsUnits { return meanReading(at: place) }
        let (series, smoothed) = (context.readings.series, context.readings.trend)
        guard !marks.isEmpty,
            let index = context.nearest(to: place, on: readings.points)?.index
        else { return nil }
        let instant = series.times[index]
        let value = series.values[index]
        var reading = Reading(time: instant, value: value, date: context.words(for: instant))
        let format = context.format
        // The board has only visible series.
        if !readings.points.isHidden || !readings.line.isHidden {
            reading.rows.append(
                Reading.Row(
                    figure: format.reading(value), name: readings.hasTrend ? tr("reading") : "",
                    color: context.theme.text1))
            reading.markers.append(
                Reading.Marker(value: value, color: readings.points.style.fill))
        }
        if readings.hasTrend, !readings.trend.isHidden, smoothed.count == series.count {
            let smooth = smoothed.values[index]
            reading.rows.append(
                Reading.Row(
                    figure: format.figure(smooth), name: tr("trend"), color: context.color))
            reading.markers.append(Reading.Marker(value: smooth, color: context.color))
        }
        return reading
    }

    /// The summary of the readings in the unit at an instant.
    private func meanReading(at time: Double) -> Reading? {
        let series = context.readings.series
        let (format, locale, color) = (context.format, context.locale, context.color)
        let textColor = context.theme.text1
        guard !marks.isEmpty, let picture = readings.picture,
            let place = context.nearest(to: time, on: readings.means)?.x,
            let bucket = series.summary(
                of: picture.unit, containing: place, in: context.calendar)
        else { return nil }
        let summary = bucket.summary
        var reading = Reading(
            time: bucket.middle(within: series.timeExtent), value: summary.mean,
            date: locale.name(of: bucket.span, picture.unit, in: context.calendar))
        var spread = format.difference(summary.standardDeviation, signed: false)
        spread.number = "± " + spread.number
        reading.rows = [
            Reading.Row(figure: format.figure(summary.mean), name: tr("average"), color: color),
            Reading.Row(figure: spread, name: tr("typical range"), color: textColor),
            Reading.Row(
                figure: format.range(summary.minimum, summary.maximum), name: tr("range"),
                color: textColor),
            Reading.Row(
                figure: Figure(locale.number(summary.count)),
                name: trn("reading", "readings", count: summary.count), color: textColor,
                isDetail: true),
        ]
        let coverage = ReadingCoverage(
            of: bucket.span, picture.unit, by: context.readings, context.calendar)
        if coverage.isTooLittle {
            let (covered, whole) = (locale.number(coverage.covered), locale.number(coverage.whole))
            reading.rows.append(
                Reading.Row(
                    figure: Figure(tr("{1} of {2}", covered, whole)),
                    name: coverage.areDays
                        ? tr("days with readings") : tr("hours with readings"),
                    color: textColor, isDetail: true))
        }
        if readings.wantsMeans {
            reading.markers = [Reading.Marker(value: summary.mean, color: color)]
        }
        reading.span = bucket.span
        return reading
    }
}
