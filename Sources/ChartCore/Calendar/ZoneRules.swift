// The offsets of one time zone from universal time, at every instant.
//
// Layout: parallel arrays, one entry per period of constant rules; `starts[i]` is the first instant
// of period i and `starts[0]` is minus infinity. The periods written in the zone file come first,
// then 400 years of periods from the file's POSIX footer. The Gregorian calendar repeats after 400
// years (146,097 days, which is a whole number of weeks), and so do footer rules: an instant beyond
// the table is moved back by whole cycles, and the result is exact forever.
//
// Lookup: binary search, after trying the period found last time and the one after it. The hint is
// a relaxed atomic, so one value serves several threads; a stale hint costs only a search.
//
// Rejected: computing the footer's two transitions of a year on each lookup (slower, and paid by
// every caller that iterates over years); a mutable cursor held by the caller (the calendar could
// not be an immutable value).

import Synchronization

/// The rules of one time zone: which offset from universal time applies at which instant.
///
/// Instants are seconds since 1970-01-01T00:00:00Z without leap seconds. *Local* times are seconds
/// of the wall clock counted the same way (the instant plus the offset). Immutable and shared by
/// threads.
public final class ZoneRules: Sendable {
    /// A stretch of time with one offset.
    public struct Period: Hashable, Sendable {
        /// The first instant; minus infinity for the earliest period.
        public let start: Double
        /// The first instant that no longer belongs; infinity for the last one.
        public let end: Double
        /// Seconds east of universal time.
        public let offset: Int
        /// Whether the zone's data calls this daylight-saving time.
        public let isDaylight: Bool
        /// The abbreviation in the zone's data, `CEST` or `+0545`.
        public let abbreviation: String
    }

    /// What a local time means.
    public enum LocalMeaning: Hashable, Sendable {
        /// One instant.
        case unique(Double)
        /// The wall clock shows it twice.
        case fold(first: Double, second: Double)
        /// The wall clock skips it at the instant `edge`; the offsets are those on both sides.
        case gap(edge: Double, offsetBefore: Int, offsetAfter: Int)
    }

    /// What to take for a local time that the wall clock skips.
    public enum GapRule: Hashable, Sendable {
        /// The instant of the jump.
        case edge
        /// As long after the jump as the local time is after the start of the gap: 02:30 becomes
        /// 03:30.
        case later
        /// As long before the jump: 02:30 becomes 01:30.
        case earlier
    }

    /// What to take for a local time that the wall clock shows twice.
    public enum FoldRule: Hashable, Sendable {
        /// The first occurrence.
        case first
        /// The second occurrence.
        case second
    }

    /// The IANA name (`Europe/Berlin`), or a substitute (`UTC`, `UTC+02:00`, a POSIX string).
    public let name: String

    let starts: [Double]
    let offsets: [Int32]
    let kinds: [UInt8]
    let kindNames: [String]
    let kindDaylight: [Bool]
    /// From this instant on, lookups are moved 400 years (or a multiple) back; infinity without
    /// footer rules.
    let cycleLimit: Double
    private let hint = Atomic<Int>(0)

    /// 400 Gregorian years in seconds.
    static let cycle = 146_097.0 * 86_400

    /// `starts` must increase strictly from minus infinity; `kinds` index the two arrays of kinds.
    init(
        name: String, starts: [Double], offsets: [Int32], kinds: [UInt8], kindNames: [String],
        kindDaylight: [Bool], cycleLimit: Double
    ) {
        precondition(starts.first == -.infinity, "a zone's first period begins at minus infinity")
        precondition(
            starts.count == offsets.count && starts.count == kinds.count, "uneven zone table")
        self.name = name
        self.starts = starts
        self.offsets = offsets
        self.kinds = kinds
        self.kindNames = kindNames
        self.kindDaylight = kindDaylight
        self.cycleLimit = cycleLimit
    }

    /// Universal time.
    public static let utc = ZoneRules.fixed(offset: 0)

    /// A zone that is always `offset` seconds east of universal time, named `UTC+02:00` and the
    /// like.
    public static func fixed(offset: Int) -> ZoneRules {
        let name = offset == 0 ? "UTC" : "UTC" + isoOffset(offset)
        return ZoneRules(
            name: name, starts: [-.infinity], offsets: [Int32(clamping: offset)], kinds: [0],
            kindNames: [name], kindDaylight: [false], cycleLimit: .infinity)
    }

