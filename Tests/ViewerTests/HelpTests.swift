import ChartCore
import Charts
import Foundation
import Geometry
import Testing

@testable import Viewer

/// The help, the menu, and the keyboard's focus in overlays.
@MainActor @Suite struct HelpTests {
    nonisolated static let sizes = [
        Size(width: 360, height: 480), Size(width: 700, height: 500),
        Size(width: 1100, height: 720), Size(width: 1707, height: 960),
    ]

    private func viewer(_ size: Size) throws -> OffscreenViewer {
        try OffscreenViewer(
            ViewerOptions(
                files: SampleFiles.all, zone: try ZoneRules.named("UTC"), metric: "weight",
                theme: .light, size: size, library: ":memory:"), scale: 1, reducesMotion: true)
    }

    private func press(_ viewer: OffscreenViewer, _ key: Key, shift: Bool = false) {
        viewer.controller.press([KeyCombination(key, shift: shift)])
        _ = viewer.scene.advance(to: 2)
    }

    private func modal(_ viewer: OffscreenViewer) throws -> SemanticNode {
        try #require(viewer.scene.tree.first(where: \.isModal))
    }

    private func rows(_ viewer: OffscreenViewer) throws -> [SemanticNode] {
        try modal(viewer).flattened.filter { $0.id.hasPrefix("dialog.row") }
    }

    @Test func everyKeyAndEveryGestureIsListedOnce() throws {
        let viewer = try viewer(Size(width: 1100, height: 720))
        press(viewer, .function(1))
        let listed = try rows(viewer).map { "\($0.name): \($0.value)" }
        #expect(Set(listed).count == listed.count)
        for command in viewer.controller.commands.commands where !command.keys.isEmpty {
            let rows = try rows(viewer).filter { $0.name == command.title }
            for key in command.keys {
                let found = rows.filter {
                    $0.value.components(separatedBy: " or ").contains(key.label)
                }
                #expect(found.count == 1, "\(command.id): \(key.label)")
            }
        }
        for group in CommandGroup.allCases {
            for (title, gesture) in group.gestures {
                #expect(listed.contains("\(title): \(gesture)"))
            }
        }
        let headings = try modal(viewer).flattened.filter { $0.role == .heading }.map(\.name)
        #expect(headings == CommandGroup.allCases.map(\.title))
    }

    @Test func commandsAreAmongTheirOwn() throws {
        let commands = try viewer(Size(width: 1100, height: 720)).controller.commands
        func group(_ id: CommandID) -> CommandGroup? { commands[id]?.group }
        #expect(group("view.zoom-in") == .moving && group("view.fit") == .moving)
        #expect(group("period.w") == .periods && group("page.next") == .periods)
        #expect(group("metric.next") == .series && group("series.alone") == .series)
        #expect(group("select.copy") == .selection)
        #expect(group("path.take") == .typing && group("field.left") == .typing)
        #expect(group("file.open") == .window)
        #expect(group("view.back") == .window && group("theme.toggle") == .window)
        #expect(group("focus.next") == .window && group("list.up") == .window)
    }

    @Test(arguments: sizes) func rowsNeitherOverlapNorLeaveTheBoard(size: Size) throws {
        let viewer = try viewer(size)
        press(viewer, .function(1))
        let body = try #require(try modal(viewer).first { $0.id == "dialog.body" })
        #expect(viewer.scene.layout.window.contains(body.frame))
        let rows = try rows(viewer).filter { !$0.frame.isEmpty }
        for (index, row) in rows.enumerated() {
            #expect(body.frame.contains(row.frame), "\(row.name)")
            for other in rows[(index + 1)...] {
                #expect(row.frame.intersection(other.frame).isEmpty, "\(row.name), \(other.name)")
            }
        }
        let columns = Set(rows.map { Int($0.frame.x) }).count
        #expect(size.width >= 800 ? (2...5).contains(columns) : columns == 1)
    }

    @Test func inASmallWindowItScrollsToItsEndAndBack() throws {
        let viewer = try viewer(Size(width: 360, height: 480))
        press(viewer, .function(1))
        func seen() throws -> [String] {
            try rows(viewer).filter { $0.frame.height > 20 }.map(\.name)
        }
        let all = try rows(viewer).map(\.name)
        let first = try seen()
        #expect(first.first == all.first && first.count < all.count / 2)
        var met = Set(first)
        for _ in 0..<20 {
            press(viewer, .pageDown)
            met.formUnion(try seen())
        }
        #expect(met == Set(all), "no page jumps over a row")
        #expect(try seen().last == all.last)
        press(viewer, .pageDown)
        #expect(try seen().last == all.last)
        press(viewer, .home)
        #expect(try seen() == first)
        press(viewer, .end)
        #expect(try seen().last == all.last)
        let help = try #require(viewer.context.dialog(HelpScreen.self))
        let scroll = help.scrolling.offset
        press(viewer, .up)
        #expect(help.scrolling.offset == scroll - DialogPane.rowHeight)
        press(viewer, .down)
        #expect(help.scrolling.offset == scroll)
        press(viewer, .pageUp)
        #expect(help.scrolling.offset < scroll - 100)
        // Another list begins at its start.
        press(viewer, .function(1))
        press(viewer, .function(1))
        #expect(try seen() == first)
    }

