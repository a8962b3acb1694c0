import ChartScene
import Geometry
import HealthData
import Localization
import Painting

/// One metric in the list.
struct SidebarRow: Equatable {
    var metric: MetricID
    var name: String
    var value: String
    /// The day of the value; empty if there is no room for it.
    var day: String
    var accent: Accent
    var sparkline: Sparkline
    var isSelected: Bool

    /// Shows a metric: `metric.steps`.
    static let choose = CommandFamily<MetricID>("metric")
    /// The value with its day.
    var text: String { day.isEmpty ? value : value + " · " + day }
}

/// The status at the foot of the list: the progress of an import, or what it left out.
struct SidebarStatus: Equatable {
    var text: String
    var detail: String
    /// The text next to the button; empty for none.
    var aside = ""
    /// 0…1; negative if the length is not known; nil if nothing is being read.
    var fraction: Double?
    /// The command of its button.
    var command: CommandID?
    var action: String
    var isProblem: Bool
}

struct SidebarModel: Equatable {
    struct Section: Equatable {
        var title: String
        var rows: [SidebarRow]
    }

    var frame: Rect
    var sections: [Section]
    /// How much of the foot is reserved for a status, in points.
    var statusHeight: Double
    var isDrawer: Bool
    /// How far the list is scrolled, in points.
    var scroll: Double
    var hovered: ControlID?
    var focused: ControlID?
    /// The window's rounded bottom corners that the sidebar fills.
    var cornerRadius: Double
}