    /// An offset as ISO 8601 writes it, `+02:00` (with seconds if there are any).
    public static func isoOffset(_ offset: Int) -> String {
        func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
        let size = abs(offset)
        let text = (offset < 0 ? "-" : "+") + two(size / 3600) + ":" + two(size / 60 % 60)
        return size % 60 == 0 ? text : text + ":" + two(size % 60)
    }

    /// How many periods the table holds.
    var count: Int { starts.count }

    /// The index of the period at an instant inside the table.
    ///
    /// Amortised O(1) for nearby instants.
    func index(at instant: Double) -> Int {
        let last = starts.count - 1
        if last == 0 { return 0 }
        let guess = hint.load(ordering: .relaxed)
        if starts[guess] <= instant {
            if guess == last || instant < starts[guess + 1] { return guess }
            if guess + 1 == last || instant < starts[guess + 2] {
                hint.store(guess + 1, ordering: .relaxed)
                return guess + 1
            }
        }
        var low = 0
        var high = last + 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= instant { low = middle } else { high = middle }
        }
        hint.store(low, ordering: .relaxed)
        return low
    }

    /// How far to move an instant back so that it is inside the table; a multiple of 400 years.
    func shift(for instant: Double) -> Double {
        instant < cycleLimit
            ? 0
            : ((instant - cycleLimit) / ZoneRules.cycle).rounded(.down) * ZoneRules.cycle
                + ZoneRules.cycle
    }

    /// The offset from universal time at an instant, in seconds east.
    ///
    /// NaN counts as the distant past.
    public func offset(at instant: Double) -> Int {
        Int(offsets[index(at: instant - shift(for: instant))])
    }

    /// The period of constant rules that contains an instant.
    public func period(at instant: Double) -> Period {
        let shift = shift(for: instant)
        let i = index(at: instant - shift)
        let end = i + 1 < starts.count ? starts[i + 1] + shift : .infinity
        return Period(
            start: starts[i] + shift, end: end, offset: Int(offsets[i]),
            isDaylight: kindDaylight[Int(kinds[i])], abbreviation: kindNames[Int(kinds[i])])
    }

    /// Start, end and offset of the period at an instant, without the name: allocates nothing.
    func bounds(at instant: Double) -> (start: Double, end: Double, offset: Int) {
        let shift = shift(for: instant)
        let i = index(at: instant - shift)
        let end = i + 1 < starts.count ? starts[i + 1] + shift : .infinity
        return (starts[i] + shift, end, Int(offsets[i]))
    }

    /// What a local time (wall-clock seconds since 1970) means in this zone.
    ///
    /// Transitions are assumed to be more than two days apart or to be of the same kind, which is
    /// true for every zone since 1900; offsets are assumed to be within ±26 hours.
    public func meaning(ofLocal local: Double) -> LocalMeaning {
        // Every instant that could show this local time is within 26 hours of it.
        var instants: (first: Double, second: Double) = (.nan, .nan)
        var found = 0
        var before = bounds(at: local - 93_600)
        while true {
            let candidate = local - Double(before.offset)
            if candidate >= before.start && candidate < before.end {
                if found == 0 { instants.first = candidate } else { instants.second = candidate }
                found += 1
            }
            if before.end > local + 93_600 || found == 2 { break }
            let after = bounds(at: before.end)
            if found == 0, local >= before.end + Double(before.offset),
                local < before.end + Double(after.offset)
            {
                return .gap(
                    edge: before.end, offsetBefore: before.offset, offsetAfter: after.offset)
            }
            before = after
        }
        if found == 2 { return .fold(first: instants.first, second: instants.second) }
        return .unique(found == 1 ? instants.first : local - Double(offset(at: local)))
    }

    /// The instant of a local time (wall-clock seconds since 1970).
    public func instant(
        ofLocal local: Double, gap: GapRule = .later, fold: FoldRule = .first
    ) -> Double {
        // The usual case: the offset is the same a day before and a day after.
        let here = bounds(at: local - 93_600)
        if here.end > local + 93_600 { return local - Double(here.offset) }
        switch meaning(ofLocal: local) {
        case .unique(let instant): return instant
        case .fold(let first, let second): return fold == .first ? first : second
        case .gap(let edge, let before, let after):
            switch gap {
            case .edge: return edge
            case .later: return local - Double(before)
            case .earlier: return local - Double(after)
            }
        }
    }
}

extension ZoneRules: Hashable {
    /// Two zones are equal when they have the same name and the same rules.
    public static func == (a: ZoneRules, b: ZoneRules) -> Bool {
        a === b || (a.name == b.name && a.starts == b.starts && a.offsets == b.offsets)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
