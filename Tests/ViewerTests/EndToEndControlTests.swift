import Foundation
import Geometry
import TestCompositor
import Testing

extension EndToEnd {
    @Suite struct ControlTests {
        /// The first and the last day with records, and the day after.
        static let everything = Almanac.span(from: "2023-11-01", to: "2026-11-01")

        @Test(arguments: RunningViewer.Means.allCases)
        func periodsAndMetricsArePressed(means: RunningViewer.Means) throws {
            try withViewer { viewer in
                let pages: [(name: String, period: String, range: VisibleRange)] = [
                    ("Week", "w", Almanac.page(.week, holding: "2026-10-31")),
                    ("Day", "d", Almanac.page(.day, holding: "2026-10-31")),
                    ("Year", "y", Almanac.page(.year, holding: "2026-10-31")),
                    // The weeks that have most of their days in May to October.
                    ("Six months", "6m", Almanac.span(from: "2026-05-04", to: "2026-11-02")),
                    ("All time", "all", Self.everything),
                    ("Month", "m", Almanac.page(.month, holding: "2026-10-31")),
                ]
                for page in pages {
                    try viewer.press("segment", page.name, by: means)
                    let layout = try viewer.waitForLayout("the period \(page.period)") {
                        $0.period == page.period
                    }
                    try viewer.settle()
                    #expect(try viewer.range() == page.range, "\(page.name)")
                    #expect(try layout.control("segment", page.name).isSelected)
                    let chosen = layout.controls.filter { $0.role == "segment" && $0.isSelected }
                    #expect(
                        chosen.filter { one in pages.contains { $0.name == one.name } }.map(\.name)
                            == [page.name])
                }
                for (name, id) in [("Weight", "weight"), ("Blood pressure", "blood-pressure")] {
                    try viewer.press("list-item", name, by: means)
                    let layout = try viewer.waitForLayout("the metric \(id)") { $0.metric == id }
                    #expect(try layout.control("list-item", name).isSelected)
                    #expect(layout.has("chart", name))
                }
                // Another metric is shown over the same days.
                #expect(try viewer.range() == Almanac.page(.month, holding: "2026-10-31"))
            }
        }

        @Test func aPressThatIsMovedOffAControlDoesNothing() throws {
            try withViewer { viewer in
                let before = try viewer.range()
                let week = try viewer.layout().control("segment", "Week").frame
                let plot = try viewer.layout().plot
                try viewer.pointTo(week.center)
                try viewer.compositor.pointer.press()
                try viewer.compositor.pointer.move(x: plot.center.x, y: plot.center.y)
                try viewer.compositor.pointer.release()
                try viewer.settle()
                #expect(try viewer.layout().period == "m")
                #expect(try viewer.range() == before)
            }
        }