    @Test func inAWideWindowNothingHasToBeScrolled() throws {
        let viewer = try viewer(Size(width: 1920, height: 1080))
        press(viewer, .function(1))
        press(viewer, .end)
        #expect(viewer.context.dialog(HelpScreen.self)?.scrolling.offset == 0)
    }

    @Test(arguments: [Key.function(1), .character("i"), .function(10)])
    func theFocusStaysInsideAndComesBack(key: Key) throws {
        let viewer = try viewer(Size(width: 1100, height: 720))
        let scene = viewer.scene
        for _ in 0..<3 { press(viewer, .tab) }
        let before = try #require(scene.focus.focused)
        press(viewer, key)
        let inside = Set(try modal(viewer).flattened.map(\.id))
        for backwards in [false, true] {
            for _ in 0..<15 {
                #expect(inside.contains(try #require(scene.focus.focused)))
                #expect(scene.focus.isVisible)
                press(viewer, .tab, shift: backwards)
            }
        }
        // The window's keys do nothing here.
        let range = viewer.model.x.range
        for key in [Key.character("w"), .left, .right, .home, .character("+")] {
            press(viewer, key)
        }
        #expect(viewer.model.x.range == range && viewer.dialog != nil)
        press(viewer, .escape)
        #expect(viewer.dialog == nil)
        #expect(scene.focus.focused == before && scene.focus.isVisible)
    }

    @Test func theFocusComesBackFromAListThatTheMenuOpened() throws {
        let viewer = try viewer(Size(width: 1100, height: 720))
        for _ in 0..<2 { press(viewer, .tab) }
        let before = viewer.scene.focus.focused
        press(viewer, .function(10))
        for _ in 0..<10 { press(viewer, .down) }
        #expect(viewer.scene.focus.focused == "menu.report.show")
        press(viewer, .up)
        #expect(viewer.scene.focus.focused == "menu.help.keys")
        press(viewer, .enter)
        #expect(viewer.dialog == .keys && viewer.scene.focus.focused == "dialog.close")
        press(viewer, .enter)
        #expect(viewer.dialog == nil && viewer.scene.focus.focused == before)
    }

    @Test func arrowsWalkThroughTheMenu() throws {
        let viewer = try viewer(Size(width: 1100, height: 720))
        let scene = viewer.scene
        press(viewer, .function(10))
        #expect(scene.focus.focused == "theme.light", "the current choice")
        press(viewer, .left)
        #expect(scene.focus.focused == "theme.light", "no wrapping around")
        press(viewer, .right)
        press(viewer, .right)
        #expect(scene.focus.focused == "theme.follow")
        press(viewer, .down)
        #expect(scene.focus.focused == "contrast.follow")
        press(viewer, .left)
        press(viewer, .left)
        press(viewer, .space)
        #expect(viewer.model.appearance.pins.highContrast == true && viewer.dialog == .menu)
        press(viewer, .up)
        #expect(scene.focus.focused == "theme.light")
        press(viewer, .character("t"))
        #expect(viewer.model.appearance.pins.appearance == .dark)
    }

    @Test(arguments: sizes) func theMenuIsWithinTheWindow(size: Size) throws {
        let viewer = try viewer(size)
        press(viewer, .function(10))
        let body = try #require(try modal(viewer).first { $0.id == "menu.body" })
        #expect(viewer.scene.layout.window.contains(body.frame))
        for node in body.children.flatMap(\.flattened) {
            #expect(body.frame.contains(node.frame), "\(node.name)")
        }
        // The same with all its entries; the rows are still high enough to press.
        let rest = viewer.context.hosts
        viewer.host.canAddToLibrary = true
        viewer.host.canShowLibrary = true
        viewer.host.canForgetRecents = true
        press(viewer, .escape)
        press(viewer, .function(10))
        let full = try #require(try modal(viewer).first { $0.id == "menu.body" })
        #expect(viewer.scene.layout.window.contains(full.frame))
        let items = full.children.filter { $0.id.hasPrefix("menu.") && $0.role == .button }
        #expect(items.count == 9 && items.allSatisfy { $0.frame.height >= 20 })
        for (item, next) in zip(items, items.dropFirst()) {
            #expect(item.frame.maxY <= next.frame.minY + 0.001)
        }
        viewer.context.hosts = rest
        // A press next to it closes it.
        #expect(
            viewer.scene.tree.pressable(at: Point(x: 20, y: size.height - 20))?.id == "menu.list")
    }
}
