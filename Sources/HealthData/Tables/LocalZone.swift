// Local times of rows as instants.
//
// The two hours that a clock shows alike when summer time ends are distinguished by the order of the
// rows: where the times of a file that goes forward step back within that hour, the rows behind are
// in the second one; in a file with the newest row first it is the other way round. A step of
// nothing counts if neighbouring rows have different times everywhere else (a reading an hour).
//
// More than two days from a change of the offset a local time is one instant, and nothing is
// looked up. Limit: rows of several devices that are mixed without order in such an hour are all in
// the first one.

import ChartCore

/// Converts local times to instants; remembers the last period with a constant offset.
struct LocalZone {
    private let zone: ZoneRules
    private var from = Double.infinity
    private var to = -Double.infinity
    private var offset = 0.0
    /// The order of the rows; nil if there is none.
    private let order: RowOrder?
    /// The latest row near a change of the offset.
    private var latest: Row?
    /// Whether a time in a doubled hour was read, and which row came before it was not known.
    private(set) var needsRowBefore = false

    private struct Row {
        var local: Double
        /// Whether the clock shows its time twice.
        var isDoubled: Bool
        /// Whether it is the second one.
        var isSecond: Bool
    }

    init(_ zone: ZoneRules, order: RowOrder? = nil) {
        self.zone = zone
        self.order = order
    }

    /// The instant of the next row.
    @inline(__always)
    mutating func instant(_ local: Double) -> Double {
        if local >= from, local < to { return local - offset }
        return lookUp(local)
    }

    /// The instant of a local day, which begins with the first of two midnights.
    @inline(__always)
    mutating func instant(ofDay local: Double) -> Double {
        if local >= from, local < to { return local - offset }
        return zone.instant(ofLocal: local)
    }

    /// The instant of the end of a row: the first one that is not before its start.
    @inline(__always)
    mutating func instant(ofEnd local: Double, after start: Double) -> Double {
        if local >= from, local < to { return local - offset }
        if case .fold(let first, let second) = zone.meaning(ofLocal: local) {
            return first >= start ? first : second
        }
        return zone.instant(ofLocal: local)
    }

    @inline(never)
    private mutating func lookUp(_ local: Double) -> Double {
        var instant = zone.instant(ofLocal: local)
        var row = Row(local: local, isDoubled: false, isSecond: false)
        if order != nil, case .fold(let first, let second) = zone.meaning(ofLocal: local) {
            row.isDoubled = true
            row.isSecond = isSecond(local)
            instant = row.isSecond ? second : first
        }
        latest = row
        let period = zone.period(at: instant)
        // More than two days from a change of the offset a local time is unambiguous.
        from = period.start + Double(period.offset) + 172_800
        to = period.end + Double(period.offset) - 172_800
        offset = Double(period.offset)
        return instant
    }

    /// Whether a time that the clock shows twice is the second one, by the row before it.
    private mutating func isSecond(_ local: Double) -> Bool {
        guard let order else { return false }
        guard let latest else {
            needsRowBefore = true
            return order.isDescending
        }
        let step = local - latest.local
        guard latest.isDoubled, abs(step) < 5400 else {
            // Days with the newest first may have their own rows in the other order.
            return step > 0 && step < 21_600 ? false : order.isDescending
        }
        if step == 0 {
            return order.hasRepeats || latest.isSecond == !order.isDescending
                ? latest.isSecond : !latest.isSecond
        }
        if order.isDescending { return step > 0 ? false : latest.isSecond }
        return step < 0 ? true : latest.isSecond
    }

    // MARK: Parts

    /// Forgets the rows before, for a part of the file that is read alone.
    mutating func beginPart() {
        latest = nil
        needsRowBefore = false
    }

    /// Continues behind a part that was read alone.
    mutating func add(part: LocalZone) {
        if let row = part.latest { latest = row }
    }
}
