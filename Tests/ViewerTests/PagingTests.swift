import ChartCore
import ChartInteraction
import Charts
import Geometry
import Testing

@testable import Viewer

/// Pages turned by hand, wheel, keys and buttons, and the overview, in the viewer without a window.
@MainActor @Suite struct PagingTests {
    private let april = CivilDate(year: 2025, month: 4, day: 10)

    private func month(_ rig: ViewerRig, _ year: Int, _ month: Int) -> Extent {
        let calendar = rig.model.calendar
        func start(_ month: Int) -> Double {
            calendar.start(of: CivilDate(year: year, month: month, day: 1))
        }
        return Extent(min: start(month), max: start(month + 1))
    }

    /// Drags with a finger by a fraction of the plot's width, in a time in seconds.
    private func swipe(
        _ rig: ViewerRig, by part: Double, in seconds: Double, pause: Double = 0
    ) {
        rig.send(.touchBegan(3), rig.at(0.5), after: 1)
        for step in 1...12 {
            rig.send(
                .touchMoved(3), rig.at(0.5 + part * Double(step) / 12), after: seconds / 12)
            rig.frame()
        }
        rig.send(.touchEnded(3), rig.at(0.5 + part), after: 0.004 + pause)
    }

    @Test func swipesTurnThePage() throws {
        let rig = try ViewerRig("steps", .month, at: april)
        #expect(rig.model.x.range == month(rig, 2025, 4))
        // A quick flick over a tenth of the plot: 28 days of February are not the 31 of March.
        swipe(rig, by: 0.1, in: 0.08)
        rig.settle()
        #expect(rig.model.x.range == month(rig, 2025, 3))
        swipe(rig, by: 0.1, in: 0.08)
        rig.settle()
        #expect(rig.model.x.range == month(rig, 2025, 2))
        // Slowly almost half a page, and then twice less than that.
        swipe(rig, by: -0.49, in: 2, pause: 0.3)
        rig.settle()
        #expect(rig.model.x.range == month(rig, 2025, 2))
        swipe(rig, by: -0.3, in: 2, pause: 0.3)
        swipe(rig, by: -0.3, in: 2, pause: 0.3)
        rig.settle()
        #expect(rig.model.x.range == month(rig, 2025, 2))
        #expect(rig.model.dates.period == .month)
        rig.press(.right)
        rig.press(.right)
        rig.settle()
        #expect(rig.model.x.range == month(rig, 2025, 4))
    }

    /// A day far from all data is shown as requested; the way back leads to their nearest page.
    @Test(arguments: [
        (CivilDate(year: 2020, month: 6, day: 10), 1, (2023, 11)),
        (CivilDate(year: 2031, month: 6, day: 10), -1, (2026, 10)),
    ])
    func aPageFarFromAllDataIsOneOfTheCalendar(
        date: CivilDate, way: Int, nearest: (year: Int, month: Int)
    ) throws {
        let rig = try ViewerRig("steps", .month, at: date)
        #expect(rig.model.x.range == month(rig, date.year, 6))
        #expect(rig.node("state")?.name == "No data for this period")
        #expect(!rig.model.canTurnPage(by: -way))
        rig.press(way > 0 ? .right : .left)
        rig.settle()
        #expect(rig.model.x.range == month(rig, nearest.year, nearest.month))
        #expect(rig.node("state") == nil)
    }

    @Test func withoutMotionAFlickTurnsAtOnce() throws {
        let rig = try ViewerRig("steps", .month, at: april, reducesMotion: true)
        swipe(rig, by: -0.1, in: 0.08)
        #expect(rig.model.x.range == month(rig, 2025, 5))
        #expect(!rig.frame(after: 0.02))
    }

    @Test func aWheelWithShiftTurnsAndWithoutZooms() throws {
        let rig = try ViewerRig("steps", .month, at: april)
        func wheel(_ steps: Double, _ modifiers: Modifiers) {
            rig.frame(after: 0.1)
            rig.send(.wheel(Vector(dx: 0, dy: steps)), rig.at(0.5), modifiers, after: 0)
        }
        wheel(1, .shift)
        wheel(1, .shift)
        rig.settle()
        #expect(rig.model.x.range == month(rig, 2025, 6))
        wheel(-1, .shift)
        rig.settle()
        #expect(rig.model.x.range == month(rig, 2025, 5))
        wheel(1, [])
        rig.settle()
        #expect(rig.model.dates.period == nil, "a free zoom ends the period")
    }

