// POSIX TZ strings (`CET-1CEST,M3.5.0,M10.5.0/3`), as RFC 8536 section 3.3 defines them for the
// footer of a zone file, and as the variable TZ may contain them. Offsets are written
// west-positive; transition times may be from -167 to 167 hours (RFC 8536 section 3.3.1).

/// A parsed POSIX TZ string.
struct PosixRule: Hashable, Sendable {
    /// The day of a transition.
    enum Day: Hashable, Sendable {
        /// `Jn`: day 1…365; 29 February is never counted.
        case julian(Int)
        /// `n`: day 0…365; 29 February is counted.
        case zeroBased(Int)
        /// `Mm.w.d`: weekday d (0 is Sunday) of week w (5 is the last) of month m.
        case week(month: Int, week: Int, weekday: Int)
    }

    struct Change: Hashable, Sendable {
        var day: Day
        /// Seconds after local midnight, on the clock in force before the change.
        var time: Int

        /// The change in a year, in local seconds since 1970.
        func local(year: Int) -> Int {
            let days: Int
            switch day {
            case .julian(let n):
                let leap = CivilDate.isLeap(year) && n >= 60
                days = CivilDate(year: year, month: 1, day: 1).days + n - 1 + (leap ? 1 : 0)
            case .zeroBased(let n):
                days = CivilDate(year: year, month: 1, day: 1).days + n
            case .week(let month, let week, let weekday):
                let first = CivilDate(year: year, month: month, day: 1)
                let firstWeekday = first.weekday.rawValue % 7
                var day = 1 + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
                let length = CivilDate.length(ofMonth: month, year: year)
                while day > length { day -= 7 }
                days = first.days + day - 1
            }
            return days * 86_400 + time
        }
    }

    var standardName: String
    /// Seconds east of universal time.
    var standardOffset: Int
    var daylight: Daylight?

    struct Daylight: Hashable, Sendable {
        var name: String
        var offset: Int
        var start: Change
        var end: Change
    }

    /// Parses a TZ string; nil if it is not one.
    init?(_ text: String) {
        var reader = Reader(bytes: Array(text.utf8))
        guard let name = reader.name(), let offset = reader.time(maximumHours: 24) else {
            return nil
        }
        standardName = name
        standardOffset = -offset
        if reader.atEnd { return }
        guard let daylightName = reader.name() else { return nil }
        var daylightOffset = standardOffset + 3600
        if !reader.atEnd, !reader.isAt(",") {
            guard let offset = reader.time(maximumHours: 24) else { return nil }
            daylightOffset = -offset
        }
        var changes: [Change] = []
        if reader.atEnd {
            // POSIX leaves the rule to the system; the usual default is that of the USA.
            changes = [
                Change(day: .week(month: 3, week: 2, weekday: 0), time: 7200),
                Change(day: .week(month: 11, week: 1, weekday: 0), time: 7200),
            ]
        } else {
            for _ in 0..<2 {
                guard reader.skip(","), let day = reader.day() else { return nil }
                var time = 7200
                if reader.skip("/") {
                    guard let written = reader.time(maximumHours: 167) else { return nil }
                    time = written
                }
                changes.append(Change(day: day, time: time))
            }
        }
        guard reader.atEnd else { return nil }
        daylight = Daylight(
            name: daylightName, offset: daylightOffset, start: changes[0], end: changes[1])
    }

