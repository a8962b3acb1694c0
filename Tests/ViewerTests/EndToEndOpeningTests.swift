import Foundation
import Geometry
import HealthData
import TestBus
import TestCompositor
import Testing

extension RunningViewer {
    /// Types letters, digits and some signs, on a US keyboard.
    func type(text: String) throws {
        let rows: [(first: UInt32, plain: String, shifted: String)] = [
            (41, "`", "~"), (2, "1234567890-=", "!@#$%^&*()_+"),
            (16, "qwertyuiop[]", "QWERTYUIOP{}"), (30, "asdfghjkl;'", "ASDFGHJKL:\""),
            (44, "zxcvbnm,./", "ZXCVBNM<>?"), (57, " ", " "),
        ]
        for character in text {
            var codes: [UInt32]?
            for row in rows {
                for (place, key) in zip(row.plain, row.shifted).enumerated() {
                    let code = row.first + UInt32(place)
                    if key.0 == character {
                        codes = [code]
                    } else if key.1 == character {
                        codes = codes ?? [KeyCode.leftShift, code]
                    }
                }
            }
            try press(try #require(codes, "no key types '\(character)'"))
        }
    }

    /// The text in the path's field; nil if there is none.
    var typedPath: String? {
        get throws { try layout().controls.first { $0.role == "text-field" }?.value }
    }

    /// Opens the dialog for files by key.
    func askForFiles() throws { try type(KeyCode.leftControl, KeyCode.o) }

    @discardableResult
    func waitForPath(_ text: String) throws -> WindowLayout {
        try waitForLayout("the path '\(text)'") { layout in
            layout.controls.contains { $0.role == "text-field" && $0.value == text }
        }
    }
}

extension EndToEnd {
    /// The ways to open files: the desktop's dialog, a typed path, and the recent files.
    @Suite(.serialized) struct OpeningTests {
        private let table = "time,weight (kg)\n2026-05-01 08:00,71\n2026-05-02 08:00,72\n"

        private func write(_ path: String) throws {
            try FileManager.default.createDirectory(
                atPath: URL(filePath: path).deletingLastPathComponent().path,
                withIntermediateDirectories: true)
            try table.write(toFile: path, atomically: true, encoding: .utf8)
        }

        /// Runs the viewer on a desktop whose dialog behaves in a given way.
        private func withViewer(
            _ chooser: FakeBus.Chooser,
            _ body: (RunningViewer, TestDesktop, _ folder: String) throws -> Void
        ) throws {
            try withTestCompositor { compositor in
                let desktop = try TestDesktop([:], on: compositor)
                try desktop.does(.chooser(chooser))
                let process = try Program.start(
                    [], environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.address],
                    on: compositor)
                let viewer = try RunningViewer(compositor, process)
                try viewer.trace.wait(event: "loaded")
                try viewer.settle()
                try body(viewer, desktop, process.folder)
                #expect(try process.end() == .code(0), "\(process.summary)")
                try desktop.end()
            }
        }

        // MARK: The desktop's dialog

        @Test func whatIsChosenInTheDesktopsDialogIsOpened() throws {
            try withViewer(.opens) { viewer, desktop, folder in
                try write(folder + "/my weight.csv")
                try viewer.askForFiles()
                let question = try desktop.waitForQuestion()
                // The dialog belongs to the window.
                let parent = try #require(question.text("parent"))
                #expect(try viewer.compositor.exportedHandles.map { "wayland:" + $0 } == [parent])
                #expect(question.text("many") == "yes" && question.text("title") == "Open")
                try desktop.does(
                    .choose(["file://" + folder.replacing(" ", with: "%20") + "/my%20weight.csv"]))
                try viewer.waitForLayout("the weight") { $0.has("list-item", "Weight") }
                try viewer.settle()
                #expect(try viewer.compositor.exportedHandles.isEmpty)
                #expect(try viewer.typedPath == nil)
            }
        }

        @Test func whoChoosesNothingSeesWhatWasThere() throws {
            try withViewer(.ends(1)) { viewer, desktop, folder in
                try write(folder + "/weight.csv")
                try viewer.press("button", "Open…")
                try desktop.waitForQuestion()
                try viewer.settle()
                #expect(try viewer.layout().phase == "welcome" && viewer.typedPath == nil)
                // The next request is another one.
                try desktop.does(.chooser(.gives(["file://\(folder)/weight.csv"])))
                try viewer.askForFiles()
                try viewer.waitForLayout("the weight") { $0.has("list-item", "Weight") }
            }
        }

        @Test func whereTheDesktopRefusesThePathIsTyped() throws {
            try withViewer(.missing) { viewer, desktop, _ in
                try viewer.askForFiles()
                try desktop.waitForQuestion()
                try viewer.waitForPath("")
                try viewer.type(KeyCode.escape)
                try viewer.waitForLayout("no field") { !$0.has("text-field", "Path of the file") }
            }
        }

        @Test func aDesktopThatSaysNothingLocksNothing() throws {
            try withViewer(.silent) { viewer, desktop, _ in
                try viewer.askForFiles()
                try desktop.waitForQuestion()
                try viewer.settle()
                #expect(try viewer.typedPath == nil)
                try viewer.askForFiles()
                try viewer.waitForPath("")
                try viewer.type(KeyCode.escape)
                try viewer.waitForLayout("no field") { !$0.has("text-field", "Path of the file") }
                // The desktop's dialog is not requested again.
                try viewer.askForFiles()
                try viewer.waitForPath("")
            }
        }

        // MARK: The path

