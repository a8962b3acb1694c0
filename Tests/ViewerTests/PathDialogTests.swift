import ChartCore
import ChartInteraction
import Charts
import Foundation
import Geometry
import Streams
import Testing

@testable import Viewer

/// The dialog in which a path is typed, by keys and by hand, in made-up folders.
@MainActor @Suite struct PathDialogTests {
    /// The dialog and the requests that it received.
    @MainActor
    private final class Rig {
        let viewer: OffscreenViewer
        var opened: [[String]] = []
        var copied: [String] = []
        var clipboard: String?
        /// The contents of folders: names that end in a slash are folders.
        var folders: [String: [String]] = [:]
        private var time = 2.0

        init(_ size: Size = Size(width: 1100, height: 720)) throws {
            viewer = try OffscreenViewer(
                ViewerOptions(
                    files: SampleFiles.all, zone: try ZoneRules.named("UTC"), theme: .light,
                    size: size, library: ":memory:"), scale: 1, reducesMotion: true)
            viewer.host.onReadFolder = { [unowned self] path, answer in
                guard let names = folders[path] else { return answer(.closed("No such folder.")) }
                answer(
                    .known(
                        FolderIndex(
                            FolderListing(
                                names.map {
                                    .init(
                                        name: String($0.prefix { $0 != "/" }),
                                        isFolder: $0.hasSuffix("/"))
                                }))))
            }
            viewer.host.onLook = { [unowned self] path, answer in
                if folders[path.hasSuffix("/") ? path : path + "/"] != nil {
                    return answer(.folder)
                }
                let name = path.split(separator: "/").last.map(String.init) ?? ""
                let known = folders[String(path.dropLast(name.count))]?.contains(name) == true
                answer(known ? .file : .failure("There is no such file; check the name."))
            }
            viewer.host.onTake = { [unowned self] files, _ in
                opened.append(files)
            }
            viewer.host.onPaste = { [unowned self] in $0(clipboard) }
            viewer.host.onCopy = { [unowned self] in
                copied.append(String(decoding: $0["text/plain"] ?? [], as: UTF8.self))
            }
        }

        func press(
            _ key: Key, control: Bool = false, shift: Bool = false, text: String = ""
        ) {
            viewer.controller.press(
                [KeyCombination(key, control: control, shift: shift)], text: text)
            frame()
        }

        func open() { press(.character("o"), control: true) }

        func type(_ text: String) {
            for character in text {
                press(character == " " ? .space : .character(character), text: String(character))
            }
        }

        func frame() {
            time += 0.1
            _ = viewer.scene.advance(to: time)
        }

        func send(_ kind: InputEvent.Kind, _ place: Point) {
            time += 0.1
            viewer.controller.handle(
                InputFrame(InputEvent(time: time, position: place, kind: kind, modifiers: [])))
            frame()
        }

        func click(_ place: Point) {
            send(.pointerMoved, place)
            send(.pointerPressed(.left), place)
            send(.pointerReleased(.left), place)
        }

        func node(_ id: ControlID) throws -> SemanticNode {
            try #require(viewer.scene.tree.first { $0.id == id }, "\(id)")
        }

        var isOpen: Bool { viewer.dialog == .open }
        var text: String { viewer.prompt?.field.text ?? "" }
        var rows: [String] {
            viewer.scene.tree.flattened.filter { $0.id.hasPrefix("path.row") }.map(\.name)
        }
        var message: String {
            viewer.scene.tree.first { $0.id == "path.message" }?.name ?? ""
        }
    }

