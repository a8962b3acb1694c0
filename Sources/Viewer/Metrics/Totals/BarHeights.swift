import ChartCore

/// What bars of weeks and longer units show; bars of hours and days always show totals.
enum BarAmount: String, CaseIterable, Sendable {
    /// The average of the days that count.
    case perDay = "per-day"
    /// The sum of all days.
    case total
}

/// The heights of bars: the totals of a ladder, or in longer units the averages of a day.
struct BarHeights: Sendable {
    /// The totals.
    let ladder: CalendarLadder
    /// The totals whose days count, those of the whole bar if `ladder` is of a part of it.
    let counted: CalendarLadder
    let amount: BarAmount

    init(_ ladder: CalendarLadder, counted: CalendarLadder? = nil, as amount: BarAmount) {
        self.ladder = ladder
        self.counted = counted ?? ladder
        self.amount = amount
    }

    /// Whether a bar of a unit shows the average of its days.
    func isAverage(of unit: CalendarUnit) -> Bool { amount == .perDay && unit > .day }

    /// The height of the bar at an index of some totals of the ladder.
    ///
    /// O(log buckets).
    func value(at index: Int, of totals: CalendarTotals) -> Double {
        let sum = totals.buckets[index].sum
        return isAverage(of: totals.unit) ? sum / Double(days(at: index, of: totals)) : sum
    }

    /// From 0 to the lowest and the highest of some bars; `nothing` if there are none.
    func extent(of indices: Range<Int>, of totals: CalendarTotals) -> Extent {
        guard !indices.isEmpty else { return .nothing }
        var extent = Extent(min: 0, max: 0)
        for index in indices { extent.include(value(at: index, of: totals)) }
        return extent
    }

    /// The number of days that count in a bar, at least 1.
    func days(at index: Int, of totals: CalendarTotals) -> Int {
        let place = counted[totals.unit]?.index(containing: totals.buckets[index].span.mid)
        let days = place.flatMap { counted[totals.unit]?.days[$0] } ?? totals.days[index]
        return max(1, days)
    }

    /// Whether a bar covers only a part of its unit.
    ///
    /// That is so if the record begins or ends within it, or if less than half of its days count.
    func isPartial(at index: Int, of totals: CalendarTotals) -> Bool {
        guard totals.unit > .day else { return false }
        let span = totals.buckets[index].span
        let record = counted.extent
        return span.min < record.min || span.max > record.max
            || days(at: index, of: totals) * 2 < counted.dayCount(of: span)
    }
}
