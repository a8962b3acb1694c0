import ChartCore
import HealthData
import Localization

/// A day, a month or a year that is typed, to go there.
struct DatePrompt {
    private(set) var field: TextField
    /// Why nothing is shown; nil if there is nothing to say.
    private(set) var failure: String?

    init(_ text: String) { field = TextField(text) }

    mutating func edit(_ change: (inout TextField) -> Void) {
        let before = field.text
        change(&field)
        if field.text != before { failure = nil }
    }

    mutating func refuse(_ sentence: String) { failure = sentence }

    /// The instants of a day (`2026-05-03`), a month (`2026-05`), a year (`2026`), today or yesterday, and
    /// the period that shows it whole, if it is no day; nil for another text.
    static func goal(
        of text: String, today: Double, in calendar: CivilCalendar
    ) -> (span: Extent, period: Period?)? {
        func unit(_ unit: CalendarUnit, _ instant: Double) -> Extent {
            let start = calendar.start(of: unit, containing: instant)
            return Extent(min: start, max: calendar.next(unit, after: start))
        }
        let text = text.withSingleSpaces.lowercased()
        switch text {
        case tr("today").lowercased(): return (unit(.day, today), nil)
        case tr("yesterday").lowercased():
            return (unit(.day, calendar.adding(-1, .day, to: unit(.day, today).min)), nil)
        default: break
        }
        let forms: [(length: Int, rest: String, unit: CalendarUnit, period: Period?)] = [
            (4, "-01-01", .year, .year), (7, "-01", .month, .month), (10, "", .day, nil),
        ]
        guard let form = forms.first(where: { $0.length == text.utf8.count }),
            let instant = try? ISOInstant.read(text + form.rest, in: calendar)
        else { return nil }
        return (unit(form.unit, instant), form.period)
    }
}
