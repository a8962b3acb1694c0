import Foundation
import Geometry
import TestCompositor
import Testing

extension EndToEnd {
    /// A chart of several lines, in a window.
    @Suite struct LinesTests {
        @Test func linesAreToggledAndTheOverviewIsDragged() throws {
            try withTemporaryFolder { folder in
                let file = folder + "/chart_data.json"
                try LinesViewerTests.contest.write(toFile: file, atomically: true, encoding: .utf8)
                try withViewer(
                    [file],
                    ["--metric", "lines:chart_data 2", "--period", "m", "--at", "2019-01-10"]
                ) { viewer in
                    try viewer.freeFromPages()
                    let all = try viewer.range("y")
                    for name in ["Views", "Shares"] {
                        try viewer.press("toggle", name)
                        try viewer.waitForLayout("\(name) hidden") {
                            (try? $0.control("toggle", name).isSelected) == false
                        }
                        try viewer.settle()
                    }
                    let two = try viewer.range("y")
                    #expect(all.max >= 400 && two.max < 300)
                    try viewer.press("toggle", "Shares")
                    try viewer.settle()
                    #expect(try viewer.range("y").max >= 400)
                    let strip = try viewer.layout().control("overview", "Overview").frame
                    let window = try viewer.layout().control("slider", "Visible range").frame
                    let before = try viewer.range()
                    try viewer.drag([
                        window.center, Point(x: window.center.x + 60, y: strip.center.y),
                        Point(x: window.center.x + 120, y: strip.center.y),
                    ])
                    try viewer.settle()
                    let after = try viewer.range()
                    #expect(
                        after.min > before.min && abs(after.length - before.length) < 60)
                }
            }
        }
    }
}
