import ChartCore
import Foundation
import Geometry
import HealthData
import TestBus
import TestCompositor
import Testing

@testable import Viewer

extension EndToEnd {
    /// From nothing to a printed report, by what the window says alone.
    @Suite struct NewcomerTests {
        /// Two weeks of pressures in the morning and in the evening, and weights without a unit.
        private static var table: String {
            var text = "date,systolic,diastolic,weight\n"
            for day in 0..<14 {
                let date = CivilDate(year: 2026, month: 10, day: 5).adding(days: day)
                text += "\(date) 07:30,\(128 + day % 5),\(82 - day % 3),7\(1 + day % 2).4\n"
                text += "\(date) 20:10,\(124 + day % 4),\(79 - day % 3),\n"
            }
            return text
        }

        @Test func aNewcomerGetsFromAnEmptyLibraryToAPrintedReport() throws {
            try withTestCompositor { compositor in
                let desktop = try TestDesktop([:], on: compositor)
                try desktop.does(.chooser(.missing))
                try desktop.does(.printer(.prints(210, 297, "portrait")))
                let library = compositor.folder + "/records"
                let process = try Program.start(
                    [], ["--begin", "summary"], library: library,
                    environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.address], on: compositor)
                let viewer = try RunningViewer(compositor, process)
                try viewer.trace.wait(event: "loaded")
                try viewer.settle()
                // 1. The window says where records come from.
                #expect(try viewer.layout().phase == "welcome")
                try viewer.press("button", "Step by step: iPhone and Apple Watch")
                let steps = try viewer.waitForLayout("the steps") { layout in
                    layout.controls.contains {
                        $0.role == "list-item" && $0.name.hasSuffix("Open the Health app.")
                    }
                }
                // 2. The dialog leads to the file.
                try Data(Self.table.utf8).write(
                    to: URL(filePath: process.folder + "/cuff.csv"))
                // The dialog is over the window's own button of the same name.
                let buttons = steps.controls.filter {
                    $0.role == "button" && $0.name == "Import…"
                }
                try viewer.press(at: try #require(buttons.last).frame.center)
                try viewer.waitForPath("")
                try viewer.type(text: "~/cuff.csv")
                try viewer.waitForPath("~/cuff.csv")
                try viewer.type(KeyCode.enter)
                // 3. A bar asks what the file leaves open, over the summary.
                try viewer.waitForLayout("the question") { layout in
                    layout.has("button", "kg")
                        && layout.controls.contains {
                            $0.role == "alert" && $0.name.hasPrefix("Weight: kg or lb?")
                        }
                }
                #expect(try viewer.layout().has("heading", "Summary"))
                try viewer.press("button", "kg")
                try viewer.waitForLayout("no question") { layout in
                    layout.phase == "shown" && !layout.has("button", "kg")
                        && layout.has("button", "What was found")
                }
                try viewer.settle()
                // 4. What was found.
                try viewer.press("button", "What was found")
                try viewer.waitForLayout("what was found") {
                    $0.has("dialog", "What was found") && $0.has("button", "Show Blood pressure")
                }
                try viewer.press("button", "Show Blood pressure")
                try viewer.waitForLayout("the chart") { $0.metric == "blood-pressure" }
                // 5. The report, and its print.
                try viewer.press("button", "Report for a doctor…")
                try viewer.waitForLayout("the report") { $0.has("dialog", "Report for a doctor") }
                try viewer.settle()
                try viewer.press("button", "Print…")
                let printed = try desktop.waitForDocument()
                #expect(printed.text("begins") == "%PDF-")
                #expect(printed.text("title")?.hasPrefix("Blood pressure") == true)
                #expect(try process.end() == .code(0), "\(process.summary)")
                try desktop.end()
                let kept = try Library(directory: library)
                #expect(try kept.datasets().map(\.name) == ["cuff.csv"])
                #expect(try kept.contents().records[.bloodPressure]?.columns.values.count == 28)
            }
        }
    }
}