struct SidebarStatusModel: Equatable {
    var frame: Rect
    var status: SidebarStatus
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum SidebarPane {
    static let rowHeight = 58.0
    static let captionHeight = 34.0
    static let topPadding = 12.0

    /// The height of a status at the foot.
    ///
    /// The room below its button is the same with and without a progress bar above it.
    static func height(of status: SidebarStatus?) -> Double {
        guard let status else { return 0 }
        return status.fraction == nil ? 84 : 96
    }

    /// The height of everything in the list, for scrolling.
    static func contentHeight(_ sections: [SidebarModel.Section]) -> Double {
        sections.reduce(topPadding + 12) {
            $0 + captionHeight + Double($1.rows.count) * (rowHeight + 2)
        }
    }

    static func record(_ model: SidebarModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = model.frame
        let corner = model.cornerRadius
        if model.isDrawer {
            // Next to the drawer only: there the header has the same height.
            pane.canvas.clipped(
                to: Rect(x: frame.maxX, y: frame.y, width: 48, height: frame.height)
            ) {
                pane.shadow(
                    frame, radius: 0, blur: 24, offset: Vector(dx: 4, dy: 0), theme.drawerShadow)
            }
        }
        pane.canvas.fill(
            frame, theme.bar,
            corners: Corners(leftTop: 0, rightTop: 0, rightBottom: 0, leftBottom: corner))
        pane.canvas.verticalLine(
            x: frame.maxX - 0.01, from: frame.minY, to: frame.maxY, color: theme.hairline)

        var listFrame = frame
        listFrame.height = max(0, listFrame.height - model.statusHeight)
        var rows: [SemanticNode] = []
        pane.canvas.clipped(to: listFrame) {
            var y = frame.y + topPadding - model.scroll
            for section in model.sections {
                pane.text(
                    section.title.uppercased(), TypeStyle.caption,
                    in: Rect(x: frame.x + 20, y: y + 8, width: frame.width - 40, height: 18),
                    theme.text3)
                y += captionHeight
                for row in section.rows {
                    let rect = Rect(
                        x: frame.x + 10, y: y, width: frame.width - 20, height: rowHeight)
                    y += rowHeight + 2
                    let shown = rect.intersection(listFrame)
                    guard !shown.isEmpty else {
                        // Scrolled out of sight, but the keyboard can move to it.
                        rows.append(node(row, frame: shown))
                        continue
                    }
                    rows.append(draw(row, rect, shown, model, pane))
                }
            }
        }
        return [
            SemanticNode(
                id: ControlID("metrics"), role: .list, name: tr("Metrics"), frame: listFrame,
                children: rows)
        ]
    }

    private static func node(_ row: SidebarRow, frame: Rect) -> SemanticNode {
        SemanticNode(
            id: ControlID(SidebarRow.choose(row.metric), in: .metrics), role: .listItem,
            name: row.name, value: row.text, frame: frame,
            command: SidebarRow.choose(row.metric), isSelected: row.isSelected)
    }

    /// The vertical span of a metric's row in the whole list, in points; nil if it has no row.
    static func span(
        of metric: MetricID, in sections: [SidebarModel.Section]
    ) -> (top: Double, bottom: Double)? {
        var y = topPadding
        for section in sections {
            y += captionHeight
            for row in section.rows {
                if row.metric == metric { return (y, y + rowHeight) }
                y += rowHeight + 2
            }
        }
        return nil
    }

    private static func draw(
        _ row: SidebarRow, _ rect: Rect, _ shown: Rect, _ model: SidebarModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        let node = node(row, frame: shown)
        if row.isSelected {
            pane.shadow(
                rect, radius: Measure.rowCorner, blur: 3, offset: Vector(dx: 0, dy: 1),
                theme.rowShadow)
            pane.canvas.fill(
                rect, theme.selectedControl, corners: Corners(Measure.rowCorner),
                border: pane.border(theme.rowBorder, width: 2))
            if theme.rowMarker.alpha > 0 {
                pane.canvas.fill(
                    Rect(x: rect.x + 3, y: rect.midY - 12, width: 3, height: 24), theme.rowMarker,
                    corners: 1.5)
            }
        } else if model.hovered == node.id {
            pane.canvas.fill(rect, theme.control, corners: Corners(Measure.rowCorner))
        }
        if model.focused == node.id {
            // Inside the border, if there is one.
            let inset = node.isSelected && theme.rowBorder.alpha > 0 ? 6.0 : 3
            pane.focusRing(rect.inset(by: inset), radius: Measure.rowCorner - inset)
        }
        let sparkWidth = 76.0
        let textWidth = rect.width - 20 - sparkWidth - 10
        pane.text(
            row.name, TypeStyle.name,
            in: Rect(x: rect.x + 10, y: rect.y + 10, width: textWidth + 8, height: 19), theme.text1)
        pane.text(
            pane.width(row.text, TypeStyle.text) <= textWidth + 8 ? row.text : row.value,
            TypeStyle.text,
            in: Rect(x: rect.x + 10, y: rect.y + 29, width: textWidth + 8, height: 19), theme.text2)
        draw(
            row.sparkline, theme.color(of: row.accent), ground: theme.bar,
            Rect(x: rect.maxX - 10 - sparkWidth, y: rect.y + 12, width: sparkWidth, height: 34),
            pane)
        return node
    }

    private static func draw(
        _ sparkline: Sparkline, _ color: Color, ground: Color, _ rect: Rect, _ pane: PaneCanvas
    ) {
        let canvas = pane.canvas
        let faded = pane.theme.faded(color, by: 0.42, on: ground)
        switch sparkline.shape {
        case .bars(let values):
            let slot = rect.width / Double(max(values.count, 8))
            for (index, value) in values.enumerated() {
                let height = max(2, value * rect.height)
                let x = rect.maxX - Double(values.count - index) * slot
                canvas.fill(
                    Rect(
                        x: x + slot * 0.15, y: rect.maxY - height, width: slot * 0.7, height: height
                    ),
                    sparkline.isStrong(index, of: values.count) ? color : faded, corners: 1.5)
            }
        case .line(let values):
            guard values.count > 1 else {
                if let value = values.first, value.isFinite {
                    canvas.circle(
                        at: Point(x: rect.midX, y: rect.maxY - value * rect.height), radius: 2.5,
                        fill: color)
                }
                return
            }
            var run: [Point] = []
            @MainActor func flush() {
                if run.count > 1 { canvas.polyline(run, width: 1.6, color: color) }
                run = []
            }
            for (index, value) in values.enumerated() {
                guard value.isFinite else {
                    flush()
                    continue
                }
                run.append(
                    Point(
                        x: rect.x + rect.width * Double(index) / Double(values.count - 1),
                        y: rect.maxY - 3 - value * (rect.height - 6)))
            }
            flush()
        case .ranges(let values):
            let slot = rect.width / Double(max(values.count, 8))
            for (index, value) in values.enumerated() {
                let x = rect.maxX - Double(values.count - index) * slot
                let top = rect.maxY - value.upperBound * rect.height
                let bottom = rect.maxY - value.lowerBound * rect.height
                canvas.fill(
                    Rect(
                        x: x + slot * 0.2, y: top, width: slot * 0.6, height: max(3, bottom - top)),
                    sparkline.isStrong(index, of: values.count) ? color : faded, corners: 2)
            }
        }
    }

    /// Draws the status at the foot, over the background of the list.
    static func recordStatus(_ model: SidebarStatusModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let (status, rect) = (model.status, model.frame)
        pane.canvas.horizontalLine(
            from: rect.x + 20, to: rect.maxX - 20, y: rect.y, color: theme.hairline)
        let width = rect.width - 40
        pane.text(
            status.text, TypeStyle.labelStrong,
            in: Rect(x: rect.x + 20, y: rect.y + 10, width: width, height: 16),
            status.isProblem ? theme.danger : theme.text1)
        pane.text(
            status.detail, TypeStyle.label,
            in: Rect(x: rect.x + 20, y: rect.y + 27, width: width, height: 16), theme.text2)
        if let fraction = status.fraction {
            let track = Rect(x: rect.x + 20, y: rect.y + 48, width: width, height: 4)
            pane.canvas.fill(track, theme.hairline, corners: 2)
            // The length may not be known: then the bar stays empty.
            if fraction >= 0 {
                pane.canvas.fill(
                    Rect(
                        x: track.x, y: track.y, width: track.width * min(max(fraction, 0.02), 1),
                        height: track.height), theme.text2, corners: 2)
            }
        }
        guard let command = status.command else {
            return [
                SemanticNode(
                    id: ControlID("status"), role: status.fraction == nil ? .text : .progress,
                    name: status.text, value: status.detail, frame: rect)
            ]
        }
        let buttonWidth = pane.width(status.action, TypeStyle.labelStrong) + 20
        let button = Rect(
            x: rect.x + 20, y: rect.y + (status.fraction == nil ? 48 : 60), width: buttonWidth,
            height: 22)
        let node = SemanticNode(
            id: ControlID("status.action", in: .status), role: .button, name: status.action,
            frame: button,
            command: command)
        pane.canvas.fill(
            button, model.hovered == node.id ? theme.hairline : theme.control,
            corners: Corners(6), border: pane.border(theme.controlBorder))
        if model.focused == node.id { pane.focusRing(button.inset(by: 2), radius: 6) }
        pane.text(status.action, TypeStyle.labelStrong, in: button, theme.text1, .center)
        let left = button.maxX + 8
        pane.text(
            status.aside, TypeStyle.label,
            in: Rect(
                x: left, y: button.y + 3, width: max(0, rect.x + 20 + width - left), height: 16),
            theme.text2, .trailing)
        let value = [status.detail, status.aside].filter { !$0.isEmpty }.joined(separator: ", ")
        return [
            SemanticNode(
                id: ControlID("status"), role: status.fraction == nil ? .text : .progress,
                name: status.text,
                value: value, frame: rect, children: [node])
        ]
    }
}

extension ControlArea {
    /// The list of metrics.
    static let metrics = ControlArea("metrics")
    /// The status at its foot.
    static let status = ControlArea("status")
}