    @Test func theButtonsStopAtTheEnds() throws {
        let rig = try ViewerRig("steps", .year, at: april)
        func node(_ id: ControlID) throws -> SemanticNode { try #require(rig.node(id)) }
        for _ in 0..<20 where try node("page.previous").isEnabled {
            #expect(rig.viewer.controller.press(control: "page.previous"))
            rig.settle()
        }
        #expect(try !node("page.previous").isEnabled)
        #expect(rig.model.x.range.contains(rig.model.dates.domain.min))
        let first = rig.model.x.range
        rig.press(.pageUp)
        rig.settle()
        #expect(rig.model.x.range == first)
        for _ in 0..<20 where try node("page.next").isEnabled {
            rig.viewer.controller.press(control: "page.next")
            rig.settle()
        }
        #expect(rig.model.x.range.contains(rig.model.dates.domain.max.nextDown))
        #expect(try node("page.previous").name == "Previous page")
        rig.model.choose(.all, at: rig.time)
        rig.settle()
        #expect(try !node("page.previous").isEnabled && !node("page.next").isEnabled)
    }

    @Test func halfYearsFollowOneAnotherFromTheFirst() throws {
        let rig = try ViewerRig("steps", .halfYear, at: april)
        let calendar = rig.model.calendar
        let home = rig.model.x.range
        // The first of May is a Thursday: most of its week is in May.
        let week = calendar.span(
            of: .week, containing: calendar.start(of: CivilDate(year: 2025, month: 5, day: 1)))
        #expect(home.max == (calendar.firstWeekday == .monday ? week.min : week.max))
        #expect(calendar.start(of: .week, containing: home.min) == home.min)
        swipe(rig, by: 0.1, in: 0.08)
        rig.settle()
        #expect(rig.model.x.range.max == home.min)
        rig.press(.right)
        rig.settle()
        #expect(rig.model.x.range == home)
    }

    @Test func theHeadlineTellsOfTheTargetAndCounts() throws {
        let rig = try ViewerRig("steps", .month, at: april)
        func headline() throws -> (range: String, total: String) {
            let nodes = rig.viewer.scene.tree.flattened
            return (
                try #require(nodes.first { $0.id == "headline" }).value,
                try #require(nodes.last { $0.id.hasPrefix("figure.") }).value
            )
        }
        let before = try headline()
        rig.press(.right)
        let during = try headline()
        #expect(during.range == "May 2025", "the words are those of where it goes")
        var totals: [String] = []
        for _ in 0..<12 {
            rig.frame(after: 1.0 / 60)
            totals.append(try headline().total)
        }
        #expect(Set(totals).count > 5, "the total counts")
        rig.settle()
        let after = try headline()
        let data = try #require(rig.model.metricChart)
        #expect(after.total == data.figures(over: rig.model.x.range).last?.figure.text)
        #expect(after.total != before.total)
    }

    // MARK: The overview

    private func strip(_ rig: ViewerRig) throws -> Rect {
        try #require(rig.viewer.scene.area?.frames.overview)
    }

    /// The window's node has its edges at the pixels of the range.
    private func expectInStep(_ rig: ViewerRig) throws {
        let strip = try strip(rig)
        let domain = rig.model.overviewDomain
        let node = try #require(rig.node("overview.window"))
        func place(_ time: Double) -> Double {
            let x = strip.minX + (time - domain.min) / domain.length * strip.width
            return min(max(x, strip.minX), strip.maxX)
        }
        #expect(abs(node.frame.minX - place(rig.model.x.range.min)) < 0.25)
        #expect(abs(node.frame.maxX - place(rig.model.x.range.max)) < 0.25)
    }

    @Test func theWindowIsInStepInEveryFrame() throws {
        let rig = try ViewerRig("weight", .halfYear, at: april)
        try expectInStep(rig)
        rig.send(.touchBegan(3), rig.at(0.5), after: 1)
        for step in 1...10 {
            rig.send(.touchMoved(3), rig.at(0.5 + 0.02 * Double(step)), after: 0.01)
            rig.frame()
            try expectInStep(rig)
        }
        rig.send(.touchEnded(3), rig.at(0.7))
        for _ in 0..<60 {
            rig.frame(after: 1.0 / 60)
            try expectInStep(rig)
        }
        // The other way round: the main chart follows the dragged window.
        rig.settle()
        let strip = try strip(rig)
        let window = try #require(rig.node("overview.window"))
        let grip = window.frame.center
        rig.send(.pointerMoved, grip, after: 1)
        rig.send(.pointerPressed(.left), grip)
        let before = rig.model.x.range
        for step in 1...10 {
            rig.send(.pointerMoved, Point(x: grip.x - 3 * Double(step), y: grip.y))
            rig.frame()
            try expectInStep(rig)
            let moved = 3 * Double(step) / strip.width * rig.model.overviewDomain.length
            #expect(abs(before.min - rig.model.x.range.min - moved) < 1)
        }
        rig.send(.pointerReleased(.left), Point(x: grip.x - 30, y: grip.y))
        rig.settle()
        // It was a page, and comes to rest on one.
        #expect(rig.model.dates.period == .halfYear)
        let start = rig.model.x.range.min
        #expect(rig.model.calendar.start(of: .week, containing: start) == start)
    }

    @Test func aPressBesideTheWindowGoesThere() throws {
        let rig = try ViewerRig("weight", .month, at: april)
        let strip = try strip(rig)
        let place = Point(x: strip.minX + strip.width * 0.1, y: strip.midY)
        let time = rig.model.dates.domain.min + 0.1 * rig.model.dates.domain.length
        rig.click(place)
        rig.settle()
        #expect(rig.model.x.range.contains(time) && rig.model.dates.period == .month)
        rig.viewer.controller.press([KeyCombination(.character("+"))])
        rig.settle()
        rig.tap(Point(x: strip.minX + strip.width * 0.5, y: strip.midY))
        rig.settle()
        let middle = rig.model.dates.domain.min + 0.5 * rig.model.dates.domain.length
        #expect(abs(rig.model.x.range.mid - middle) < 1)
    }

    @Test func keysMoveTheWindowAndItsHandles() throws {
        let rig = try ViewerRig("weight", .month, at: april)
        rig.viewer.controller.press([KeyCombination(.character("-"))])
        rig.settle()
        try rig.focus("overview.window")
        let home = rig.model.x.range
        rig.press(.right)
        rig.settle()
        #expect(abs(rig.model.x.range.min - home.min - 0.1 * home.length) < 1)
        rig.press(.left)
        rig.press(.left, shift: true)
        rig.settle()
        #expect(abs(rig.model.x.range.min - home.min + home.length) < 1)
        rig.press(.home)
        rig.settle()
        #expect(abs(rig.model.x.range.min - rig.model.dates.domain.min) < 1)
        rig.press(.end)
        rig.settle()
        #expect(abs(rig.model.x.range.max - rig.model.dates.domain.max) < 1)

        let before = rig.model.x.range
        try rig.focus("overview.lower")
        rig.press(.left)
        rig.settle()
        #expect(abs(rig.model.x.range.min - before.min + 0.1 * before.length) < 1)
        #expect(rig.model.x.range.max == before.max)
        rig.press(.home)
        rig.settle()
        #expect(abs(rig.model.x.range.min - rig.model.dates.domain.min) < 1)
        // Past the other handle it stops at the least distance.
        rig.press(.end)
        rig.settle()
        let strip = try strip(rig)
        let gap = OverviewDrag.leastGap / strip.width * rig.model.dates.domain.length
        #expect(abs(rig.model.x.range.length - gap) < 2)
        try rig.focus("overview.upper")
        let most = rig.model.x.range
        rig.press(.home)
        rig.settle()
        #expect(rig.model.x.range.length <= most.length && rig.model.x.range.min == most.min)
    }
}
