import ChartCore
import Charts
import HealthData
import Ink
import Localization

/// The drawings of a chart as a table for a program.
@MainActor
enum DrawingTable {
    /// One line for each drawing, the earliest first.
    ///
    /// Values are in the unit in which samples are kept, whatever unit is displayed; the last column
    /// has the numbers as the person sees them.
    static func csv(_ marks: [InkMark], on chart: MetricChart) -> String {
        var lines = ["metric,kind,basis,from,to,lowest,highest,unit,numbers"]
        for mark in marks.sorted(by: { ($0.spanX?.lowerBound ?? 0) < ($1.spanX?.lowerBound ?? 0) })
        {
            func instant(_ time: Double?) -> String {
                time.map { ISOStamp.text($0, in: chart.calendar) } ?? ""
            }
            func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
            let words = MarkNumbers(mark, on: chart)
            lines.append(
                [
                    CSVCell.text(chart.metric.name), CSVCell.text(words.title),
                    mark.basis?.rawValue ?? "", instant(mark.spanX?.lowerBound),
                    instant(mark.spanX?.upperBound), number(mark.spanY?.lowerBound),
                    number(mark.spanY?.upperBound), CSVCell.text(chart.metric.unit),
                    CSVCell.text(words.numbers.joined(separator: "; ")),
                ].joined(separator: ","))
        }
        return lines.map { $0 + "\r\n" }.joined()
    }
}
