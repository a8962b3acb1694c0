import ChartCore
import ChartScene
import Geometry
import Testing

@testable import Viewer

/// A dialog that consists of only this class, and a line in the catalogue.
@MainActor
private final class ToyScreen: Screen {
    nonisolated static let entry = ScreenEntry(
        ScreenID("toy"), make: { _ in ToyScreen() },
        commands: { viewer in
            [
                Command(
                    "toy.show", "Show the toy", keys: [KeyCombination(.function(7))],
                    .worksOverDialogs
                ) { [unowned viewer] in viewer.toggle(ScreenID("toy")) }
            ]
        })

    let id = ScreenID("toy")
    private let list = RowList()

    var nodes: [SemanticNode] { list.nodes }
    var revision: Int { list.revision }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let rows = (1...40).map { DialogModel.Row(leading: "Row \($0)", trailing: "toy") }
        list.layout("A toy", rows, in: room, environment)
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) { list.encode(into: scene) }

    func scroll(by distance: Double, at place: Point) -> Bool {
        list.scroll(by: distance)
        return true
    }

    func walk(_ step: ListStep) { list.walk(step) }
}

@MainActor
@Suite struct ToyScreenTests {
    /// A new dialog has its key, a place in the help, the option of pictures, focus, scrolling and
    /// the way back without a change anywhere else.
    @Test func aDialogIsAClassAndALineInTheCatalogue() throws {
        var catalogue = ScreenCatalogue.standard
        catalogue.entries.append(ToyScreen.entry)
        #expect(catalogue.dialogs.contains(ScreenID("toy")))
        let viewer = try OffscreenViewer(
            ViewerOptions(
                files: SampleFiles.all, zone: .utc, metric: "weight", theme: .light,
                library: ":memory:"), scale: 1, reducesMotion: true, catalogue: catalogue)
        func press(_ key: Key) {
            viewer.controller.press([KeyCombination(key)])
            _ = viewer.scene.advance(to: 2)
        }
        func names() -> [String] { viewer.scene.tree.flattened.map(\.name) }
        _ = viewer.scene.advance(to: 2)
        let (before, tree) = (try viewer.draw(), viewer.scene.tree)
        press(.function(7))
        #expect(viewer.dialog == ScreenID("toy") && names().contains("A toy"))
        #expect(viewer.scene.focus.focused == DialogFrame.closeID)
        #expect(try viewer.draw() != before)
        func first() -> SemanticNode? { viewer.scene.tree.first { $0.name == "Row 1" } }
        let place = try #require(first()).frame
        press(.down)
        #expect(first()?.frame != place, "its list scrolls")
        press(.escape)
        #expect(viewer.dialog == nil && !names().contains("A toy"))
        #expect(viewer.scene.tree == tree)
        press(.function(1))
        #expect(names().contains("Show the toy"), "the help has its key")
        // Opened by its name, as `render --dialog` does it.
        press(.escape)
        viewer.context.toggle(ScreenID("toy"))
        _ = viewer.scene.advance(to: 3)
        #expect(names().contains("A toy"))
        #expect(viewer.controller.press(control: DialogFrame.closeID))
        #expect(viewer.dialog == nil)
    }
}
