import Foundation
import Geometry
import TestCompositor
import Testing

extension EndToEnd {
    /// The crosshair and its board in a real window: by pointer, by finger and by keys alone.
    @Suite struct CrosshairTests {
        private func board(_ viewer: RunningViewer) throws -> Control? {
            try viewer.layout().controls.first { $0.id == "board" }
        }

        /// Presses Tab until the chart has the focus and its keys move the crosshair.
        private func focusChart(_ viewer: RunningViewer) throws {
            let start = try viewer.mark
            for _ in 0..<40 {
                try viewer.type(KeyCode.tab)
                try viewer.type(KeyCode.end)
                try viewer.settle()
                if try !viewer.lines("select", from: start).isEmpty { return }
            }
            Issue.record("Tab never reached the chart")
        }

        @Test func theChartIsReadByKeysAlone() throws {
            try withViewer(Program.samples, ["--metric", "weight"]) { viewer in
                let page = try viewer.range()
                try focusChart(viewer)
                let last = try #require(try viewer.lines("select").last?.number("time"))
                #expect(last < page.max && last > page.max - 2 * 86_400)
                let shown = try #require(try board(viewer))
                #expect(shown.name != "" && shown.frame.width > 0)
                // From reading to reading, ten at a time, and to the first.
                var times = [last]
                func press(_ codes: [UInt32]) throws {
                    if codes.count == 2 {
                        try viewer.type(codes[0], codes[1])
                    } else {
                        try viewer.type(codes[0])
                    }
                    try viewer.settle()
                    times.append(
                        try #require(try viewer.lines("select").last?.number("time")))
                }
                for _ in 0..<3 { try press([KeyCode.left]) }
                #expect(times == times.sorted(by: >) && Set(times).count == 4)
                try press([KeyCode.right])
                #expect(times[4] == times[2])
                try press([KeyCode.leftShift, KeyCode.left])
                #expect(times[4] - times[5] > 9 * 86_400)
                try press([KeyCode.home])
                #expect(times[6] >= page.min && times[6] < page.min + 2 * 86_400)
                #expect(try viewer.range() == page, "arrows read, and turn no pages")
                // Beyond the view it turns the page.
                try press([KeyCode.left])
                let before = try viewer.range()
                #expect(before.max == page.min && before.min <= times[7] && times[7] < before.max)
                #expect(try board(viewer) != nil)
                // Esc removes it, and then the focus; now arrows turn pages.
                try viewer.type(KeyCode.escape)
                try viewer.settle()
                #expect(try board(viewer) == nil)
                try viewer.type(KeyCode.escape)
                try viewer.type(KeyCode.right)
                try viewer.settle()
                #expect(try viewer.range() == page)
                #expect(try board(viewer) == nil)
            }
        }

        // A pen that is dragged over the chart draws.
        @Test(arguments: [RunningViewer.Means.pointer, .touch])
        func aPressPinsItAndItGoesWithTheData(means: RunningViewer.Means) throws {
            try withViewer(
                Program.samples,
                ["--metric", "weight", "--at", "2025-03-15"]
            ) { viewer in
                // A free range, which comes to rest wherever it is released.
                try viewer.type(KeyCode.equal)
                try viewer.settle()
                let plot = try viewer.layout().plot
                let start = try viewer.mark
                try viewer.press(at: plot.center, by: means)
                try viewer.settle()
                let picked = try #require(try viewer.lines("select", from: start).last)
                let before = try #require(try board(viewer))
                let range = try viewer.range()
                let steps = (0...8).map {
                    Point(x: plot.center.x + 5 * Double($0), y: plot.center.y)
                }
                try viewer.drag(steps, by: means)
                try viewer.settle()
                let after = try #require(try board(viewer))
                let moved = (range.min - (try viewer.range().min)) / range.length * plot.width
                #expect(abs(moved - 40) < 1)
                #expect(after.name == before.name)
                #expect(abs((after.frame.center.x - before.frame.center.x) - moved) < 1)
                #expect(
                    try viewer.lines("select", from: start).last?.number("time")
                        == picked.number("time"))
                // Nothing keeps moving: the last frame requested no other.
                #expect(try viewer.lines("frame").last?["animating"]?.flag == false)
            }
        }

        @Test func theBoardFadesAndThenNothingMoves() throws {
            try withViewer { viewer in
                let plot = try viewer.layout().plot
                try viewer.pointTo(plot.center)
                try viewer.settle()
                let shown = try viewer.window.picture
                try viewer.pointTo(Point(x: plot.maxX + 30, y: plot.maxY + 20))
                try viewer.settle()
                #expect(try viewer.window.picture != shown)
                let count = try viewer.lines("frame").count
                try viewer.window.roundTrip()
                try viewer.settle()
                #expect(try viewer.lines("frame").count == count)
            }
        }
    }
}
