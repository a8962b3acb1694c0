import ChartScene
import Geometry
import Localization
import Painting
import Text

/// The help: the possible actions with their keys and gestures, in groups.
struct HelpModel: Equatable {
    struct Row: Equatable {
        var title: String
        /// The keys, as written on their caps; empty for a gesture.
        var keys: [String]
        /// The gesture in words; empty for keys.
        var gesture: String
    }

    struct Group: Equatable {
        var title: String
        var rows: [Row]
    }

    var window: Rect
    var top: Double
    var groups: [Group]
    var scroll = 0.0
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum HelpPane {
    private static let lineHeight = 18.0
    /// Above and below a row, in points: less where everything fits then.
    private static let rowPaddings = [4.0, 2.0]
    private static let headingHeight = 34.0
    private static let groupGap = 14.0
    private static let columnGap = 40.0
    private static let leastColumn = 320.0
    private static let narrowColumn = 270.0
    private static let widestColumn = 420.0
    /// The usual number of columns; more if they are too high and there is room for them.
    private static let columns = 3
    private static let capHeight = 20.0
    private static let capGap = 6.0

    /// A row with its lines, and the layout of its right side.
    private struct Placed {
        var group: Int
        var row: Int
        var title: [ShapedLine]
        var gesture: [ShapedLine]
        var caps: [ShapedLine]
        /// Whether keys or gesture are under the title.
        var isStacked: Bool
        /// Above and below its lines, in points.
        var padding: Double
        /// The frame within the content.
        var frame: Rect
    }

    private struct Heading {
        var group: Int
        var frame: Rect
    }

    /// The layout of everything, from the top of the content.
    private struct Arrangement {
        var rows: [Placed] = []
        var headings: [Heading] = []
        var height = 0.0
        var width = 0.0
    }

    private static func frame(_ model: HelpModel, _ arrangement: Arrangement) -> DialogFrame {
        DialogFrame(
            window: model.window, top: model.top, title: tr("Keyboard shortcuts"),
            width: arrangement.width + 2 * DialogFrame.padding, contentHeight: arrangement.height,
            scroll: model.scroll)
    }

    /// The frame of the list, for scrolling.
    static func frame(_ model: HelpModel, _ typesetter: Typesetter) -> DialogFrame {
        frame(model, arrangement(model, typesetter))
    }

    // MARK: Arrangement

    private static func arrangement(_ model: HelpModel, _ typesetter: Typesetter) -> Arrangement {
        let room = model.window.width - 24 - 2 * DialogFrame.padding
        let most = max(1, Int((room + columnGap) / (leastColumn + columnGap)))
        let usual = arrangement(model, min(most, columns), rowPaddings[0], room, typesetter)
        if frame(model, usual).maximumScroll == 0 { return usual }
        for padding in rowPaddings {
            for count in min(most, columns)...most {
                let other = arrangement(model, count, padding, room, typesetter)
                if frame(model, other).maximumScroll == 0 { return other }
            }
        }
        // Narrower columns than are easy to read, if everything is in sight then.
        let narrow = max(1, Int((room + columnGap) / (narrowColumn + columnGap)))
        if narrow > most {
            let other = arrangement(model, narrow, rowPaddings[1], room, typesetter)
            if frame(model, other).maximumScroll == 0 { return other }
        }
        return arrangement(model, most, rowPaddings[0], room, typesetter)
    }

    private static func arrangement(
        _ model: HelpModel, _ columns: Int, _ padding: Double, _ room: Double,
        _ typesetter: Typesetter
    ) -> Arrangement {
        let count = Double(columns)
        let width = min(room, count * widestColumn + (count - 1) * columnGap)
        let columnWidth = (width - (count - 1) * columnGap) / count
        let groups = model.groups.indices.map { index in
            arrange(model.groups[index], index, padding, columnWidth, typesetter)
        }
        var all = Arrangement(width: width)
        var first = 0
        for (column, last) in ends(of: groups.map(\.height), in: columns).enumerated() {
            var shift = Vector(dx: Double(column) * (columnWidth + columnGap), dy: 0)
            for group in groups[first..<last] {
                all.headings += group.headings.map {
                    Heading(group: $0.group, frame: $0.frame.offset(by: shift))
                }
                all.rows += group.rows.map {
                    var row = $0
                    row.frame = row.frame.offset(by: shift)
                    return row
                }
                all.height = max(all.height, shift.dy + group.height)
                shift.dy += group.height + groupGap
            }
            first = last
        }
        return all
    }

    /// The ends of the columns that make the tallest one as low as possible, with the groups in
    /// their order.
    private static func ends(of heights: [Double], in columns: Int) -> [Int] {
        func height(_ part: ArraySlice<Double>) -> Double {
            part.reduce(0, +) + groupGap * Double(max(0, part.count - 1))
        }
        func best(from first: Int, _ columns: Int) -> (tallest: Double, ends: [Int]) {
            guard columns > 1 else { return (height(heights[first...]), [heights.count]) }
            var found = (tallest: Double.infinity, ends: [Int]())
            for end in first...heights.count {
                let rest = best(from: end, columns - 1)
                let tallest = max(height(heights[first..<end]), rest.tallest)
                if tallest < found.tallest { found = (tallest, [end] + rest.ends) }
            }
            return found
        }
        return best(from: 0, columns).ends
    }

    private static func arrange(
        _ group: HelpModel.Group, _ index: Int, _ padding: Double, _ width: Double,
        _ typesetter: Typesetter
    ) -> Arrangement {
        var result = Arrangement(width: width)
        result.headings = [
            Heading(group: index, frame: Rect(x: 0, y: 0, width: width, height: headingHeight))
        ]
        var y = headingHeight
        for (number, row) in group.rows.enumerated() {
            let caps = row.keys.map { typesetter.line($0, TypeStyle.labelStrong) }
            let right =
                row.keys.isEmpty
                ? typesetter.measure(row.gesture, TypeStyle.text).width
                : caps.reduce(-capGap) { $0 + capWidth($1) + capGap }
            let title = typesetter.measure(row.title, TypeStyle.text).width
            let isStacked = title + 16 + right > width
            let titleLines = typesetter.lines(row.title, TypeStyle.text, wrappedTo: width)
            let gesture =
                row.gesture.isEmpty
                ? [] : typesetter.lines(row.gesture, TypeStyle.text, wrappedTo: width)
            let beside = row.keys.isEmpty ? Double(gesture.count) * lineHeight : capHeight
            let lines = Double(titleLines.count) * lineHeight
            let height = 2 * padding + (isStacked ? lines + beside : max(lines, beside))
            result.rows.append(
                Placed(
                    group: index, row: number, title: titleLines, gesture: gesture, caps: caps,
                    isStacked: isStacked, padding: padding,
                    frame: Rect(x: 0, y: y, width: width, height: height)))
            y += height
        }
        result.height = y
        return result
    }

    private static func capWidth(_ line: ShapedLine) -> Double { max(capHeight, line.width + 12) }

    // MARK: Drawing

    static func record(_ model: HelpModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let arrangement = arrangement(model, pane.typesetter)
        let frame = frame(model, arrangement)
        return frame.record(hovered: model.hovered, focused: model.focused, pane) { content in
            let shift = content.origin - .zero
            var nodes: [SemanticNode] = []
            for (index, group) in model.groups.enumerated() {
                for heading in arrangement.headings where heading.group == index {
                    let rect = heading.frame.offset(by: shift)
                    pane.text(
                        group.title.uppercased(), TypeStyle.caption,
                        in: Rect(x: rect.x, y: rect.y + 10, width: rect.width, height: 18),
                        pane.theme.text3)
                    nodes.append(
                        SemanticNode(
                            id: ControlID("dialog.group.\(index)"), role: .heading,
                            name: group.title,
                            frame: rect))
                }
                for placed in arrangement.rows where placed.group == index {
                    let row = group.rows[placed.row]
                    let rect = placed.frame.offset(by: shift)
                    if rect.intersects(frame.list) { draw(placed, rect, pane) }
                    nodes.append(
                        SemanticNode(
                            id: ControlID("dialog.row.\(index).\(placed.row)"), role: .listItem,
                            name: row.title,
                            value: row.keys.isEmpty
                                ? row.gesture : row.keys.joined(separator: tr(" or ")),
                            frame: rect))
                }
            }
            return nodes
        }
    }

    private static func draw(_ row: Placed, _ rect: Rect, _ pane: PaneCanvas) {
        let theme = pane.theme
        var y = rect.y + row.padding
        // One line of words is vertically centred on the caps next to it.
        let isCapped = !row.caps.isEmpty && !row.isStacked
        if isCapped, row.title.count == 1 { y += (capHeight - lineHeight) / 2 }
        for line in row.title {
            pane.canvas.text(
                line, in: Rect(x: rect.x, y: y, width: rect.width, height: lineHeight),
                color: theme.text1, alignment: .leading)
            y += lineHeight
        }
        if !row.isStacked { y = rect.y + row.padding }
        for line in row.gesture {
            pane.canvas.text(
                line, in: Rect(x: rect.x, y: y, width: rect.width, height: lineHeight),
                color: theme.text2, alignment: row.isStacked ? .leading : .trailing)
            y += lineHeight
        }
        let width = row.caps.reduce(-capGap) { $0 + capWidth($1) + capGap }
        var x = row.isStacked ? rect.x : rect.maxX - width
        for cap in row.caps {
            let place = Rect(x: x, y: y, width: capWidth(cap), height: capHeight)
            pane.canvas.fill(
                place, theme.keyCap, corners: 5, border: .hairline(theme.hairline))
            pane.canvas.text(cap, in: place, color: theme.text1, alignment: .center)
            x = place.maxX + capGap
        }
    }
}
