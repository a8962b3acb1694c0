import ChartCore
import ChartInteraction
import Charts
import Foundation
import Geometry
import Testing

@testable import HealthData
@testable import Viewer

/// Notes over the charts of a library, and the dialogs in which they are listed and written.
@MainActor @Suite struct NoteDialogTests {
    /// A window on its own library, which is removed with it.
    @MainActor
    private final class Rig {
        let viewer: OffscreenViewer
        let directory: String
        private var time = 2.0

        /// - Parameter files: the files that are shown instead of a library.
        init(
            _ notes: [(String, from: String, to: String?, MetricID?)] = [],
            size: Size = Size(width: 1100, height: 720), files: [String] = []
        ) throws {
            directory = NSTemporaryDirectory() + "oresen-notes-" + UUID().uuidString
            let calendar = CivilCalendar(zone: .utc)
            let library = try Library(directory: directory)
            for file in SampleFiles.all {
                _ = try library.add(file, options: ImportOptions(zone: .utc))
            }
            for note in notes {
                let start = try ISOInstant.read(note.from, in: calendar)
                try library.addNote(
                    note.0, from: start,
                    to: try note.to.map { try ISOInstant.read($0, isEnd: true, in: calendar) },
                    metric: note.3)
            }
            library.close()
            viewer = try OffscreenViewer(
                ViewerOptions(
                    files: files, zone: .utc, theme: .light, size: size, library: directory),
                scale: 1, reducesMotion: true)
            let directory = directory
            viewer.controller.viewer.today = { 1_793_500_000 }
            viewer.host.onWrite = { edit, done in
                done(Result { () throws(LibraryError) in try edit.perform(in: directory) })
            }
        }

        isolated deinit { try? FileManager.default.removeItem(atPath: directory) }

        var model: ViewerModel { viewer.model }
        var lane: EventLane? { model.metricChart?.lane }

        func press(_ key: Key, shift: Bool = false, text: String = "") {
            viewer.controller.press([KeyCombination(key, shift: shift)], text: text)
            frame()
        }

        func type(_ text: String) {
            for character in text {
                press(character == " " ? .space : .character(character), text: String(character))
            }
        }

        func replace(_ text: String) {
            viewer.controller.press([KeyCombination(.character("a"), control: true)])
            type(text)
        }

        func press(_ id: ControlID) throws {
            try #require(viewer.controller.press(control: id), "\(id)")
            frame()
        }

        func frame() {
            time += 0.1
            _ = viewer.scene.advance(to: time)
        }

        func node(_ id: ControlID) throws -> SemanticNode {
            try #require(viewer.scene.tree.first { $0.id == id }, "\(id)")
        }

        func kept() throws -> [Library.Note] {
            let library = try Library(directory: directory)
            defer { library.close() }
            return try library.notes().all
        }

        func instant(_ date: String, isEnd: Bool = false) throws -> Double {
            try ISOInstant.read(date, isEnd: isEnd, in: model.calendar)
        }

        func click(_ place: Point) {
            for kind in [
                InputEvent.Kind.pointerMoved, .pointerPressed(.left), .pointerReleased(.left),
            ] {
                time += 0.1
                viewer.controller.handle(
                    InputFrame(InputEvent(time: time, position: place, kind: kind, modifiers: [])))
            }
            frame()
        }
    }

    private static let some: [(String, from: String, to: String?, MetricID?)] = [
        ("flu", "2026-10-03", "2026-10-09", nil), ("headache", "2026-10-14 14:30", nil, nil),
        ("new scale", "2026-10-20", nil, .weight),
    ]

    // MARK: On the charts

