import ChartCore

/// The pages of single days: when a day begins, and what of it is shown.
///
/// The days of most metrics are those of the calendar, shown whole. A night is the page of the day on
/// which it ends: it lasts from evening to evening, and is shown from bedtime to waking.
struct DayPages {
    /// The hour of the evening before at which a day begins; nil for midnight.
    var evening: Int?
    /// The part of a day that is shown; all of it if nil.
    var view: ((Extent) -> Extent)?

    /// The days of the calendar.
    static var calendar: DayPages { DayPages() }

    /// Whether a page is less than its day, or not one of the calendar.
    var isShifted: Bool { evening != nil }

    /// The day that contains an instant, from its beginning to that of the next one.
    func span(containing instant: Double, in calendar: CivilCalendar) -> Extent {
        guard let evening else { return calendar.span(of: .day, containing: instant) }
        return calendar.night(containing: instant, from: evening).span
    }

    /// The same for the day of the calendar that contains an instant.
    func span(ofDateOf instant: Double, in calendar: CivilCalendar) -> Extent {
        let date = calendar.span(of: .day, containing: instant)
        return evening == nil ? date : span(containing: date.mid, in: calendar)
    }

    /// What is shown of a day.
    func page(of span: Extent) -> Extent { view?(span) ?? span }

    /// The page on which a window that was moved by hand comes to rest.
    ///
    /// - Parameters:
    ///   - flick: the direction of a flick: −1, 0 for none, 1.
    ///   - now: where it was released; `natural` where it would come to rest.
    func restingSpan(
        for natural: Extent, from now: Extent, flick: Int, in calendar: CivilCalendar
    ) -> Extent {
        var span = span(containing: flick == 0 ? natural.mid : now.mid, in: calendar)
        if flick > 0, page(of: span).mid <= now.mid {
            span = self.span(containing: span.max, in: calendar)
        } else if flick < 0, page(of: span).mid >= now.mid {
            span = self.span(containing: span.min.nextDown, in: calendar)
        }
        return span
    }
}
