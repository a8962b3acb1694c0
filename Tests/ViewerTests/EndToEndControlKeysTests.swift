import Foundation
import Geometry
import TestCompositor
import Testing

extension RunningViewer {
    /// Moves the keyboard's focus to the control with an id: Tab backwards, from nothing.
    ///
    /// - Parameter without: the later controls that are disabled and therefore no stops.
    func focus(_ id: String, without: Set<String> = []) throws {
        try type(KeyCode.escape)
        try settle()
        let roles: Set = ["button", "segment", "list-item", "toggle", "chart", "slider"]
        let stops = try layout().controls.filter {
            roles.contains($0.role) && !without.contains($0.id)
        }.map(\.id)
        let place = try #require(stops.lastIndex(of: id), "no \(id) among \(stops)")
        for _ in place..<stops.count { try type(KeyCode.leftShift, KeyCode.tab) }
        try settle()
    }

    /// Presses keys together, waits for rest, and returns the visible range.
    func range(after codes: UInt32..., of axis: String = "x") throws -> VisibleRange {
        try press(codes)
        try settle()
        return try range(axis)
    }

    /// Presses keys together and releases them in reverse.
    func press(_ codes: [UInt32]) throws {
        try hold()
        for code in codes { try compositor.keyboard.key(code, isPressed: true) }
        for code in codes.reversed() { try compositor.keyboard.key(code, isPressed: false) }
    }
}

