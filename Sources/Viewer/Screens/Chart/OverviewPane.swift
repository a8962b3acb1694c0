import ChartInteraction
import Charts
import Geometry
import Localization

struct OverviewModel: Equatable {
    var frame: Rect
    var shape: OverviewShape
    var color: Color
}

extension Theme {
    /// The style of the overview, with the record in a colour.
    func overview(_ color: Color = .clear) -> Overview.Style {
        Overview.Style(
            ground: card, hairline: hairline, shape: color, veil: overviewVeil, window: selection,
            grip: selectionInk, focus: focus)
    }
}

@MainActor
enum OverviewPane {
    /// Draws the strip of the record.
    static func record(_ model: OverviewModel, _ pane: PaneCanvas) -> [SemanticNode] {
        model.shape.draw(in: model.frame, on: pane.canvas, pane.theme.overview(model.color))
        return []
    }
}

/// The window over the overview, recorded as it moves.
struct OverviewWindowModel: Equatable {
    var frame: Rect
    /// The window's left and right edge, in points.
    var left: Double
    var right: Double
    var range: String
    /// The window's ends in words.
    var ends: [String]
    /// Whether the handles change its length.
    var resizes: Bool
    var focused: ControlID?
}

@MainActor
enum OverviewWindowPane {
    static func record(_ model: OverviewWindowModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let style = pane.theme.overview()
        let window = Overview.Window(
            frame: model.frame, left: model.left, right: model.right, resizes: model.resizes,
            focused: OverviewDrag.Part(focus: model.focused))
        window.draw(on: pane.canvas, style)
        return nodes(model, window: window.shown, handles: window.handles(style))
    }

    /// The strip with its window and handles as parts that keys can move.
    private static func nodes(
        _ model: OverviewWindowModel, window: Rect, handles: [Rect]
    ) -> [SemanticNode] {
        var parts = [
            SemanticNode(
                id: OverviewDrag.Part.middle.nodeID, role: .slider, name: tr("Visible range"),
                value: model.range, frame: window)
        ]
        let names = [
            (OverviewDrag.Part.lowerHandle.nodeID, tr("Beginning of the visible range")),
            (OverviewDrag.Part.upperHandle.nodeID, tr("End of the visible range")),
        ]
        for ((id, name), (index, rect)) in zip(names, handles.enumerated()) {
            parts.append(
                SemanticNode(
                    id: id, role: .slider, name: name,
                    value: model.ends.indices.contains(index) ? model.ends[index] : "",
                    frame: rect))
        }
        return [
            SemanticNode(
                id: ControlID("overview"), role: .overview, name: tr("Overview"),
                value: model.range,
                frame: model.frame, children: parts)
        ]
    }
}

extension ControlArea {
    /// The window over the overview and its handles.
    static let overview = ControlArea("overview")
}