    @Test func theFieldHasTheFocusAndGoesWithEscape() throws {
        let rig = try Rig()
        rig.press(.tab)
        let before = rig.viewer.scene.focus.focused
        rig.open()
        let field = try rig.node(PathPane.fieldID)
        #expect(rig.isOpen && field.role == .textField && field.isFocusable && field.value.isEmpty)
        #expect(rig.viewer.scene.focus.focused == field.id)
        #expect(rig.viewer.scene.typedField == field.id)
        rig.type("/a b")
        #expect(try rig.node(PathPane.fieldID).value == "/a b")
        rig.press(.escape)
        #expect(!rig.isOpen && rig.viewer.prompt == nil)
        #expect(rig.viewer.scene.focus.focused == before)
        // The typed text is gone the next time; the same key closes the dialog as well.
        rig.open()
        #expect(rig.text.isEmpty)
        rig.open()
        #expect(!rig.isOpen && rig.opened.isEmpty)
    }

    @Test func lettersAreTypedAndDoNothingElse() throws {
        let rig = try Rig()
        let before = (rig.viewer.model.appearance.pins, rig.viewer.model.x.range)
        rig.open()
        rig.type("twd+?s l")
        #expect(rig.text == "twd+?s l" && rig.isOpen)
        #expect(
            rig.viewer.model.appearance.pins == before.0 && rig.viewer.model.x.range == before.1)
        // Keys of the list and of the window that type nothing still work.
        rig.press(.function(1))
        #expect(rig.viewer.dialog == .keys && rig.viewer.prompt == nil)
    }

    @Test func pathsAreCompletedAndOpened() throws {
        let rig = try Rig()
        rig.folders = [
            "/r/": ["Exports/", "Export.zip", "notes.txt", ".hidden"],
            "/r/Exports/": ["2025.csv", "2026.csv"],
        ]
        rig.open()
        rig.type("/r/")
        #expect(rig.rows == ["Exports", "Export.zip", "notes.txt"])
        rig.type("ex")
        #expect(rig.rows == ["Exports", "Export.zip"])
        rig.press(.tab)
        #expect(rig.text == "/r/Export")
        rig.type("s")
        rig.press(.tab)
        #expect(rig.text == "/r/Exports/" && rig.rows == ["2025.csv", "2026.csv"])
        rig.press(.tab)
        #expect(rig.text == "/r/Exports/202")
        rig.type("6")
        rig.press(.tab)
        #expect(rig.text == "/r/Exports/2026.csv")
        rig.press(.enter)
        #expect(rig.opened == [["/r/Exports/2026.csv"]] && !rig.isOpen)
    }

    @Test func theListIsWalkedByArrows() throws {
        let rig = try Rig()
        rig.folders = ["/r/": ["a/", "b.csv"], "/r/a/": ["c.csv"]]
        rig.open()
        rig.type("/r/")
        rig.press(.down)
        #expect(try rig.node("path.row.0").isSelected && rig.text == "/r/")
        rig.press(.enter)
        #expect(rig.text == "/r/a/" && rig.rows == ["c.csv"], "it enters the folder")
        rig.press(.down)
        rig.press(.enter)
        #expect(rig.opened == [["/r/a/c.csv"]])
    }

    @Test func aFolderIsOpenedAsAWholeOnlyWhenThatIsSaid() throws {
        let rig = try Rig()
        rig.folders = ["/r/": ["b.csv"]]
        rig.open()
        rig.type("/r")
        rig.press(.enter)
        #expect(rig.text == "/r/" && rig.isOpen)
        rig.press(.enter)
        #expect(rig.isOpen && rig.opened.isEmpty && rig.message.contains("Ctrl+Enter"))
        rig.press(.enter, control: true)
        #expect(!rig.isOpen && rig.opened == [["/r/"]])
    }

    @Test func aWrongPathSaysSoAndStays() throws {
        let rig = try Rig()
        rig.folders = ["/r/": ["b.csv"]]
        rig.open()
        rig.type("/r/x.csv")
        rig.press(.enter)
        #expect(rig.isOpen && rig.text == "/r/x.csv" && rig.opened.isEmpty)
        #expect(rig.message == "There is no such file; check the name.")
        #expect(try rig.node("path.message").role == .alert)
        rig.press(.backspace)
        #expect(try rig.node("path.message").role == .text)
        for _ in 0..<4 { rig.press(.backspace) }
        rig.press(.tab)
        rig.press(.enter)
        #expect(rig.opened == [["/r/b.csv"]])
    }

    @Test func aFolderThatCannotBeReadIsNoRiddle() throws {
        let rig = try Rig()
        rig.open()
        rig.type("/nowhere/")
        #expect(rig.rows.isEmpty && rig.message == "No such folder.")
    }

    @Test func filesFromBeforeAreOpenedFromTheEmptyField() throws {
        let rig = try Rig()
        rig.viewer.host.onFindRecents = { [unowned rig] in
            rig.viewer.model.recents = ["/r/new.csv", "/r/old.csv"]
        }
        rig.open()
        let row = try rig.node("path.recent.0")
        #expect(row.name == "new.csv" && row.value == "/r")
        rig.press(.down)
        rig.press(.down)
        rig.press(.enter)
        #expect(rig.opened == [["/r/old.csv"]] && !rig.isOpen)
        rig.open()
        rig.type("x")
        #expect(rig.viewer.scene.tree.first { $0.id == "path.recent.0" } == nil)
    }

    @Test func theTextIsEditedByKeys() throws {
        let rig = try Rig()
        rig.open()
        rig.type("bc")
        rig.press(.home)
        rig.type("a")
        rig.press(.end)
        rig.type("d")
        #expect(rig.text == "abcd")
        rig.press(.left)
        rig.press(.left, shift: true)
        rig.press(.character("c"), control: true)
        #expect(rig.copied == ["c"] && rig.text == "abcd")
        rig.press(.character("x"), control: true)
        #expect(rig.copied == ["c", "c"] && rig.text == "abd")
        rig.clipboard = "file:///tmp/a%20b.csv\r\n"
        rig.press(.character("a"), control: true)
        rig.press(.character("v"), control: true)
        #expect(rig.text == "file:///tmp/a%20b.csv")
        rig.folders = ["/tmp/": ["a b.csv"]]
        rig.press(.enter)
        #expect(rig.opened == [["/tmp/a b.csv"]])
        rig.open()
        rig.type("abc")
        rig.press(.left)
        rig.press(.character("u"), control: true)
        #expect(rig.text == "c")
        rig.press(.delete)
        #expect(rig.text.isEmpty)
        rig.clipboard = nil
        rig.press(.character("v"), control: true)
        #expect(rig.message == "There is no text to paste.")
    }

    @Test func theHandPutsTheCaretAndOpensRows() throws {
        let rig = try Rig()
        rig.folders = ["/r/": ["a/", "b.csv"], "/r/a/": ["c.csv"]]
        rig.open()
        rig.type("/r/")
        let field = try rig.node(PathPane.fieldID).frame
        rig.click(Point(x: field.x + 2, y: field.midY))
        #expect(rig.viewer.prompt?.field.caret == 0)
        rig.click(Point(x: field.maxX - 4, y: field.midY))
        #expect(rig.viewer.prompt?.field.caret == 3)
        rig.send(.pointerPressed(.left), Point(x: field.maxX - 4, y: field.midY))
        rig.send(.pointerMoved, Point(x: field.x + 2, y: field.midY))
        rig.send(.pointerReleased(.left), Point(x: field.x + 2, y: field.midY))
        #expect(rig.viewer.prompt?.field.selection == 0..<3)
        rig.click(try rig.node("path.row.0").frame.center)
        #expect(rig.text == "/r/a/")
        // Typing continues where it was.
        rig.type("c")
        #expect(rig.text == "/r/a/c")
        rig.click(try rig.node("path.row.0").frame.center)
        #expect(rig.opened == [["/r/a/c.csv"]])
        // A press next to the board closes it.
        rig.open()
        rig.click(Point(x: 5, y: 700))
        #expect(!rig.isOpen)
    }

    @Test(arguments: [
        Size(width: 360, height: 480), Size(width: 1100, height: 720),
        Size(width: 1707, height: 960),
    ])
    func aFolderOfManyNamesIsScrolledAndNeverWhollyInTheTree(size: Size) throws {
        let rig = try Rig(size)
        rig.folders = ["/r/": (1000..<3000).map { "f\($0)" }]
        rig.open()
        rig.type("/r/")
        let body = try rig.node("dialog.body").frame
        #expect(rig.viewer.scene.layout.window.contains(body))
        #expect(rig.rows.count <= PathPane.mostRows && rig.rows.first == "f1000")
        for row in try rig.node("dialog.body").children where row.role == .listItem {
            #expect(body.contains(row.frame), "\(row.name)")
        }
        for _ in 0..<50 { rig.press(.down) }
        let chosen = try #require(
            rig.viewer.scene.tree.first { $0.id.hasPrefix("path.row") && $0.isSelected })
        #expect(chosen.name == "f1049" && chosen.frame.height > PathPane.rowHeight - 1)
        rig.press(.pageDown)
        #expect((rig.viewer.prompt?.choice ?? 0) > 50)
        for _ in 0..<300 { rig.viewer.controller.press([KeyCombination(.pageDown)]) }
        rig.frame()
        #expect(rig.rows.last == "f2999")
        rig.press(.enter)
        #expect(rig.opened == [["/r/f2999"]])
    }

    @Test func tabWalksOnceTheKeysHaveLeftTheField() throws {
        let rig = try Rig()
        rig.folders = ["/r/": ["a.csv"]]
        rig.open()
        rig.type("/r/")
        rig.press(.tab, shift: true)
        #expect(rig.viewer.scene.typedField == nil)
        let focused = try #require(rig.viewer.scene.shownFocus)
        #expect(focused != PathPane.fieldID)
        for _ in 0..<4 where rig.viewer.scene.typedField == nil { rig.press(.tab) }
        #expect(rig.viewer.scene.typedField == PathPane.fieldID)
        #expect(rig.text == "/r/")
    }

    @Test(arguments: [(360.0, false), (700, true), (1100, true), (1707, true)])
    func theHeaderHasAButtonWhereThereIsRoom(width: Double, hasButton: Bool) throws {
        let rig = try Rig(Size(width: width, height: 600))
        let header = rig.viewer.scene.tree.children.filter {
            ["drawer", "periods", "open", "menu"].contains($0.id)
        }
        #expect(header.contains { $0.id == "open" } == hasButton)
        for (one, next) in zip(header, header.dropFirst()) {
            #expect(one.frame.maxX <= next.frame.minX, "\(one.id), \(next.id)")
        }
        #expect(!hasButton || rig.viewer.controller.press(control: "open"))
        #expect(rig.isOpen == hasButton)
    }

    @Test func theWelcomeListsTheNewestFour() throws {
        let viewer = try OffscreenViewer(
            ViewerOptions(
                zone: try ZoneRules.named("UTC"), theme: .light,
                size: Size(width: 1100, height: 720), library: ":memory:"),
            scale: 1, reducesMotion: true, snapshot: ImportSnapshot())
        #expect(viewer.model.phase == .welcome)
        viewer.model.recents = (1...6).map { "/r/f\($0).csv" }
        _ = viewer.scene.advance(to: 2)
        let links = viewer.scene.tree.flattened.filter { $0.id.hasPrefix("state.recent.") }
        #expect(links.map(\.name) == ["f1.csv", "f2.csv", "f3.csv", "f4.csv"])
        var opened: [[String]] = []
        viewer.host.onTake = { files, _ in opened.append(files) }
        #expect(viewer.controller.press(control: "state.recent.3"))
        #expect(opened == [["/r/f3.csv"]])
        #expect(viewer.controller.press(control: "state.open"))
        #expect(viewer.dialog == .open)
    }
}
