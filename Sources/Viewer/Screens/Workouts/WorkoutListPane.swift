import ChartScene
import Geometry
import Localization
import Painting
import Text

/// One workout in the list.
struct WorkoutRow: Equatable {
    /// The ranks of the figures, 0 for the most informative: duration, distance, pace or speed,
    /// energy, heart rate.
    static let ranks = [0, 1, 2, 4, 3]

    var id: WorkoutEntry.ID
    var name: String
    var date: String
    /// One for each of the ranks; nil if it is not known.
    var figures: [Figure?]

    /// The whole row in words.
    var text: String {
        ([date] + figures.compactMap { $0?.text }).joined(separator: ", ")
    }

    /// Opens the page of a workout: `workout.1772469000`.
    static let open = CommandFamily<WorkoutEntry.ID>("workout")

    /// The row of a workout.
    static func control(_ id: WorkoutEntry.ID) -> ControlID {
        ControlID(open(id), in: .workoutRows)
    }
}

/// The visible rows of the list.
struct WorkoutListModel: Equatable {
    var frame: Rect
    /// The caption of the list.
    var caption: String
    /// The text if there are no rows.
    var nothing: String
    var rows: [WorkoutRow]
    /// The place of the first visible row in the whole list, and the number of all rows.
    var first: Int
    var count: Int
    var scroll: Double
    /// The focused row if it is out of sight; nil for none.
    var hidden: WorkoutRow?
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum WorkoutListPane {
    private static let inset = 8.0
    private static let cellWidth = 92.0
    private static let leastName = 176.0

    /// The part of the card that shows the rows.
    static func list(in frame: Rect) -> Rect {
        frame.inset(by: Insets(left: 0, top: Measure.listCaptionHeight, right: 0, bottom: 1))
    }

    /// The greatest scroll offset for a number of rows.
    static func maximumScroll(_ count: Int, in frame: Rect) -> Double {
        max(0, Double(count) * Measure.listRowHeight + inset - list(in: frame).height)
    }

    /// The rows that are visible, at least in part.
    static func visible(_ count: Int, in frame: Rect, scroll: Double) -> Range<Int> {
        let height = list(in: frame).height
        guard count > 0, height > 0 else { return 0..<0 }
        let first = Int((scroll / Measure.listRowHeight).rounded(.down))
        let last = Int(((scroll + height) / Measure.listRowHeight).rounded(.up))
        return min(max(first, 0), count)..<min(max(last, 0), count)
    }

    /// The scroll offset at which a row is completely visible.
    static func scroll(revealing row: Int, in frame: Rect, from scroll: Double) -> Double {
        let top = Double(row) * Measure.listRowHeight
        let height = list(in: frame).height - inset
        return min(max(scroll, top + Measure.listRowHeight - height), top)
    }

    static func record(_ model: WorkoutListModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = model.frame
        pane.card(frame)
        pane.text(
            model.caption.uppercased(), TypeStyle.caption,
            in: Rect(
                x: frame.x + 18, y: frame.y + 10, width: frame.width - 36, height: 18),
            theme.text3)
        let list = list(in: frame)
        var nodes: [SemanticNode] = []
        if model.count == 0 {
            pane.text(
                model.nothing, TypeStyle.text,
                in: Rect(x: frame.x + 18, y: list.y, width: frame.width - 36, height: 20),
                theme.text2)
        }
        pane.canvas.clipped(to: list) {
            for (index, row) in model.rows.enumerated() {
                let rect = Rect(
                    x: list.x + inset,
                    y: list.y + Double(model.first + index) * Measure.listRowHeight - model.scroll,
                    width: list.width - 2 * inset, height: Measure.listRowHeight)
                let node = node(row, rect.intersection(list))
                draw(row, at: model.first + index, node, rect, model, pane)
                nodes.append(node)
            }
        }
        // The focused row is in the tree even if it was scrolled out of sight.
        if let hidden = model.hidden {
            nodes.append(node(hidden, Rect(x: list.x, y: list.y, width: 0, height: 0)))
        }
        ScrollBar.draw(
            in: list, scroll: model.scroll, most: maximumScroll(model.count, in: frame), pane)
        return [
            SemanticNode(
                id: ControlID("workouts"), role: .list, name: tr("Workouts"),
                value: model.count == 0 ? model.nothing : model.caption, frame: frame,
                command: .stayInDialog, children: nodes)
        ]
    }

    private static func node(_ row: WorkoutRow, _ frame: Rect) -> SemanticNode {
        SemanticNode(
            id: WorkoutRow.control(row.id), role: .listItem, name: row.name, value: row.text,
            frame: frame, command: WorkoutRow.open(row.id))
    }

    private static func draw(
        _ row: WorkoutRow, at place: Int, _ node: SemanticNode, _ rect: Rect,
        _ model: WorkoutListModel, _ pane: PaneCanvas
    ) {
        let theme = pane.theme
        let ground = rect.inset(by: Insets(left: 0, top: 1, right: 0, bottom: 1))
        if place > 0 {
            pane.canvas.horizontalLine(
                from: rect.x + 10, to: rect.maxX - 10, y: rect.y, color: theme.grid)
        }
        if model.hovered == node.id {
            pane.canvas.fill(ground, theme.control, corners: Corners(Measure.controlCorner))
        }
        if model.focused == node.id {
            pane.focusRing(ground.inset(by: 3), radius: Measure.controlCorner - 3)
        }
        let inside = rect.inset(by: Insets(left: 10, top: 0, right: 16, bottom: 0))
        let room = Int((inside.width - leastName) / cellWidth)
        guard room >= 2 else { return drawNarrow(row, inside, pane) }
        var right = inside.maxX
        // The least informative figures are omitted first, the same ones in every row.
        for (figure, rank) in zip(row.figures, WorkoutRow.ranks).reversed() where rank < room {
            if let figure {
                draw(
                    figure, TypeStyle.text,
                    in: Rect(
                        x: right - cellWidth + 8, y: rect.y, width: cellWidth - 8,
                        height: rect.height), pane)
            }
            right -= cellWidth
        }
        drawLine(row.name, TypeStyle.name, 0, width: right - inside.x, inside, theme.text1, pane)
        drawLine(row.date, TypeStyle.text, 1, width: right - inside.x, inside, theme.text2, pane)
    }

    /// Draws two lines: name and duration, then the date and the other figures that fit.
    private static func drawNarrow(_ row: WorkoutRow, _ rect: Rect, _ pane: PaneCanvas) {
        let theme = pane.theme
        let figures = zip(row.figures, WorkoutRow.ranks).sorted { $0.1 < $1.1 }.compactMap(\.0)
        let first = figures.first?.text ?? ""
        let used = pane.width(first, TypeStyle.name)
        drawLine(first, TypeStyle.name, 0, width: rect.width, rect, theme.text1, pane, .trailing)
        drawLine(
            row.name, TypeStyle.name, 0, width: rect.width - used - 12, rect, theme.text1, pane)
        let room = rect.width - pane.width(row.date, TypeStyle.text) - 16
        let beside = [2, 1].map {
            figures.dropFirst().prefix($0).map(\.text).joined(separator: " · ")
        }.first { pane.width($0, TypeStyle.text) <= room }
        if let beside {
            drawLine(
                beside, TypeStyle.text, 1, width: rect.width, rect, theme.text2, pane, .trailing)
        }
        drawLine(row.date, TypeStyle.text, 1, width: rect.width, rect, theme.text2, pane)
    }

    private static func drawLine(
        _ text: String, _ style: TextStyle, _ line: Int, width: Double, _ rect: Rect,
        _ color: Color, _ pane: PaneCanvas, _ alignment: TextAlignment = .leading
    ) {
        pane.text(
            text, style,
            in: Rect(
                x: rect.x, y: rect.y + 6 + 18 * Double(line), width: max(0, width), height: 18),
            color, alignment)
    }

    /// Draws a figure at the right of a cell, its unit fainter than its number.
    private static func draw(
        _ figure: Figure, _ style: TextStyle, in rect: Rect, _ pane: PaneCanvas
    ) {
        let unit = pane.typesetter.line(figure.unit, TypeStyle.text)
        let gap = figure.unit.isEmpty ? 0.0 : 3
        let number = pane.typesetter.line(
            figure.number, style, fitting: max(0, rect.width - unit.width - gap))
        pane.canvas.text(unit, in: rect, color: pane.theme.text2, alignment: .trailing)
        pane.canvas.text(
            number,
            in: Rect(
                x: rect.x, y: rect.y, width: rect.width - unit.width - gap, height: rect.height),
            color: pane.theme.text1, alignment: .trailing)
    }
}

/// The button that opens the list if there is no room for the list next to the chart.
struct WorkoutButtonModel: Equatable {
    var frame: Rect
    var caption: String
    var isHovered: Bool
    var isFocused: Bool
}

@MainActor
enum WorkoutButtonPane {
    static let id = ControlID(.openWorkoutList, in: .workouts)

    static func record(_ model: WorkoutButtonModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = model.frame
        let node = SemanticNode(
            id: id, role: .button, name: tr("List of workouts"), value: model.caption,
            frame: frame, command: .openWorkoutList)
        pane.canvas.fill(
            frame, model.isHovered ? theme.hoveredControl : theme.card,
            corners: Corners(Measure.rowCorner), border: .hairline(theme.hairline))
        if model.isFocused { pane.focusRing(frame.inset(by: 3), radius: Measure.rowCorner - 3) }
        pane.text(
            model.caption, TypeStyle.control,
            in: Rect(x: frame.x + 16, y: frame.y, width: frame.width - 48, height: frame.height),
            theme.text1)
        pane.canvas.polyline(
            [(-2.0, -5.0), (3.0, 0.0), (-2.0, 5.0)].map { dx, dy in
                Point(x: frame.maxX - 20 + dx, y: frame.midY + dy)
            }, width: 1.8, color: theme.text2)
        return [node]
    }
}

extension ControlArea {
    /// The rows of the list of workouts, and the page of one: the arrow keys move through the
    /// workouts.
    static let workoutRows = ControlArea("workout")
    /// The other controls of the workouts.
    static let workouts = ControlArea("workouts")
}
