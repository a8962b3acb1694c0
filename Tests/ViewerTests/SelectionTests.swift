import ChartCore
import ChartInteraction
import Charts
import Geometry
import HealthData
import Localization
import Testing

@testable import Viewer

/// The summary of a span's samples, against plain arithmetic over the same samples.
@MainActor @Suite struct SpanSummaryTests {
    private let calendar: CivilCalendar

    init() throws {
        calendar = CivilCalendar(zone: try ZoneRules.named("Europe/Berlin"))
    }

    private func data(
        _ id: MetricID, _ samples: [(start: Double, end: Double, value: Double, second: Double)]
    ) throws -> MetricData {
        var columns = SampleColumns()
        for sample in samples {
            columns.append(
                start: sample.start, end: sample.end, value: sample.value,
                second: sample.second.isNaN ? nil : sample.second,
                source: 0)
        }
        return MetricData(
            MetricSamples(metric: try #require(Metric(id)), columns: columns), calendar: calendar)
    }

    private func day(_ year: Int, _ month: Int, _ day: Int) -> Double {
        calendar.start(of: CivilDate(year: year, month: month, day: day))
    }

    @Test func readingsOverGapsAndChangesOfTheClock() throws {
        // Every seven hours across the end of summer time, with a gap of two weeks.
        let first = day(2026, 10, 1) + 3600
        let times = (0..<150).map { first + Double($0) * 25_200 }
            .filter { !(day(2026, 10, 5)..<day(2026, 10, 19)).contains($0) }
        let values = times.indices.map { 60 + Double(($0 * 37) % 101) / 10 }
        let data = try data(
            .heartRate, times.indices.map { (times[$0], times[$0], values[$0], .nan) })
        for (from, to) in [
            (day(2026, 10, 2), day(2026, 10, 30)), (times[5], times[11]), (times[3], times[3]),
            (day(2026, 10, 6), day(2026, 10, 12)), (day(2027, 1, 1), day(2027, 2, 1)),
            (day(2026, 10, 24), day(2026, 10, 27)),
        ] {
            for isClosed in [true, false] {
                let span = Extent(min: from, max: to)
                let inside = times.indices.filter {
                    times[$0] >= from && (isClosed ? times[$0] <= to : times[$0] < to)
                }
                let summary = data.summary(
                    over: span, isClosed: isClosed, unit: nil, calendar: calendar)
                let part = summary.parts.first
                #expect(summary.count == inside.count)
                #expect(summary.total == nil)
                let days = Set(inside.map { calendar.date(of: times[$0]) })
                #expect(summary.daysWithData == days.count)
                guard let one = inside.first, let last = inside.last else {
                    #expect(part?.values.isEmpty != false)
                    continue
                }
                let sum = inside.reduce(0) { $0 + values[$1] }
                #expect(abs((part?.values.mean ?? 0) - sum / Double(inside.count)) < 1e-9)
                #expect(part?.values.minimum == inside.map { values[$0] }.min())
                #expect(part?.values.maximum == inside.map { values[$0] }.max())
                if inside.count > 1 {
                    #expect(part?.change == values[last] - values[one])
                } else {
                    #expect(part?.change.isNaN == true)
                }
            }
        }
    }

    @Test func bloodPressureIsToldByComponent() throws {
        let first = day(2026, 3, 27)
        let highs = (0..<20).map { 118 + Double(($0 * 7) % 13) }
        let lows = (0..<20).map { 74 + Double(($0 * 5) % 11) }
        let times = (0..<20).map { first + 30_000 + Double($0) * 43_200 }
        let data = try data(
            .bloodPressure, times.indices.map { (times[$0], times[$0], highs[$0], lows[$0]) })
        let span = Extent(min: times[2], max: times[9])
        let summary = data.summary(over: span, isClosed: true, unit: nil, calendar: calendar)
        #expect(summary.count == 8 && summary.parts.count == 2)
        for (part, values) in zip(summary.parts, [highs, lows]) {
            let inside = values[2...9]
            #expect(abs(part.values.mean - inside.reduce(0, +) / 8) < 1e-9)
            #expect(part.values.minimum == inside.min() && part.values.maximum == inside.max())
            #expect(part.change == values[9] - values[2])
        }
    }

    @Test func totalsOfDaysWithTheSpanBefore() throws {
        // Two records a day; none on Mondays.
        var samples: [(start: Double, end: Double, value: Double, second: Double)] = []
        var amounts: [CivilDate: Double] = [:]
        for number in 0..<60 {
            let date = CivilDate(year: 2026, month: 3, day: 1).adding(days: number)
            if date.weekday == .monday { continue }
            let start = calendar.start(of: date) + 8 * 3600
            let value = Double(1000 + number * 10)
            samples.append((start, start + 600, value, .nan))
            samples.append((start + 7200, start + 7800, 500, .nan))
            amounts[date] = value + 500
        }
        let data = try data(.steps, samples)
        // Ten days across the beginning of summer time, and the ten before.
        let marked = Extent(min: day(2026, 3, 25) + 40_000, max: day(2026, 4, 3) + 100)
        let span = data.snapped(marked, unit: .day, calendar: calendar)
        #expect(span == Extent(min: day(2026, 3, 25), max: day(2026, 4, 4)))
        let before = data.span(before: span, unit: .day, calendar: calendar)
        #expect(before == Extent(min: day(2026, 3, 15), max: day(2026, 3, 25)))
        for span in [span, before] {
            let inside = amounts.filter {
                let start = calendar.start(of: $0.key)
                return start >= span.min && start < span.max
            }.map(\.value)
            let summary = data.summary(
                over: span, isClosed: false, unit: .day, calendar: calendar)
            #expect(summary.total == inside.reduce(0, +))
            #expect(summary.count == 2 * inside.count)
            #expect(summary.daysWithData == inside.count)
            let part = try #require(summary.parts.first)
            #expect(part.values.minimum == inside.min() && part.values.maximum == inside.max())
            #expect(
                abs(part.values.mean - inside.reduce(0, +) / Double(inside.count)) < 1e-9)
            #expect(part.change.isNaN)
        }
        let none = data.summary(
            over: Extent(min: day(2026, 3, 2), max: day(2026, 3, 3)), isClosed: false, unit: .day,
            calendar: calendar)
        #expect(none.isEmpty && none.total == 0 && none.daysWithData == 0)
    }

    @Test func readingsSnapToTheSamplesWithin() throws {
        let times = [10.0, 20, 30, 1000, 1010]
        let data = try data(.heartRate, times.map { ($0, $0, 60, .nan) })
        func snapped(_ from: Double, _ to: Double) -> Extent {
            data.snapped(Extent(min: from, max: to), unit: nil, calendar: calendar)
        }
        #expect(snapped(12, 1005) == Extent(min: 20, max: 1000))
        #expect(snapped(10, 30) == Extent(min: 10, max: 30))
        #expect(snapped(100, 900) == Extent(min: 100, max: 900), "in a gap it is the marked span")
    }
}

/// A span selected by hand and by keys, its panel and the copied figures.
@MainActor @Suite struct SelectionTests {
    private let april = CivilDate(year: 2025, month: 4, day: 10)

