import ChartCore
import ChartInteraction
import ChartScene
import Charts
import Geometry
import Testing

/// The labels of both axes, and their gutters.
@MainActor @Suite struct AxisTests {
    private static let day = 86_400.0

    struct Span: CustomTestStringConvertible, Sendable {
        let zone: String
        let from: Double
        let to: Double
        let name: String
        var testDescription: String { "\(name) in \(zone)" }
    }

    /// Spans of the calendar, including days on which clocks change.
    nonisolated static let spans: [Span] = {
        var spans: [Span] = []
        for zone in ["Europe/Berlin", "Australia/Lord_Howe", "America/New_York"] {
            let add = { (name: String, from: Double, to: Double) in
                spans.append(Span(zone: zone, from: from, to: to, name: name))
            }
            add("a day", utc(2026, 7, 14), utc(2026, 7, 15))
            add("the day of 23 hours", utc(2026, 3, 28, 20), utc(2026, 3, 30, 1))
            add("the day of 25 hours", utc(2026, 10, 24, 20), utc(2026, 10, 26, 1))
            add("Lord Howe's long day", utc(2026, 4, 4, 12), utc(2026, 4, 5, 16))
            add("three hours", utc(2026, 12, 31, 22), utc(2027, 1, 1, 1))
            add("a week", utc(2026, 12, 28), utc(2027, 1, 4))
            add("two weeks", utc(2026, 2, 20), utc(2026, 3, 6))
            add("a month", utc(2026, 10, 1), utc(2026, 11, 1))
            add("half a year", utc(2026, 5, 1), utc(2026, 11, 1))
            add("a year", utc(2026, 1, 1), utc(2027, 1, 1))
            add("three years", utc(2024, 2, 29), utc(2027, 3, 1))
            add("forty years", utc(1987, 2, 3), utc(2027, 3, 1))
        }
        return spans
    }()

    private func calendar(_ zone: String) throws -> CivilCalendar {
        CivilCalendar(zone: try ZoneRules.named(zone))
    }

    @Test(arguments: spans) func labelsNeitherOverlapNorLeaveTheFrame(span: Span) throws {
        let calendar = try calendar(span.zone)
        for width in [180.0, 340, 620, 1500] {
            let bench = try Bench(
                frame: Rect(x: 3, y: 4, width: width, height: 200), calendar: calendar)
            let length = span.to - span.from
            for pan in [-0.31, 0, 0.02, 0.5, 0.77, 3.3] {
                bench.show(
                    x: Extent(min: span.from + pan * length, max: span.to + pan * length))
                bench.prepare()
                let labels = bench.chart.placedLabels(bench.typesetter).x
                for (index, label) in labels.enumerated() {
                    #expect(bench.frame.contains(label.rect), "\(label.text) at \(width)")
                    for other in labels[(index + 1)...] {
                        #expect(
                            !label.rect.intersects(other.rect),
                            "\(label.text) and \(other.text) at \(width)")
                    }
                }
                if width > 300 { #expect(labels.count >= 2, "\(labels.map(\.text)) at \(width)") }
                #expect(labels.map(\.value) == labels.map(\.value).sorted())
                #expect(Set(labels.map(\.value)).count == labels.count)
            }
        }
    }

    /// While a person zooms, at every length between a few hours and years.
    @Test func labelsStayApartAtEveryZoom() throws {
        let bench = try Bench(
            frame: Rect(x: 0, y: 0, width: 420, height: 200),
            calendar: try calendar("Europe/Berlin"))
        let middle = utc(2026, 3, 29, 3)
        var length = 3600.0
        var count = 0
        while length < 9 * 365 * Self.day {
            bench.show(x: Extent(min: middle - length * 0.4, max: middle + length * 0.6))
            bench.prepare()
            let labels = bench.chart.placedLabels(bench.typesetter).x
            for (left, right) in zip(labels, labels.dropFirst()) {
                #expect(left.rect.maxX < right.rect.minX, "\(left.text), \(right.text)")
            }
            #expect(labels.allSatisfy { bench.frame.contains($0.rect) })
            count += labels.count
            length *= 1.013
        }
        #expect(count > 1000)
    }

