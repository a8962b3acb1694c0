import ChartCore

/// The totals that figures are about, with a substitute for ranges that have none.
///
/// Both are the bars' own for most metrics; time in bed replaces sleep that nothing recorded.
struct CountedTotals {
    var ladder: CalendarLadder
    /// The totals for figures in a range without any of `ladder`; nil for none.
    var substitute: CalendarLadder?

    /// Whether figures over a range are about the substitute.
    func isSubstituted(over range: Extent) -> Bool {
        guard let substitute else { return false }
        return ladder.days.indices(centredIn: range).isEmpty
            && !substitute.days.indices(centredIn: range).isEmpty
    }

    /// The totals that figures over a range are about.
    func ladder(over range: Extent) -> CalendarLadder {
        substitute.flatMap { isSubstituted(over: range) ? $0 : nil } ?? ladder
    }

    /// The average of the bars of a unit that are mostly in view; nil for fewer than two.
    ///
    /// Only hours and days with data are counted. A bar of a longer unit would have the average of
    /// a day on every one of its days: so two days of a month count as two days, and not as a
    /// month.
    func average(over range: Extent, by unit: CalendarUnit) -> Double? {
        let ladder = ladder(over: range)
        let bars = ladder[unit] ?? ladder.days
        let shown = bars.indices(centredIn: range)
        guard shown.count > 1 else { return nil }
        let least = unit == .hour ? bars : ladder.days
        let counted = least.indices(centredIn: range)
        guard !counted.isEmpty else { return nil }
        let average = least.sum(of: counted) / Double(counted.count)
        guard unit > .day else { return average }
        let days = shown.reduce(0) { $0 + ladder.dayCount(of: bars.buckets[$1].span) }
        return average * Double(days) / Double(shown.count)
    }
}