    private func drag(
        _ rig: ViewerRig, _ from: Double, _ to: Double, _ button: PointerButton = .left,
        _ modifiers: Modifiers = .shift
    ) {
        func send(_ kind: InputEvent.Kind, _ place: Point) {
            rig.frame(after: 0.02)
            rig.send(kind, place, modifiers, after: 0)
        }
        send(.pointerMoved, rig.at(from))
        send(.pointerPressed(button), rig.at(from))
        for step in 1...8 {
            send(.pointerMoved, rig.at(from + (to - from) * Double(step) / 8))
        }
        send(.pointerReleased(button), rig.at(to))
        rig.settle()
    }

    @Test func aDragMarksWholeDaysAndMovesNothing() throws {
        let rig = try ViewerRig("steps", .month, at: april)
        let calendar = rig.model.calendar
        let before = rig.model.x.range
        // From the third to the twelfth: the plot has thirty days.
        drag(rig, 2.5 / 30, 11.5 / 30)
        let span = try #require(rig.model.active.selection?.span)
        #expect(span.min == calendar.start(of: CivilDate(year: 2025, month: 4, day: 3)))
        #expect(span.max == calendar.start(of: CivilDate(year: 2025, month: 4, day: 13)))
        #expect(rig.model.x.range == before && rig.model.dates.period == .month)
        let stage = try #require(rig.viewer.scene.area?.selection)
        let frame = try #require(stage.frame)
        let projection = try #require(rig.model.chart?.projection)
        #expect(
            frame.minX >= projection.px(span.max) || frame.maxX <= projection.px(span.min),
            "the panel does not cover the band")
        #expect(rig.card.contains(Point(x: frame.maxX, y: frame.maxY)))
        let plot = try #require(rig.model.chart?.plot)
        #expect(frame.maxX <= plot.maxX, "nor the labels of the values, where there is room")
        // In the other direction and by the right button it is the same.
        drag(rig, 11.5 / 30, 2.5 / 30, .right, [])
        #expect(rig.model.active.selection?.span == span)
        // It moves with the data.
        rig.press(.right)
        rig.settle()
        #expect(rig.model.active.selection?.span == span)
        #expect(stage.frame == nil, "out of view there is no panel")
        rig.press(.left)
        rig.settle()
        #expect(stage.frame == frame)
        // A click elsewhere removes it and pins nothing.
        rig.click(rig.at(0.9))
        rig.settle()
        #expect(rig.model.active.selection == nil && !rig.model.active.crosshair.isHeldFast)
        #expect(stage.frame == nil && stage.accessible.node == nil)
    }