    /// Labels as wide as a house wherever a larger unit begins.
    private struct WideWords: AxisLabeling {
        let words: TimeWords

        func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
            var label = words.label(tick, step: step)
            if label.isStrong { label.text += ", the beginning of it all" }
            return label
        }

        func samples(step: AxisStep) -> [AxisLabel] { words.samples(step: step) }
    }

    @Test func aStrongLabelKeepsItsPlaceAndItsNeighboursGiveWay() throws {
        let calendar = try calendar("Europe/Berlin")
        let words = WideWords(words: TimeWords(calendar: calendar))
        let midnight = utc(2026, 7, 14, 22)
        let bench = try Bench(
            frame: Rect(x: 0, y: 0, width: 700, height: 200), calendar: calendar,
            range: Extent(min: midnight - 6 * 3600, max: midnight + 8 * 3600), times: words)
        bench.prepare()
        let labels = bench.chart.placedLabels(bench.typesetter).x
        let strong = try #require(labels.first { $0.value == midnight })
        #expect(strong.text == "Wed 15 Jul, the beginning of it all")
        #expect(labels.count > 4)
        for (left, right) in zip(labels, labels.dropFirst()) {
            #expect(left.rect.maxX < right.rect.minX)
        }
        // Hours that the wide label covers are left out, those further away are present.
        let hidden = labels.filter { $0.value != midnight && abs($0.value - midnight) <= 3600 }
        #expect(hidden.isEmpty)
        #expect(labels.contains { $0.value == midnight - 4 * 3600 })
    }

    @Test func theLargerUnitIsSaidWhereItBegins() throws {
        let calendar = try calendar("Europe/Berlin")
        let bench = try Bench(
            frame: Rect(x: 0, y: 0, width: 900, height: 200), calendar: calendar)
        func labels(_ from: Double, _ to: Double) -> [Double: String] {
            bench.show(x: Extent(min: from, max: to))
            bench.prepare()
            return Dictionary(
                uniqueKeysWithValues: bench.chart.placedLabels(bench.typesetter).x.map {
                    ($0.value, $0.text)
                })
        }
        // Midnight in Berlin is 22:00 the day before in summer time, 23:00 in winter.
        let summer = labels(utc(2026, 7, 14, 16), utc(2026, 7, 15, 6))
        #expect(summer[utc(2026, 7, 14, 22)] == "Wed 15 Jul")
        #expect(summer[utc(2026, 7, 15, 0)] == "02:00")
        let days = labels(utc(2026, 2, 21, 23), utc(2026, 3, 5, 23))
        #expect(days[utc(2026, 2, 28, 23)] == "1 Mar")
        #expect(days[utc(2026, 3, 1, 23)] == "Mon")
        let months = labels(utc(2026, 9, 30, 22), utc(2027, 3, 31, 22))
        #expect(months[utc(2026, 12, 31, 23)] == "Jan 2027")
        #expect(months[utc(2027, 1, 31, 23)] == "Feb")
        // The repeated hour of autumn is present twice, an hour apart.
        let autumn = labels(utc(2026, 10, 24, 22), utc(2026, 10, 25, 6))
        #expect(autumn[utc(2026, 10, 25, 0)] == "02:00")
        #expect(autumn[utc(2026, 10, 25, 1)] == "02:00")
        #expect(autumn[utc(2026, 10, 25, 2)] == "03:00")
        let spring = labels(utc(2026, 3, 28, 23), utc(2026, 3, 29, 7))
        #expect(spring[utc(2026, 3, 29, 0)] == "01:00")
        #expect(spring[utc(2026, 3, 29, 1)] == "03:00")
        // Lord Howe turns its clocks by half an hour.
        let island = CivilCalendar(zone: try ZoneRules.named("Australia/Lord_Howe"))
        let other = try Bench(
            frame: Rect(x: 0, y: 0, width: 900, height: 200), calendar: island,
            range: Extent(min: utc(2026, 4, 4, 12), max: utc(2026, 4, 4, 20)))
        other.prepare()
        let texts = other.chart.placedLabels(other.typesetter).x
        #expect(texts.contains { $0.value == utc(2026, 4, 4, 13) && $0.text == "Sun 5 Apr" })
        // 15:30 UTC is 02:00 after the change (offset 10:30), an hour before it was 01:30.
        #expect(texts.contains { $0.value == utc(2026, 4, 4, 15, 30) && $0.text == "02:00" })
        #expect(texts.contains { $0.value == utc(2026, 4, 4, 16, 30) && $0.text == "03:00" })
    }

    @Test(arguments: [1.0, 1.5, 2.0]) func whatIsReportedIsWhatIsDrawn(scale: Double) throws {
        let calendar = try calendar("Europe/Berlin")
        for (from, to) in [
            (utc(2026, 7, 14, 16), utc(2026, 7, 15, 6)), (utc(2026, 5, 3), utc(2026, 11, 9)),
            (utc(2026, 2, 25, 23), utc(2026, 3, 5, 23)),
        ] {
            let bench = try Bench(
                scale: scale, calendar: calendar, range: Extent(min: from, max: to))
            bench.prepare()
            bench.show(values: Extent(min: 0, max: 20_000))
            let picture = try bench.draw()
            let labels = bench.chart.placedLabels(bench.typesetter)
            let rows = Int((bench.chart.plot.maxY + 3) * scale)..<picture.height
            let ink = picture.inkColumns(rows: rows)
            // The value at the bottom reaches into these rows, right of the plot.
            let rects = labels.x.map(\.rect) + labels.y.map(\.rect)
            for column in ink {
                #expect(
                    rects.contains {
                        Double(column) >= $0.minX * scale - 1.5
                            && Double(column) <= $0.maxX * scale + 0.5
                    }, "ink at \(column) belongs to no label")
            }
            for label in labels.x + labels.y {
                let r = label.rect
                let columns = Int(r.minX * scale)...Int(r.maxX * scale)
                let lines = Int(r.minY * scale)...Int(r.maxY * scale)
                #expect(
                    columns.contains { x in lines.contains { picture[x, $0] != 0 } },
                    "\(label.text) was not drawn")
            }
        }
    }

    @Test func strongLabelsHaveTheStrongColour() throws {
        let calendar = CivilCalendar(zone: .utc)
        let bench = try Bench(
            calendar: calendar,
            range: Extent(min: utc(2026, 2, 26), max: utc(2026, 3, 5)))
        let picture = try bench.draw()
        for label in bench.chart.placedLabels(bench.typesetter).x {
            let r = label.rect
            var brightest: UInt32 = 0
            for y in Int(r.minY)...Int(r.maxY) {
                for x in Int(r.minX)...Int(r.maxX) {
                    brightest = max(brightest, picture[x, y] & 0xFF)
                }
            }
            if label.text == "1 Mar" {
                #expect(brightest > 0xC0)
            } else {
                #expect(brightest <= 0x80, "\(label.text)")
            }
        }
    }

    // MARK: Gutters

    @Test func theValueGutterGrowsAtOnceAndShrinksWithReluctance() throws {
        let bench = try Bench()
        bench.prepare()
        func right(_ values: Extent) -> Double {
            bench.show(values: values)
            bench.prepare()
            return bench.frame.maxX - bench.chart.plot.maxX
        }
        func needed() -> Double {
            max(52, (bench.chart.yAxis.widestLabel + 8 + 10).rounded(.up))
        }
        #expect(right(Extent(min: 0, max: 10)) == 52)
        let wide = right(Extent(min: 0, max: 100_000_000))
        #expect(wide == needed())
        #expect(wide > 52)
        // One digit fewer is no reason to move the plot.
        #expect(right(Extent(min: 0, max: 10_000_000)) == wide)
        #expect(needed() < wide)
        let wider = right(Extent(min: 0, max: 10_000_000_000))
        #expect(wider > wide)
        #expect(right(Extent(min: 0, max: 10)) == 52, "much is given back")
    }

    @Test func valueLabelsFitTheirGutterAndStandApart() throws {
        for height in [80.0, 150, 300, 900] {
            let bench = try Bench(frame: Rect(x: 0, y: 0, width: 400, height: height))
            bench.prepare()
            for top in [1.0, 7, 34, 1200, 8e6] {
                bench.show(values: Extent(min: -top, max: top))
                bench.prepare()
                let labels = bench.chart.placedLabels(bench.typesetter).y
                for (index, label) in labels.enumerated() {
                    #expect(label.rect.maxX <= bench.frame.maxX)
                    #expect(label.rect.minX >= bench.chart.plot.maxX)
                    for other in labels[(index + 1)...] {
                        #expect(!label.rect.intersects(other.rect))
                    }
                }
                if height >= 300 { #expect(labels.count >= 2) }
            }
        }
    }

    @Test func regionsAreThePlotAndItsGutters() throws {
        let bench = try Bench()
        bench.prepare()
        let plot = bench.chart.plot
        // Frame 10…610 × 20…320; insets 18 above, 18 left, 34 below, 52 right.
        #expect(plot == Rect(x: 28, y: 38, width: 530, height: 248))
        let regions = bench.chart.interaction.regions
        #expect(regions.region(at: plot.center) == .plot)
        #expect(regions.region(at: Point(x: 300, y: 286)) == .gutter("x"))
        #expect(regions.region(at: Point(x: 300, y: 319)) == .gutter("x"))
        #expect(regions.region(at: Point(x: 559, y: 100)) == .gutter("y"))
        #expect(regions.region(at: Point(x: 609, y: 100)) == .gutter("y"))
        #expect(regions.region(at: Point(x: 20, y: 100)) == .none)
        #expect(regions.region(at: Point(x: 300, y: 30)) == .none)
        #expect(regions.region(at: Point(x: 590, y: 300)) == .none)
        #expect(regions.region(at: Point(x: 300, y: 321)) == .none)
    }

    @Test func theWheelZoomsAboutThePointerInPlotAndTimeGutterOnly() throws {
        let bench = try Bench(range: Extent(min: 0, max: 10 * Self.day))
        bench.prepare()
        bench.show(values: Extent(min: 0, max: 10))
        let chart = bench.chart
        func wheel(at place: Point) {
            var interpreter = GestureInterpreter()
            let event = InputEvent(
                time: 1, position: place, kind: .wheel(Vector(dx: 0, dy: -1)), modifiers: .control)
            for gesture in interpreter.interpret(InputFrame(event)) {
                _ = chart.interaction.handle(gesture)
            }
            chart.advance(to: 60)
        }
        let values = chart.y.range
        for y in [chart.plot.midY, chart.plot.maxY + 10] {
            let place = Point(x: chart.plot.minX + 0.3 * chart.plot.width, y: y)
            let before = chart.x.range
            let held = before.min + 0.3 * before.length
            wheel(at: place)
            let after = chart.x.range
            #expect(after.length < before.length)
            #expect(abs(after.min + 0.3 * after.length - held) < 1e-3 * after.length)
        }
        let before = chart.x.range
        wheel(at: Point(x: chart.plot.maxX + 10, y: chart.plot.midY))
        wheel(at: Point(x: chart.plot.midX, y: 25))
        #expect(chart.x.range == before)
        #expect(chart.y.range == values, "values follow what is visible, not the wheel")
    }
}