    @Test func aChartTellsItsNotesAndThoseOfAll() throws {
        let rig = try Rig(Self.some)
        #expect(rig.model.selected == .steps)
        #expect(rig.lane?.flags.map(\.text) == ["flu", "headache"])
        rig.model.choose(.weight, at: 3)
        rig.frame()
        #expect(rig.lane?.flags.map(\.text) == ["flu", "headache", "new scale"])
        let flags = rig.viewer.scene.tree.flattened.filter { $0.id.hasPrefix("flag.") }
        #expect(flags.map(\.name) == ["flu", "headache", "new scale"])
        #expect(flags[0].value.contains("Oct 2026"))
        let card = rig.viewer.scene.card
        for flag in flags { #expect(card.contains(flag.frame) && flag.isFocusable) }
        // A day is selected from its beginning to its end.
        let span = rig.lane?.events.last?.span
        let day = try rig.instant("2026-10-20")
        #expect(span?.min == day && span?.length == 86_400)
    }

    /// Without notes there is no lane, and the chart has its full height.
    @Test func whereNothingIsNotedThereIsNoRoomForIt() throws {
        let (without, with) = (try Rig(), try Rig(Self.some))
        let plots = [without, with].compactMap { $0.model.chart?.plot }
        #expect(plots[0].minY + EventLane.height == plots[1].minY)
        #expect(plots[0].maxY == plots[1].maxY)
        // The last week of October ends with a day of November: each month has its name.
        with.model.choose(.week, at: 3)
        with.frame()
        let pill = try #require(
            with.model.chart.flatMap { chart in
                chart.annotations.flatMap { $0.placedLabels(in: chart) }
                    .first { $0.axis == "tier" }
            })
        #expect(pill.rect.maxY <= plots[1].minY - EventLane.height)
    }

    @Test func theBoardTellsWhatWasNoted() throws {
        let rig = try Rig(Self.some)
        func told(_ date: String) throws -> [String] {
            let chart = try #require(rig.model.chart)
            rig.model.active.point(
                at: Point(
                    x: chart.projection.px(try rig.instant(date)), y: chart.plot.midY))
            rig.frame()
            return try #require(rig.model.active.reading).notes
        }
        #expect(try told("2026-10-14 12:00") == ["headache"])
        #expect(try told("2026-10-09 12:00") == ["flu"])
        // The next day does not belong to it, nor does the day before.
        #expect(try told("2026-10-10 12:00").isEmpty)
        #expect(try told("2026-10-02 12:00").isEmpty)
        #expect(try told("2026-10-14 12:00") == ["headache"])
        #expect(try rig.node("board").value.hasSuffix("headache"))
        // Among single readings, the note at the time of the reading.
        rig.model.choose(.weight, at: 3)
        rig.frame()
        #expect(try told("2026-10-20 07:00") == ["new scale"])
        #expect(try told("2026-10-24 07:00").isEmpty)
    }

    @Test func aNoteOfAnotherTimeCanBeLookedAt() throws {
        let rig = try Rig([("born", "1980-01-01", nil, nil)])
        let note = try #require(rig.model.notes.all.first)
        rig.model.notes.show(note, at: 5)
        rig.frame()
        #expect(rig.model.x.range.contains(note.start))
        #expect(rig.lane?.flags.map(\.text) == ["born"])
    }

    // MARK: Writing

    @Test func aNoteIsWrittenByKeys() throws {
        let rig = try Rig()
        rig.press(.character("n"))
        #expect(rig.viewer.dialog == .note && rig.viewer.scene.typedField == "note.text")
        rig.type("began n 5 mg")
        #expect(try rig.node("note.text").value == "began n 5 mg")
        rig.press(.tab)
        #expect(rig.viewer.scene.typedField == "note.start")
        rig.replace("2026-10-12")
        rig.press(.up)
        #expect(try rig.node("note.start").value == "2026-10-13")
        rig.press(.tab)
        rig.replace("2026-10-15")
        rig.press(.down)
        #expect(try rig.node("note.message").name.contains("13 Oct 2026"))
        rig.press(.enter)
        #expect(rig.viewer.dialog == nil)
        let kept = try rig.kept()
        try #require(kept.map(\.text) == ["began n 5 mg"])
        #expect(try kept[0].start == rig.instant("2026-10-13"))
        #expect(try kept[0].end == rig.instant("2026-10-15"))
        #expect(rig.lane?.flags.map(\.text) == ["began n 5 mg"])
    }

