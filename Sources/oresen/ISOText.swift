import ChartCore
import HealthData

extension ZoneRules {
    /// An instant as `2026-10-31T08:00:00+01:00`.
    func iso(_ instant: Double) -> String {
        var text = TextBuffer()
        text.append(instant: instant, in: self)
        return text.text
    }
}

extension JSONText {
    /// An instant, or null if there is none.
    mutating func instant(_ instant: Double?, in zone: ZoneRules) {
        guard let instant else { return null() }
        string(zone.iso(instant))
    }
}
