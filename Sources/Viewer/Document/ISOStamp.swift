import ChartCore

/// Instants in tables for programs.
enum ISOStamp {
    /// An instant in ISO 8601, with the offset of the wall clock; empty if it is none.
    static func text(_ instant: Double, in calendar: CivilCalendar) -> String {
        guard instant.isFinite else { return "" }
        let c = calendar.components(of: instant)
        func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
        let minutes = abs(c.offset) / 60
        return "\(c.date)T\(two(c.hour)):\(two(c.minute)):\(two(c.second))"
            + (c.offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
    }
}