    @Test func aNewNoteIsOfWhatIsOnShow() throws {
        let rig = try Rig()
        // The last day in view, as today is not in it.
        rig.press(.character("n"))
        #expect(try rig.node("note.start").value == "2026-10-31")
        rig.press(.escape)
        // The time of the crosshair.
        let chart = try #require(rig.model.chart)
        rig.model.active.crosshair.point(
            at: Point(
                x: chart.projection.px(try rig.instant("2026-10-14 12:00")), y: chart.plot.midY),
            by: .pinned)
        rig.press(.character("n"))
        #expect(try rig.node("note.start").value == "2026-10-14")
        #expect(try rig.node("note.end").value == "2026-10-14")
        rig.press(.escape)
        // If a note of another day is written, that day is shown.
        rig.press(.character("n"))
        rig.type("long ago")
        rig.press(.tab)
        rig.replace("2025-03-05")
        rig.press(.tab)
        rig.replace("")
        rig.viewer.controller.press([KeyCombination(.delete)])
        rig.press(.enter)
        #expect(rig.model.x.target.contains(try rig.instant("2025-03-05 12:00")))
    }

    @Test func whatIsWrongIsSaidAndNothingIsLost() throws {
        let rig = try Rig()
        rig.press(.character("n"))
        try rig.press("note.save")
        #expect(try rig.node("note.message").role == .alert)
        #expect(rig.viewer.scene.typedField == "note.text")
        rig.type("x")
        #expect(try rig.node("note.message").role == .text)
        rig.press(.tab)
        rig.replace("tomorrow")
        rig.press(.tab)
        rig.press(.enter)
        #expect(rig.viewer.scene.typedField == "note.start", "where it is wrong")
        rig.replace("2026-10-12")
        // A refusal by the library is shown as it is.
        rig.press(.tab)
        rig.press(.tab)
        try rig.press("note.text")
        rig.replace(String(repeating: "w", count: Library.Note.longestText + 1))
        rig.press(.enter)
        #expect(rig.viewer.dialog == .note)
        #expect(try rig.node("note.message").role == .alert)
        #expect(try rig.node("note.text").value.count == Library.Note.longestText + 1)
        #expect(try rig.kept().isEmpty)
    }

    /// A slow disk: the dialog may be closed before it is known that nothing was kept.
    @Test func whatCouldNotBeKeptIsThereAgain() throws {
        let rig = try Rig()
        var answer: ((Result<[Library.Note], LibraryError>) -> Void)?
        rig.viewer.host.onWrite = { answer = $1 }
        rig.press(.character("n"))
        rig.type("flu")
        rig.press(.enter)
        #expect(rig.viewer.dialog == .note && rig.viewer.scene.typedField == nil)
        #expect(try rig.node("note.save").isEnabled == false)
        rig.press(.escape)
        #expect(rig.viewer.dialog == nil)
        answer?(.failure(LibraryError(place: "records", problem: "no room")))
        rig.frame()
        #expect(rig.viewer.dialog == .note && rig.viewer.scene.typedField == "note.text")
        #expect(try rig.node("note.text").value == "flu")
        #expect(try rig.node("note.message").name.contains("no room"))
    }

    @Test func aNoteIsChangedAndTakenOutWhereItStands() throws {
        let rig = try Rig(Self.some)
        let flag = try rig.node("flag.2")
        rig.click(flag.frame.center)
        #expect(rig.viewer.dialog == .note)
        #expect(try rig.node("note.text").value == "headache")
        rig.replace("migraine")
        try rig.press("note.for-one")
        try rig.press("note.save")
        #expect(rig.viewer.dialog == nil)
        #expect(try rig.kept().first { $0.id == 2 }?.text == "migraine")
        #expect(try rig.kept().first { $0.id == 2 }?.metric == .steps)
        #expect(try rig.node("flag.2").name == "migraine")
        try rig.press("flag.2")
        try rig.press("note.remove")
        #expect(try rig.kept().count == 3, "one press is not enough")
        rig.press(.character("x"), text: "x")
        #expect(rig.viewer.scene.tree.first { $0.id == "note.really-remove" } == nil)
        try rig.press("note.remove")
        try rig.press("note.really-remove")
        #expect(rig.viewer.dialog == nil)
        #expect(try rig.kept().map(\.id) == [1, 3])
        #expect(rig.viewer.scene.tree.first { $0.id == "flag.2" } == nil)
    }

