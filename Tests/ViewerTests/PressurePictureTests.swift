import ChartCore
import Charts
import Foundation
import Geometry
import HealthData
import SeededRandom
import Testing

@testable import Viewer

/// The bold lines of blood pressure, its limits and its categories, against arithmetic of their own.
@MainActor @Suite struct PressurePictureTests {
    private let zone = "Europe/Berlin"

    private func calendar() throws -> CivilCalendar {
        CivilCalendar(zone: try ZoneRules.named(zone), firstWeekday: .monday)
    }

    /// A pressure at a time.
    private struct Taken {
        var time: Double
        var high: Double
        var low: Double
    }

    private func data(_ taken: [Taken]) throws -> MetricData {
        var columns = SampleColumns()
        for one in taken {
            columns.append(
                start: one.time, end: one.time, value: one.high, second: one.low, source: 0)
        }
        let metric = try #require(Metric(.bloodPressure))
        return MetricData(MetricSamples(metric: metric, columns: columns), calendar: try calendar())
    }

    private func chart(
        _ taken: [Taken], over range: Extent, size: Size = Size(width: 800, height: 420)
    ) throws -> MetricChart {
        try MetricChart.laidOut(data(taken), over: range, in: size, calendar())
    }

    /// Two years of up to three pressures a day, with gaps, across changes of the clock.
    private func diary(_ seed: UInt64) throws -> [Taken] {
        var random = SplitMix(seed: seed)
        let calendar = try calendar()
        var taken: [Taken] = []
        var date = CivilDate(year: 2024, month: 3, day: 20)
        for _ in 0..<700 {
            let start = calendar.start(of: date)
            if Double.random(in: 0..<1, using: &random) < 0.02 {
                date = date.adding(days: Int.random(in: 3...60, using: &random))
                continue
            }
            let hours = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                Double.random(in: 0..<23, using: &random)
            }
            for hour in hours.sorted() {
                let low = Double(Int.random(in: 60...100, using: &random))
                taken.append(
                    Taken(
                        time: start + hour * 3600,
                        high: low + Double(Int.random(in: 10...70, using: &random)), low: low))
            }
            date = date.adding(days: 1)
        }
        return taken
    }

    /// Days are counted by Foundation's calendar, and means summed reading by reading.
    @Test(arguments: [1, 2, 3] as [UInt64]) func meansAreThoseOfTheDaysBefore(_ seed: UInt64) throws
    {
        let taken = try diary(seed)
        guard case .pairs(let pairs) = try data(taken).content else { throw Missing() }
        var own = Calendar(identifier: .gregorian)
        own.timeZone = try #require(TimeZone(identifier: zone))
        let epoch = Date(timeIntervalSince1970: 0)
        func day(_ time: Double) -> Int {
            own.dateComponents(
                [.day], from: own.startOfDay(for: epoch),
                to: own.startOfDay(for: Date(timeIntervalSince1970: time))
            ).day ?? 0
        }
        let days = taken.map { day($0.time) }
        for window in TrailingMeans.Window.allCases {
            var expected: [(day: Int, high: Double, low: Double)] = []
            for today in Set(days).sorted() {
                let inside = taken.indices.filter {
                    days[$0] <= today && days[$0] > today - window.rawValue
                }
                guard Set(inside.map { days[$0] }).count >= 3 else { continue }
                let count = Double(inside.count)
                expected.append(
                    (
                        today, inside.reduce(0) { $0 + taken[$1].high } / count,
                        inside.reduce(0) { $0 + taken[$1].low } / count
                    ))
            }
            let means = pairs.trailingMeans(window)
            #expect(means.count == expected.count && expected.count > 100)
            for (index, one) in expected.enumerated() where index < means.count {
                #expect(day(means.highs.time(at: index)) == one.day)
                #expect(abs(means.highs.value(at: index) - one.high) < 1e-9)
                #expect(abs(means.lows.value(at: index) - one.low) < 1e-9)
            }
        }
    }

    /// The last day of a week has the mean that the headline of the week has.
    @Test func theMeanOfAWeekIsTheAverageOfItsPage() throws {
        let taken = try diary(7)
        guard case .pairs(let pairs) = try data(taken).content else { throw Missing() }
        let calendar = try calendar()
        var compared = 0
        for week in calendar.spans(of: .week, over: pairs.series.timeExtent) {
            let sunday = calendar.span(of: .day, containing: week.max - 3600)
            guard let mean = pairs.trailingMeans(.week).means(in: sunday),
                let average = pairs.means(.all, over: week)
            else { continue }
            compared += 1
            #expect(abs(mean.high - average.high) < 1e-9 && abs(mean.low - average.low) < 1e-9)
        }
        #expect(compared > 30)
    }

    /// What two cuffs measured counts together; a gap longer than the window interrupts the line, a shorter one
    /// does not.
    @Test func aGapLongerThanTheWindowInterrupts() throws {
        let calendar = try calendar()
        let first = CivilDate(year: 2026, month: 3, day: 1)
        func line(gap: Int) throws -> LineMark {
            let taken = (0..<40).map { index -> Taken in
                let date = first.adding(days: index < 20 ? index : index + gap - 1)
                return Taken(time: calendar.start(of: date) + 8 * 3600, high: 130, low: 80)
            }
            let made = try chart(
                taken, over: calendar.span(of: .month, containing: calendar.start(of: first)))
            return try #require(made.chart.marks.first { $0.id == "systolic-mean" } as? LineMark)
        }
        for (gap, isJoined) in [(1, true), (5, true), (8, false), (400, false)] {
            let line = try line(gap: gap)
            let times = (0..<line.source.count).map { line.source.time(at: $0) }
            let steps = zip(times, times.dropFirst()).map { $1 - $0 }
            #expect(steps.allSatisfy { $0 <= line.longestGap } == isJoined, "\(gap) days")
        }
    }

    @Test func aCategoryIsTheWorseOfBothValues() throws {
        let table: [(BloodPressureGuideline, Double, Double, String, Bool)] = [
            (.esc2024, 119, 69, "not elevated", false),
            (.esc2024, 119.4, 69.4, "not elevated", false),
            (.esc2024, 119.5, 60, "elevated", false), (.esc2024, 110, 70, "elevated", true),
            (.esc2024, 134, 84, "elevated", false),
            (.esc2024, 135, 60, "hypertension range", false),
            (.esc2024, 125, 85, "hypertension range", true),
            (.esc2024, 150, 95, "hypertension range", false),
            (.aha2025, 119, 79, "normal", false), (.aha2025, 125, 79, "elevated", false),
            (.aha2025, 119, 80, "stage 1 range", true), (.aha2025, 130, 70, "stage 1 range", false),
            (.aha2017, 120, 90, "stage 2 range", true), (.aha2017, 140, 60, "stage 2 range", false),
            // A value that is missing has no say.
            (.esc2024, .nan, 85, "hypertension range", true),
            (.esc2024, 118, .nan, "not elevated", false),
        ]
        for (guideline, high, low, name, isByLow) in table {
            let judgement = try #require(guideline.judgement(systolic: high, diastolic: low))
            #expect(judgement.category.name == name, "\(high)/\(low)")
            #expect(judgement.isByDiastolic == isByLow, "\(high)/\(low)")
        }
        #expect(BloodPressureGuideline.esc2024.judgement(systolic: .nan, diastolic: .nan) == nil)
        let limits = BloodPressureGuideline.allCases.map {
            $0.limit.map { [$0.systolic, $0.diastolic] }
        }
        #expect(limits == [[135, 85], [130, 80], [130, 80]])
    }

    /// Lines are at their values, names over them, at the right and inside; zones have theirs at any size.
    @Test(arguments: [
        Size(width: 330, height: 190), Size(width: 460, height: 260),
        Size(width: 1_500, height: 800),
    ]) func limitsAndZonesAreNamedAtTheRight(_ size: Size) throws {
        let calendar = try calendar()
        let month = calendar.span(
            of: .month, containing: calendar.start(of: CivilDate(year: 2026, month: 10, day: 1)))
        let taken = (0..<60).map {
            Taken(time: month.min + Double($0) * 43_200, high: 118 + Double($0 % 9), low: 76)
        }
        let made = try chart(taken, over: month, size: size)
        let plot = made.chart.plot
        let names = try #require(made.chart.annotations.compactMap { $0 as? EdgeNames }.first)
        let labels = names.placedLabels(in: made.chart)
        let projection = made.chart.projection(of: made.chart.y)
        for (value, text) in [(135.0, "Systolic limit 135"), (85, "Diastolic limit 85")] {
            let label = try #require(labels.first { $0.text == text })
            let line =
                plot.maxY - (value - made.chart.y.range.min) / made.chart.y.range.length
                * plot.height
            #expect(abs(projection.pointY(value) - line) < 1)
            #expect(label.rect.maxY <= line && label.rect.maxY > line - 8, "over its line")
            #expect(abs(label.rect.maxX - plot.maxX) < 8, "at the right")
        }
        #expect(labels.contains { $0.text == "Elevated" })
        #expect(labels.contains { $0.text.hasPrefix("Hypertension range") })
        for (index, label) in labels.enumerated() {
            #expect(plot.contains(label.rect.origin) && label.rect.maxX <= plot.maxX)
            for other in labels[..<index] {
                #expect(label.rect.intersection(other.rect).isEmpty, "\(label.text), \(other.text)")
            }
        }
        let zones = try #require(made.parts.zones as? PressureZones)
        #expect(zones.lines.map(\.value) == [135, 85])
        made.toggle("zones")
        #expect(zones.lines.allSatisfy(\.isHidden) && names.isHidden)
    }

    /// The least that there can be, and what makes no sense.
    @Test func poorDataAreShownAsTheyAre() throws {
        let calendar = try calendar()
        let start = calendar.start(of: CivilDate(year: 2026, month: 10, day: 5))
        let month = calendar.span(of: .month, containing: start)
        let one = [Taken(time: start + 3600, high: 128, low: 79)]
        let day = (0..<4).map { Taken(time: start + Double($0) * 7200, high: 128, low: 79) }
        let upsideDown = (0..<9).map {
            Taken(time: start + Double($0) * 86_400, high: 70, low: 120)
        }
        let equal = (0..<30).map { Taken(time: start + Double($0) * 50_000, high: 120, low: 120) }
        let years = [0.0, 1, 2, 3_000, 3_001, 3_002].map {
            Taken(time: start - $0 * 86_400, high: 140, low: 90)
        }.reversed()
        for taken in [one, day, upsideDown, equal, Array(years)] {
            for range in [month, Extent(min: taken[0].time - 1, max: start + 40 * 86_400)] {
                let made = try chart(taken, over: range)
                #expect(made.chart.y.range.isProper)
                for item in made.legend { made.toggle(item.id) }
                for item in made.legend { made.toggle(item.id) }
                let board = try #require(made.reading(at: start))
                #expect(board.rows.contains { $0.name.hasSuffix("ESC 2024") })
                _ = made.figures(over: range)
            }
        }
        let single = try chart(one, over: month)
        let disc = try #require(single.chart.marks.first { $0.id == "systolic" })
        #expect(disc.color == Theme.light.heart, "nothing is in front of it")
        #expect(single.figures(over: month).allSatisfy { $0.chip == nil })
        let swapped = try #require(try chart(upsideDown, over: month).reading(at: start))
        #expect(swapped.rows.map(\.figure.number).prefix(2) == ["120", "70"])
    }

    /// The chip is in the tree by its words, in windows of every size.
    @Test(arguments: [
        Size(width: 360, height: 480), Size(width: 800, height: 600),
        Size(width: 1_100, height: 720),
        Size(width: 1_920, height: 1_080),
    ]) func theChipIsInTheTree(_ size: Size) throws {
        let rig = try ViewerRig(
            "blood-pressure", .month, at: CivilDate(year: 2026, month: 10, day: 14), size: size)
        let figures = try #require(rig.node("figures"))
        #expect(figures.children.map(\.name) == ["Morning", "Evening", "Average"])
        let average = try #require(figures.children.last)
        #expect(average.value.hasSuffix(", Elevated (diastolic 77)"))
        let chip = try #require(average.children.first { $0.id.hasPrefix("figure-chip.") })
        #expect(chip.name == "Elevated (diastolic 77)")
        #expect(chip.frame.maxX <= size.width && chip.frame.maxY <= rig.card.minY)
        // The crosshair has a category in words too.
        rig.click(rig.at(0.52))
        let board = try #require(rig.node("board"))
        #expect(board.value.contains("ESC 2024"))
    }

    private struct Missing: Error {}
}
