import ChartCore
import Charts
import Geometry
import HealthData
import Localization
import Text

@testable import Viewer

extension MetricChart {
    /// The chart of some data in a range, laid out in a card of a size, with values that fit.
    static func laidOut(
        _ data: MetricData, over range: Extent, in size: Size, _ calendar: CivilCalendar
    ) throws -> MetricChart {
        let x = Dimension(id: "x", kind: .time(calendar), direction: .horizontal)
        x.updater.setSource(range, update: true)
        let made = MetricChart.make(
            data, x: x, calendar: calendar, locale: LocaleFormat(identifier: "C"), theme: .light)
        let typesetter = Typesetter(fonts: try FontLibrary())
        // What is shown follows from the room, and the room for labels from what is shown.
        for _ in 0..<2 {
            _ = made.rangeDidChange(
                range, at: PictureMoment(time: 0, isSettled: true, duration: 0, isPage: true))
            made.chart.fitValues(over: range, at: 0, animated: false)
            _ = made.chart.advance(to: 1)
            made.chart.prepare(
                in: Rect(origin: .zero, size: size), deviceScale: 1, typesetter: typesetter)
        }
        return made
    }
}
