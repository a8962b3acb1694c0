import ChartCore
import Charts
import Foundation
import Geometry
import HealthData
import Testing

@testable import Viewer

/// Earlier pages of the calendar behind the page that is shown.
@MainActor @Suite struct ComparisonTests {
    private static func berlin() throws -> CivilCalendar {
        CivilCalendar(zone: try ZoneRules.named("Europe/Berlin"))
    }

    private func page(
        _ from: CivilDate, _ to: CivilDate, _ calendar: CivilCalendar
    ) -> Extent {
        Extent(min: calendar.start(of: from), max: calendar.start(of: to))
    }

    private func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
        CivilDate(year: year, month: month, day: day)
    }

    // MARK: Pages

    @Test func aPageHasThePageBeforeAndThoseOfEarlierYears() throws {
        let calendar = try Self.berlin()
        let october = page(date(2026, 10, 1), date(2026, 11, 1), calendar)
        #expect(
            ComparedPage.before.pages(of: october, calendar)
                == [page(date(2026, 9, 1), date(2026, 10, 1), calendar)])
        #expect(
            ComparedPage.yearBefore.pages(of: october, calendar)
                == [page(date(2025, 10, 1), date(2025, 11, 1), calendar)])
        #expect(
            ComparedPage.years.pages(of: october, calendar).map { calendar.date(of: $0.min).year }
                == [2025, 2024, 2023, 2022])
        // A week of 2026 is over that 52 weeks before: both begin on a Monday.
        let week = page(date(2026, 10, 12), date(2026, 10, 19), calendar)
        #expect(
            ComparedPage.yearBefore.pages(of: week, calendar)
                == [page(date(2025, 10, 13), date(2025, 10, 20), calendar)])
        let some = page(date(2026, 10, 12), date(2026, 10, 17), calendar)
        for compared in ComparedPage.allCases {
            #expect(compared.pages(of: some, calendar).isEmpty)
        }
    }

    @Test func daysAreLaidOverTheSameDays() throws {
        let calendar = try Self.berlin()
        let august = page(date(2026, 8, 1), date(2026, 9, 1), calendar)
        let september = page(date(2026, 9, 1), date(2026, 10, 1), calendar)
        let months = PageShift(from: august, to: september, calendar)
        #expect(months.date(date(2026, 8, 5)) == date(2026, 9, 5))
        #expect(months.date(date(2026, 8, 31)) == nil)
        let leap = PageShift(
            from: page(date(2024, 1, 1), date(2025, 1, 1), calendar),
            to: page(date(2025, 1, 1), date(2026, 1, 1), calendar), calendar)
        #expect(leap.date(date(2024, 2, 29)) == date(2025, 2, 28))
        #expect(leap.date(date(2024, 12, 31)) == date(2025, 12, 31))
        let week = page(date(2026, 3, 30), date(2026, 4, 6), calendar)
        let before = page(date(2026, 3, 23), date(2026, 3, 30), calendar)
        let weeks = PageShift(from: before, to: week, calendar)
        // The clock went forward on Sunday 29 March: its noon is 11 hours after its midnight, and
        // half of that day is over at 12:30.
        let noon = calendar.start(of: date(2026, 3, 29)) + 11.5 * 3_600
        let moved = try #require(weeks.instant(noon))
        #expect(moved == calendar.start(of: date(2026, 4, 5)) + 12 * 3_600)
        #expect(weeks.instant(before.min) == week.min)
    }

    // MARK: Values

    /// The sums of the days of a table, read with other code.
    private func sums(_ file: String) throws -> [String: Double] {
        var sums: [String: Double] = [:]
        for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            .dropFirst()
        {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            if let value = Double(fields[2]) {
                sums[String(fields[0].prefix(10)), default: 0] += value
            }
        }
        return sums
    }

    private func text(_ date: CivilDate) -> String { "\(date)" }

    @Test func barsOfDaysAreThoseOfTheWeekBefore() throws {
        let rig = try ViewerRig(
            "steps", .week, at: date(2026, 10, 14), reducesMotion: true)
        let sums = try sums(SampleFiles.all[0])
        let chart = try #require(rig.model.metricChart)
        rig.model.active.compare(.before, at: rig.time)
        rig.frame(after: 1)
        let earlier = try #require(chart.earlier?.pages.first)
        #expect(chart.earlier?.pages.count == 1 && earlier.name == "The week before")
        let series = try #require(earlier.series.first)
        let calendar = rig.model.calendar
        var expected: [(Double, Double)] = []
        for day in 0..<7 {
            let shown = date(2026, 10, 12).adding(days: day)
            guard let sum = sums[text(shown.adding(days: -7))] else { continue }
            expected.append(
                (calendar.span(of: .day, containing: calendar.start(of: shown)).mid, sum))
        }
        #expect(series.count == expected.count && series.count >= 5)
        for (index, (time, value)) in expected.enumerated() {
            #expect(series.time(at: index) == time && series.value(at: index) == value)
        }
        // The axis includes them.
        let most = expected.map(\.1).max() ?? 0
        #expect(chart.chart.y.range.max >= most)
        // The board of a day has the day of the week before.
        let shown = date(2026, 10, 14)
        let reading = try #require(
            chart.reading(
                at: calendar.span(of: .day, containing: calendar.start(of: shown)).mid))
        let row = try #require(reading.rows.last)
        let before = try #require(sums[text(shown.adding(days: -7))])
        #expect(row.name == "The week before")
        #expect(row.figure == chart.format.figure(before))
    }

    @Test func barsOfMonthsAreAveragesOfADayOfAYearBefore() throws {
        let rig = try ViewerRig("steps", .year, at: date(2026, 5, 1), reducesMotion: true)
        let sums = try sums(SampleFiles.all[0])
        rig.model.active.compare(.yearBefore, at: rig.time)
        rig.frame(after: 1)
        let chart = try #require(rig.model.metricChart)
        #expect(chart.bars?.unit == .month)
        let series = try #require(chart.earlier?.pages.first?.series.first)
        #expect(series.count == 12)
        for month in 1...12 {
            let days = sums.filter {
                $0.key.hasPrefix("2025-" + (month < 10 ? "0" : "") + "\(month)")
            }
            let mean = days.values.reduce(0, +) / Double(days.count)
            #expect(abs(series.value(at: month - 1) - mean) < 1e-9 * mean)
        }
        // As totals they are the sums of the months, as the bars are.
        rig.model.active.show(.total, at: rig.time)
        rig.frame(after: 1)
        let totals = try #require(chart.earlier?.pages.first?.series.first)
        let march = sums.filter { $0.key.hasPrefix("2025-03") }.values.reduce(0, +)
        #expect(abs(totals.value(at: 2) - march) < 1e-6)
    }

    @Test func pressuresHaveTheMeansOfTheMonthBefore() throws {
        let rig = try ViewerRig(
            "blood-pressure", .month, at: date(2026, 10, 5), reducesMotion: true)
        rig.model.active.compare(.before, at: rig.time)
        rig.frame(after: 1)
        let chart = try #require(rig.model.metricChart)
        let page = try #require(chart.earlier?.pages.first)
        #expect(page.name == "September" && page.series.count == 2)
        guard case .pairs(let pairs) = chart.data.content else {
            Issue.record("no pairs")
            return
        }
        let means = pairs.trailingMeans(.week)
        let calendar = rig.model.calendar
        let september = page.page
        let inside = (0..<means.highs.count).filter { september.contains(means.highs.time(at: $0)) }
        #expect(page.series[0].count == inside.count && inside.count > 3)
        for (place, index) in inside.enumerated() {
            #expect(page.series[0].value(at: place) == means.highs.value(at: index))
            #expect(page.series[1].value(at: place) == means.lows.value(at: index))
            let day = calendar.date(of: means.highs.time(at: index))
            #expect(
                calendar.date(of: page.series[0].time(at: place))
                    == CivilDate(year: 2026, month: 10, day: day.day))
        }
    }

    // MARK: In the window

    @Test func itIsNamedFollowsThePageAndCanBeHidden() throws {
        let rig = try ViewerRig("weight", .month, at: date(2026, 10, 5), reducesMotion: true)
        func legend() -> [String] {
            rig.viewer.scene.tree.flattened.filter { $0.id.area == .legend }.map(\.name)
        }
        let button = ControlID("compare", in: .header)
        #expect(rig.node(button)?.name == "Compare" && rig.node(button)?.isSelected == false)
        rig.viewer.controller.press(control: button)
        rig.frame(after: 1)
        #expect(rig.model.active.compared == .before && rig.node(button)?.isSelected == true)
        #expect(legend().contains("September"))
        rig.model.turnPage(by: -1, at: rig.time)
        rig.frame(after: 2)
        rig.frame(after: 2)
        #expect(legend().contains("August") && !legend().contains("September"))
        let earlier = try #require(rig.model.metricChart?.earlier)
        // Hidden, it is no part of the axis.
        rig.model.active.toggleSeries("earlier.0", at: rig.time)
        rig.frame(after: 1)
        #expect(rig.model.metricChart?.context.added.extent == Extent.nothing)
        #expect(earlier.items.map(\.isShown) == [false])
        for _ in 0..<3 { rig.viewer.controller.press([KeyCombination(.character("c"))]) }
        rig.frame(after: 1)
        #expect(rig.model.active.compared == nil && earlier.pages.isEmpty)
    }

    @Test func figuresSayTheirChangeFromTheEarlierPageThatIsShown() throws {
        let rig = try ViewerRig("steps", .month, at: date(2026, 10, 5), reducesMotion: true)
        func words() -> String {
            rig.viewer.scene.tree.flattened.filter { $0.role == .text }.map(
                \.name
            ).joined(
                separator: " · ")
        }
        #expect(words().contains("than September"))
        rig.model.active.compare(.yearBefore, at: rig.time)
        rig.frame(after: 1)
        #expect(words().contains("than October 2025") && !words().contains("than September"))
    }

    @Test func aRangeThatIsNoPageHasNothingToCompareWith() throws {
        let rig = try ViewerRig("steps", .month, at: date(2026, 10, 5), reducesMotion: true)
        rig.model.active.compare(.before, at: rig.time)
        rig.frame(after: 1)
        #expect(rig.model.metricChart?.earlier?.pages.count == 1)
        rig.model.zoom(by: 0.7, at: rig.time)
        rig.frame(after: 2)
        rig.frame(after: 2)
        let count = rig.model.metricChart?.earlier?.pages.count
        let canCompare = rig.model.active.canCompare
        #expect(count == 0 && !canCompare)
    }

    /// The lines are in the picture, and in documents.
    @Test func theyAreDrawnBehindTheMarks() throws {
        let rig = try ViewerRig("weight", .month, at: date(2026, 10, 5), reducesMotion: true)
        rig.model.active.compare(.before, at: rig.time)
        rig.frame(after: 1)
        rig.frame(after: 1)
        let with = try rig.viewer.draw()
        let chart = try #require(rig.model.metricChart)
        let series = try #require(chart.earlier?.pages.first?.series.first)
        let color = rig.model.appearance.theme.text3
        // Somewhere along the line the pixels have its colour.
        var found = 0
        for index in 0..<series.count {
            let projection = chart.chart.projection(of: chart.chart.y)
            let place = Point(
                x: projection.pointX(series.time(at: index)),
                y: projection.pointY(series.value(at: index)))
            for dx in -4...4 {
                let pixel = with[Int(place.x.rounded()) + dx, Int(place.y.rounded())]
                if abs(Int(pixel.red) - Int((color.red * 255).rounded())) < 24,
                    abs(Int(pixel.green) - Int((color.green * 255).rounded())) < 24,
                    abs(Int(pixel.blue) - Int((color.blue * 255).rounded())) < 24
                {
                    found += 1
                    break
                }
            }
        }
        #expect(found * 3 > series.count)
    }
}
