import ChartCore

/// The totals that figures are about, with a substitute for ranges that have none.
///
/// Both are the bars' own for most metrics; time in bed replaces sleep that nothing recorded.
struct CountedTotals {
    /// The figures of the bars of a unit that are mostly in view.
    struct Figures: Equatable {
        /// The sum of the bars.
        var total = 0.0
        /// The number of days that they count; of hours for bars of hours.
        var count = 0
        /// The average of all complete bars, if they are sums of days and there are at least two.
        var averageBar: Double?
        /// The number of bars.
        var bars = 0

        /// The average of a day (an hour for bars of hours); nil if none counts.
        var average: Double? { count > 0 ? total / Double(count) : nil }
    }

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

    /// The figures of the bars of a unit that are mostly in view.
    ///
    /// They are about whole bars, so that an average is never above or below all of its bars. If
    /// no bar is mostly in view, they are about the days that are.
    func figures(over range: Extent, by unit: CalendarUnit) -> Figures {
        let ladder = ladder(over: range)
        var bars = ladder[unit] ?? ladder.days
        var shown = bars.indices(centredIn: range)
        if shown.isEmpty, unit > .day {
            bars = ladder.days
            shown = bars.indices(centredIn: range)
        }
        var figures = Figures(
            total: bars.sum(of: shown), count: bars.dayCount(of: shown), bars: shown.count)
        if bars.unit > .day {
            let heights = BarHeights(ladder, as: .total)
            let complete = shown.filter { !heights.isPartial(at: $0, of: bars) }
            if complete.count > 1 {
                let sum = complete.reduce(0) { $0 + bars.buckets[$1].sum }
                figures.averageBar = sum / Double(complete.count)
            }
        }
        return figures
    }

    /// The value of the dotted line: the average of the bars that are mostly in view.
    ///
    /// Nil for fewer than two bars. It is at least the lowest of these bars and at most the highest.
    func average(over range: Extent, by unit: CalendarUnit, as amount: BarAmount) -> Double? {
        let figures = figures(over: range, by: unit)
        guard figures.bars > 1 else { return nil }
        return amount == .total && unit > .day ? figures.averageBar : figures.average
    }
}
