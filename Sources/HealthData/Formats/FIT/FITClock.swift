// The times of a device.
//
// Times are seconds since 1989-12-31T00:00:00Z. Times below `firstDate` count from the moment when
// the device was switched on, because it did not know the date. They can be placed if one message
// has a time of both kinds: a correlation of the two clocks, or a message about the whole file with
// the local time of the person's clock next to its own time. The latter is a time of the zone of
// the import, because the file does not name one.
//
// Source: the FIT SDK, types `date_time` and `local_date_time`.

import ChartCore

/// Converts the times of one FIT file to instants.
struct FITClock {
    /// 1989-12-31T00:00:00Z, the start of FIT's times.
    private static let epoch = 631_065_600.0
    /// Smaller times count from the moment when the device was switched on.
    private static let firstDate = 0x1000_0000

    /// The instant at which the device was switched on; nil if the file does not show it.
    private(set) var start: Double?

    /// The instant of a time; nil if there is none, or if it cannot be placed.
    func instant(_ time: Int?) -> Double? { time.flatMap { instant(seconds: Double($0)) } }

    /// The instant of a time with a fraction; nil if it cannot be placed.
    func instant(seconds: Double) -> Double? {
        let isDate = seconds >= Double(FITClock.firstDate)
        guard let start = isDate ? FITClock.epoch : start else { return nil }
        return SoundTime.contains(start + seconds) ? start + seconds : nil
    }

    /// Whether a time counts from when the device was switched on.
    static func isRelative(_ time: Int) -> Bool { time < firstDate }

    /// Takes what a message shows about the clock; the first one decides.
    mutating func take(_ message: FITMessage, zone: ZoneRules) {
        guard start == nil else { return }
        let own = message.integer(253)
        switch message.kind {
        case FITKind.timestampCorrelation:
            guard let own, own >= FITClock.firstDate, let system = message.number(1) else { return }
            let fraction = (message.number(0) ?? 0) / 32_768
            let systemFraction = (message.number(2) ?? 0) / 32_768
            start = FITClock.epoch + Double(own) + fraction - system - systemFraction
        case FITKind.activity: place(own, at: message.integer(5), zone)
        case FITKind.monitoringInfo: place(own, at: message.integer(0), zone)
        default: break
        }
    }

    /// Places the device's own time at a time of the person's clock.
    private mutating func place(_ own: Int?, at local: Int?, _ zone: ZoneRules) {
        guard let own, own < FITClock.firstDate, let local, local >= FITClock.firstDate else {
            return
        }
        start =
            zone.instant(ofLocal: FITClock.epoch + Double(local), gap: .edge) - Double(own)
    }
}
