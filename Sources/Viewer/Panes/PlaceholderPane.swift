import ChartScene
import Geometry
import Localization
import Painting
import Text

/// The message in the middle of the window when there is no chart to show.
struct PlaceholderModel: Equatable {
    typealias Button = StateButtons.Button
    typealias Link = StateLinks.Link

    enum Symbol: Equatable {
        case problem
        case reading
        case nothing
    }

    var frame: Rect
    /// The plot of a chart that it covers: grid and values mean nothing then.
    var plot: Rect?
    var symbol: Symbol
    var title: String
    /// Paragraphs, wrapped to the width.
    var text: [String]
    /// 0…1, negative if the total is not known; nil for no bar.
    var fraction: Double?
    var buttons: [Button]
    /// The links under the buttons, under a caption.
    var links: [Link] = []
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum PlaceholderPane {
    static func record(_ model: PlaceholderModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let width = min(580, model.frame.width - 32)
        guard width > 80 else { return [] }
        let title = balanced(model.title, TypeStyle.title, width, pane.typesetter)
        var paragraphs = model.text.map { balanced($0, TypeStyle.lead, width, pane.typesetter) }
        let titleHeight = Double(title.count) * 34
        let buttonRows = StateButtons.rows(
            model.buttons, width: model.frame.width - 24, pane)
        let buttonsHeight =
            model.buttons.isEmpty ? 0 : 56 + Double(buttonRows.count - 1) * StateButtons.rowHeight
        let barHeight = model.fraction == nil ? 0 : 28.0
        var symbolHeight = model.frame.height > 320 ? 88.0 : 0
        var links = model.links
        var total: Double {
            let textHeight = paragraphs.reduce(0) { $0 + Double($1.count) * 22 + 8 }
            return symbolHeight + titleHeight + 8 + textHeight + barHeight + buttonsHeight
                + StateLinks.height(of: links)
        }
        // If there is no room, first the picture is left out, then the older files, and then the
        // last paragraphs are cut to one line: the buttons stay.
        if total > model.frame.height - 8 { symbolHeight = 0 }
        while total > model.frame.height - 8, !links.isEmpty { links.removeLast() }
        for index in paragraphs.indices.reversed() where total > model.frame.height - 8 {
            paragraphs[index] = [
                pane.typesetter.line(model.text[index], TypeStyle.lead, fitting: width)
            ]
        }
        var y = model.frame.y + max(8, (model.frame.height - total) / 2)
        let x = model.frame.midX - width / 2

        if let plot = model.plot { cover(plot, model.frame.inset(by: 2), pane) }
        if symbolHeight > 0 {
            draw(model.symbol, at: Point(x: model.frame.midX, y: y + 34), pane)
            y += symbolHeight
        }
        let top = y
        for line in title {
            pane.canvas.text(
                line, in: Rect(x: x, y: y, width: width, height: 34), color: theme.text1,
                alignment: .center)
            y += 34
        }
        y += 8
        for lines in paragraphs {
            for line in lines {
                pane.canvas.text(
                    line, in: Rect(x: x, y: y, width: width, height: 22), color: theme.text2,
                    alignment: .center)
                y += 22
            }
            y += 8
        }
        var nodes = [
            SemanticNode(
                id: ControlID("state"), role: model.symbol == .problem ? .alert : .text,
                name: model.title,
                value: model.text.joined(separator: " "),
                frame: Rect(x: x, y: top, width: width, height: y - top))
        ]
        if let fraction = model.fraction {
            let track = Rect(
                x: model.frame.midX - min(width, 280) / 2, y: y + 8, width: min(width, 280),
                height: 6)
            pane.canvas.fill(track, theme.hairline, corners: 3)
            // The total may not be known: the bar then shows no progress.
            if fraction >= 0 {
                pane.canvas.fill(
                    Rect(
                        x: track.x, y: track.y,
                        width: track.width * min(max(fraction, 0.02), 1), height: 6),
                    theme.text2, corners: 3)
            }
            y += barHeight
        }
        for (index, row) in buttonRows.enumerated() {
            nodes += StateButtons.draw(
                row,
                at: Point(
                    x: model.frame.midX - StateButtons.width(row, pane) / 2,
                    y: y + 12 + Double(index) * StateButtons.rowHeight), hovered: model.hovered,
                focused: model.focused, pane)
        }
        y += buttonsHeight
        let linksWidth = min(420, model.frame.width - 32)
        return nodes
            + StateLinks.draw(
                links,
                in: Rect(
                    x: model.frame.midX - linksWidth / 2, y: y, width: linksWidth,
                    height: StateLinks.height(of: links)), hovered: model.hovered,
                focused: model.focused, pane)
    }

    /// Covers the grid and the labels of values; those of time stay, because they show where one
    /// is.
    private static func cover(_ plot: Rect, _ card: Rect, _ pane: PaneCanvas) {
        let row = 10.0
        let grid = Rect(
            x: card.x, y: plot.minY - 1, width: card.width, height: plot.height + 2)
        let values = Rect(
            x: plot.maxX + 1, y: plot.minY - row, width: card.maxX - plot.maxX - 1,
            height: plot.height + 2 * row)
        for part in [grid, values] {
            pane.canvas.fill(part.intersection(card), pane.theme.card)
        }
    }

    /// The lines of a text, about equally wide, so that no word is alone in the last.
    private static func balanced(
        _ text: String, _ style: TextStyle, _ width: Double, _ typesetter: Typesetter
    ) -> [ShapedLine] {
        var lines = typesetter.lines(text, style, wrappedTo: width)
        guard lines.count > 1 else { return lines }
        var (low, high) = (width / 2, width)
        for _ in 0..<6 {
            let middle = (low + high) / 2
            let narrower = typesetter.lines(text, style, wrappedTo: middle)
            if narrower.count == lines.count {
                (lines, high) = (narrower, middle)
            } else {
                low = middle
            }
        }
        return lines
    }

    private static func draw(
        _ symbol: PlaceholderModel.Symbol, at center: Point, _ pane: PaneCanvas
    ) {
        let theme = pane.theme
        func point(_ dx: Double, _ dy: Double) -> Point {
            Point(x: center.x + dx, y: center.y + dy)
        }
        switch symbol {
        case .problem:
            pane.canvas.circle(
                at: center, radius: 27, fill: .clear, stroke: Border(width: 3, color: theme.danger))
            pane.canvas.line(from: point(0, -13), to: point(0, 4), width: 3.5, color: theme.danger)
            pane.canvas.circle(at: point(0, 13), radius: 2.4, fill: theme.danger)
        case .reading:
            for (index, width) in [44.0, 56, 36].enumerated() {
                pane.canvas.fill(
                    Rect(
                        x: center.x - 28, y: center.y - 18 + Double(index) * 15, width: width,
                        height: 7), theme.text3.mixed(with: theme.window, 0.4), corners: 3.5)
            }
        case .nothing:
            pane.canvas.circle(
                at: center, radius: 25, fill: .clear, stroke: Border(width: 2.5, color: theme.text3)
            )
            pane.canvas.line(
                from: point(-17, 17), to: point(17, -17), width: 2.5, color: theme.text3)
        }
    }
}

extension ControlArea {
    /// The message that replaces a chart.
    static let state = ControlArea("state")
}
