import ChartCore
import Foundation
import Geometry
import HealthData
import TestCompositor
import Testing

extension EndToEnd {
    @Suite(.serialized) struct LibraryTests {
        private func dropped(_ files: [String], on viewer: RunningViewer) throws {
            let drag = viewer.compositor.drag
            try drag.enter(viewer.window, x: 400, y: 300, files: files)
            try drag.move(x: 420, y: 320)
            try drag.wait("the answer") { $0.acceptedType == "text/uri-list" }
            try drag.drop()
        }

        /// The files whose records are in a library.
        private func kept(in directory: String) -> [String] {
            guard Library.exists(in: directory), let library = try? Library(directory: directory)
            else { return [] }
            defer { library.close() }
            return (try? library.datasets().map(\.name)) ?? []
        }

        private func samples(_ index: Int) -> String { Program.samples[index] }

        @Test func whatIsDroppedOnTheWelcomeIsKeptAndThereTheNextTime() throws {
            try withTemporaryFolder { folder in
                let library = folder + "/records"
                try withViewer([], library: library) { viewer in
                    #expect(try viewer.layout().phase == "welcome")
                    // Viewing a file leaves nothing behind.
                    #expect(!Library.exists(in: library))
                    try dropped([samples(1)], on: viewer)
                    try viewer.waitForLayout("the weight") { $0.has("list-item", "Weight") }
                    try viewer.settle()
                    // A second file is added to the first; the view stays where it is.
                    let before = try viewer.range()
                    try dropped([samples(0)], on: viewer)
                    try viewer.waitForLayout("the steps next to it") {
                        $0.has("list-item", "Steps") && $0.has("list-item", "Weight")
                    }
                    try viewer.settle()
                    #expect(try viewer.layout().metric == "weight")
                    #expect(try viewer.range().max <= before.max)
                }
                let kept = try Library(directory: library).datasets()
                #expect(kept.map(\.name) == ["weight.csv", "steps.csv"])
                try withViewer([], library: library) { viewer in
                    let layout = try viewer.layout()
                    #expect(layout.phase == "shown")
                    #expect(layout.has("list-item", "Steps") && layout.has("list-item", "Weight"))
                }
            }
        }

        /// Whatever was looked at last, a library begins with its summary; its cards lead to charts.
        @Test func aLibraryBeginsWithItsSummary() throws {
            try withTemporaryFolder { folder in
                let directory = folder + "/records"
                let library = try Library(directory: directory)
                for file in Program.samples {
                    _ = try library.add(file, options: ImportOptions(zone: .utc))
                }
                library.close()
                for _ in 0..<2 {
                    try withViewer([], ["--begin", "summary"], library: directory) { viewer in
                        let layout = try viewer.layout()
                        #expect(layout.phase == "shown")
                        #expect(layout.has("heading", "Summary"))
                        #expect(layout.has("list", "Highlights") && layout.has("list", "Trends"))
                        try viewer.press("button", "Weight")
                        try viewer.waitForLayout("the weight") { $0.metric == "weight" }
                        try viewer.settle()
                        try viewer.press("list-item", "Summary")
                        try viewer.waitForLayout("the summary") { $0.has("heading", "Summary") }
                        try viewer.settle()
                        try viewer.press("button", "Steps", by: .touch)
                        try viewer.waitForLayout("the steps") { $0.metric == "steps" }
                        try viewer.settle()
                    }
                }
            }
        }

        @Test func whatLettingGoWillDoIsSaidWhileFilesAreHeldOverTheWindow() throws {
            for (files, title) in [
                ([], "Drop to import"), ([samples(0)], "Drop to open"),
            ] {
                try withTemporaryFolder { folder in
                    try withViewer(files, library: folder + "/records") { viewer in
                        let drag = viewer.compositor.drag
                        try drag.enter(viewer.window, x: 400, y: 300, files: [samples(1)])
                        try drag.move(x: 420, y: 320)
                        try viewer.waitForLayout("the offer") { $0.has("alert", title) }
                        try drag.leave()
                        try viewer.waitForLayout("no trace of it") { !$0.has("alert", title) }
                    }
                }
            }
        }

