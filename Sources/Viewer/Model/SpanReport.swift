import ChartCore
import Charts
import HealthData
import Localization
import Platform

/// The figures of a span in words, as the panel shows them and as they are copied.
@MainActor
struct SpanReport {
    /// One figure of the span, the same of the span before it, and their difference.
    struct Row: Equatable {
        var name: String
        var value: String
        var before: String
        var difference: String
    }

    let title: String
    let metric: String
    let rows: [Row]
    private let figures: SpanFigures
    /// The summary of the span before, if it can be compared.
    private let before: SpanSummary
    private let parts: [String]
    private let calendar: CivilCalendar

    /// The text for a missing figure.
    static let none = "–"
    private let beforeTitle: String
    private let unit: String

    init(_ figures: SpanFigures, _ metricChart: MetricChart, calendar: CivilCalendar) {
        self.figures = figures
        self.calendar = calendar
        let locale = metricChart.locale
        let format = metricChart.format
        let name = metricChart.metric.name
        unit = metricChart.metric.unit
        title = Self.title(figures.span, locale, calendar)
        beforeTitle = Self.title(figures.spanBefore, locale, calendar)
        let now = figures.summary
        // Time in bed cannot be compared with time asleep.
        let isInBed = now.isEmpty ? figures.before.isInBed : now.isInBed
        let before = figures.before.isInBed == isInBed ? figures.before : SpanSummary()
        self.before = before
        metric = isInBed ? tr("{1}, in bed", name) : name
        let isPair = metricChart.metric.aggregation == .pair
        let lines = metricChart.context.lines.lines.map(\.name)
        parts = isPair ? metricChart.metric.components : lines.isEmpty ? [""] : lines
        func text(_ values: [Double], _ write: (Double) -> Figure) -> String {
            guard values.allSatisfy(\.isFinite), !values.isEmpty else { return Self.none }
            let figures = values.map(write)
            return (isPair ? format.pair(figures[0], figures[1]) : figures[0]).text
        }
        func count(_ name: String, _ value: Int, _ old: Int) -> Row {
            Row(
                name: name, value: locale.number(value), before: locale.number(old),
                difference: locale.number(Double(value - old), signed: true))
        }
        func row(
            _ name: String, isReading: Bool = false, isDifference: Bool = false,
            _ read: (SpanSummary) -> [Double]
        ) -> Row {
            let a = now.isEmpty ? [] : read(now)
            let b = before.isEmpty ? [] : read(before)
            // Both have the same decimals, and so has their difference.
            let digits =
                (a + b).filter(\.isFinite).map {
                    isReading ? format.digits(ofReading: $0) : format.digits(of: $0)
                }.min() ?? 0
            func figure(_ value: Double) -> Figure {
                isDifference
                    ? format.difference(value, less: 0, digits: digits)
                    : format.figure(value, digits: digits)
            }
            let places = Array(zip(a, b))
            let differences =
                a.count == b.count && !a.isEmpty
                    && places.allSatisfy { $0.isFinite && $1.isFinite }
                ? places.map { format.difference($0, less: $1, digits: digits) } : []
            return Row(
                name: name, value: text(a, figure), before: text(b, figure),
                difference: differences.isEmpty
                    ? Self.none
                    : (isPair ? format.pair(differences[0], differences[1]) : differences[0]).text)
        }
        var rows: [Row] = []
        if now.total != nil {
            let total = tr("Total")
            rows.append(
                row(isInBed ? tr("{1}, in bed", total) : total) { [$0.total ?? .nan] })
        }
        let mean =
            switch now.unit {
            case nil: tr("Average")
            case .hour: tr("Hourly average")
            default: tr("Daily average")
            }
        if lines.isEmpty {
            rows.append(row(mean) { $0.parts.map(\.values.mean) })
            rows.append(row(tr("Lowest"), isReading: true) { $0.parts.map(\.values.minimum) })
            rows.append(row(tr("Highest"), isReading: true) { $0.parts.map(\.values.maximum) })
            if now.unit == nil {
                rows.append(
                    row(tr("First to last"), isReading: true, isDifference: true) {
                        $0.parts.map(\.change)
                    })
            }
        } else {
            for (index, line) in lines.enumerated() {
                func part(_ summary: SpanSummary) -> SpanSummary.Part {
                    summary.parts.indices.contains(index)
                        ? summary.parts[index] : SpanSummary.Part()
                }
                rows.append(row(tr("{1}, average", line)) { [part($0).values.mean] })
                rows.append(
                    row(tr("{1}, first to last", line), isReading: true, isDifference: true) {
                        [part($0).change]
                    })
            }
        }
        rows.append(count(tr("Records"), now.count, before.count))
        rows.append(count(tr("Days recorded"), now.daysWithData, before.daysWithData))
        self.rows = rows
    }

    /// The title of a span; for samples, from the first one's day to the last one's.
    private static func title(
        _ span: Extent, _ locale: LocaleFormat, _ calendar: CivilCalendar
    ) -> String {
        if span.isProper { return locale.title(of: span, in: calendar) }
        guard span.min.isFinite else { return "" }
        return locale.date(CivilMoment(span.min, in: calendar), .weekdayDayMonthTime)
    }

    /// The figures as lines of text, for a letter.
    var text: String {
        var lines = [ControlCharacters.visible(inSentence: metric) + ", " + title]
        lines += rows.map { row in
            row.name + ": " + row.value + " ("
                + tr("before: {1}, difference: {2}", row.before, row.difference) + ")"
        }
        lines.append(tr("Previous: {1}", beforeTitle))
        return lines.joined(separator: "\n") + "\n"
    }

    /// The figures as a CSV table for a program.
    ///
    /// There is a line for each component and span. Numbers have a decimal point and are in the
    /// unit in which samples are kept, whatever unit is displayed.
    var table: String {
        var lines = [
            "metric,component,span,from,to,records,days_with_data,total,mean,minimum,maximum,"
                + "change,unit"
        ]
        let spans = [
            ("selected", figures.span, figures.summary),
            ("before", figures.spanBefore, before),
        ]
        for (name, span, summary) in spans {
            for (index, component) in parts.enumerated() {
                let part =
                    summary.parts.indices.contains(index)
                    ? summary.parts[index] : SpanSummary.Part()
                let values = part.values
                let numbers = [
                    summary.total ?? .nan, values.mean, values.minimum, values.maximum,
                    part.change,
                ].map { $0.isFinite && !summary.isEmpty ? Self.number($0) : "" }
                let fields =
                    [
                        CSVCell.text(metric), CSVCell.text(component), name,
                        ISOStamp.text(span.min, in: calendar),
                        ISOStamp.text(span.max, in: calendar),
                        String(summary.count), String(summary.daysWithData),
                    ] + numbers + [CSVCell.text(unit)]
                lines.append(fields.joined(separator: ","))
            }
        }
        return lines.map { $0 + "\r\n" }.joined()
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
}
