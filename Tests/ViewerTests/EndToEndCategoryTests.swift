import Foundation
import Geometry
import TestCompositor
import Testing

extension EndToEnd {
    /// Values by name in a real window: by keys alone, by a finger and by the wheel.
    @Suite struct CategoryTests {
        private static let text =
            "name,value\n"
            + [7, 1, 2, 6, 3, 9, 2, 9, 1, 5, 1, 1, 6].enumerated()
            .map { "Name \($0.offset + 1),\($0.element)\n" }.joined()

        private func withNames(_ body: (RunningViewer) throws -> Void) throws {
            try withTemporaryFolder { folder in
                let path = folder + "/names.csv"
                try Self.text.write(toFile: path, atomically: true, encoding: .utf8)
                try withViewer([path], [], body)
            }
        }

        private func page(_ viewer: RunningViewer) throws -> String {
            try viewer.settle()
            return try #require(try viewer.layout().controls.first { $0.id == "pages" }).value
        }

        @Test func pagesTurnByKeysAlone() throws {
            try withNames { viewer in
                #expect(try viewer.layout().metric == "category:value")
                #expect(try page(viewer) == "1 of 3")
                try viewer.type(KeyCode.right)
                #expect(try page(viewer) == "2 of 3")
                #expect(try viewer.range() == VisibleRange(min: 4.5, max: 9.5))
                try viewer.type(KeyCode.pageDown)
                #expect(try page(viewer) == "3 of 3")
                try viewer.type(KeyCode.right)
                #expect(try page(viewer) == "3 of 3")
                try viewer.type(KeyCode.left)
                #expect(try page(viewer) == "2 of 3")
                try viewer.type(KeyCode.home)
                #expect(try page(viewer) == "1 of 3")
            }
        }

        @Test func theBoardTheOverviewAndTheButtonsWorkByKeysAlone() throws {
            try withNames { viewer in
                // On the first page the button back is disabled and not a stop.
                try viewer.focus("chart", without: ["page.previous"])
                let start = try viewer.mark
                try viewer.type(KeyCode.end)
                #expect(try page(viewer) == "1 of 3")
                #expect(try viewer.lines("select", from: start).last?.number("value") == 3)
                #expect(try viewer.layout().controls.contains { $0.id == "board" })
                // The next bar is on the next page.
                try viewer.type(KeyCode.right)
                #expect(try page(viewer) == "2 of 3")
                #expect(try viewer.lines("select", from: start).last?.number("value") == 9)
                try viewer.type(KeyCode.escape)
                try viewer.settle()
                #expect(try !viewer.layout().controls.contains { $0.id == "board" })

                try viewer.focus("overview.window")
                try viewer.type(KeyCode.end)
                #expect(try page(viewer) == "3 of 3")
                try viewer.type(KeyCode.left)
                #expect(try page(viewer) == "2 of 3")
                try viewer.type(KeyCode.home)
                #expect(try page(viewer) == "1 of 3")
                #expect(try viewer.range() == VisibleRange(min: -0.5, max: 4.5))
                try viewer.focus("page.next")
                try viewer.type(KeyCode.enter)
                #expect(try page(viewer) == "2 of 3")
            }
        }

        @Test func pagesTurnByFingerWheelAndButton() throws {
            try withNames { viewer in
                let plot = try viewer.layout().plot
                let places = (0...8).map {
                    Point(x: plot.maxX - 40 - Double($0) * plot.width * 0.05, y: plot.midY)
                }
                try viewer.swipe(places)
                #expect(try page(viewer) == "2 of 3")
                #expect(try viewer.range() == VisibleRange(min: 4.5, max: 9.5))
                try viewer.press("button", "Next page")
                #expect(try page(viewer) == "3 of 3")
                try viewer.pointTo(plot.center)
                try viewer.compositor.pointer.turnWheel(steps: -1)
                #expect(try page(viewer) == "2 of 3")
                #expect(try viewer.range().length == 5)
            }
        }
    }
}
