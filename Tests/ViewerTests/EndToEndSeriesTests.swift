import Foundation
import Geometry
import TestCompositor
import Testing

extension EndToEnd {
    /// The legend and the value axis, by keyboard alone.
    @Suite struct SeriesTests {
        @Test func seriesAreToggledAndShownAloneByKeys() throws {
            try withViewer(Program.samples, ["--metric", "blood-pressure"]) { viewer in
                func isShown(_ name: String) throws -> Bool {
                    try viewer.layout().control("toggle", name).isSelected
                }
                // Backwards the legend is the first stop of Tab: the limits, then the daily means.
                try viewer.type(KeyCode.leftShift, KeyCode.tab)
                try viewer.type(KeyCode.leftShift, KeyCode.tab)
                try viewer.type(KeyCode.enter)
                try viewer.waitForLayout("the days hidden") {
                    (try? $0.control("toggle", "Daily means").isSelected) == false
                }
                try viewer.settle()
                try viewer.type(KeyCode.leftAlt, KeyCode.enter)
                try viewer.waitForLayout("the days alone") { layout in
                    layout.controls.filter { $0.role == "toggle" && $0.isSelected }.map(\.name)
                        == ["Daily means", "Limits: home, ESC 2024"]
                }
                try viewer.settle()
                let mark = try viewer.mark
                try viewer.type(KeyCode.space)
                try viewer.waitForLayout("nothing shown") { $0.has("button", "Show all series") }
                try viewer.settle()
                #expect(
                    try viewer.lines("frame", from: mark).contains {
                        $0["animating"]?.flag == true
                    }, "it faded")
                #expect(try viewer.layout().has("text", "Everything is hidden"))
                // After the limits the button is the next stop.
                try viewer.type(KeyCode.tab)
                try viewer.type(KeyCode.tab)
                try viewer.type(KeyCode.enter)
                try viewer.waitForLayout("all shown") { layout in
                    layout.controls.filter { $0.role == "toggle" }.allSatisfy(\.isSelected)
                }
                try viewer.settle()
                #expect(try isShown("Systolic, 7-day mean"))
            }
        }

        @Test func theValueAxisIsPinnedAndReleasedByKeys() throws {
            try withViewer(Program.samples, ["--metric", "weight"]) { viewer in
                let fit = try viewer.range("y")
                let x = try viewer.range()
                try viewer.type(KeyCode.leftAlt, KeyCode.up)
                try viewer.settle()
                let moved = try viewer.range("y")
                #expect(abs(moved.min - (fit.min + 0.2 * fit.length)) < 1e-9)
                #expect(try viewer.layout().has("button", "Fit the value axis"))
                try viewer.type(Keys.f)
                try viewer.settle()
                #expect(try viewer.range("y") == fit && viewer.range() == x)
                #expect(try !viewer.layout().has("button", "Fit the value axis"))
            }
        }
    }
}
