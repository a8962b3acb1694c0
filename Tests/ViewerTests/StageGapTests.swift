import ChartCore
import Foundation
import Geometry
import HealthData
import Testing

@testable import Viewer

/// The stages in the bar of a night are apart.
@MainActor @Suite struct StageGapTests {
    /// One night: two hours deep, three core, one and a half REM.
    private static let export: String = {
        let name = "HKCategoryTypeIdentifierSleepAnalysis"
        let parts = [
            ("Deep", "2026-03-03 22:00:00", "2026-03-04 00:00:00"),
            ("Core", "2026-03-04 00:00:00", "2026-03-04 03:00:00"),
            ("REM", "2026-03-04 03:00:00", "2026-03-04 04:30:00"),
        ]
        let records = parts.map { stage, start, end in
            """
            <Record type="\(name)" sourceName="Watch" startDate="\(start) +0000" \
            endDate="\(end) +0000" value="HKCategoryValueSleepAnalysisAsleep\(stage)"/>
            """
        }
        return "<HealthData locale=\"en_GB\">\(records.joined())</HealthData>"
    }()

    @Test(arguments: [1.0, 2], [Appearance.light, .dark]) func stagesAreAPointApart(
        scale: Double, appearance: Appearance
    ) throws {
        let files = try TestFiles()
        let zone = try ZoneRules.named("UTC")
        let shot = try Shot(
            ViewerOptions(
                files: [try files.write(Self.export, "export.xml")], zone: zone, metric: "sleep",
                period: .week,
                date: CivilCalendar(zone: zone).start(
                    of: CivilDate(year: 2026, month: 3, day: 4)),
                theme: appearance == .light ? .light : .dark,
                size: Size(width: 700, height: 460), library: ":memory:"),
            scale: scale,
            after: { model, scene in
                model.active.show(NightView.hours, at: 0)
                _ = scene.advance(to: 1)
            })
        let theme = Theme.theme(appearance)
        func number(_ color: Color) throws -> UInt32 {
            try #require(UInt32(color.hexString.dropFirst(), radix: 16))
        }
        let ground = try number(theme.card)
        let stages = try [SleepStage.deep, .core, .rem].map { try number(theme.color(of: $0)) }
        let low = Int(shot.place(shot.x.min, 3600).y)
        let column = try #require(
            (Int(shot.plot.minX)..<Int(shot.plot.maxX)).first {
                shot.pixel($0, low) == stages[0]
            })
        // The middle of the bar, away from its round corners.
        let end = try #require(
            (column..<Int(shot.plot.maxX)).first { shot.pixel($0, low) != stages[0] })
        let middle = (column + end) / 2
        func distance(_ a: UInt32, _ b: UInt32) -> Int {
            [16, 8, 0].map { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) }.reduce(0, +)
        }
        for (hours, below, above) in [(2.0, stages[0], stages[1]), (5, stages[1], stages[2])] {
            let row = Int(shot.place(shot.x.min, hours * 3600).y.rounded())
            #expect(shot.pixel(middle, row + 3) == below)
            #expect(shot.pixel(middle, row - 2 - Int(scale)) == above)
            // A row, or two that share a point, of the card.
            let rows = (row - 1 - Int(scale)...row + 1).map { shot.pixel(middle, $0) }
            let gap = rows.map { distance($0, ground) }.min() ?? .max
            #expect(gap < distance(above, ground) / 2 + 16, "\(hours) h: \(rows)")
        }
    }
}
