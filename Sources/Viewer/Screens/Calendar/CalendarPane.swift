import ChartScene
import Charts
import Geometry
import Localization
import Painting
import Text

/// A year of a metric as a calendar, and its weekdays.
struct CalendarModel: Equatable {
    /// A day of the year.
    struct Day: Equatable {
        /// From 0 for the lowest days to 4 for the highest; nil without a record.
        var step: Int?
        var date: String
        var value: String
    }

    /// A sign of the calendar with its words.
    struct Key: Equatable {
        /// The step that it explains; nil for days without a record.
        var step: Int?
        var words: String
        /// The width of the words, in points.
        var width: Double
    }

    /// A day of the week.
    struct Weekday: Equatable {
        /// The middle half of its days and their mean, from 0 to 1 of the room.
        struct Bar: Equatable {
            var half: ClosedRange<Double>
            var mean: Double
        }

        var name: String
        /// The mean, the middle half and the number of days; or why there is no mean.
        var value: String
        /// The same in two, for where there is no room for one line.
        var lines: [String]
        /// Nil with too few days.
        var bar: Bar?
    }

    var window: Rect
    var title: String
    var grid: YearGrid
    /// As many as the year has.
    var days: [Day]
    /// The day that the keys are at.
    var chosen: Int
    /// The short names of the weekdays, from the first row on.
    var rowNames: [String]
    /// The short names of the months.
    var monthNames: [String]
    var keys: [Key] = []
    /// What the steps are, in lines.
    var explanation: [String] = []
    var weekdays: [Weekday] = []
    /// The years before and after the one that is shown; they are not enabled without records.
    var years: [DialogModel.Action] = []
    var color: Color
    var scroll = 0.0
    var hovered: ControlID?
    var focused: ControlID?

    /// The first day of the year.
    var first: Int { grid.days.lowerBound }
}

/// Where the parts of the list are, from the top of the list.
struct CalendarLayout {
    static let keyHeight = 22.0
    static let lineHeight = 18.0
    static let headingHeight = 34.0
    /// From this width on a weekday has its name, its bar and its numbers in one row.
    private static let wide = 560.0
    private static let gap = 8.0

    /// The place of each sign of the legend: its left edge, and its row.
    let keys: [(x: Double, row: Int)]
    /// Whether a weekday has one row.
    let isWide: Bool
    let keysTop: Double
    let explanationTop: Double
    let headingTop: Double
    let rowsTop: Double
    let rowHeight: Double
    let height: Double

    init(_ model: CalendarModel, width: Double) {
        var (x, row) = (0.0, 0)
        var keys: [(x: Double, row: Int)] = []
        for key in model.keys {
            if x > 0, x + 20 + key.width > width { (x, row) = (0, row + 1) }
            keys.append((x, row))
            x += 20 + key.width + 18
        }
        self.keys = keys
        isWide = width >= Self.wide
        keysTop = model.grid.height + Self.gap
        explanationTop = keysTop + (keys.isEmpty ? 0 : Double(row + 1) * Self.keyHeight)
        headingTop = explanationTop + Double(model.explanation.count) * Self.lineHeight
        rowsTop = headingTop + Self.headingHeight
        rowHeight = isWide ? 26 : 46
        height = rowsTop + Double(model.weekdays.count) * rowHeight
    }
}

@MainActor
enum CalendarPane {
    /// The command of a press on a day, by its number.
    static let show = CommandFamily<Int>("calendar.show")
    private static let navigationHeight = 30.0
    private static let messageHeight = 22.0

    /// The width of the list in a window.
    static func width(in window: Rect) -> Double {
        min(boardWidth, window.width - 24) - 2 * DialogFrame.padding
    }

    private static let boardWidth = 1040.0

    static func frame(_ model: CalendarModel) -> DialogFrame {
        let width = Self.width(in: model.window)
        return DialogFrame(
            window: model.window, top: Measure.headerHeight, title: model.title,
            width: boardWidth, contentHeight: CalendarLayout(model, width: width).height,
            headHeight: navigationHeight + messageHeight * Double(messageLines(width)) + 8,
            scroll: model.scroll)
    }

