import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Localization
import Painting

struct OverviewModel: Equatable {
    var frame: Rect
    var shape: OverviewShape
    var color: Color
}

@MainActor
enum OverviewPane {
    /// Where the record is drawn: the strip itself.
    static func record(_ model: OverviewModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = model.frame
        pane.canvas.fill(
            frame, theme.card, corners: Corners(Measure.rowCorner),
            border: .hairline(theme.hairline))
        let inner = frame.inset(by: Insets(left: 0, top: 8, right: 0, bottom: 6))
        let count = model.shape.high.count
        guard count > 0 else { return [] }
        let slot = inner.width / Double(count)
        pane.canvas.clipped(to: frame) {
            switch model.shape.kind {
            case .bars:
                for (index, value) in model.shape.high.enumerated() where value.isFinite {
                    let height = max(1, value * inner.height)
                    pane.canvas.fill(
                        Rect(
                            x: inner.x + Double(index) * slot + slot * 0.12, y: inner.maxY - height,
                            width: slot * 0.76, height: height), model.color, corners: 1)
                }
            case .ranges:
                for (index, value) in model.shape.high.enumerated() where value.isFinite {
                    let top = inner.maxY - value * inner.height
                    let bottom = inner.maxY - model.shape.low[index] * inner.height
                    pane.canvas.fill(
                        Rect(
                            x: inner.x + Double(index) * slot + slot * 0.18, y: top,
                            width: slot * 0.64, height: max(1.5, bottom - top)), model.color,
                        corners: 1)
                }
            case .line:
                var run: [Point] = []
                @MainActor func flush() {
                    if run.count > 1 { pane.canvas.polyline(run, width: 1.6, color: model.color) }
                    if run.count == 1 {
                        pane.canvas.circle(at: run[0], radius: 2, fill: model.color)
                    }
                    run = []
                }
                var missing = 0
                for (index, value) in model.shape.high.enumerated() {
                    guard value.isFinite else {
                        missing += 1
                        if missing > model.shape.bridged { flush() }
                        continue
                    }
                    missing = 0
                    run.append(
                        Point(
                            x: inner.x + (Double(index) + 0.5) * slot,
                            y: inner.maxY - 2 - value * (inner.height - 4)))
                }
                flush()
            }
        }
        return []
    }
}

/// The window over the overview, drawn anew as it moves.
struct OverviewWindowModel: Equatable {
    var frame: Rect
    /// The window's left and right edge, in points.
    var left: Double
    var right: Double
    var range: String
    /// The window's ends in words.
    var ends: [String]
    /// Whether the handles make it longer or shorter.
    var resizes: Bool
    var focused: ControlID?
}

@MainActor
enum OverviewWindowPane {
    private static let handle = 9.0

    static func record(_ model: OverviewWindowModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = model.frame
        guard model.right > frame.minX, model.left < frame.maxX else {
            // What is shown lies outside of the record.
            pane.canvas.fill(frame, theme.overviewVeil, corners: Corners(Measure.rowCorner))
            let edge = model.right <= frame.minX ? frame.minX : frame.maxX
            return nodes(
                model, window: Rect(x: edge, y: frame.minY, width: 0, height: frame.height),
                handles: [])
        }
        let left = min(max(model.left, frame.minX), frame.maxX)
        let right = min(max(model.right, left), frame.maxX)
        // The handles of a narrow window stand outside of it, so that it shows what is in it and
        // can
        // still be taken hold of.
        let outside = model.resizes ? max(0, min(handle, (36 - (right - left)) / 2)) : 0
        let x0 = min(max(left - outside, frame.minX), frame.maxX - 22)
        let x1 = max(x0 + 22, min(right + outside, frame.maxX))
        for (from, to) in [(frame.minX, x0), (x1, frame.maxX)] {
            // The whole veil, of which one side is seen: so that its corners are always the
            // frame's.
            let side = Rect(x: from, y: frame.minY, width: to - from, height: frame.height)
            pane.canvas.clipped(to: side) {
                pane.canvas.fill(frame, theme.overviewVeil, corners: Corners(Measure.rowCorner))
            }
        }
        let window = Rect(x: x0, y: frame.minY, width: x1 - x0, height: frame.height)
        pane.canvas.fill(
            window, .clear, corners: 5, border: Border(width: 2, color: theme.selection))
        let handles = [x0, x1 - handle].map {
            Rect(x: $0, y: frame.minY, width: handle, height: frame.height)
        }
        let corners = [
            Corners(leftTop: 5, rightTop: 0, rightBottom: 0, leftBottom: 5),
            Corners(leftTop: 0, rightTop: 5, rightBottom: 5, leftBottom: 0),
        ]
        for (rect, corners) in zip(handles, corners) where model.resizes {
            pane.canvas.fill(rect, theme.selection, corners: corners)
            pane.canvas.line(
                from: Point(x: rect.midX, y: frame.midY - 5),
                to: Point(x: rect.midX, y: frame.midY + 5), width: 1.8, color: theme.selectionInk)
        }
        let nodes = nodes(
            model, window: Rect(x: left, y: frame.minY, width: right - left, height: frame.height),
            handles: model.resizes ? handles : [])
        switch model.focused {
        case OverviewDrag.Part.middle.nodeID?: pane.focusRing(window, radius: 5)
        case OverviewDrag.Part.lowerHandle.nodeID?: pane.focusRing(handles[0], radius: 5)
        case OverviewDrag.Part.upperHandle.nodeID?: pane.focusRing(handles[1], radius: 5)
        default: break
        }
        return nodes
    }

    /// The strip with its window and handles as what keys can move.
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