    /// The two changes of a year as instants, the earlier one first.
    ///
    /// `toDaylight` is whether a change leads to daylight-saving time.
    func changes(year: Int) -> [(instant: Int, toDaylight: Bool)] {
        guard let daylight else { return [] }
        let start = daylight.start.local(year: year) - standardOffset
        let end = daylight.end.local(year: year) - daylight.offset
        return start < end
            ? [(start, true), (end, false)] : [(end, false), (start, true)]
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var atEnd: Bool { position >= bytes.count }

        func isAt(_ character: Character) -> Bool {
            position < bytes.count && bytes[position] == character.asciiValue
        }

        mutating func skip(_ character: Character) -> Bool {
            guard isAt(character) else { return false }
            position += 1
            return true
        }

        /// `CET`, or anything between angle brackets.
        mutating func name() -> String? {
            let quoted = skip("<")
            let start = position
            while position < bytes.count {
                let byte = bytes[position] | 0x20
                let letter = byte >= 97 && byte <= 122
                if quoted ? bytes[position] == 62 : !letter { break }
                position += 1
            }
            let name = String(decoding: bytes[start..<position], as: UTF8.self)
            if quoted, !skip(">") { return nil }
            return position - start >= (quoted ? 1 : 3) ? name : nil
        }

        mutating func number() -> Int? {
            let start = position
            var value = 0
            while position < bytes.count, bytes[position] >= 48, bytes[position] <= 57 {
                value = value * 10 + Int(bytes[position] - 48)
                position += 1
                if position - start > 6 { return nil }
            }
            return position > start ? value : nil
        }

        /// `[+-]hh[:mm[:ss]]` in seconds.
        mutating func time(maximumHours: Int) -> Int? {
            var sign = 1
            if skip("-") { sign = -1 } else { _ = skip("+") }
            guard let hours = number(), hours <= maximumHours else { return nil }
            var seconds = hours * 3600
            for unit in [60, 1] where skip(":") {
                guard let n = number(), n < 60 else { return nil }
                seconds += n * unit
            }
            return sign * seconds
        }

        mutating func day() -> Day? {
            if skip("J") {
                guard let n = number(), (1...365).contains(n) else { return nil }
                return .julian(n)
            }
            if skip("M") {
                guard let month = number(), (1...12).contains(month), skip("."),
                    let week = number(), (1...5).contains(week), skip("."),
                    let weekday = number(), (0...6).contains(weekday)
                else { return nil }
                return .week(month: month, week: week, weekday: weekday)
            }
            guard let n = number(), (0...365).contains(n) else { return nil }
            return .zeroBased(n)
        }
    }
}

extension ZoneRules {
    /// The rules of a POSIX TZ string such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil if it is not one.
    ///
    /// The rules are assumed to apply at all times.
    public convenience init?(posix text: String) {
        guard let rule = PosixRule(text) else { return nil }
        var table = Table()
        let standard = table.kind(rule.standardName, daylight: false)
        table.append(start: -.infinity, offset: rule.standardOffset, kind: standard)
        table.append(rule: rule, fromYear: 1601)
        self.init(name: text, table: table)
    }

    convenience init(name: String, table: Table) {
        self.init(
            name: name, starts: table.starts, offsets: table.offsets, kinds: table.kinds,
            kindNames: table.kindNames, kindDaylight: table.kindDaylight,
            cycleLimit: table.cycleLimit)
    }

    /// The table of a zone under construction.
    struct Table {
        var starts: [Double] = []
        var offsets: [Int32] = []
        var kinds: [UInt8] = []
        var kindNames: [String] = []
        var kindDaylight: [Bool] = []
        var cycleLimit = Double.infinity

        mutating func kind(_ name: String, daylight: Bool) -> UInt8 {
            for i in kindNames.indices where kindNames[i] == name && kindDaylight[i] == daylight {
                return UInt8(i)
            }
            kindNames.append(name)
            kindDaylight.append(daylight)
            return UInt8(clamping: kindNames.count - 1)
        }

        /// Adds a period unless nothing changes; replaces the last period if both begin at the same
        /// time.
        mutating func append(start: Double, offset: Int, kind: UInt8) {
            if let last = starts.last, last == start {
                starts.removeLast()
                offsets.removeLast()
                kinds.removeLast()
            }
            if let lastOffset = offsets.last, let lastKind = kinds.last,
                Int(lastOffset) == offset, lastKind == kind
            {
                return
            }
            starts.append(start)
            offsets.append(Int32(clamping: offset))
            kinds.append(kind)
        }

        /// Adds the periods of a footer rule from a year on, for a whole cycle of the calendar and
        /// a bit more.
        mutating func append(rule: PosixRule, fromYear: Int) {
            let standard = kind(rule.standardName, daylight: false)
            guard let daylight = rule.daylight else { return }
            let summer = kind(daylight.name, daylight: true)
            let latest = starts.last ?? -.infinity
            for year in fromYear...(fromYear + 402) {
                for change in rule.changes(year: year) where Double(change.instant) > latest {
                    append(
                        start: Double(change.instant),
                        offset: change.toDaylight ? daylight.offset : rule.standardOffset,
                        kind: change.toDaylight ? summer : standard)
                }
            }
            cycleLimit = Double(
                CivilDate(year: fromYear + 402, month: 1, day: 1).days * 86_400)
        }
    }
}