    /// The day's words have a second line where they are too long for one.
    private static func messageLines(_ width: Double) -> Int { width < 420 ? 2 : 1 }

    static func id(of day: Int) -> ControlID { ControlID(show(day), in: .dialog) }

    static func record(_ model: CalendarModel, _ pane: PaneCanvas) -> [SemanticNode] {
        frame(model).record(
            hovered: model.hovered, focused: model.focused, pane,
            head: { navigation(model, $0, pane) + message(model, $0, pane) },
            rows: { list in
                let layout = CalendarLayout(model, width: list.width)
                return days(model, list, pane) + legend(model, layout, list, pane)
                    + weekdays(model, layout, list, pane)
            })
    }

    // MARK: Head

    private static func navigation(
        _ model: CalendarModel, _ head: Rect, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        var nodes: [SemanticNode] = []
        var x = head.x
        for (index, action) in model.years.enumerated() {
            let width = ActionButton.width(action, pane.typesetter)
            let rect = Rect(x: x, y: head.y, width: width, height: ActionButton.height)
            nodes.append(
                ActionButton.record(
                    action, rect, within: head, hovered: model.hovered, focused: model.focused,
                    pane))
            x = rect.maxX
            guard index == 0 else { continue }
            let year = String(model.grid.year)
            let room = Rect(
                x: x + 12, y: rect.y, width: pane.width(year, TypeStyle.board) + 1,
                height: rect.height)
            pane.text(year, TypeStyle.board, in: room, pane.theme.text1)
            nodes.append(
                SemanticNode(
                    id: ControlID("calendar.year"), role: .heading, name: year, frame: room))
            x = room.maxX + 12
        }
        return nodes
    }

    /// The day under the pointer, or else that of the keys, in words.
    private static func message(
        _ model: CalendarModel, _ head: Rect, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        let pointed = show.subject(of: model.hovered?.command)
        let index = (pointed ?? model.chosen) - model.first
        guard model.days.indices.contains(index) else { return [] }
        let day = model.days[index]
        let rect = Rect(
            x: head.x, y: head.y + navigationHeight, width: head.width,
            height: head.height - navigationHeight - 8)
        var date = rect
        date.height = messageHeight
        pane.text(day.date, TypeStyle.name, in: date, pane.theme.text1)
        var value = date
        if messageLines(head.width) > 1 {
            value.y += messageHeight
        } else {
            let width = pane.width(day.date, TypeStyle.name) + 12
            value.x += width
            value.width -= width
        }
        pane.text(day.value, TypeStyle.text, in: value, pane.theme.text1)
        return [
            SemanticNode(
                id: ControlID("calendar.message"), role: .text, name: day.date, value: day.value,
                frame: rect)
        ]
    }

    // MARK: Days

    /// The colour of a step: from pale to full.
    private static func color(_ step: Int, _ model: CalendarModel, _ theme: Theme) -> Color {
        model.color.mixed(
            with: theme.board, Float([0.76, 0.58, 0.39, 0.19, 0][min(max(step, 0), 4)]))
    }

    /// The colour of lines that hold nothing: around days without a record, and under bars.
    private static func faint(_ theme: Theme) -> Color {
        theme.faded(theme.text3, by: 0.6, on: theme.board)
    }

    private static func draw(
        _ step: Int?, _ rect: Rect, _ model: CalendarModel, _ pane: PaneCanvas
    ) {
        let theme = pane.theme
        guard let step else {
            pane.canvas.fill(
                rect, .clear, corners: Corners(2), border: Border(width: 1, color: faint(theme)))
            return
        }
        // Its edge has the contrast of a mark, however pale it is.
        let edge = theme.paleMark(model.color, by: 0.5, on: theme.board)
        pane.canvas.fill(
            rect, color(step, model, theme), corners: Corners(2),
            border: Border(width: 1, color: edge))
    }