    /// The pointer that selected a span stays where it is: its reading would cover the figures.
    @Test func aPointerOverAMarkedSpanTellsNothing() throws {
        let rig = try ViewerRig("weight", .month, at: april)
        drag(rig, 0.2, 0.6)
        #expect(rig.model.active.selection != nil)
        rig.send(.pointerMoved, rig.at(0.62))
        rig.settle()
        #expect(rig.reading == nil && rig.node("board") == nil)
        // Without the selection the reading is shown.
        rig.press(.escape)
        rig.settle()
        #expect(rig.model.active.selection == nil)
        rig.send(.pointerMoved, rig.at(0.4))
        rig.settle()
        #expect(rig.reading != nil)
    }

    /// With little room next to the band the previous span is shown under each figure.
    @Test func theSpanBeforeIsToldWithLittleRoom() throws {
        let typesetter = Typesetter(fonts: try FontLibrary())
        let rows = (0..<6).map {
            SpanReport.Row(
                name: "Daily average", value: "9,25\($0)", before: "8,661", difference: "+590")
        }
        let layouts = SelectionPane.layouts(
            title: "6 – 21 October 2026", rows: rows, height: 400, typesetter)
        #expect(layouts.map(\.hasBefore) == [true, true, false, false])
        #expect(layouts.map(\.isStacked) == [false, true, false, false])
        #expect(layouts[1].size.width < layouts[0].size.width)
        #expect(layouts.allSatisfy { $0.rows == 6 && $0.size.height <= 400 })
        // If not all rows would fit so, they are in columns.
        let low = SelectionPane.layouts(
            title: "6 – 21 October 2026", rows: rows, height: 190, typesetter)
        #expect(!low.contains { $0.isStacked })
        #expect(low.allSatisfy { $0.size.height <= 190 })
    }

