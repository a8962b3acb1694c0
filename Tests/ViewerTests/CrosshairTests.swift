import ChartCore
import ChartInteraction
import Charts
import Geometry
import HealthData
import Localization
import SeededRandom
import Testing
import Text

@testable import Viewer

extension ViewerRig {
    fileprivate var stage: CrosshairStage {
        viewer.scene.area?.crosshair ?? CrosshairStage()
    }

    /// The place at which the reading is drawn.
    fileprivate var place: Double { model.chart?.projection.px(reading?.time ?? .nan) ?? .nan }
}

@MainActor @Suite struct CrosshairTests {
    private let april = CivilDate(year: 2025, month: 4, day: 10)

    @Test func theLabelOfTheBarThatIsToldOfStandsOut() throws {
        let rig = try ViewerRig("steps", .week, at: april)
        let chart = try #require(rig.model.chart)
        func emphasis() -> Extent? { (chart.xAxis.labeling as? TimeLabels)?.emphasis }
        let texts = { chart.placedLabels(rig.viewer.scene.resources.typesetter).x.map(\.text) }
        let before = texts()
        #expect(emphasis() == nil && before.count == 7)
        let axis = chart.xAxis
        let step = try #require(axis.ticker.step)
        for (part, day) in [(0.5, 3), (0.95, 6)] {
            rig.send(.pointerMoved, rig.at(part), after: 1)
            rig.settle()
            let span = rig.model.calendar.span(of: .day, containing: try #require(rig.reading).time)
            #expect(emphasis() == span)
            let strong = axis.ticker.ticks.filter { chart.x.range.contains($0.value) }.prefix(7)
                .map { axis.labeling.label($0, step: step).isStrong }
            #expect(strong.indices.filter { strong[$0] } == [day])
            #expect(texts() == before, "no other label comes or goes for it")
        }
        rig.send(.pointerLeft, rig.at(0.5), after: 1)
        rig.settle()
        #expect(emphasis() == nil)
    }

    // MARK: The board

    @Test func aThousandBoardsInRealWindows() throws {
        let typesetter = Typesetter(fonts: try FontLibrary())
        var numbers = LinearCongruence(seed: 99)
        func part() -> Double { numbers.unit() }
        let figures = ["9,812", "71.9", "118 – 142", "7 h 24 min", "± 4.2", "128/82", "1,234,567"]
        let units = ["", "kg", "mmHg", "km", "mL/(kg·min)"]
        let names = ["", "measured", "trend", "days with data", "systolic", "Gemessene Werte"]
        var arrangements: Set<Int> = []
        for number in 0..<1_000 {
            let size = Size(
                width: (360 + part() * part() * 2200).rounded(),
                height: (480 + part() * part() * 960).rounded())
            let layout = ChartLayout(in: ShellLayout(size: size).content, hasOverview: true) { _ in
                number % 2 == 0 ? 26 : 60
            }
            let plot = layout.card.inset(by: Insets(left: 18, top: 18, right: 52, bottom: 34))
            let series = 1 + Int(part() * 8)
            let rows = (0..<series).map { _ in
                let value = figures[Int(part() * Double(figures.count))]
                let unit = units[Int(part() * Double(units.count))]
                return InfoBoard.Row(
                    name: names[Int(part() * Double(names.count))], value: value, unit: unit,
                    color: .clear)
            }
            let layouts = InfoBoard.arrangements(
                title: "Wed 14 October 2026, 07:12", rows: rows, Theme.light.infoBoard, typesetter)
            let x = plot.x + part() * plot.width
            let markers = (0..<series).map { _ in
                Rect(x: x - 6, y: plot.y + part() * plot.height - 6, width: 12, height: 12)
            }
            var placement = InfoBoardPlacement()
            let place = placement.place(
                layouts.map(\.size), over: InfoBoardPlacement.View(x: x, markers: markers),
                plot: plot, in: layout.card)
            let found = try #require(place)
            arrangements.insert(found.size)
            let board = found.rect
            #expect(
                board.minX >= 0 && board.minY >= 0 && board.maxX <= size.width
                    && board.maxY <= size.height && layout.card.contains(board))
            for marker in markers {
                #expect(!board.intersects(marker), "\(size), \(series) series: \(board), \(marker)")
            }
            #expect(found.rule != .cut || board.width >= 40 && board.height >= 20)
        }
        #expect(arrangements.count > 3, "small windows use other arrangements: \(arrangements)")
    }

    // MARK: Pointer and finger

