import ChartCore
import Foundation
import Geometry
import HealthData
import TestCompositor
import Testing

extension EndToEnd {
    /// Ambiguous files cause a question in the window, once.
    @Suite(.serialized) struct QuestionTests {
        private func weights(_ folder: String) throws -> String {
            let file = folder + "/scale.csv"
            try "time,weight\n2026-05-01 08:00,171.4\n2026-05-02 08:00,170.9\n".write(
                toFile: file, atomically: true, encoding: .utf8)
            return file
        }

        /// Whether 170.9 pounds are shown, and there is no question.
        private func isInPounds(_ layout: WindowLayout) -> Bool {
            layout.controls.contains { $0.id == "metric.weight" && $0.value.hasPrefix("77.5") }
                && !layout.has("button", "Review…") && !layout.has("button", "Stop")
        }

        @Test func aUnitIsAskedForOnceAndTheAnswerIsRemembered() throws {
            try withTemporaryFolder { folder in
                let library = folder + "/records"
                let file = try weights(folder)
                try withViewer([file], library: library) { viewer in
                    let layout = try viewer.waitForLayout("the question") {
                        $0.has("button", "Review…")
                    }
                    #expect(layout.has("list-item", "Weight"))
                    try viewer.press("button", "Review…")
                    try viewer.waitForLayout("the answers") {
                        $0.has("list-item", "Weight: which unit?") && $0.has("list-item", "lb")
                    }
                    // The assumed unit is the default; the first that can be chosen is the pound.
                    try viewer.press("button", "Use lb")
                    try viewer.waitForLayout("pounds") { isInPounds($0) }
                    #expect(!(try viewer.layout().has("dialog", "Import report")))
                    try viewer.settle()
                    // It can be undone.
                    try viewer.type(KeyCode.i)
                    try viewer.waitForLayout("the report") { $0.has("button", "Chosen") }
                }
                let kept = try #require(
                    FileManager.default.contents(atPath: library + "/answers.json"))
                let answers = try JSONDecoder().decode(Answers.self, from: kept)
                var options = ImportOptions(zone: .utc)
                options.answers = answers
                let records = Importer(files: [file], options: options).run().records
                let first = try #require(records[.weight]?.columns.values[0])
                #expect(abs(first - 171.4 * 0.453_592_37) < 1e-9)
                // The next time there is no question.
                try withViewer([file], library: library) { viewer in
                    try viewer.settle()
                    let layout = try viewer.layout()
                    #expect(layout.has("list-item", "Weight") && !layout.has("button", "Review…"))
                }
            }
        }

        @Test func anAnswerTakesNothingOutWhereTheFileIsGone() throws {
            try withTemporaryFolder { folder in
                let library = folder + "/records"
                let file = try weights(folder)
                try withViewer([file], library: library) { viewer in
                    try viewer.waitForLayout("the question") { $0.has("button", "Review…") }
                    let mark = try viewer.mark
                    try viewer.type(KeyCode.leftControl, KeyCode.s)
                    try viewer.trace.wait("the import", from: mark) {
                        $0.event == "import" && $0["finished"]?.flag == true
                    }
                    try viewer.settle()
                    try viewer.waitForLayout("the question again") { $0.has("button", "Review…") }
                    try FileManager.default.removeItem(atPath: file)
                    try viewer.press("button", "Review…")
                    try viewer.waitForLayout("the answers") { $0.has("list-item", "lb") }
                    try viewer.press("button", "Use lb")
                    try viewer.settle()
                }
                let kept = try Library(directory: library)
                #expect(try kept.datasets().map(\.name) == ["scale.csv"])
                #expect(try kept.contents().records[.weight]?.columns.values == [171.4, 170.9])
            }
        }

        @Test func anAnswerPutsTheDatasetOfTheLibraryRight() throws {
            try withTemporaryFolder { folder in
                let library = folder + "/records"
                let file = try weights(folder)
                try withViewer([], library: library) { viewer in
                    let drag = viewer.compositor.drag
                    try drag.enter(viewer.window, x: 400, y: 300, files: [file])
                    try drag.move(x: 420, y: 320)
                    try drag.wait("the offer") { $0.acceptedType == "text/uri-list" }
                    try drag.drop()
                    try viewer.waitForLayout("the question") { $0.has("button", "Review…") }
                    try viewer.press("button", "Review…")
                    try viewer.waitForLayout("the answers") { $0.has("list-item", "lb") }
                    try viewer.press("button", "Use lb")
                    try viewer.waitForLayout("pounds") { isInPounds($0) }
                    try viewer.settle()
                }
                let kept = try Library(directory: library)
                #expect(try kept.datasets().map(\.name) == ["scale.csv"])
                let values = try #require(try kept.contents().records[.weight]?.columns.values)
                #expect(abs(values[0] - 171.4 * 0.453_592_37) < 1e-9 && values.count == 2)
            }
        }
    }
}
