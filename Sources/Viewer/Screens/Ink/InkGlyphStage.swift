import ChartScene
import Charts
import Geometry
import Ink
import Localization
import Painting

/// The signs of drawings that are too small to be seen, as controls that can be pressed; the chart
/// itself draws them.
@MainActor
final class InkGlyphStage {
    /// The highlight of a sign that is hovered or focused.
    private struct Mark: Equatable {
        var rect: Rect
        var isFocused: Bool
    }

    private let mark = Pane<Mark>()
    private var known: [InkGlyph] = []
    private(set) var nodes: [SemanticNode] = []
    /// Changes whenever `nodes` does.
    private(set) var revision = 0

    /// Shows the drawings of a sign, by the number of any of them.
    static let show = CommandFamily<Int>("ink.glyph")

    /// Brings everything up to date with the signs that a chart shows.
    func update(
        _ layer: InkLayer?, within plot: Rect, focused: ControlID?, hovered: ControlID?,
        _ style: PaneStyle, _ resources: PaneResources
    ) {
        let glyphs = layer?.glyphs.filter { $0.opacity > 0.5 } ?? []
        if glyphs != known {
            known = glyphs
            revision += 1
            nodes = glyphs.map { glyph in
                let command = Self.show(glyph.marks[0].number)
                return SemanticNode(
                    id: ControlID(command, in: .ink), role: .button, name: glyph.name,
                    frame: glyph.frame.intersection(plot), command: command)
            }
        }
        guard let node = nodes.first(where: { $0.id == focused || $0.id == hovered }) else {
            return mark.clear()
        }
        mark.update(
            Mark(rect: node.frame, isFocused: node.id == focused), style, resources
        ) { model, pane in
            let corner = model.rect.height / 2
            pane.canvas.fill(
                model.rect, pane.theme.text3.opacity(0.18), corners: Corners(corner))
            if model.isFocused { pane.focusRing(model.rect.inset(by: 2), radius: corner) }
            return []
        }
    }

    func encode(into scene: SceneBuilder) { mark.encode(into: scene) }
}

extension InkGlyph {
    /// Its name, for people.
    var name: String {
        trn("Show {n} drawing", "Show {n} drawings", count: marks.count)
    }
}
