import ChartCore

/// Converts local times to instants; remembers the last period with a constant offset.
struct LocalZone {
    private let zone: ZoneRules
    private var from = Double.infinity
    private var to = -Double.infinity
    private var offset = 0.0

    init(_ zone: ZoneRules) { self.zone = zone }

    @inline(__always)
    mutating func instant(_ local: Double) -> Double {
        if local >= from, local < to { return local - offset }
        return lookUp(local)
    }

    @inline(never)
    private mutating func lookUp(_ local: Double) -> Double {
        let instant = zone.instant(ofLocal: local)
        let period = zone.period(at: instant)
        // More than two days from a change of the offset a local time is unambiguous.
        from = period.start + Double(period.offset) + 172_800
        to = period.end + Double(period.offset) - 172_800
        offset = Double(period.offset)
        return instant
    }
}
