import ChartScene
import Geometry
import HealthData
import Localization
import Painting

/// One metric in the list.
struct SidebarRow: Equatable {
    var metric: MetricID
    var name: String
    var glyph: MetricGlyph
    var value: String
    /// The day of the value; empty for a value without one.
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

    /// A page that is about a metric, or about all.
    struct Link: Equatable {
        var name: String
        var glyph: LineGlyph
        var command: CommandID
        /// Whether it is left out if the list of metrics has no room then.
        var isExtra = false
    }

    var frame: Rect
    /// Whether the summary is shown.
    var isSummary: Bool
    /// What is below the list, if there is room.
    var links: [Link]
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
    static let rowHeight = 52.0
    static let captionHeight = 34.0
    static let topPadding = 0.0
    /// The height of what stays above the list: the search field and the summary's row.
    static let headHeight = 96.0
    private static let linkHeight = 36.0
    /// From this height of the sidebar on there is room for the links.
    private static let leastForLinks = 520.0

    /// The height of the links at the foot.
    static func linksHeight(_ count: Int, in height: Double) -> Double {
        count == 0 || height < leastForLinks ? 0 : Double(count) * linkHeight + 16
    }

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

        let head = recordHead(model, pane)
        var listFrame = frame
        listFrame.y += headHeight
        let linksHeight = linksHeight(model.links.count, in: frame.height)
        listFrame.height = max(
            0, listFrame.height - headHeight - linksHeight - model.statusHeight)
        var rows: [SemanticNode] = []
        pane.canvas.clipped(to: listFrame) {
            var y = listFrame.y + topPadding - model.scroll
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
        ScrollBar.draw(
            in: listFrame, scroll: model.scroll,
            most: max(0, contentHeight(model.sections) - listFrame.height), pane)
        return head + [
            SemanticNode(
                id: ControlID("metrics"), role: .list, name: tr("Metrics"), frame: listFrame,
                children: rows)
        ] + (linksHeight > 0 ? recordLinks(model, from: listFrame.maxY, pane) : [])
    }

    /// Draws the links below the list.
    private static func recordLinks(
        _ model: SidebarModel, from top: Double, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        let frame = model.frame
        pane.canvas.horizontalLine(
            from: frame.x + 20, to: frame.maxX - 20, y: top, color: pane.theme.hairline)
        return model.links.enumerated().map { index, link in
            let row = Rect(
                x: frame.x + 10, y: top + 8 + Double(index) * linkHeight, width: frame.width - 20,
                height: linkHeight)
            let node = SemanticNode(
                id: ControlID(link.command, in: .metrics), role: .button, name: link.name,
                frame: row, command: link.command)
            drawGround(node, row, model, pane)
            link.glyph.draw(
                at: Point(x: row.x + 18, y: row.midY), pane.theme.text2, pane)
            pane.text(
                link.name, TypeStyle.name,
                in: Rect(x: row.x + 34, y: row.y, width: row.width - 44, height: row.height),
                pane.theme.text1)
            return node
        }
    }

    /// Draws the search field and the row of the summary.
    private static func recordHead(_ model: SidebarModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let (theme, frame) = (pane.theme, model.frame)
        let field = Rect(x: frame.x + 10, y: frame.y + 12, width: frame.width - 20, height: 32)
        let search = SemanticNode(
            id: ControlID(.openSearch, in: .metrics), role: .button, name: tr("Search"),
            value: "/", frame: field, command: .openSearch)
        pane.canvas.fill(
            field, model.hovered == search.id ? theme.control : theme.card,
            corners: Corners(Measure.controlCorner),
            border: pane.border(theme.hairline, width: 1))
        if model.focused == search.id { pane.focusRing(field, radius: Measure.controlCorner) }
        LineGlyph.search.draw(at: Point(x: field.x + 18, y: field.midY), theme.text2, pane)
        pane.text(
            search.name, TypeStyle.text,
            in: Rect(x: field.x + 33, y: field.y, width: field.width - 66, height: field.height),
            theme.text2)
        let cap = Rect(x: field.maxX - 25, y: field.midY - 9, width: 18, height: 18)
        pane.canvas.fill(cap, theme.control, corners: Corners(4))
        pane.text("/", TypeStyle.label, in: cap, theme.text2, .center)

        let row = Rect(x: field.x, y: field.maxY + 8, width: field.width, height: 36)
        let summary = SemanticNode(
            id: ControlID(.showSummary, in: .metrics), role: .listItem, name: tr("Summary"),
            frame: row, command: .showSummary, isSelected: model.isSummary)
        drawGround(summary, row, model, pane)
        LineGlyph.summary.draw(at: Point(x: row.x + 18, y: row.midY), theme.text2, pane)
        pane.text(
            summary.name, TypeStyle.name,
            in: Rect(x: row.x + 34, y: row.y, width: row.width - 44, height: row.height),
            theme.text1)
        return [search, summary]
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
        drawGround(node, rect, model, pane)
        let color = theme.color(of: row.accent)
        row.glyph.draw(
            at: Point(x: rect.x + 18, y: rect.y + 17), theme.legible(color, on: theme.bar), pane)
        let left = rect.x + 34
        // A long name gets room from the picture before it is cut.
        let wanted = pane.width(row.name, TypeStyle.name) + 1
        let sparkWidth = min(52, max(28, rect.maxX - 10 - left - wanted - 8))
        let spark = Rect(
            x: rect.maxX - 10 - sparkWidth, y: rect.y + 9, width: sparkWidth, height: 17)
        pane.text(
            row.name, TypeStyle.name,
            in: Rect(x: left, y: rect.y + 7, width: spark.x - 8 - left, height: 19), theme.text1)
        SparklinePicture.draw(row.sparkline, color, ground: theme.bar, spark, pane)
        let dayWidth = row.day.isEmpty ? 0 : pane.width(row.day, TypeStyle.label)
        let room = rect.maxX - 10 - left
        let fits = pane.width(row.value, TypeStyle.text) + 8 + dayWidth <= room
        if fits {
            pane.text(
                row.day, TypeStyle.label,
                in: Rect(
                    x: rect.maxX - 10 - dayWidth - 1, y: rect.y + 27, width: dayWidth + 1,
                    height: 19), theme.text2, .trailing)
        }
        pane.text(
            row.value, TypeStyle.text,
            in: Rect(
                x: left, y: rect.y + 27, width: fits ? room - dayWidth - 6 : room, height: 19),
            theme.text2)
        return node
    }

    /// Draws the background of a row: that of the selected one, or of the one under the pointer.
    private static func drawGround(
        _ node: SemanticNode, _ rect: Rect, _ model: SidebarModel, _ pane: PaneCanvas
    ) {
        let theme = pane.theme
        if node.isSelected {
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