        @Test func keysDoWhatTheControlsDo() throws {
            try withViewer { viewer in
                func after(_ codes: UInt32...) throws -> VisibleRange {
                    for code in codes { try viewer.type(code) }
                    try viewer.settle()
                    return try viewer.range()
                }
                let october = Almanac.page(.month, holding: "2026-10-31")
                #expect(try after(KeyCode.w) == Almanac.page(.week, holding: "2026-10-31"))
                #expect(try after(KeyCode.d) == Almanac.page(.day, holding: "2026-10-31"))
                #expect(try after(Keys.six) == Almanac.span(from: "2026-05-04", to: "2026-11-02"))
                #expect(try after(KeyCode.y) == Almanac.page(.year, holding: "2026-10-31"))
                #expect(try after(KeyCode.a) == Self.everything)
                #expect(try after(KeyCode.m) == october)
                #expect(try after(KeyCode.left) == Almanac.page(.month, holding: "2026-09-10"))
                // Page turns in quick succession add up.
                #expect(
                    try after(KeyCode.left, KeyCode.left, KeyCode.pageUp)
                        == Almanac.page(.month, holding: "2026-06-10"))
                #expect(try after(KeyCode.right) == Almanac.page(.month, holding: "2026-07-10"))
                #expect(try after(KeyCode.home) == Self.everything)
                #expect(try viewer.layout().period == "all")

                let page = try after(KeyCode.m)
                #expect(page == october)
                let closer = try after(Keys.equal)
                #expect(abs(closer.length - page.length / 1.5) < 1)
                #expect(abs((closer.min + closer.max) - (page.min + page.max)) < 2)
                #expect(try viewer.layout().period == "")
                let back = try after(KeyCode.minus)
                #expect(abs(back.min - page.min) < 1 && abs(back.max - page.max) < 1)

                #expect(try viewer.layout().metric == "steps")
                try viewer.type(KeyCode.down)
                try viewer.waitForLayout("the next metric") { $0.metric == "weight" }
                try viewer.type(KeyCode.up)
                try viewer.waitForLayout("the metric before") { $0.metric == "steps" }
            }
        }

        @Test func theKeyboardAloneReachesEveryControl() throws {
            try withViewer { viewer in
                // The first one opens a file; the segments are next to it.
                try viewer.type(KeyCode.tab)
                try viewer.type(KeyCode.tab)
                try viewer.type(KeyCode.enter)
                try viewer.waitForLayout("the first segment pressed") { $0.period == "d" }
                try viewer.type(KeyCode.tab)
                try viewer.type(KeyCode.space)
                try viewer.waitForLayout("the second segment pressed") { $0.period == "w" }
                try viewer.type(KeyCode.leftShift, KeyCode.tab)
                try viewer.type(KeyCode.enter)
                try viewer.waitForLayout("the first segment pressed again") { $0.period == "d" }
            }
        }

        @Test func theHelpListsTheKeysAndEscapeClosesIt() throws {
            try withViewer { viewer in
                try viewer.type(KeyCode.f1)
                let layout = try viewer.waitForLayout("the help") {
                    $0.has("dialog", "Keyboard shortcuts")
                }
                #expect(try layout.control("list-item", "Week").value == "W")
                // Controls under the dialog are out of reach.
                try viewer.press("segment", "Year")
                try viewer.waitForLayout("the help closed by a press next to it") {
                    !$0.has("dialog", "Keyboard shortcuts")
                }
                #expect(try viewer.layout().period == "m")
                try viewer.type(KeyCode.leftShift, KeyCode.slash)
                try viewer.waitForLayout("the help") { $0.has("dialog", "Keyboard shortcuts") }
                try viewer.type(KeyCode.escape)
                try viewer.waitForLayout("no help") { !$0.has("dialog", "Keyboard shortcuts") }
            }
        }

        @Test func theThemeIsSwitchedAndBack() throws {
            try withViewer { viewer in
                let light = try viewer.window.picture
                try viewer.type(Keys.t)
                try viewer.settle()
                #expect(try viewer.lines("frame").contains { $0.text("cause") == "theme" })
                let dark = try viewer.window.picture
                #expect(brightness(dark) < brightness(light) / 3)
                try viewer.type(Keys.t)
                try viewer.settle()
                #expect(try viewer.window.picture.difference(from: light) == nil)
            }
        }

        private func brightness(_ picture: WindowPicture) -> Int {
            var sum = 0
            for index in stride(from: 0, to: picture.pixels.count, by: 97) {
                sum += Int(picture.pixels[index] >> 8 & 0xFF)
            }
            return sum
        }

        @Test func controlAndQCloses() throws {
            try withViewer { viewer in
                // Without the release: the window is closed by then.
                try viewer.hold(KeyCode.leftControl, KeyCode.q)
                #expect(try viewer.process.waitForExit() == .code(0), "\(viewer.process.summary)")
            }
        }

        @Test func theCompositorClosesTheWindow() throws {
            try withViewer { viewer in
                try viewer.window.close()
                #expect(try viewer.process.waitForExit() == .code(0), "\(viewer.process.summary)")
                #expect(viewer.process.standardError.isEmpty)
            }
        }
    }
}

/// Keys that have no name in the test compositor.
enum Keys {
    static let six: UInt32 = 7
    static let equal: UInt32 = 13
    static let t: UInt32 = 20
    static let i: UInt32 = 23
    static let f: UInt32 = 33
    static let f9: UInt32 = 67
    static let f10: UInt32 = 68
    static let f11: UInt32 = 87
}
