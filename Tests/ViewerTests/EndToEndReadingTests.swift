import ChartCore
import Foundation
import HealthData
import TestCompositor
import Testing

extension EndToEnd {
    @Suite(.serialized) struct ReadingTests {
        /// The R key of an evdev keyboard.
        private static let r: UInt32 = 19

        /// In the real program, with the real library: edited, kept, and undone.
        @Test func aTypedReadingIsEditedAndTheEditUndone() throws {
            try withTemporaryFolder { folder in
                let directory = folder + "/records"
                func typed() throws -> [Library.Dataset] {
                    let library = try Library(directory: directory)
                    defer { library.close() }
                    return try library.datasets().filter { $0.ownMetric == .weight }
                }
                // 2026-05-02, 07:30 UTC, later than all samples.
                func weight(_ value: Double) -> OwnReading {
                    OwnReading(metric: .weight, time: 1_777_707_000, value: value)
                }
                let library = try Library(directory: directory)
                _ = try library.add(
                    try write("date,weight (kg)\n2026-05-01 07:00,71\n", to: folder + "/scale.csv"),
                    options: ImportOptions(zone: .utc))
                _ = try weight(70.5).keep(in: library)
                library.close()
                try withViewer([], ["--metric", "weight"], library: directory) { viewer in
                    try viewer.type(Self.r)
                    try viewer.waitForLayout("the list") {
                        $0.has("button", "Edit the reading entered by hand")
                    }
                    try viewer.settle()
                    try viewer.press("button", "Edit the reading entered by hand")
                    try viewer.waitForLayout("the dialog") { layout in
                        layout.controls.contains { $0.role == "text-field" && $0.value == "70.5" }
                    }
                    try viewer.type(KeyCode.backspace)
                    try viewer.type(KeyCode.one)
                    try viewer.waitForLayout("the typed value") { layout in
                        layout.controls.contains { $0.role == "text-field" && $0.value == "70.1" }
                    }
                    try viewer.type(KeyCode.enter)
                    // The list is there again, and is of the library as it is now.
                    try viewer.waitForLayout("the new value") { layout in
                        layout.controls.contains {
                            $0.role == "list-item" && $0.value.hasPrefix("70.1")
                        }
                    }
                    #expect(try typed().map(weight(70.1).isKept) == [true])
                    try viewer.press("button", "Undo")
                    try viewer.waitForLayout("the old value") { layout in
                        layout.controls.contains {
                            $0.role == "list-item" && $0.value.hasPrefix("70.5")
                        }
                    }
                    #expect(try typed().map(weight(70.5).isKept) == [true])
                }
            }
        }

        private func write(_ text: String, to path: String) throws -> String {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }
    }
}