    @Test func thePointerReadsWhatItIsOver() throws {
        let rig = try ViewerRig("weight", .month, at: april)
        rig.send(.pointerMoved, rig.at(0.4))
        #expect(rig.frame(), "it fades in")
        let first = try #require(rig.reading)
        #expect(abs(rig.place - rig.at(0.4).x) < rig.plot.width / 31)
        let node = try #require(rig.node("board"))
        #expect(node.name == first.date && node.frame == rig.stage.frame && node.value != "")
        #expect(rig.card.contains(node.frame))
        rig.settle()
        #expect(rig.stage.line.opacity == 1)
        // The first board appeared at once; the next is reached in 150 ms.
        let before = try #require(rig.stage.frame)
        rig.send(.pointerMoved, rig.at(0.6))
        rig.frame()
        #expect(rig.reading?.time != first.time)
        #expect(rig.stage.frame?.midX == before.midX && rig.stage.line.x == rig.reading?.time)
        #expect(rig.frame(after: 0.075))
        rig.frame(after: 0.075)
        #expect(!rig.stage.isMoving)
        #expect(abs(try #require(rig.stage.frame).midX - rig.place) < 1)
        rig.send(.pointerLeft, rig.at(0.6))
        #expect(rig.reading == nil)
        #expect(rig.frame(after: 0.05) && rig.stage.line.isShown, "it fades out")
        #expect(rig.node("board") == nil)
        #expect(!rig.frame(after: 0.2) && !rig.stage.line.isShown)
    }

    /// The year is shown if the visible range leaves it open.
    @Test func yearsAreToldOverYears() throws {
        let rig = try ViewerRig("weight", .month, at: april)
        rig.send(.pointerMoved, rig.at(0.4))
        rig.frame()
        #expect(try !#require(rig.reading).date.contains("2025"))
        let winter = try ViewerRig(
            "blood-pressure", .week, at: CivilDate(year: 2025, month: 1, day: 1))
        winter.send(.pointerMoved, winter.at(0.5))
        winter.frame()
        #expect(try #require(winter.reading).date.contains("202"))
    }

    @Test func aClickPinsAndAnotherLetsGo() throws {
        let rig = try ViewerRig("weight", .month, at: april)
        rig.click(rig.at(0.3))
        let pinned = try #require(rig.reading)
        rig.send(.pointerMoved, rig.at(0.8))
        rig.send(.pointerLeft, rig.at(0.8))
        rig.settle()
        #expect(rig.reading == pinned)
        rig.click(rig.at(0.7))
        let other = try #require(rig.reading)
        #expect(other.time > pinned.time)
        rig.click(rig.at(0.7))
        // The pointer is still there, so hovering shows it now.
        #expect(rig.model.active.crosshair.hold == .hover)
        rig.send(.pointerLeft, rig.at(0.7))
        #expect(rig.reading == nil)
        // Escape unpins it, too, and other buttons do not pin.
        rig.click(rig.at(0.3))
        rig.press(.escape)
        #expect(rig.reading == nil)
        rig.send(.pointerPressed(.middle), rig.at(0.3))
        rig.send(.pointerReleased(.middle), rig.at(0.3))
        #expect(!rig.model.active.crosshair.isHeldFast)
    }

    @Test func aTapPinsUntilTheNext() throws {
        let rig = try ViewerRig("steps", .week, at: april)
        rig.tap(rig.at(0.5))
        #expect(rig.reading != nil && rig.model.active.crosshair.hold == .pinned)
        rig.tap(rig.at(0.5))
        #expect(rig.reading == nil)
        rig.tap(rig.at(0.2))
        let first = try #require(rig.reading)
        rig.tap(rig.at(0.9))
        #expect(try #require(rig.reading).time > first.time)
        rig.tap(Point(x: rig.card.maxX - 4, y: rig.card.maxY - 4))
        #expect(rig.reading == nil, "next to the plot")
    }

