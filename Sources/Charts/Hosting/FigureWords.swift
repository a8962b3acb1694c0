import ChartCore
import ChartInteraction
import Glibc
import Localization

/// Formats the positions and values of a figure's charts.
@MainActor
struct FigureWords {
    /// The locale of numbers and times.
    let locale: LocaleFormat

    /// The text of a position along x.
    func place(_ x: Double, _ panel: ChartFigure.Panel) -> String {
        if let title = panel.title { return title(x) }
        guard case .time(let calendar) = panel.chart.x.scale.kind else {
            return with(unitOf: panel.chart.xAxis, number(x, on: panel.chart.x.scale))
        }
        return title(of: x, in: calendar)
    }

    /// The title of a panel's board.
    func title(of reading: CrosshairReading, _ panel: ChartFigure.Panel) -> String {
        if let title = panel.title { return title(reading.x) }
        guard case .time(let calendar) = panel.chart.x.scale.kind else {
            return with(unitOf: panel.chart.xAxis, number(reading.x, on: panel.chart.x.scale))
        }
        let spans = reading.parts.compactMap(\.reading.span)
        if let span = spans.first, spans.allSatisfy({ $0 == span }) {
            return title(of: span, in: calendar)
        }
        return title(of: reading.x, in: calendar)
    }

    private func title(of instant: Double, in calendar: CivilCalendar) -> String {
        let isDay = calendar.start(of: .day, containing: instant) == instant
        return locale.date(
            CivilMoment(instant, in: calendar),
            isDay ? .weekdayDayMonthYear : .weekdayDayMonthYearTime)
    }

    /// The name of the calendar unit that a slot is, or its ends.
    private func title(of span: Extent, in calendar: CivilCalendar) -> String {
        let first = CivilMoment(span.min, in: calendar)
        for (unit, form) in [
            (CalendarUnit.day, DateForm.weekdayDayMonthYear), (.month, .monthYear), (.year, .year),
        ] where calendar.span(of: unit, containing: span.min) == span {
            return locale.date(first, form)
        }
        if calendar.start(of: .day, containing: span.min) == span.min,
            calendar.start(of: .day, containing: span.max) == span.max
        {
            return locale.days(
                from: first, to: CivilMoment(span.max.nextDown, in: calendar))
        }
        return locale.range(title(of: span.min, in: calendar), title(of: span.max, in: calendar))
    }

    /// A number with the unit of an axis, if the axis writes one.
    private func with(unitOf axis: ChartAxis?, _ number: String) -> String {
        guard let labels = axis?.labeling as? NumberLabels, !labels.unit.isEmpty else {
            return number
        }
        return locale.quantity(number, unit: labels.unit)
    }

    /// The rows of a panel's board.
    func rows(of reading: CrosshairReading, _ panel: ChartFigure.Panel) -> [InfoBoard.Row] {
        reading.parts.map { part in
            let (value, unit) = text(of: part, panel)
            return InfoBoard.Row(
                name: part.mark, value: value, unit: unit, color: part.color.opaque)
        }
    }

    /// The text of a mark's values on a board, and the unit that they share.
    ///
    /// Series without a value in a bar are left out.
    private func text(
        of part: CrosshairReading.Part, _ panel: ChartFigure.Panel
    ) -> (value: String, unit: String) {
        let values = part.reading.values.filter(\.isFinite)
        guard !values.isEmpty else { return ("", "") }
        func joined(_ texts: [String]) -> String {
            texts.count == 2 ? locale.range(texts[0], texts[1]) : texts.joined(separator: ", ")
        }
        if let write = panel.value { return (joined(values.map { write(part.mark, $0) }), "") }
        let dimension = part.dimension.flatMap { panel.chart.dimension($0) } ?? panel.chart.y
        let labels = dimension.axes.first?.labeling as? NumberLabels
        return (joined(values.map { number($0, on: dimension.scale) }), labels?.unit ?? "")
    }

    /// A number with enough digits to distinguish a thousandth of the visible range; on a scale of
    /// powers of ten, a thousandth of the number.
    func number(_ value: Double, on scale: Scale) -> String {
        let whole = scale.kind.transform.isIdentity ? scale.range.length : abs(value)
        let digits = -log10(max(whole, 1e-12) / 1000)
        let most = min(scale.kind.transform.isIdentity ? 9 : 15, max(0, Int(digits.rounded(.up))))
        return locale.number(
            value, fractionDigits: LocaleFormat.fractionDigits(of: value, upTo: most))
    }
}
