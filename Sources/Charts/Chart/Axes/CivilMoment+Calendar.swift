import ChartCore
import Localization

extension CivilMoment {
    /// The calendar's reading of an instant, in seconds since 1970.
    public init(_ instant: Double, in calendar: CivilCalendar) {
        let c = calendar.components(of: instant)
        self.init(
            year: c.year, month: c.month, day: c.day, hour: c.hour, minute: c.minute,
            second: c.second)
    }
}