    @Test func theListGoesWhereANoteIsAndBack() throws {
        let rig = try Rig(Self.some + [("moved house", "2024-05-02", nil, nil)])
        rig.press(.character("n"), shift: true)
        #expect(rig.viewer.dialog == .notes)
        let rows = rig.viewer.scene.tree.flattened.filter { $0.id.hasPrefix("dialog.row.") }.map(
            \.name)
        #expect(rows[1] == "new scale" && rows[2].hasSuffix("Weight"))
        try rig.press("notes.show.4")
        #expect(rig.viewer.dialog == nil)
        #expect(rig.model.x.range.contains(try rig.instant("2024-05-02 12:00")))
        // A note about one metric is shown on its chart only.
        rig.press(.character("n"), shift: true)
        try rig.press("notes.show.3")
        #expect(rig.model.selected == .weight)
        #expect(rig.model.x.range.contains(try rig.instant("2026-10-20 12:00")))
        // After changing one from the list, the list is shown again.
        rig.press(.character("n"), shift: true)
        try rig.press("notes.change.3")
        rig.press(.escape)
        #expect(rig.viewer.dialog == .notes)
        try rig.press("note.write")
        rig.type("one more")
        rig.press(.enter)
        #expect(rig.viewer.dialog == .notes && rig.model.notes.all.count == 5)
        rig.press(.escape)
        #expect(rig.viewer.dialog == nil)
    }

    /// For files outside the library there are no notes, and the dialog explains it.
    @Test func withoutTheLibraryThereAreNone() throws {
        let rig = try Rig(Self.some, files: SampleFiles.all)
        #expect(rig.lane?.events.isEmpty == true)
        rig.press(.character("n"))
        #expect(rig.viewer.dialog == .notes)
        let rows = rig.viewer.scene.tree.flattened.filter { $0.id.hasPrefix("dialog.row.") }.map(
            \.name)
        #expect(rows.count == 1 && rows[0].contains("library"))
        rig.viewer.host.canShowLibrary = true
        rig.press(.escape)
        rig.press(.character("n"))
        #expect(try rig.node("library.show").role == .button)
    }

    @Test(arguments: [
        Size(width: 360, height: 400), Size(width: 700, height: 500),
        Size(width: 1100, height: 720),
    ])
    func theDialogIsWithinTheWindow(size: Size) throws {
        let rig = try Rig(Self.some, size: size)
        #expect(rig.viewer.controller.commands.run(NoteRows.change(1)))
        rig.frame()
        let body = try rig.node("dialog.body")
        #expect(rig.viewer.scene.layout.window.contains(body.frame))
        var seen: Set<ControlID> = []
        for _ in 0..<12 {
            let id = try #require(rig.viewer.scene.focus.focused)
            seen.insert(id)
            // The focused control is completely visible.
            let node = try rig.node(id)
            #expect(node.frame.height >= 22 && body.frame.contains(node.frame), "\(id)")
            rig.press(.tab)
        }
        #expect(
            seen.isSuperset(of: [
                "note.text", "note.start", "note.end", "note.for-all", "note.for-one", "note.save",
                "note.remove", "dialog.close",
            ]))
        let nodes = body.flattened.filter { $0.id.hasPrefix("note.") && $0.role != .group }
        for (index, a) in nodes.enumerated() {
            for b in nodes[(index + 1)...] where a.role != .text && b.role != .text {
                #expect(!a.frame.inset(by: 0.5).intersects(b.frame), "\(a.id) \(b.id)")
            }
        }
    }

    @Test func theLayoutOfAPictureTellsThem() throws {
        let rig = try Rig(Self.some)
        let picture = try ViewerPicture.render(
            ViewerOptions(
                files: [], zone: .utc, theme: .light, size: Size(width: 1100, height: 720),
                library: rig.directory), scale: 1, isChartOnly: false)
        #expect(picture.layout.contains("\"axis\":\"event\""))
        #expect(picture.layout.contains("headache"))
    }
}
