import Geometry
import Testing

@testable import Viewer

@Suite struct SemanticTreeTests {
    let tree = SemanticNode(
        id: "window", role: .window, name: "Oresen",
        frame: Rect(x: 0, y: 0, width: 100, height: 100),
        children: [
            SemanticNode(
                id: "a", role: .button, name: "First",
                frame: Rect(x: 0, y: 0, width: 50, height: 50), command: "first"),
            SemanticNode(
                id: "b", role: .button, name: "Off",
                frame: Rect(x: 50, y: 0, width: 50, height: 50),
                command: "off", isEnabled: false),
            SemanticNode(
                id: "c", role: .group, name: "", frame: Rect(x: 25, y: 25, width: 50, height: 50),
                children: [
                    SemanticNode(
                        id: "d", role: .button, name: "Inner",
                        frame: Rect(x: 25, y: 25, width: 25, height: 25), command: "inner")
                ]),
        ])

    @Test func readingOrderIsParentsFirst() {
        #expect(tree.flattened.map(\.id) == ["window", "a", "b", "c", "d"])
    }

    @Test func laterSiblingsLieOnTop() {
        #expect(tree.pressable(at: Point(x: 30, y: 30))?.id == "d")
        #expect(tree.pressable(at: Point(x: 10, y: 10))?.id == "a")
        #expect(
            tree.pressable(at: Point(x: 60, y: 10)) == nil, "what is disabled cannot be pressed")
    }

    @Test func tabWalksTheEnabledControlsAndWraps() {
        var focus = FocusRing()
        focus.move(in: tree)
        #expect(focus.focused == "a")
        focus.move(in: tree)
        #expect(focus.focused == "d")
        focus.move(in: tree)
        #expect(focus.focused == "a")
        focus.move(in: tree, backwards: true)
        #expect(focus.focused == "d")
    }

    @Test func focusIsDroppedWithItsNode() {
        var focus = FocusRing()
        focus.focus("d")
        var smaller = tree
        smaller.children.removeLast()
        focus.reconcile(with: smaller)
        #expect(focus.focused == nil)
    }
}

@MainActor @Suite struct CommandTableTests {
    @Test func keysFindTheirCommandAndDisabledOnesDoNotRun() {
        var runs: [String] = []
        let table = CommandTable([
            Command("fit", "Fit", keys: [KeyCombination(.home)]) { runs.append("fit") },
            Command("next", "Next", keys: [KeyCombination(.right)], isEnabled: { false }) {
                runs.append("next")
            },
        ])
        #expect(table.command(for: KeyCombination(.home))?.id == "fit")
        #expect(table.run("fit"))
        #expect(!table.run("next"))
        #expect(!table.run("unknown"))
        #expect(runs == ["fit"])
    }

    @Test func combinationsAreWrittenAsAPersonReadsThem() {
        #expect(KeyCombination(.character("o"), control: true).label == "Ctrl+O")
        #expect(KeyCombination(.tab, shift: true).label == "Shift+Tab")
        #expect(KeyCombination(.function(1)).label == "F1")
    }
}
