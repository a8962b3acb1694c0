import ChartScene
import Geometry
import Text

/// A dialog that is a list of rows: its drawing, and its scroll offset.
@MainActor
final class RowList {
    private let pane = Pane<DialogModel>()
    private let heights = DialogRowHeights()
    private var scrolling = ListScroll()
    /// The button that was last scrolled into view.
    private var revealed: Revealed?

    /// A button of the list, and its place.
    private struct Revealed: Equatable {
        var button: ControlID
        var row: Int
        var width: Double
    }

    var nodes: [SemanticNode] { pane.nodes }
    var revision: Int { pane.recordings }
    /// How many rows were wrapped into lines: for tests.
    var setRows: Int { heights.setCount }
    /// The scroll offset, in points.
    var offset: Double { scrolling.offset }

    /// Brings it up to date with its rows, in a window.
    func layout(
        _ title: String, _ rows: [DialogModel.Row], in window: Rect,
        _ environment: ScreenEnvironment
    ) {
        let typesetter = environment.resources.typesetter
        var content = DialogModel(
            window: window, top: Measure.headerHeight, title: title, rows: rows,
            scroll: scrolling.offset, hovered: environment.hovered, focused: environment.focused)
        heights.settle(&content, typesetter)
        reveal(&content, typesetter)
        scrolling.offset = content.scroll
        content.scroll = scrolling.settle(content.frame)
        pane.update(content, environment.style, environment.resources) { [heights] in
            DialogPane.record($0, heights, $1)
        }
    }

    /// Scrolls to the focused button if it became focused or moved.
    private func reveal(_ content: inout DialogModel, _ typesetter: Typesetter) {
        guard let button = content.focused,
            let row = content.rows.firstIndex(where: { row in
                row.actions.contains { ControlID($0.command) == button }
            })
        else {
            revealed = nil
            return
        }
        let place = Revealed(button: button, row: row, width: content.rowWidth)
        guard revealed != place else { return }
        revealed = place
        heights.reveal(row, in: &content, typesetter)
    }

    func scroll(by distance: Double) { scrolling.offset += distance }

    func walk(_ step: ListStep) { scrolling.walk(step, row: DialogPane.rowHeight) }

    func encode(into scene: SceneBuilder) { pane.encode(into: scene) }
}

/// A screen that is nothing but a list of rows.
@MainActor
protocol ListScreen: Screen {
    var list: RowList { get }
}

extension ListScreen {
    var nodes: [SemanticNode] { list.nodes }
    var revision: Int { list.revision }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) { list.encode(into: scene) }

    func scroll(by distance: Double, at place: Point) -> Bool {
        list.scroll(by: distance)
        return true
    }

    func walk(_ step: ListStep) { list.walk(step) }
}

/// The scroll offset of a dialog's list.
struct ListScroll: Equatable {
    /// The distance from its top, in points.
    var offset = 0.0
    /// The distance of a page, in points.
    private(set) var page = 0.0

    /// Clamps the offset to the limits of a frame and returns it.
    mutating func settle(_ frame: DialogFrame) -> Double {
        page = max(DialogPane.rowHeight, frame.list.height - DialogPane.rowHeight)
        offset = min(max(offset, 0), frame.maximumScroll)
        return offset
    }

    /// Scrolls by rows of a height, by pages, or to an end.
    mutating func walk(_ step: ListStep, row: Double) {
        switch step {
        case .rows(let count): offset += Double(count) * row
        case .pages(let count): offset += Double(count) * page
        case .start: offset = 0
        case .end: offset += 1e9
        case .across: break
        }
    }
}