    private static func days(
        _ model: CalendarModel, _ list: Rect, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        let (grid, theme) = (model.grid, pane.theme)
        for part in grid.parts.indices {
            let origin = grid.origin(of: part)
            // Names in rows that are lower than their letters would touch.
            for (row, name) in model.rowNames.enumerated() where grid.cell >= 15 || row % 2 == 0 {
                pane.text(
                    name, TypeStyle.label,
                    in: Rect(
                        x: list.x, y: list.y + origin.y + Double(row) * grid.cell,
                        width: YearGrid.gutter - 6, height: grid.cell), theme.text3)
            }
            for (index, first) in grid.months(of: part).enumerated() {
                guard let rect = grid.rect(of: first) else { continue }
                pane.text(
                    model.monthNames[index + part * 12 / grid.parts.count], TypeStyle.label,
                    in: Rect(
                        x: list.x + rect.x, y: list.y + origin.y - YearGrid.monthsHeight,
                        width: 4 * grid.cell - 4, height: YearGrid.monthsHeight - 2), theme.text2)
            }
        }
        return zip(grid.days, model.days).compactMap { number, day in
            guard let place = grid.rect(of: number) else { return nil }
            let rect = place.offset(by: Vector(dx: list.x, dy: list.y))
            let square = Rect(
                x: rect.x, y: rect.y, width: rect.width - 2, height: rect.height - 2)
            draw(day.step, square, model, pane)
            let id = id(of: number)
            let isChosen = number == model.chosen
            if id == model.focused {
                pane.canvas.fill(
                    square.inset(by: -2), .clear, corners: Corners(4),
                    border: Border(width: 2, color: theme.focus))
            } else if isChosen || id == model.hovered {
                pane.canvas.fill(
                    square.inset(by: -1), .clear, corners: Corners(3),
                    border: Border(width: 2, color: theme.text1))
            }
            // Tab stops at one day, and the arrows move from there.
            return SemanticNode(
                id: id, role: isChosen ? .button : .text, name: day.date, value: day.value,
                frame: rect, command: show(number), isSelected: isChosen)
        }
    }

    private static func legend(
        _ model: CalendarModel, _ layout: CalendarLayout, _ list: Rect, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        var nodes = zip(model.keys, layout.keys).enumerated().map { index, pair in
            let (key, place) = pair
            let rect = Rect(
                x: list.x + place.x,
                y: list.y + layout.keysTop + Double(place.row) * CalendarLayout.keyHeight,
                width: 20 + key.width, height: CalendarLayout.keyHeight)
            draw(
                key.step, Rect(x: rect.x, y: rect.midY - 6, width: 12, height: 12), model, pane)
            pane.text(
                key.words, TypeStyle.label,
                in: Rect(
                    x: rect.x + 20, y: rect.y, width: key.width + 1, height: rect.height),
                pane.theme.text2)
            return SemanticNode(
                id: ControlID("calendar.key.\(index)"), role: .text, name: key.words, frame: rect)
        }
        let room = Rect(
            x: list.x, y: list.y + layout.explanationTop, width: list.width,
            height: Double(model.explanation.count) * CalendarLayout.lineHeight)
        for (index, line) in model.explanation.enumerated() {
            pane.text(
                line, TypeStyle.label,
                in: Rect(
                    x: room.x, y: room.y + Double(index) * CalendarLayout.lineHeight,
                    width: room.width, height: CalendarLayout.lineHeight), pane.theme.text2)
        }
        nodes.append(
            SemanticNode(
                id: ControlID("calendar.explanation"), role: .text,
                name: model.explanation.joined(separator: " "), frame: room))
        return nodes
    }

    // MARK: Weekdays

