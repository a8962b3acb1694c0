import ChartScene
import Geometry

/// The form of a dialog with fields: its drawing, and its scroll offset.
@MainActor
final class EntryForm {
    private let pane = Pane<EntryModel>()
    private var scrolling = ListScroll()
    /// The control that was last scrolled into view.
    private var revealed: ControlID?

    var nodes: [SemanticNode] { pane.nodes }
    var revision: Int { pane.recordings }

    /// Brings it up to date, and scrolls to the control that has got the keys.
    ///
    /// - Parameter typedField: the field that is typed in; nil for none.
    func layout(
        _ model: EntryModel, typedField: ControlID?, _ environment: ScreenEnvironment
    ) {
        var model = model
        let keys = typedField ?? environment.focused
        if keys != revealed {
            revealed = keys
            model.scroll = scrolling.offset
            scrolling.offset = EntryPane.scroll(revealing: keys, in: model)
        }
        model.scroll = scrolling.offset
        model.scroll = scrolling.settle(EntryPane.frame(model))
        pane.update(model, environment.style, environment.resources, record: EntryPane.record)
    }

    func encode(into scene: SceneBuilder) { pane.encode(into: scene) }

    func scroll(by distance: Double) { scrolling.offset += distance }

    func walk(_ step: ListStep) { scrolling.walk(step, row: DialogPane.rowHeight) }
}
