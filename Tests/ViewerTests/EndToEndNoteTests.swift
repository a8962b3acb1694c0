import ChartCore
import Foundation
import Geometry
import HealthData
import TestCompositor
import Testing

extension EndToEnd {
    @Suite(.serialized) struct NoteTests {
        /// Text being composed by an input method is visible but not typed; committed text is.
        @Test func anInputMethodWritesAsWell() throws {
            try withTemporaryFolder { folder in
                let directory = folder + "/records"
                let library = try Library(directory: directory)
                _ = try library.add(Program.samples[1], options: ImportOptions(zone: .utc))
                library.close()
                try withViewer([], library: directory) { viewer in
                    let method = viewer.compositor.inputMethod
                    var record = try method.record
                    #expect(!record.isEnabled)
                    try viewer.type(KeyCode.n)
                    let dialog = try viewer.waitForLayout("the dialog") {
                        $0.has("text-field", "Note")
                    }
                    try viewer.settle()
                    record = try method.record
                    #expect(record.isEnabled && record.text.isEmpty)
                    let field = try dialog.control("text-field", "Note").frame
                    #expect(record.place.count == 4)
                    let place = record.place.map(Double.init)
                    #expect(field.minX < place[0] && place[0] < field.minX + 20)
                    #expect(field.minY < place[1] && place[1] + place[3] < field.maxY)
                    try method.compose("kaze", caret: 4)
                    try viewer.settle()
                    let composing = try viewer.layout().control("text-field", "Note").value
                    #expect(composing.isEmpty)
                    // The candidates' place follows the composed text.
                    record = try method.record
                    #expect(record.text.isEmpty && Double(record.place[0]) > place[0] + 10)
                    try method.type("風邪だ")
                    try viewer.waitForLayout("the typed text") { layout in
                        layout.controls.contains { $0.name == "Note" && $0.value == "風邪だ" }
                    }
                    try viewer.settle()
                    record = try method.record
                    #expect(record.text == "風邪だ" && record.cursor == 9)
                    #expect(record.isByInputMethod)
                    try method.type("", deletingBefore: 3)
                    try viewer.waitForLayout("the rest") { layout in
                        layout.controls.contains { $0.name == "Note" && $0.value == "風邪" }
                    }
                    try viewer.type(KeyCode.enter)
                    try viewer.waitForLayout("the note") { $0.has("button", "風邪") }
                    try viewer.settle()
                    record = try method.record
                    #expect(!record.isEnabled)
                }
            }
        }

        @Test func whatIsNotedIsKeptAndOnShow() throws {
            try withTemporaryFolder { folder in
                let directory = folder + "/records"
                func change(_ body: (Library) throws -> Void) throws {
                    let library = try Library(directory: directory)
                    defer { library.close() }
                    try body(library)
                }
                try change {
                    _ = try $0.add(Program.samples[1], options: ImportOptions(zone: .utc))
                }
                try withViewer([], library: directory) { viewer in
                    try viewer.type(KeyCode.n)
                    try viewer.waitForLayout("the dialog") { $0.has("text-field", "Note") }
                    for code in [KeyCode.s, KeyCode.i, KeyCode.c] { try viewer.type(code) }
                    try viewer.waitForLayout("the typed text") { layout in
                        layout.controls.contains { $0.name == "Note" && $0.value == "sic" }
                    }
                    try viewer.type(KeyCode.enter)
                    try viewer.waitForLayout("the note over the chart") { $0.has("button", "sic") }
                    var kept: [Library.Note] = []
                    try change { kept = try $0.notes().all }
                    #expect(kept.map(\.text) == ["sic"])
                    try viewer.settle()
                    // A note that another program writes appears as well, and no records are read
                    // again for it.
                    let imports = try viewer.lines("import").count
                    try change { library in
                        try library.addNote("theirs", from: kept[0].start - 6 * 86_400)
                    }
                    try viewer.waitForLayout("the other's note") {
                        $0.has("button", "theirs") && $0.has("button", "sic")
                    }
                    let after = try viewer.lines("import").count
                    #expect(after == imports)
                    // In the list, and from there out of it again.
                    try viewer.type(KeyCode.leftShift, KeyCode.n)
                    try viewer.waitForLayout("the list") { $0.has("dialog", "Notes") }
                    try viewer.press("button", "Edit “theirs”")
                    try viewer.waitForLayout("the note") { $0.has("dialog", "Edit note") }
                    try viewer.press("button", "Delete")
                    try viewer.waitForLayout("the question") {
                        $0.has("button", "Delete this note?")
                    }
                    try viewer.press("button", "Delete this note?")
                    try viewer.waitForLayout("the list without it") {
                        $0.has("dialog", "Notes") && !$0.has("list-item", "theirs")
                    }
                    try change { kept = try $0.notes().all }
                    #expect(kept.map(\.text) == ["sic"])
                }
                // The next time it is there from the start.
                try withViewer([], library: directory) { viewer in
                    let layout = try viewer.layout()
                    #expect(layout.has("button", "sic"))
                }
            }
        }
    }
}
