// Readings by the calendar: summaries of the samples of an hour, a day or a month.
//
// Nothing is stored: the samples of a unit are found by binary search and summarized by the series,
// in O(log samples) per unit however many samples it has.

/// The summary of the samples of one calendar unit.
public struct CalendarSummary: Sendable {
    /// The instants at which the unit begins and ends.
    public var span: Extent
    /// The summary of its samples.
    public var summary: Summary

    /// Creates a summary of a unit.
    public init(span: Extent, summary: Summary) {
        self.span = span
        self.summary = summary
    }
}

extension SampleSource {
    /// The samples of every unit that overlaps a half-open range, without empty units.
    ///
    /// Samples are counted entirely in their unit, even if the range cuts it. O(units · log
    /// samples).
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

    /// The samples of the unit that contains an instant; nil if it has none.
    public func summary(
        of unit: CalendarUnit, containing instant: Double, in calendar: CivilCalendar
    ) -> CalendarSummary? {
        let span = calendar.span(of: unit, containing: instant)
        return summary(within: span).map { CalendarSummary(span: span, summary: $0) }
    }

    /// The samples of a half-open span; nil if none has a value.
    private func summary(within span: Extent) -> Summary? {
        let indices = lowerBound(span.min)..<lowerBound(span.max)
        guard !indices.isEmpty else { return nil }
        let summary = summary(of: indices)
        return summary.count > 0 ? summary : nil
    }
}
