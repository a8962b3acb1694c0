import Foundation
import Geometry
import TestCompositor
import Testing

extension EndToEnd {
    /// Tooltips, the banner over sample records, and the title, through a real connection.
    @Suite struct FeedbackTests {
        private func tooltip(_ layout: WindowLayout) -> String? {
            layout.controls.first { $0.role == "tooltip" }?.name
        }

        @Test func aPointerThatRestsSeesWhatAControlIs() throws {
            try withViewer { viewer in
                let week = try viewer.layout().control("segment", "Week").frame.center
                let year = try viewer.layout().control("segment", "Year").frame.center
                let mark = try viewer.mark
                let start = Date()
                try viewer.pointTo(week)
                let layout = try viewer.waitForLayout("the tooltip of the week") {
                    tooltip($0) == "Week"
                }
                #expect(Date().timeIntervalSince(start) > 0.45)
                #expect(layout.controls.contains { $0.role == "tooltip" && $0.value == "W" })
                try viewer.settle()
                // A visible tooltip causes no frames.
                let frames = try viewer.lines("frame").count
                Thread.sleep(forTimeInterval: 1.5)
                #expect(try viewer.lines("frame").count == frames)
                #expect(try viewer.lines("frame", from: mark).count < 40)
                try viewer.pointTo(year)
                try viewer.waitForLayout("that of the year") { tooltip($0) == "Year" }
                try viewer.compositor.pointer.press()
                try viewer.compositor.pointer.release()
                try viewer.waitForLayout("the year, without a tooltip") {
                    $0.period == "y" && tooltip($0) == nil
                }
                try viewer.settle()
                let later = try viewer.lines("frame").count
                Thread.sleep(forTimeInterval: 1)
                #expect(try viewer.lines("frame").count == later, "no frame waits for it either")
                #expect(tooltip(try viewer.layout()) == nil)
            }
        }

        @Test func sampleRecordsAreCalledThat() throws {
            try withViewer([]) { viewer in
                #expect(try viewer.window.state.title == "Oresen")
                try viewer.press("button", "Show sample records")
                try viewer.waitForLayout("the samples") {
                    $0.has("alert", "These are sample records") && $0.has("list-item", "Weight")
                }
                try viewer.settle()
                try viewer.press("list-item", "Weight")
                try viewer.waitForLayout("the weight") { $0.metric == "weight" }
                try viewer.settle()
                #expect(try viewer.window.state.title == "Weight – Oresen")
                let layout = try viewer.layout()
                let close = try #require(
                    layout.controls.last {
                        $0.role == "button" && $0.name == "Close" && $0.frame.y < 100
                            && $0.frame.y >= 46
                    })
                try viewer.pointTo(close.frame.center)
                try viewer.compositor.pointer.press()
                try viewer.compositor.pointer.release()
                let after = try viewer.waitForLayout("no line") {
                    !$0.has("alert", "These are sample records")
                }
                #expect(after.plot.height > layout.plot.height)
            }
        }

        /// A person who names the sample files knows what they are.
        @Test func filesThatWereNamedAreNotCalledSamples() throws {
            try withViewer { viewer in
                let layout = try viewer.layout()
                #expect(!layout.has("alert", "These are sample records"))
            }
        }
    }
}
