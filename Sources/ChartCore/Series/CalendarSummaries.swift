// Readings by the calendar: what the samples of an hour, a day, a month amount to.
//
// Nothing is kept: the samples of a unit are found by binary search and summed up by the series
// itself, in O(log samples) a unit however many samples it has.

/// The samples of one calendar unit, summed up.
public struct CalendarSummary: Sendable {
    /// The instants at which the unit begins and ends.
    public var span: Extent
    /// What its samples amount to.
    public var summary: Summary

    /// A unit put together.
    public init(span: Extent, summary: Summary) {
        self.span = span
        self.summary = summary
    }
}

extension SampleSource {
    /// The samples of every unit that shares time with a half-open range, empty units left out.
    ///
    /// Samples are counted whole in the unit that they lie in, also where the range cuts it.
    /// O(units · log samples).
    public func summaries(
        by unit: CalendarUnit, in calendar: CivilCalendar, over range: Extent
    ) -> [CalendarSummary] {
        guard count > 0, range.max > range.min else { return [] }
        let extent = timeExtent
        let shared = Extent(
            min: max(range.min, extent.min), max: min(range.max, extent.max.nextUp))
        var found: [CalendarSummary] = []
        for span in calendar.spans(of: unit, over: shared) {
            if let summary = summary(within: span) {
                found.append(CalendarSummary(span: span, summary: summary))
            }
        }
        return found
    }

    /// The samples of the unit that holds an instant; nil where it has none.
    public func summary(
        of unit: CalendarUnit, containing instant: Double, in calendar: CivilCalendar
    ) -> CalendarSummary? {
        let span = calendar.span(of: unit, containing: instant)
        return summary(within: span).map { CalendarSummary(span: span, summary: $0) }
    }

    /// The samples of a half-open span; nil where it has none with a value.
    private func summary(within span: Extent) -> Summary? {
        let indices = lowerBound(span.min)..<lowerBound(span.max)
        guard !indices.isEmpty else { return nil }
        let summary = summary(of: indices)
        return summary.count > 0 ? summary : nil
    }
}