    @Test func aHeldFingerScrubs() throws {
        let rig = try ViewerRig("weight", .month, at: april)
        let range = rig.model.x.range
        rig.send(.touchBegan(1), rig.at(0.3))
        for _ in 0..<40 { rig.frame(after: 1.0 / 60) }
        let first = try #require(rig.reading, "after half a second")
        var times: [Double] = []
        for step in 1...10 {
            rig.send(.touchMoved(1), rig.at(0.3 + 0.05 * Double(step)))
            rig.frame()
            times.append(try #require(rig.reading).time)
        }
        #expect(times == times.sorted())
        #expect(try #require(times.last) > first.time + 10 * 86_400)
        #expect(rig.model.x.range == range)
        rig.send(.touchEnded(1), rig.at(0.8))
        rig.settle()
        #expect(rig.reading == nil)
    }

    @Test func whatIsPinnedMovesWithTheDataInTheSameFrame() throws {
        let rig = try ViewerRig("weight", .all, at: april)
        rig.press(.character("+"))
        rig.press(.character("+"))
        rig.settle()
        rig.tap(rig.at(0.5))
        rig.settle()
        let pinned = try #require(rig.reading)
        var place = rig.place
        var board = try #require(rig.stage.frame)
        rig.send(.touchBegan(1), rig.at(0.5))
        for step in 1...12 {
            rig.send(.touchMoved(1), rig.at(0.5 - 0.01 * Double(step)), after: 0.016)
            rig.frame()
            let frame = try #require(rig.stage.frame)
            #expect(rig.reading == pinned && rig.stage.line.x == pinned.time)
            // The values follow the view, so a board may have to move; this one does not.
            #expect(abs((frame.midX - board.midX) - (rig.place - place)) < 1e-6)
            (board, place) = (frame, rig.place)
        }
        // Outside the view it disappears.
        for step in 1...60 {
            rig.send(.touchMoved(1), rig.at(0.38 - 0.01 * Double(step)), after: 0.016)
            rig.frame()
        }
        #expect(rig.reading == nil)
        rig.send(.touchEnded(1), rig.at(-0.2))
        rig.settle()
        #expect(!rig.stage.line.isShown)
    }

    @Test func aFlingThatTakesItOutOfTheViewLetsGoAtOnce() throws {
        let rig = try ViewerRig("weight", .week, at: april)
        rig.tap(rig.at(0.3))
        #expect(rig.reading != nil)
        rig.wait(0.5)
        rig.send(.touchBegan(1), rig.at(0.7))
        for step in 1...6 {
            rig.send(.touchMoved(1), rig.at(0.7 - 0.03 * Double(step)), after: 0.008)
        }
        rig.send(.touchEnded(1), rig.at(0.52), after: 0.004)
        rig.frame(after: 0.016)
        rig.frame(after: 0.016)
        #expect(rig.reading == nil, "although it is still in sight")
        rig.settle()
    }

    @Test func whateverMovesTheChartTakesTheHoversAway() throws {
        let rig = try ViewerRig("weight", .month, at: april)
        rig.send(.pointerMoved, rig.at(0.5))
        #expect(rig.reading != nil)
        rig.send(.wheel(Vector(dx: 0, dy: -1)), rig.at(0.5))
        #expect(rig.reading == nil)
        rig.settle()
        rig.send(.pointerMoved, rig.at(0.5))
        rig.press(.character("y"))
        rig.frame(after: 0.016)
        #expect(rig.reading == nil)
        rig.settle()
    }

    // MARK: Keys

    @Test func arrowsStepWhereTheChartHasTheFocus() throws {
        let rig = try ViewerRig("weight", .month, at: april)
        let range = rig.model.x.range
        try rig.focus("chart")
        // It enters from the side.
        rig.press(.right)
        let first = try #require(rig.reading)
        #expect(rig.model.active.crosshair.hold == .keys && range.contains(first.time))
        var times = [first.time]
        for _ in 0..<5 {
            rig.press(.right)
            times.append(try #require(rig.reading).time)
        }
        let samples = try Self.samples(rig.model)
        let start = try #require(samples.firstIndex(of: first.time))
        #expect(start == 0 || samples[start - 1] < range.min, "the first in view")
        #expect(times == Array(samples[start...(start + 5)]))
        rig.press(.left)
        #expect(rig.reading?.time == samples[start + 4])
        rig.press(.right, shift: true)
        #expect(rig.reading?.time == samples[start + 14])
        rig.press(.end)
        let last = try #require(samples.last { $0 <= range.max })
        #expect(rig.reading?.time == last)
        rig.press(.home)
        #expect(rig.reading?.time == first.time)
        #expect(rig.model.x.range == range)
        rig.press(.escape)
        #expect(rig.reading == nil && rig.viewer.scene.shownFocus == "chart")
        rig.press(.left)
        #expect(rig.reading?.time == last)
        rig.press(.enter)
        #expect(rig.reading == nil)
        rig.press(.escape)
        #expect(rig.viewer.scene.shownFocus == nil)
    }

    @Test func withoutTheFocusArrowsTurnPages() throws {
        let rig = try ViewerRig("weight", .month, at: april)
        let before = rig.model.x.range
        rig.press(.left)
        rig.settle()
        #expect(rig.model.x.range.max == before.min && rig.reading == nil)
    }

    @Test(arguments: [Period.week, .month]) func aStepBeyondTheViewTurnsThePage(
        period: Period
    ) throws {
        let rig = try ViewerRig("weight", period, at: april)
        let before = rig.model.x.range
        try rig.focus("chart")
        rig.press(.end)
        let last = try #require(rig.reading).time
        rig.press(.right)
        let next = try #require(rig.reading).time
        #expect(next > last && !before.contains(next))
        rig.settle()
        let page = rig.model.x.range
        #expect(page.min == before.max && page.contains(next) && rig.reading?.time == next)
        // A page turned by a key takes it along.
        rig.press(.pageDown)
        rig.settle()
        let after = try #require(rig.reading).time
        #expect(rig.model.x.range.min == page.max && rig.model.x.range.contains(after))
    }

    @Test func aStepBeyondAFreeViewPansJustSoFar() throws {
        let rig = try ViewerRig("weight", .month, at: april)
        try rig.focus("chart")
        rig.press(.character("+"))
        rig.settle()
        let before = rig.model.x.range
        rig.press(.home)
        rig.press(.left)
        rig.settle()
        let range = rig.model.x.range
        let time = try #require(rig.reading).time
        #expect(time < before.min && range.contains(time))
        #expect(abs(range.length - before.length) < 1)
        #expect(abs((time - range.min) / range.length - 0.1) < 0.01)
        // A zoom keeps it in view.
        rig.press(.character("+"))
        rig.press(.character("+"))
        rig.settle()
        #expect(rig.reading?.time == time && rig.model.x.range.contains(time))
    }

    private static func samples(_ model: ViewerModel) throws -> [Double] {
        guard case .readings(let readings)? = model.metricChart?.data.content else { return [] }
        return Array(readings.series.times)
    }

    // MARK: Contents

    @Test func pairsAreToldInTheirColours() throws {
        let rig = try ViewerRig("blood-pressure", .week, at: april)
        rig.click(rig.at(0.5))
        let reading = try #require(rig.reading)
        #expect(reading.rows.map(\.name).prefix(2) == ["systolic", "diastolic"])
        #expect(
            reading.rows[2].name.hasSuffix("ESC 2024") && reading.rows.last?.name == "7-day mean")
        #expect(
            reading.rows.prefix(2).map(\.color) == [
                rig.model.appearance.theme.heart, rig.model.appearance.theme.secondary,
            ])
        #expect(reading.rows.prefix(2).allSatisfy { $0.figure.unit == "mmHg" })
        #expect(reading.markers.count == 2)
        // A hidden series is no longer shown; a mean is in the middle of its day.
        rig.model.active.toggleSeries("diastolic-mean", at: 0)
        rig.model.active.toggleSeries("pairs", at: 0)
        rig.settle()
        let mean = try #require(rig.reading)
        #expect(mean.rows.map(\.name) == ["7-day mean"] && mean.markers.count == 1)
        let day = rig.model.calendar.span(of: .day, containing: reading.time)
        #expect(day.contains(mean.time) || abs(mean.time - reading.time) < 86_400)
    }

    @Test func aPinnedBarBecomesTheBarOfAnotherUnit() throws {
        let rig = try ViewerRig("steps", .week, at: april)
        rig.click(rig.at(0.5))
        let day = try #require(rig.reading)
        for _ in 0..<9 { rig.press(.character("-")) }
        rig.settle()
        let longer = try #require(rig.reading)
        #expect(longer.value > day.value && longer.date != day.date)
        #expect(rig.model.active.crosshair.isHeldFast)
    }

    @Test func reducedMotionShowsAllAtOnce() throws {
        let rig = try ViewerRig("weight", .month, at: april, reducesMotion: true)
        rig.send(.pointerMoved, rig.at(0.3))
        #expect(!rig.frame() && rig.stage.line.opacity == 1)
        rig.send(.pointerMoved, rig.at(0.6))
        #expect(!rig.frame())
        #expect(abs(try #require(rig.stage.frame).midX - rig.place) < 1)
        rig.send(.pointerLeft, rig.at(0.6))
        #expect(!rig.frame() && !rig.stage.line.isShown)
    }
}