extension EndToEnd {
    /// The other functions, by keyboard alone.
    @Suite struct KeyboardTests {
        @Test func everyPeriodIsPagedOverChangesOfTheClockAndLeapYears() throws {
            try withViewer { viewer in
                func after(_ code: UInt32, _ count: Int = 1) throws -> VisibleRange {
                    // Page turns in quick succession add up.
                    for _ in 0..<count { try viewer.type(code) }
                    try viewer.settle()
                    return try viewer.range()
                }
                #expect(try after(KeyCode.d) == Almanac.page(.day, holding: "2026-10-31"))
                // The day on which the clock is turned back has 25 hours.
                let long = try after(KeyCode.left, 6)
                #expect(long == Almanac.page(.day, holding: "2026-10-25"))
                #expect(long.length == 25 * 3600)
                #expect(try after(KeyCode.w) == Almanac.page(.week, holding: "2026-10-25"))
                #expect(try after(KeyCode.pageUp) == Almanac.page(.week, holding: "2026-10-18"))
                #expect(try after(KeyCode.m) == Almanac.page(.month, holding: "2026-10-18"))
                #expect(try after(KeyCode.left, 7) == Almanac.page(.month, holding: "2026-03-18"))
                // Whole weeks: that of the 31st of March has most of its days in April.
                #expect(
                    try after(Keys.six) == Almanac.span(from: "2025-11-03", to: "2026-05-04"))
                #expect(
                    try after(KeyCode.left) == Almanac.span(from: "2025-04-28", to: "2025-11-03"))
                #expect(try after(KeyCode.y) == Almanac.page(.year, holding: "2025-05-01"))
                let leap = try after(KeyCode.left)
                #expect(leap == Almanac.page(.year, holding: "2024-05-01"))
                #expect(leap.length == 366 * 86_400)
                #expect(
                    try after(KeyCode.pageDown) == Almanac.page(.year, holding: "2025-05-01"))
            }
        }

        @Test func theOverviewIsMovedAndResized() throws {
            try withViewer(Program.samples, ["--metric", "weight"]) { viewer in
                let all = try viewer.range(after: KeyCode.a)
                _ = try viewer.range(after: KeyCode.m)
                for _ in 0..<6 { try viewer.type(KeyCode.left) }
                try viewer.settle()
                // With pages, a whole window is a page.
                try viewer.focus("overview.window")
                #expect(
                    try viewer.range(after: KeyCode.leftShift, KeyCode.right)
                        == Almanac.page(.month, holding: "2026-05-10"))
                #expect(
                    try viewer.range(after: KeyCode.home)
                        == Almanac.page(.month, holding: "2023-11-10"))
                #expect(
                    try viewer.range(after: KeyCode.end)
                        == Almanac.page(.month, holding: "2026-10-10"))
                // Otherwise it moves by tenths and by its own length.
                for _ in 0..<3 { try viewer.type(KeyCode.leftShift, KeyCode.left) }
                try viewer.settle()
                let page = try viewer.range()
                var range = try viewer.range(after: KeyCode.right)
                #expect(abs(range.min - page.min - 0.1 * page.length) < 1)
                #expect(abs(range.length - page.length) < 1)
                #expect(try viewer.layout().period == "")
                let free = range
                range = try viewer.range(after: KeyCode.leftShift, KeyCode.left)
                #expect(abs(range.min - free.min + free.length) < 1)
                range = try viewer.range(after: KeyCode.home)
                #expect(abs(range.min - all.min) < 1)
                range = try viewer.range(after: KeyCode.end)
                #expect(abs(range.max - all.max) < 1)

                // The handles.
                let before = range
                try viewer.focus("overview.lower")
                range = try viewer.range(after: KeyCode.left)
                #expect(abs(range.min - before.min + 0.1 * before.length) < 1)
                #expect(range.max == before.max)
                range = try viewer.range(after: KeyCode.home)
                #expect(abs(range.min - all.min) < 1 && abs(range.max - all.max) < 1)
                // One handle stops 50 points before the other.
                range = try viewer.range(after: KeyCode.end)
                let strip = try viewer.layout().control("overview", "Overview").frame
                #expect(abs(range.length - 50 / strip.width * all.length) < 2)
                #expect(range.max == before.max)
                range = try viewer.range(after: KeyCode.home)
                try viewer.focus("overview.upper")
                let back = try viewer.range(after: KeyCode.left)
                #expect(back.min == range.min)
                #expect(abs(back.length - 0.9 * range.length) < 1)
                // Without the focus the arrows turn pages again.
                _ = try viewer.range(after: KeyCode.escape)
                let month = try viewer.range(after: KeyCode.m)
                #expect(try viewer.range(after: KeyCode.left).max == month.min)
            }
        }

        @Test func theValueAxisIsMovedZoomedPinnedAndReleased() throws {
            try withViewer(Program.samples, ["--metric", "weight"]) { viewer in
                let fit = try viewer.range("y")
                let x = try viewer.range()
                var range = try viewer.range(after: KeyCode.leftAlt, KeyCode.down, of: "y")
                #expect(abs(range.min - (fit.min - 0.2 * fit.length)) < 1e-9)
                range = try viewer.range(after: KeyCode.leftAlt, KeyCode.equal, of: "y")
                #expect(abs(range.length - fit.length / 1.5) < 1e-9)
                #expect(
                    abs((range.min + range.max) / 2 - (fit.min + 0.3 * fit.length)) < 1e-9)
                let pinned = range
                // It is pinned: pages do not change it.
                #expect(try viewer.range(after: KeyCode.left).max == x.min)
                #expect(try viewer.range("y") == pinned)
                #expect(try viewer.range(after: KeyCode.right) == x)
                range = try viewer.range(after: KeyCode.leftAlt, KeyCode.minus, of: "y")
                #expect(abs(range.length - fit.length) < 1e-9)
                // The sign of the pin is a button, too.
                try viewer.focus("axis.pinned")
                #expect(try viewer.range(after: KeyCode.enter, of: "y") == fit)
                #expect(try !viewer.layout().has("button", "Fit the value axis"))
                #expect(try viewer.range() == x)
            }
        }

        @Test func viewsAreGoneBackToOverMetricsAndPeriods() throws {
            try withViewer { viewer in
                func view(after codes: UInt32...) throws -> [String] {
                    try viewer.press(codes)
                    try viewer.settle()
                    let layout = try viewer.layout()
                    let range = try viewer.range()
                    return [layout.metric, layout.period, "\(range.min)", "\(range.max)"]
                }
                var views: [[String]] = [try view(after: KeyCode.m)]
                views.append(try view(after: KeyCode.w))
                views.append(try view(after: KeyCode.left))
                views.append(try view(after: KeyCode.down))
                views.append(try view(after: KeyCode.equal))
                #expect(Set(views).count == 5)
                for index in [3, 2, 1, 0, 0] {
                    #expect(try view(after: KeyCode.leftAlt, KeyCode.left) == views[index])
                }
                for index in [1, 2] {
                    #expect(try view(after: KeyCode.leftAlt, KeyCode.right) == views[index])
                }
                // A new view replaces those that were ahead.
                let other = try view(after: KeyCode.y)
                #expect(try view(after: KeyCode.leftAlt, KeyCode.right) == other)
                #expect(try view(after: KeyCode.leftAlt, KeyCode.left) == views[2])
            }
        }

        @Test func theHelpIsReadToItsEndInASmallWindow() throws {
            try withViewer(Program.samples, ["--size", "360x480"]) { viewer in
                func rows(after code: UInt32) throws -> [Rect] {
                    try viewer.type(code)
                    try viewer.settle()
                    return try viewer.layout().controls.filter { $0.id.hasPrefix("dialog.row") }
                        .map(\.frame)
                }
                try viewer.type(KeyCode.f1)
                try viewer.waitForLayout("the help") { $0.has("dialog", "Keyboard shortcuts") }
                let top = try rows(after: KeyCode.home)
                let line = try rows(after: KeyCode.down)
                #expect(line != top)
                #expect(try rows(after: KeyCode.up) == top)
                let page = try rows(after: KeyCode.pageDown)
                #expect(page != top && page != line)
                let end = try rows(after: KeyCode.end)
                #expect(end != page)
                #expect(try rows(after: KeyCode.pageDown) == end, "the end is the end")
                #expect(try rows(after: KeyCode.home) == top)
                // The button has the focus, and no command below it is reached.
                let x = try viewer.range()
                try viewer.type(KeyCode.w)
                try viewer.type(KeyCode.enter)
                try viewer.waitForLayout("no help") { !$0.has("dialog", "Keyboard shortcuts") }
                #expect(try viewer.layout().period == "m" && viewer.range() == x)
            }
        }

        @Test func theListOfMetricsIsADrawerInASmallWindow() throws {
            try withViewer(Program.samples, ["--size", "360x480"]) { viewer in
                #expect(try !viewer.layout().has("list-item", "Weight"))
                try viewer.type(Keys.f9)
                try viewer.waitForLayout("the drawer") { $0.has("list-item", "Weight") }
                try viewer.type(KeyCode.escape)
                try viewer.waitForLayout("no drawer") { !$0.has("list-item", "Weight") }
                try viewer.type(Keys.f9)
                try viewer.settle()
                // The last row of the list is the first stop of Tab backwards.
                try viewer.type(KeyCode.leftShift, KeyCode.tab)
                try viewer.type(KeyCode.enter)
                try viewer.waitForLayout("the last metric") { $0.metric == "blood-pressure" }
            }
        }

        @Test func theReportTheMenuAndTheWholeScreen() throws {
            try withViewer { viewer in
                try viewer.type(Keys.i)
                try viewer.waitForLayout("the report") { $0.has("dialog", "Import report") }
                try viewer.type(KeyCode.escape)
                try viewer.waitForLayout("no report") { !$0.has("dialog", "Import report") }
                // The same from the menu: under the four choices, the commands that open files, the
                // notes, the targets, and the help.
                try viewer.type(Keys.f10)
                try viewer.waitForLayout("the menu") { $0.has("menu", "Menu") }
                for _ in 0..<9 { try viewer.type(KeyCode.down) }
                try viewer.type(KeyCode.enter)
                try viewer.waitForLayout("the report") { $0.has("dialog", "Import report") }
                try viewer.type(KeyCode.escape)
                try viewer.settle()
                #expect(try !viewer.layout().has("menu", "Menu"))
                try viewer.type(Keys.f11)
                try viewer.window.wait("the request for full screen") {
                    $0.requests.last == .fullscreen
                }
            }
        }
    }
}
