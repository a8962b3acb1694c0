import ChartCore
import Charts
import HealthData
import Localization

/// The readings of all shown lines at one time.
struct LinesCrosshair: MetricCrosshair {
    private let context: MetricContext
    private let lines: LinesMarks

    init(_ context: MetricContext, _ lines: LinesMarks) {
        self.context = context
        self.lines = lines
    }

    var marks: [any Mark] { lines.shown.map(\.mark) }

    func reading(at place: Double) -> Reading? {
        let found = lines.shown.compactMap { mark, line in
            context.nearest(to: place, on: mark).map { (mark: mark, line: line, at: $0) }
        }
        guard let nearest = found.min(by: { abs($0.at.x - place) < abs($1.at.x - place) }) else {
            return nil
        }
        let instant = nearest.at.x
        var reading = Reading(
            time: instant, value: nearest.line.readings.series.values[nearest.at.index],
            date: context.words(for: instant))
        // A line without a reading at that time has no row.
        for one in found where one.at.x == instant {
            let value = one.line.readings.series.values[one.at.index]
            let color = one.mark.style.color
            reading.rows.append(
                Reading.Row(
                    figure: context.format.reading(value), name: one.line.name, color: color))
            reading.markers.append(Reading.Marker(value: value, color: color))
        }
        return reading
    }
}
