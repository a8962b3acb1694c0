// The days that count in the average of a day.
//
// A day without data is either missing, and then it has no bucket, or a day of nothing, and then it
// has a bucket of 0 with a count of 0. The second kind is made here, so that everything that reads
// a ladder treats such a day as any other. Rejected: a number of days in addition to the buckets,
// which every sum, board and bar would have to take into account.

extension CalendarTotals {
    /// The average of a day in a bucket, in the unit of the values: its sum divided by the days
    /// that it counts.
    public func average(at index: Int) -> Double {
        buckets[index].sum / Double(max(1, days[index]))
    }

    /// The number of days that the buckets at `indices` count.
    ///
    /// O(indices).
    public func dayCount(of indices: Range<Int>) -> Int { days[indices].reduce(0, +) }
}

extension CalendarBucket {
    /// A bucket without any sample, whose total is 0.
    fileprivate static func nothing(_ span: Extent) -> CalendarBucket {
        CalendarBucket(span: span, count: 0, sum: 0, minimum: 0, maximum: 0, coverage: 0)
    }
}

extension CalendarLadder {
    /// The units that consist of days.
    private static let longUnits: [CalendarUnit] = [.week, .month, .quarter, .year]

    /// The ladder in which every day without data counts as a day of 0.
    ///
    /// Its days are those from the first one with data to the one that ends at or after `end`, or
    /// to the last one with data if that is later. Hours stay as they are. O(days).
    public func filled(until end: Double) -> CalendarLadder {
        guard let first = days.buckets.first, let last = days.buckets.last else { return self }
        var known = days.buckets[...]
        var filled: [CalendarBucket] = []
        filled.reserveCapacity(days.buckets.count)
        let range = Extent(min: first.span.min, max: max(end, last.span.max))
        for span in calendar.spans(of: .day, over: range) {
            filled.append(known.takeFirst(in: span) ?? .nothing(span))
        }
        var rungs = [
            CalendarUnit.day: CalendarTotals(
                unit: .day, buckets: filled, days: [Int](repeating: 1, count: filled.count))
        ]
        for unit in Self.longUnits {
            guard let totals = self[unit] else { continue }
            rungs[unit] = totals.filled(with: filled, in: calendar)
        }
        rungs[.hour] = self[.hour]
        return CalendarLadder(calendar: calendar, rungs: rungs)
    }

    /// The ladder with the weeks and longer units of another one wherever that has data.
    ///
    /// O(buckets · log buckets).
    public func preferringLongUnits(of other: CalendarLadder) -> CalendarLadder {
        var rungs: [CalendarUnit: CalendarTotals] = [.day: days]
        rungs[.hour] = self[.hour]
        for unit in Self.longUnits {
            guard let own = self[unit] else { continue }
            var (buckets, counts) = (own.buckets, own.days)
            if let others = other[unit] {
                for index in buckets.indices {
                    guard let place = others.index(containing: buckets[index].span.mid) else {
                        continue
                    }
                    buckets[index] = others.buckets[place]
                    counts[index] = others.days[place]
                }
            }
            rungs[unit] = CalendarTotals(unit: unit, buckets: buckets, days: counts)
        }
        return CalendarLadder(calendar: calendar, rungs: rungs)
    }
}

extension CalendarTotals {
    /// These totals of a longer unit, with one for each unit that has any of some days.
    fileprivate func filled(
        with days: [CalendarBucket], in calendar: CivilCalendar
    ) -> CalendarTotals {
        var known = buckets[...]
        var filled: [CalendarBucket] = []
        var counts: [Int] = []
        for day in days {
            if let last = filled.last, day.span.min < last.span.max {
                counts[counts.count - 1] += 1
                continue
            }
            let span = calendar.span(of: unit, containing: day.span.min)
            filled.append(known.takeFirst(in: span) ?? .nothing(span))
            counts.append(1)
        }
        return CalendarTotals(unit: unit, buckets: filled, days: counts)
    }
}

extension ArraySlice<CalendarBucket> {
    /// Removes and returns the first bucket if its middle is in a span.
    fileprivate mutating func takeFirst(in span: Extent) -> CalendarBucket? {
        guard let first, span.contains(first.span.mid) else { return nil }
        removeFirst()
        return first
    }
}
