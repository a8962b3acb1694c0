import ChartCore
import Foundation
import Geometry
import HealthData
import Imaging
import Localization
import Testing

@testable import Viewer

/// Pictures of every period: the bars of each unit against independent totals, and the motion from
/// one unit to another.
@MainActor @Suite struct PeriodPictureTests {
    private static let zone = "Europe/Berlin"

    private func options(
        _ files: [String], _ period: Period, size: Size = Size(width: 700, height: 460),
        dark: Bool = false
    ) throws -> ViewerOptions {
        ViewerOptions(
            files: files, zone: try ZoneRules.named(Self.zone), metric: "steps", period: period,
            date: CivilCalendar(zone: try ZoneRules.named(Self.zone)).start(
                of: CivilDate(year: 2026, month: 10, day: 8)),
            theme: dark ? .dark : .light, size: size, library: ":memory:")
    }

    /// A year and a half of quarter hours with steps; some days missing, one without any steps.
    private func record() throws -> (text: String, starts: [Double], values: [Double]) {
        let calendar = CivilCalendar(zone: try ZoneRules.named(Self.zone))
        let first = calendar.start(of: CivilDate(year: 2025, month: 5, day: 1))
        var text = "start,end,steps\n"
        var starts: [Double] = []
        var values: [Double] = []
        for hour in 0..<(550 * 24) {
            let start = first + Double(hour) * 3600
            let day = hour / 24
            guard day % 17 != 4, hour % 24 > 6 else { continue }
            // Small enough for labels of one width: the plot is as wide for days as for months.
            let value = day == 540 ? 0 : Double((hour * 7919 / 3) % 2 + 1)
            text += "\(Int(start)),\(Int(start) + 1800),\(Int(value))\n"
            starts.append(start)
            values.append(value)
        }
        return (text, starts, values)
    }

    @Test(arguments: [
        (Period.day, CalendarUnit.hour), (.week, .day), (.month, .day), (.halfYear, .week),
        (.year, .month), (.all, .month),
    ]) func barsStandAtTheTotalsOfTheirUnit(period: Period, unit: CalendarUnit) throws {
        let files = try TestFiles()
        let record = try record()
        let file = try files.write(record.text, "steps.csv")
        for (scale, dark) in [(1.0, false), (2.0, true)] {
            let shot = try Shot(try options([file], period, dark: dark), scale: scale)
            let calendar = CivilCalendar(
                zone: try ZoneRules.named(Self.zone), firstWeekday: LocaleFormat.current.weekStart)
            let buckets = CalendarBuckets.gather(
                starts: record.starts, ends: record.starts.map { $0 + 1800 },
                values: record.values, by: unit, in: calendar, as: .cumulative)
            let color = try #require(shot.colors["steps"])
            // Bars of weeks and longer are averages of the days with data.
            let days = Set(record.starts.map { calendar.start(of: .day, containing: $0) })
            var checked = 0
            for bucket in buckets where shot.x.contains(bucket.span) {
                let own = days.count { $0 >= bucket.span.min && $0 < bucket.span.max }
                let top = shot.place(
                    bucket.span.mid, unit > .day ? bucket.sum / Double(own) : bucket.sum)
                guard bucket.sum > 0, shot.plot.maxY - top.y > 20 else { continue }
                // The record ends early in its last month, whose bar is hatched.
                if unit > .day, bucket.span.max > record.starts[record.starts.count - 1] {
                    continue
                }
                // The dots of the mean may be over one of the places.
                let inside = [3.0, 7, 11, 15].map {
                    shot.pixel(at: Point(x: top.x, y: min(top.y + $0, shot.plot.maxY - 4)))
                }
                #expect(inside.contains(color), "\(period) \(bucket.span)")
                #expect(shot.pixel(at: Point(x: top.x, y: top.y - 2.5)) != color)
                checked += 1
            }
            #expect(checked >= (period == .day ? 12 : 5), "\(checked) bars of \(period)")
        }
    }

    @Test func zeroHasAFootAndWhatIsMissingHasNone() throws {
        let files = try TestFiles()
        let text = "date,steps\n2026-10-05,4000\n2026-10-06,0\n2026-10-08,5000\n2026-10-09,10\n"
        let shot = try Shot(try options([try files.write(text, "steps.csv")], .week))
        let color = try #require(shot.colors["steps"])
        func foot(_ day: Int) throws -> Bool {
            let calendar = CivilCalendar(zone: try ZoneRules.named(Self.zone))
            let noon = calendar.start(of: CivilDate(year: 2026, month: 10, day: day)) + 43_200
            let x = shot.place(noon, 0).x
            return shot.pixel(at: Point(x: x, y: shot.plot.maxY - 1)) == color
        }
        #expect(try foot(6), "a day of nothing")
        #expect(try !foot(7), "a day that is missing")
        #expect(try foot(8) && foot(9))
    }

    /// The number of pixels that belong to a bar in only one of two pictures.
    private func differences(_ a: Shot, _ b: Shot) -> Int {
        // Bars are orange, with or without the mean's dots over them; everything else is grey.
        func isBar(_ pixel: UInt32) -> Bool { Int(pixel >> 16 & 255) - Int(pixel & 255) > 60 }
        var count = 0
        for y in Int(a.plot.minY)..<Int(a.plot.maxY) - 3 {
            for x in Int(a.plot.minX)..<Int(a.plot.maxX)
            where isBar(a.pixel(x, y)) != isBar(b.pixel(x, y)) {
                count += 1
            }
        }
        return count
    }

    @Test(arguments: [(Period.month, Period.halfYear), (.halfYear, .year), (.year, .month)])
    func aMotionBeginsAndEndsAtThePlainPicture(from: Period, to: Period) throws {
        let files = try TestFiles()
        let file = try files.write(try record().text, "steps.csv")
        let options = try options([file], from)
        func shot(at time: Double?) throws -> Shot {
            try Shot(options, isChartOnly: true) { model, scene in
                model.appearance.reducesMotion = false
                guard let time else { return }
                model.choose(to, at: 10)
                for step in [10, time] where step <= time { _ = scene.advance(to: step) }
            }
        }
        let before = try shot(at: nil)
        let start = try shot(at: 10)
        #expect(start.x == before.x)
        #expect(differences(before, start) < 60, "the first frame is the picture that was there")
        let half = try shot(at: 10.15)
        #expect(differences(before, half) > 2_000)
        let end = try shot(at: 10.5)
        let plain = try Shot(options, isChartOnly: true) { model, scene in
            model.choose(to, at: 10)
            _ = scene.advance(to: 10)
        }
        #expect(end.x == plain.x && end.y == plain.y)
        // Except for a pixel at the edge of a bar, which may be just inside or just outside of it.
        #expect(differences(end, plain) <= 1, "at the end there are the plain bars")
    }
}