    @Test func theFiguresAreThoseOfTheSamples() throws {
        let rig = try ViewerRig("steps", .month, at: april)
        drag(rig, 2.5 / 30, 11.5 / 30)
        let figures = try #require(rig.model.active.spanFigures)
        guard case .totals(let ladder) = try #require(rig.model.metricChart).data.content else {
            Issue.record("steps are totals")
            return
        }
        let inside = ladder.days.buckets.filter {
            $0.span.min >= figures.span.min && $0.span.max <= figures.span.max
        }
        #expect(figures.summary.total == inside.reduce(0) { $0 + $1.sum })
        let node = try #require(rig.node("selection"))
        #expect(node.value == "3 – 12 April 2025")
        #expect(node.children.first?.name == "Total")
        let format = try #require(rig.model.metricChart).format
        #expect(
            node.children.first?.value.hasPrefix(
                format.figure(inside.reduce(0) { $0 + $1.sum }).text) == true)
    }

    @Test func aCancelledDragLeavesWhatWasThere() throws {
        let rig = try ViewerRig("weight", .month, at: april)
        drag(rig, 0.1, 0.4)
        let before = try #require(rig.model.active.selection)
        let gesture = Gesture(
            kind: .select, phase: .began, id: 900, device: .mouse, time: rig.time,
            origin: rig.at(0.5), translation: Vector(dx: 60, dy: 0))
        rig.model.active.handle(gesture)
        #expect(rig.model.active.selection != before)
        var end = gesture
        end.phase = .cancelled
        rig.model.active.handle(end)
        #expect(rig.model.active.selection == before)
    }

    /// All of April is compared with all of March, for bars and for readings, also if the month has readings
    /// on some of its days only.
    @Test(arguments: ["steps", "weight", "blood-pressure"])
    func aWholePageIsComparedWithThePageBefore(_ metric: String) throws {
        let rig = try ViewerRig(metric, .month, at: april)
        let calendar = rig.model.calendar
        rig.viewer.controller.press([KeyCombination(.character("a"), control: true)])
        rig.settle()
        let selection = try #require(rig.model.active.selection)
        #expect(selection.hold == nil && selection.isShown)
        #expect(rig.model.x.range.expanded(by: 1).contains(selection.span.min))
        let figures = try #require(rig.model.active.spanFigures)
        #expect(figures.summary.count > 10 && figures.before.count > 10)
        let march = Extent(
            min: calendar.start(of: CivilDate(year: 2025, month: 3, day: 1)),
            max: calendar.start(of: CivilDate(year: 2025, month: 4, day: 1)))
        #expect(figures.spanBefore == march)
        // They are the figures of the page.
        rig.press(.escape)
        rig.settle()
        #expect(rig.model.active.selection == nil)
        let page = try #require(rig.model.active.figuresInView)
        #expect(page.spanBefore == march)
        #expect(page.summary.parts.map(\.values) == figures.summary.parts.map(\.values))
    }

    @Test func keysMarkAndLeave() throws {
        let rig = try ViewerRig("steps", .month, at: april)
        let calendar = rig.model.calendar
        try rig.focus("chart")
        rig.press(.home)
        let first = try #require(rig.reading?.time)
        rig.press(.character("s"))
        #expect(rig.model.active.selection?.hold == .keys)
        for _ in 0..<4 { rig.press(.right) }
        rig.press(.left)
        #expect(rig.model.x.range.min == calendar.start(of: .month, containing: first))
        let span = try #require(rig.model.active.selection?.span)
        #expect(span.min == calendar.start(of: .day, containing: first))
        rig.press(.enter)
        #expect(rig.model.active.selection?.hold == nil && rig.model.active.selection?.span == span)
        // The keys belong to the chart again.
        rig.press(.end)
        #expect(rig.model.active.selection?.span == span && rig.reading != nil)
        rig.press(.escape)
        rig.settle()
        #expect(rig.model.active.selection == nil)
        // Ten forward leaves the page, and the view moves there.
        rig.press(.escape)
        rig.press(.character("s"))
        for _ in 0..<4 { rig.press(.right, shift: true) }
        rig.settle()
        let head = try #require(rig.model.active.selection?.head)
        #expect(rig.model.x.range.contains(head))
        rig.press(.escape)
        #expect(rig.model.active.selection == nil)
    }

    @Test func copiesAreTextAndTables() throws {
        let rig = try ViewerRig("blood-pressure", .month, at: april)
        var copied: [String: [UInt8]] = [:]
        rig.viewer.host.onCopy = { copied = $0 }
        // Without a selection the figures of the view are copied.
        #expect(rig.viewer.controller.commands.run("select.copy") as Bool)
        #expect(String(decoding: copied["text/plain"] ?? [], as: UTF8.self).contains("April 2025"))
        #expect(rig.viewer.context.toast?.text.hasPrefix("Copied the figures of ") == true)
        drag(rig, 0.05, 0.95)
        rig.viewer.controller.press([KeyCombination(.character("c"), control: true)])
        func text(_ type: String) -> String { String(decoding: copied[type] ?? [], as: UTF8.self) }
        #expect(text("text/plain;charset=utf-8").hasPrefix("Blood pressure, "))
        let lines = text("text/csv").split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(lines.count == 5 && lines.allSatisfy { $0.count == lines[0].count })
        #expect(lines[1][1] == "systolic" && lines[2][1] == "diastolic")
        let figures = try #require(rig.model.active.spanFigures)
        #expect(lines[1][5] == "\(figures.summary.count)")
        #expect(Double(lines[1][8]) == figures.summary.parts[0].values.mean)
        #expect(lines[1][3].hasPrefix("2025-04-") && lines[1][3].hasSuffix("+02:00"))
        rig.viewer.controller.press([
            KeyCombination(.character("c"), control: true, shift: true)
        ])
        #expect(text("text/plain;charset=utf-8") == text("text/csv"))
    }

    // MARK: Views to come back to

    @Test func viewsAreGoneBackTo() throws {
        let rig = try ViewerRig("steps", .month, at: april)
        let home = rig.model.x.range
        func back() {
            rig.viewer.controller.press([KeyCombination(.left, alt: true)])
            rig.settle()
        }
        func forward() {
            rig.viewer.controller.press([KeyCombination(.right, alt: true)])
            rig.settle()
        }
        back()
        #expect(rig.model.x.range == home, "there is nothing before the first view")
        rig.press(.right)
        rig.settle()
        let may = rig.model.x.range
        rig.press(.character("y"))
        rig.settle()
        let year = rig.model.x.range
        rig.press(.character("+"))
        rig.settle()
        let zoomed = rig.model.x.range
        rig.press(.down)
        rig.settle()
        let metric = rig.model.selected
        #expect(metric != .steps && rig.model.navigator.history.count == 5)
        back()
        #expect(rig.model.selected == .steps && rig.model.x.range == zoomed)
        back()
        #expect(rig.model.x.range == year && rig.model.dates.period == .year)
        back()
        #expect(rig.model.x.range == may && rig.model.dates.period == .month)
        back()
        #expect(rig.model.x.range == home)
        back()
        #expect(rig.model.x.range == home && rig.model.navigator.history.count == 5)
        forward()
        forward()
        #expect(rig.model.x.range == year && rig.model.dates.period == .year)
        // Another action from here on: the views that were ahead are gone.
        rig.press(.left)
        rig.settle()
        #expect(rig.model.navigator.history.count == 4)
        forward()
        #expect(rig.model.x.range.max == year.min)
        // The mouse's buttons do the same.
        rig.send(.pointerPressed(.other(8)), rig.at(0.5))
        rig.settle()
        #expect(rig.model.x.range == year)
    }

    @Test func viewsOfWhatIsGoneAreSteppedOver() {
        func place(_ start: Double, _ workout: WorkoutEntry.ID? = nil) -> ViewPlace {
            ViewPlace(
                route: workout.map { .workout($0) } ?? .metric(.steps), period: nil,
                range: Extent(min: start, max: start + 1))
        }
        let gone = "5"
        var history = ViewHistory()
        for one in [place(0), place(1, gone), place(2), place(3, gone)] { history.record(one) }
        history.forget { $0.route == .workout(gone) }
        #expect(history.count == 2)
        #expect(history.current == place(2))
        #expect(history.step(by: -1) == place(0))
        #expect(history.step(by: -1) == nil)
        // All of it may be removed.
        history.forget { _ in true }
        #expect(history.count == 0 && history.current == nil)
        history.record(place(7))
        #expect(history.current == place(7))
    }

    @Test func aHundredViewsAreRemembered() {
        var history = ViewHistory()
        for number in 0..<250 {
            history.record(
                ViewPlace(
                    route: .metric(.steps), period: nil,
                    range: Extent(min: Double(number), max: Double(number) + 1)))
        }
        #expect(history.count == ViewHistory.limit)
        var steps = 0
        while let place = history.step(by: -1) {
            steps += 1
            #expect(place.range.min == Double(249 - steps))
        }
        #expect(steps == ViewHistory.limit - 1)
    }
}