        @Test func aPathIsTypedCompletedAndOpened() throws {
            try withViewerAlone([]) { viewer in
                let folder = viewer.process.folder
                try write(folder + "/Records/weight.csv")
                try write(folder + "/Records/.hidden.csv")
                try viewer.askForFiles()
                try viewer.waitForPath("")
                try viewer.type(text: "~/rec")
                try viewer.waitForLayout("the folder") { $0.has("list-item", "Records") }
                try viewer.type(KeyCode.tab)
                try viewer.waitForPath("~/Records/")
                try viewer.waitForLayout("the folder's file") { $0.has("list-item", "weight.csv") }
                #expect(!(try viewer.layout().has("list-item", ".hidden.csv")))
                try viewer.type(text: "W")
                try viewer.type(KeyCode.tab)
                try viewer.waitForPath("~/Records/weight.csv")
                try viewer.type(KeyCode.enter)
                try viewer.waitForLayout("the weight") { $0.has("list-item", "Weight") }
                #expect(try viewer.typedPath == nil)
            }
        }

        @Test func aWrongPathIsSaidAndStays() throws {
            try withViewerAlone([]) { viewer in
                try write(viewer.process.folder + "/a.csv")
                try viewer.askForFiles()
                try viewer.type(text: "~/b.csv")
                try viewer.waitForPath("~/b.csv")
                try viewer.type(KeyCode.enter)
                try viewer.waitForLayout("the error") { layout in
                    layout.controls.contains {
                        $0.role == "alert" && $0.name.contains("No such file")
                    }
                }
                #expect(try viewer.typedPath == "~/b.csv")
                for _ in 0..<5 { try viewer.type(KeyCode.backspace) }
                try viewer.type(text: "a.csv")
                try viewer.waitForPath("~/a.csv")
                try viewer.type(KeyCode.enter)
                try viewer.waitForLayout("the weight") { $0.has("list-item", "Weight") }
            }
        }

        @Test func aPathIsPastedFromTheClipboard() throws {
            try withViewerAlone([]) { viewer in
                let path = viewer.process.folder + "/pasted.csv"
                try write(path)
                try viewer.askForFiles()
                try viewer.waitForPath("")
                try viewer.compositor.clipboard.offer([
                    OfferedData(type: "text/plain;charset=utf-8", text: path + "\n")
                ])
                try viewer.type(KeyCode.leftControl, KeyCode.v)
                try viewer.waitForPath(path)
                try viewer.type(KeyCode.enter)
                try viewer.waitForLayout("the weight") { $0.has("list-item", "Weight") }
            }
        }

        // MARK: Files from before

        @Test func filesFromBeforeAreOnTheWelcomeUntilTheyAreForgotten() throws {
            try withTemporaryFolder { folder in
                let library = folder + "/records"
                let files = ["/one.csv", "/two.csv"].map { folder + $0 }
                for file in files { try write(file) }
                // Viewed one after the other; unreadable files are not remembered.
                for file in files + [folder + "/none.csv"] {
                    try withViewerAlone(
                        [file], library: library, endingWith: file.hasSuffix("none.csv") ? 1 : 0
                    ) { _ in }
                }
                try withViewerAlone([], library: library) { viewer in
                    let welcome = try viewer.waitForLayout("both files") {
                        $0.has("button", "one.csv") && $0.has("button", "two.csv")
                    }
                    #expect(!welcome.has("button", "none.csv"))
                    let places = try ["two.csv", "one.csv"].map {
                        try welcome.control("button", $0).frame.origin
                    }
                    // Side by side in a wide window.
                    #expect(
                        places[0].y == places[1].y && places[0].x < places[1].x,
                        "the newest is first")
                    try viewer.press("button", "one.csv")
                    try viewer.trace.wait("the import") {
                        $0.event == "import" && $0["finished"]?.flag == true
                    }
                    try viewer.waitForLayout("the weight") { $0.has("list-item", "Weight") }
                    // Opening keeps nothing; importing does.
                    #expect(!Library.exists(in: library))
                    try viewer.waitForLayout("the menu") { $0.has("button", "Import") }
                    try viewer.press("button", "Import")
                    try viewer.waitForLayout("the way back") { $0.has("button", "Undo") }
                    try viewer.settle()
                }
                // The library is shown from now on.
                #expect(try Library(directory: library).datasets().map(\.name) == ["one.csv"])
                try FileManager.default.removeItem(atPath: files[1])
                try withViewerAlone([], library: library) { viewer in
                    try viewer.askForFiles()
                    try viewer.waitForLayout("the one that is left") {
                        $0.has("list-item", "one.csv") && !$0.has("list-item", "two.csv")
                    }
                    try viewer.type(KeyCode.escape)
                    try viewer.type(Keys.f10)
                    try viewer.waitForLayout("the menu") {
                        $0.has("button", "Forget recent files")
                    }
                    try viewer.press("button", "Forget recent files")
                    try viewer.waitForLayout("no menu") { !$0.has("menu", "Menu") }
                    try viewer.type(Keys.f10)
                    try viewer.waitForLayout("the menu again") { $0.has("menu", "Menu") }
                    #expect(!(try viewer.layout().has("button", "Forget recent files")))
                }
                #expect(!FileManager.default.fileExists(atPath: library + "/recent.json"))
            }
        }
    }
}

/// The viewer without a desktop: the suite above has its own.
@discardableResult
private func withViewerAlone<Result>(
    _ files: [String], library: String = ":memory:", endingWith code: Int32 = 0,
    _ body: (RunningViewer) throws -> Result
) throws -> Result { try withViewer(files, library: library, endingWith: code, body) }