        @Test func filesThatAreDroppedTogetherAreDatasetsOfTheirOwn() throws {
            try withTemporaryFolder { folder in
                let library = folder + "/records"
                let header = "time,weight (kg)\n2026-05-01 08:00,71\n"
                let (early, late) = (folder + "/early.csv", folder + "/late.csv")
                try header.write(toFile: early, atomically: true, encoding: .utf8)
                try (header + "2026-05-02 08:00,72\n").write(
                    toFile: late, atomically: true, encoding: .utf8)
                try withViewer([], library: library) { viewer in
                    try dropped([late, early], on: viewer)
                    try viewer.trace.wait("the import") {
                        $0.event == "import" && $0["finished"]?.flag == true
                    }
                    try viewer.settle()
                }
                let records = try Library(directory: library)
                #expect(try records.datasets().map(\.name) == ["late.csv", "early.csv"])
                #expect(try records.datasets().map(\.samples) == [2, 1])
                // Records that it shares with another file are not lost with it.
                try records.remove(try records.datasets()[0])
                #expect(try records.contents().records[.weight]?.columns.count == 1)
            }
        }

        @Test func whatAnotherProgramDoesToTheLibraryIsOnShow() throws {
            try withTemporaryFolder { folder in
                let directory = folder + "/records"
                func change(_ body: (Library) throws -> Void) throws {
                    let library = try Library(directory: directory)
                    defer { library.close() }
                    try body(library)
                }
                try change { _ = try $0.add(samples(1), options: ImportOptions(zone: .utc)) }
                try withViewer([], library: directory) { viewer in
                    try viewer.type(KeyCode.l)
                    try viewer.waitForLayout("the list") { $0.has("list-item", "weight.csv") }
                    try change { _ = try $0.add(samples(0), options: ImportOptions(zone: .utc)) }
                    try viewer.waitForLayout("the other program's file") {
                        $0.has("list-item", "steps.csv") && $0.has("list-item", "weight.csv")
                    }
                    try viewer.press("button", "Close")
                    let both = try viewer.waitForLayout("both charts") {
                        $0.has("list-item", "Steps") && $0.has("list-item", "Weight")
                    }
                    #expect(both.phase == "shown")
                    // Adding the same file again changes nothing.
                    try viewer.settle()
                    try change { _ = try $0.add(samples(0), options: ImportOptions(zone: .utc)) }
                    try viewer.settle()
                    for name in ["steps.csv", "weight.csv"] {
                        try change { library in
                            let found = try library.datasets().first { $0.name == name }
                            try library.remove(try #require(found))
                        }
                        try viewer.waitForLayout("without \(name)") {
                            $0.phase == "welcome"
                                || !$0.has("list-item", "Steps") && $0.has("list-item", "Weight")
                        }
                    }
                    try viewer.waitForLayout("the welcome") { $0.phase == "welcome" }
                }
            }
        }

        @Test func aDatasetIsTakenOutOnlyWhenThePersonSaysSoTwice() throws {
            try withTemporaryFolder { folder in
                let library = folder + "/records"
                let records = try Library(directory: library)
                for file in [samples(1), samples(2)] {
                    _ = try records.add(file, options: ImportOptions(zone: .utc))
                }
                try withViewer([], library: library) { viewer in
                    try viewer.type(KeyCode.l)
                    let list = try viewer.waitForLayout("the list") {
                        $0.has("dialog", "Library")
                    }
                    #expect(list.has("list-item", "weight.csv"))
                    try viewer.press("button", "Remove")
                    try viewer.waitForLayout("the question") {
                        $0.has("button", "Remove for good?")
                    }
                    #expect(try records.datasets().count == 2)
                    // Closing the list does not confirm the removal.
                    try viewer.press("button", "Close")
                    try viewer.waitForLayout("the chart") {
                        !$0.has("dialog", "Library")
                    }
                    try viewer.type(KeyCode.l)
                    try viewer.waitForLayout("the list again") {
                        $0.has("button", "Remove") && !$0.has("button", "Remove for good?")
                    }
                    try viewer.press("button", "Remove")
                    try viewer.waitForLayout("the question") {
                        $0.has("button", "Remove for good?")
                    }
                    try viewer.press("button", "Remove for good?")
                    try viewer.waitForLayout("the rest") { !$0.has("list-item", "weight.csv") }
                    try viewer.settle()
                    #expect(!(try viewer.layout().has("list-item", "Weight")))
                    #expect(try records.datasets().map(\.name) == ["blood-pressure.csv"])
                    try viewer.press("button", "Remove")
                    try viewer.waitForLayout("the question") {
                        $0.has("button", "Remove for good?")
                    }
                    try viewer.press("button", "Remove for good?")
                    try viewer.waitForLayout("the welcome") { $0.phase == "welcome" }
                    #expect(try records.datasets().isEmpty)
                }
            }
        }

        @Test func filesThatAreLookedAtAreKeptWhenThePersonSaysSo() throws {
            try withTemporaryFolder { folder in
                let library = folder + "/records"
                let file = folder + "/mine.csv"
                try "time,weight (kg)\n2026-05-01 08:00,71\n2026-05-02 08:00,72\n".write(
                    toFile: file, atomically: true, encoding: .utf8)
                try withViewer([file], library: library) { viewer in
                    #expect(!Library.exists(in: library))
                    try viewer.type(KeyCode.leftControl, KeyCode.s)
                    try viewer.compositor.wait(
                        until: { kept(in: library) == ["mine.csv"] }, "what is kept")
                    try viewer.settle()
                    #expect(try viewer.layout().metric == "weight")
                }
                #expect(try Library(directory: library).datasets().map(\.name) == ["mine.csv"])
            }
        }

        /// The charts stay where they are, a message reports the new records, and one press removes
        /// them again.
        @Test func whatIsKeptIsSaidAndCanBeTakenBack() throws {
            try withTemporaryFolder { folder in
                let library = folder + "/records"
                let file = folder + "/mine.csv"
                try "time,weight (kg)\n2024-05-01 08:00,71\n2024-05-02 08:00,72\n".write(
                    toFile: file, atomically: true, encoding: .utf8)
                try withViewer([], library: library) { viewer in
                    try dropped([samples(0)], on: viewer)
                    try viewer.compositor.wait(
                        until: { kept(in: library) == ["steps.csv"] }, "the steps are kept")
                }
                try withViewer([file], library: library) { viewer in
                    let before = try viewer.range()
                    try viewer.type(KeyCode.leftControl, KeyCode.s)
                    try viewer.waitForLayout("the new records") {
                        $0.has("alert", "2 records added to your library")
                            && $0.has("button", "Undo") && $0.has("list-item", "Steps")
                    }
                    try viewer.settle()
                    #expect(try viewer.layout().metric == "weight")
                    #expect(try viewer.range() == before)
                    #expect(kept(in: library) == ["steps.csv", "mine.csv"])
                    try viewer.press("button", "Undo")
                    try viewer.compositor.wait(
                        until: { kept(in: library) == ["steps.csv"] }, "what is kept then")
                    try viewer.waitForLayout("nothing said") { !$0.has("button", "Undo") }
                }
            }
        }

        @Test func whatIsOnShowIsKeptThoughAnotherFileCouldNotBeRead() throws {
            try withTemporaryFolder { folder in
                let library = folder + "/records"
                let (file, picture) = (folder + "/mine.csv", folder + "/picture.png")
                try "time,weight (kg)\n2026-05-01 08:00,71\n2026-05-02 08:00,72\n".write(
                    toFile: file, atomically: true, encoding: .utf8)
                try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).write(
                    to: URL(fileURLWithPath: picture))
                try withViewer([file], library: library) { viewer in
                    try dropped([picture], on: viewer)
                    try viewer.trace.wait("the error") {
                        $0.event == "import" && $0["file"]?.text == picture
                            && $0["finished"]?.flag == true
                    }
                    try viewer.settle()
                    #expect(try viewer.layout().metric == "weight")
                    try viewer.type(KeyCode.leftControl, KeyCode.s)
                    try viewer.compositor.wait(
                        until: { kept(in: library) == ["mine.csv"] }, "what is kept")
                    try viewer.settle()
                }
                #expect(try Library(directory: library).datasets().map(\.name) == ["mine.csv"])
            }
        }

        @Test func aLibraryThatCannotBeReadIsASentence() throws {
            try withTemporaryFolder { folder in
                try "no library".write(
                    toFile: folder + "/library.sqlite", atomically: true, encoding: .utf8)
                try withViewer([], library: folder, endingWith: 1) { viewer in
                    let layout = try viewer.layout()
                    #expect(layout.phase == "failed")
                    let sentence = layout.controls.map { $0.name + $0.value }
                        .first { $0.contains("is damaged") }
                    #expect(sentence?.contains("library.sqlite") == true)
                }
            }
        }
    }
}