    private static func weekdays(
        _ model: CalendarModel, _ layout: CalendarLayout, _ list: Rect, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        guard !model.weekdays.isEmpty else { return [] }
        let heading = Rect(
            x: list.x, y: list.y + layout.headingTop, width: list.width,
            height: CalendarLayout.headingHeight)
        let title = tr("Weekdays in {1}", String(model.grid.year))
        pane.text(
            title, TypeStyle.name,
            in: Rect(x: heading.x, y: heading.y + 8, width: heading.width, height: 22),
            pane.theme.text1)
        signs(heading, after: pane.width(title, TypeStyle.name), model, pane)
        return [
            SemanticNode(
                id: ControlID("calendar.weekdays"), role: .heading, name: title, frame: heading)
        ]
            + model.weekdays.enumerated().map { index, day in
                let rect = Rect(
                    x: list.x, y: list.y + layout.rowsTop + Double(index) * layout.rowHeight,
                    width: list.width, height: layout.rowHeight)
                draw(day, rect, isWide: layout.isWide, model, pane)
                return SemanticNode(
                    id: ControlID("calendar.weekday.\(index)"), role: .listItem, name: day.name,
                    value: day.value, frame: rect)
            }
    }

    /// What a bar and its dot are, at the right of the heading.
    private static func signs(
        _ rect: Rect, after title: Double, _ model: CalendarModel, _ pane: PaneCanvas
    ) {
        let names = [tr("Half of the days"), tr("Mean")]
        let widths = names.map { pane.width($0, TypeStyle.label) }
        var x = rect.maxX - widths.reduce(0, +) - 2 * 22 - 14
        guard x > rect.x + title + 12 else { return }
        let y = rect.y + 19
        for (index, name) in names.enumerated() {
            if index == 0 {
                bar(Rect(x: x, y: y - 4, width: 16, height: 8), model, pane)
            } else {
                dot(Point(x: x + 8, y: y), model, pane)
            }
            pane.text(
                name, TypeStyle.label,
                in: Rect(x: x + 22, y: y - 9, width: widths[index] + 1, height: 18),
                pane.theme.text2)
            x += 22 + widths[index] + 14
        }
    }

    private static func bar(_ rect: Rect, _ model: CalendarModel, _ pane: PaneCanvas) {
        pane.canvas.fill(
            rect, color(1, model, pane.theme), corners: Corners(min(4, rect.width / 2)),
            border: Border(
                width: 1, color: pane.theme.paleMark(model.color, by: 0.5, on: pane.theme.board)))
    }

    private static func dot(_ place: Point, _ model: CalendarModel, _ pane: PaneCanvas) {
        pane.canvas.circle(
            at: place, radius: 5.5, fill: model.color,
            stroke: Border(width: 1.5, color: pane.theme.board))
    }

    private static func draw(
        _ day: CalendarModel.Weekday, _ rect: Rect, isWide: Bool, _ model: CalendarModel,
        _ pane: PaneCanvas
    ) {
        let theme = pane.theme
        var line = rect
        if !isWide { line.height = 20 }
        pane.text(day.name, TypeStyle.text, in: line, theme.text1)
        // The longest name has this room.
        var value = line
        value.x += 92
        value.width -= 92
        let texts = isWide ? [day.value] : day.lines
        for text in texts {
            pane.text(
                text, TypeStyle.text, in: value, day.bar == nil ? theme.text2 : theme.text1,
                .trailing)
            value.y += line.height
        }
        guard let bar = day.bar else { return }
        let room =
            isWide
            ? Rect(x: rect.x + 104, y: rect.midY - 5, width: rect.width - 104 - 376, height: 10)
            : Rect(
                x: rect.x, y: rect.y + line.height * 1.5 - 5, width: rect.width - 172, height: 10)
        guard room.width > 20 else { return }
        pane.canvas.horizontalLine(
            from: room.x, to: room.maxX, y: room.midY, color: faint(theme))
        func x(_ part: Double) -> Double { room.x + room.width * min(max(part, 0), 1) }
        self.bar(
            Rect(
                x: x(bar.half.lowerBound), y: room.y,
                width: max(2, x(bar.half.upperBound) - x(bar.half.lowerBound)),
                height: room.height), model, pane)
        dot(Point(x: x(bar.mean), y: room.midY), model, pane)
    }
}
