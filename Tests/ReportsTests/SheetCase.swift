import ChartCore
import ChartExport
import Foundation
import Geometry
import HealthData
import Localization
import Painting
import Testing
import Text

@testable import Reports

/// Records for sheets, the same in every run.
@MainActor
struct SheetCase {
    /// 27 November 2026, 00:00 in universal time.
    nonisolated static let printed = 1_795_737_600.0

    let fonts: FontLibrary
    let calendar: CivilCalendar
    let last = CivilDate(year: 2026, month: 11, day: 26)

    init() throws {
        fonts = try FontLibrary()
        calendar = CivilCalendar(zone: try ZoneRules.named("Europe/Berlin"))
    }

    private func instant(_ day: CivilDate, _ hour: Int, _ minute: Int) -> Double {
        calendar.instant(of: day, hour: hour, minute: minute)
    }

    /// A number from −1 to 1 that looks random.
    private func noise(_ number: Int) -> Double {
        var x = UInt64(bitPattern: Int64(number)) &+ 0x9E37_79B9_7F4A_7C15
        x = (x ^ (x >> 30)) &* 0xBF58_476D_1CE4_E5B9
        x = (x ^ (x >> 27)) &* 0x94D0_49BB_1331_11EB
        x ^= x >> 31
        return Double(x >> 11) / Double(1 << 53) * 2 - 1
    }

    private func records(_ samples: [(MetricID, SampleColumns)]) throws -> HealthRecords {
        HealthRecords(
            samples: try samples.map {
                MetricSamples(metric: try #require(Metric($0.0)), columns: $0.1)
            }, sources: [Source(name: "Omron M4", kind: .other, file: 0)]
        ).settled()
    }

    /// Two readings in the morning and two in the evening, without those of 24 to 31 days before the last.
    func pressures(days: Int, readings: Int = 2) throws -> HealthRecords {
        var pressures = SampleColumns()
        var pulses = SampleColumns()
        for back in (0..<days).reversed() where !(24...31).contains(back) {
            let day = last.adding(days: -back)
            for (part, hour) in [7, 19].enumerated() {
                for slot in 0..<readings {
                    let seed = back * 100 + part * 10 + slot
                    let time = instant(day, hour, 5 + 2 * slot)
                    pressures.append(
                        start: time, end: time,
                        value: (128 + 3 * Double(part) + 9 * noise(seed)).rounded(),
                        second: (81 + 6 * noise(seed + 7_000_000)).rounded(), source: 0)
                    pulses.append(
                        start: time, end: time,
                        value: (65 + 5 * noise(seed + 9_000_000)).rounded(), source: 0)
                }
            }
        }
        return try records([(.bloodPressure, pressures), (.heartRate, pulses)])
    }

    /// A reading every quarter of an hour.
    func glucose(days: Int) throws -> HealthRecords {
        var columns = SampleColumns()
        for back in (0..<days).reversed() {
            let start = calendar.start(of: last.adding(days: -back))
            for step in 0..<96 {
                let time = start + Double(step) * 900
                let hour = Double(step) / 4
                let value = 140 - 60 * cos(hour / 24 * 2 * .pi) + 40 * noise(back * 100 + step)
                columns.append(start: time, end: time, value: value.rounded(), source: 0)
            }
        }
        return try records([(.glucose, columns)])
    }

    /// Three readings a day.
    func spots(days: Int) throws -> HealthRecords {
        var columns = SampleColumns()
        for back in (0..<days).reversed() {
            for hour in [7, 12, 19] {
                let time = instant(last.adding(days: -back), hour, 10)
                columns.append(
                    start: time, end: time,
                    value: (120 + 40 * noise(back * 30 + hour)).rounded(), source: 0)
            }
        }
        return try records([(.glucose, columns)])
    }

    /// A reading every morning.
    func weights(days: Int) throws -> HealthRecords {
        var columns = SampleColumns()
        for back in (0..<days).reversed() where back % 11 != 3 {
            let time = instant(last.adding(days: -back), 7, 0)
            let value = 80 + Double(back) * 0.02 + 0.6 * noise(back)
            columns.append(start: time, end: time, value: value, source: 0)
        }
        return try records([(.weight, columns)])
    }

    /// A night with an interruption, and a resting heart rate, for each day.
    func nights(days: Int) throws -> HealthRecords {
        var sleep = SampleColumns()
        var rates = SampleColumns()
        for back in (0..<days).reversed() {
            let day = last.adding(days: -back)
            let start = instant(day.adding(days: -1), 22, 30) + 2400 * noise(back)
            for (stage, from, to) in [
                (SleepStage.core, 0.0, 3.0), (.awake, 3, 3.25), (.deep, 3.25, 5), (.rem, 5, 7.5),
            ] {
                sleep.append(
                    start: start + from * 3600, end: start + to * 3600,
                    value: Double(stage.rawValue), source: 0)
            }
            let noon = instant(day, 12, 0)
            rates.append(
                start: noon, end: noon, value: (58 + 3 * noise(back + 500)).rounded(), source: 0)
        }
        return try records([(.sleep, sleep), (.restingHeartRate, rates)])
    }

    /// All of these.
    func everything(days: Int) throws -> HealthRecords {
        let parts = [
            try pressures(days: days), try glucose(days: days), try weights(days: days),
            try nights(days: days),
        ]
        return HealthRecords(
            samples: parts.flatMap(\.samples), sources: parts[0].sources
        ).settled()
    }

    func options(
        _ preset: ReportPreset, paper: Paper = .a4, days: Int? = nil, name: String = "",
        notes: [ReportNote] = []
    ) -> ReportOptions {
        var options = ReportOptions(
            preset,
            heading: SheetHeading(
                name: name, born: CivilDate(year: 1968, month: 3, day: 14),
                printed: last.adding(days: 1), version: "1.2.3"), calendar: calendar,
            paper: paper, span: .last(days: days))
        options.notes = notes
        return options
    }

    func report(
        _ records: HealthRecords, _ options: ReportOptions, locale: String = "C"
    ) throws -> Report {
        try Report(records, options, fonts: fonts, format: LocaleFormat(identifier: locale))
    }

    func pdf(_ records: HealthRecords, _ options: ReportOptions) throws -> [UInt8] {
        try report(records, options).pdf(fonts: fonts, version: "1.2.3", created: Self.printed)
    }
}

extension Picture.Element {
    /// All elements of it, and of what it contains.
    var flattened: [Picture.Element] {
        switch self {
        case .clip(_, _, let inner), .group(_, let inner), .transformed(_, let inner),
            .tagged(_, let inner):
            [self] + inner.flatMap(\.flattened)
        default: [self]
        }
    }
}
