import ChartCore
import Testing

@testable import Reports

/// Diaries as people write them.
struct DiaryText {
    let calendar: CivilCalendar
    let readings: [PressureReading]
    let devices: [String]

    /// A diary of lines `2026-03-02 07:10 131/82`, with ` p64` for a pulse and ` @name` for a device.
    ///
    /// A `second` after the time means the second time that the clock shows it.
    init(_ text: String, zone: String = "Europe/Berlin") throws {
        calendar = CivilCalendar(zone: try ZoneRules.named(zone))
        var readings: [PressureReading] = []
        var devices: [String] = []
        for line in text.split(separator: "\n") where !line.allSatisfy(\.isWhitespace) {
            let words = line.split(separator: " ")
            let date = words[0].split(separator: "-").compactMap { Int($0) }
            let clock = words[1].split(separator: ":").compactMap { Int($0) }
            let pair = try #require(words.first { $0.contains("/") })
            let values = pair.split(separator: "/").compactMap { Double($0) }
            let pulse = words.first { $0.hasPrefix("p") }.flatMap { Double($0.dropFirst()) }
            let name = words.first { $0.hasPrefix("@") }.map { String($0.dropFirst()) } ?? "cuff"
            if !devices.contains(name) { devices.append(name) }
            let time = calendar.instant(
                of: CivilDate(year: date[0], month: date[1], day: date[2]), hour: clock[0],
                minute: clock[1], fold: words.contains("second") ? .second : .first)
            readings.append(
                PressureReading(
                    time: time, Pressure(values[0], values[1]), pulse: pulse,
                    device: devices.firstIndex(of: name) ?? 0))
        }
        (self.readings, self.devices) = (readings, devices)
    }

    var diary: PressureDiary {
        PressureDiary(readings, devices: devices, calendar: calendar)
    }

    /// The summary of days that end with one, by default that of the last reading.
    func summary(
        _ rule: PressureRule, days: Int = 7, endingOn last: CivilDate? = nil,
        limit: Pressure? = nil, leavesOutFirstOfThree: Bool = false
    ) throws -> PressureSummary {
        let last = try last ?? #require(diary.days.last?.date)
        return PressureSummary(
            diary, rule: rule, limit: limit,
            period: ReportPeriod(days: days, endingOn: last, calendar: calendar),
            leavesOutFirstOfThree: leavesOutFirstOfThree)
    }
}
