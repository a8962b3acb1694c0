// Several series as bars in shared slots: side by side, or on top of one another.
//
// Method: a group of bars takes the middle of its slot and each series the same part of it, in
// their order, whether it has a value there or not: the place identifies the series. A stack grows
// upwards from the base with values above zero and downwards with values below it, in the order of
// the series. Values that are not finite are missing: they have no bar and are not counted.

/// Values of several series over slots that they share.
public struct BarTable: Hashable, Sendable {
    /// Where each slot begins and ends, in the order of their places.
    public let slots: [Extent]
    /// The values: for each series one per slot, NaN if it is missing.
    public let series: [[Double]]

    /// A table without slots.
    public init() {
        slots = []
        series = []
    }

    /// A table of slots and series, each with one value for each slot.
    public init(slots: [Extent], series: [[Double]]) {
        precondition(
            series.allSatisfy { $0.count == slots.count },
            "every series has one value for each of the \(slots.count) slots")
        precondition(
            zip(slots, slots.dropFirst()).allSatisfy { $0.min <= $1.min },
            "slots come in the order of their places")
        self.slots = slots
        self.series = series
    }

    /// The values of all series in a slot, NaN for missing ones.
    public func values(at slot: Int) -> [Double] { series.map { $0[slot] } }

    /// Whether any series has a value in a slot.
    public func hasValue(at slot: Int) -> Bool { series.contains { $0[slot].isFinite } }

    /// The slots that overlap a range.
    ///
    /// O(log slots).
    public func slots(over range: Extent) -> Range<Int> {
        let lower = slots.indices.partitioningIndex { slots[$0].max > range.min }
        let upper = slots.indices.partitioningIndex { slots[$0].min >= range.max }
        return lower..<max(lower, upper)
    }
}

/// One series' part of a slot, with the two ends of its bar.
public struct BarPart: Hashable, Sendable {
    /// The number of the series.
    public var series: Int
    /// The number of the slot.
    public var slot: Int
    /// The extent of its width.
    public var place: Extent
    /// Where the bar begins.
    public var base: Double
    /// Where it ends.
    public var value: Double
    /// Whether no other bar of the slot continues from its end.
    public var isOutermost = true
}

/// Bars of several series side by side in each slot.
public struct GroupedBars: Hashable, Sendable {
    /// The part of a slot that is left free, half of it on each side; from 0 and below 1.
    public var gap: Double
    /// The value at which bars begin.
    public var base: Double

    /// Groups with a gap between them.
    public init(gap: Double = 0.2, base: Double = 0) {
        precondition(gap >= 0 && gap < 1, "the gap between groups is a part of the slot")
        precondition(base.isFinite, "the base of bars must be finite")
        self.gap = gap
        self.base = base
    }

    /// The part of a slot that belongs to a series.
    public func place(of series: Int, among count: Int, in slot: Extent) -> Extent {
        precondition(series >= 0 && series < count, "no series \(series) among \(count)")
        let width = slot.length * (1 - gap) / Double(count)
        let start = slot.min + slot.length * gap / 2
        return Extent(
            min: start + width * Double(series), max: start + width * Double(series + 1))
    }

    /// The bars of a table, slot by slot.
    public func parts(of table: BarTable) -> [BarPart] {
        let count = table.series.count
        return table.slots.indices.flatMap { slot in
            table.series.indices.compactMap { number -> BarPart? in
                let value = table.series[number][slot]
                guard value.isFinite else { return nil }
                return BarPart(
                    series: number, slot: slot,
                    place: place(of: number, among: count, in: table.slots[slot]), base: base,
                    value: value)
            }
        }
    }

    /// The smallest and the largest value of some slots and the base; nothing if no series has a
    /// value.
    public func extent(of table: BarTable, in slots: Range<Int>) -> Extent {
        var extent = Extent.nothing
        for values in table.series {
            for slot in slots where values[slot].isFinite {
                extent.include(values[slot])
                extent.include(base)
            }
        }
        return extent
    }
}

/// Bars of several series on top of one another in each slot.
public struct StackedBars: Hashable, Sendable {
    /// The value at which stacks begin.
    public var base: Double

    /// Stacks on a base.
    public init(base: Double = 0) {
        precondition(base.isFinite, "the base of bars must be finite")
        self.base = base
    }

    /// The bars of a table, slot by slot; a value of 0 has no bar.
    public func parts(of table: BarTable) -> [BarPart] {
        table.slots.indices.flatMap { parts(of: table, at: $0) }
    }

    /// The bars of one slot, in the order of the series.
    public func parts(of table: BarTable, at slot: Int) -> [BarPart] {
        var parts: [BarPart] = []
        var ends = (above: base, below: base)
        var last: (above: Int?, below: Int?) = (nil, nil)
        for number in table.series.indices {
            let value = table.series[number][slot]
            guard value.isFinite, value != 0 else { continue }
            let from = value > 0 ? ends.above : ends.below
            if let before = value > 0 ? last.above : last.below {
                parts[before].isOutermost = false
            }
            parts.append(
                BarPart(
                    series: number, slot: slot, place: table.slots[slot], base: from,
                    value: from + value))
            if value > 0 {
                ends.above += value
                last.above = parts.count - 1
            } else {
                ends.below += value
                last.below = parts.count - 1
            }
        }
        return parts
    }

    /// The lowest and the highest value of the stack of a slot; nothing if no series has a value.
    public func extent(of table: BarTable, at slot: Int) -> Extent {
        guard table.hasValue(at: slot) else { return .nothing }
        var extent = Extent(min: base, max: base)
        for values in table.series where values[slot].isFinite {
            if values[slot] > 0 { extent.max += values[slot] } else { extent.min += values[slot] }
        }
        return extent
    }

    /// The smallest and the largest end of some stacks and the base; nothing if no series has a
    /// value.
    public func extent(of table: BarTable, in slots: Range<Int>) -> Extent {
        slots.reduce(.nothing) { $0.union(extent(of: table, at: $1)) }
    }
}
