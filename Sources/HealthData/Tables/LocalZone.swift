import ChartCore

/// Local times to instants, with the stretch of a constant offset remembered.
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
        // Two days from a change the local time can mean nothing else.
        from = period.start + Double(period.offset) + 172_800
        to = period.end + Double(period.offset) - 172_800
        offset = Double(period.offset)
        return instant
    }
}
