import ChartCore
import ChartScene
import Geometry
import Localization
import Painting
import Text

/// The buttons that turn the pages of the calendar.
struct PageButtons: Equatable {
    var hasPrevious: Bool
    var hasNext: Bool
    var hovered: ControlID?
    var focused: ControlID?
}

/// The chart's title, its range in words, and its figures.
struct HeadlineModel: Equatable {
    var frame: Rect
    var title: String
    /// The visible range in words.
    var range: String
    /// The words that fade out before the new ones, and the progress, from 0 to 1.
    var oldRange = ""
    var rangePart = 1.0
    /// The most informative figure last, at the right.
    var figures: [CaptionedFigure]
    /// Whether the figures are under the title.
    var isStacked: Bool
    /// In front of the range in words; nil if pages are turned elsewhere.
    var pages: PageButtons?
}

@MainActor
enum HeadlinePane {
    private static let buttonSide = 20.0
    /// The height of a figure with its caption and its change.
    private static let figureHeight = 62.0
    /// Where a chip begins, from the top of the figures: under the change, or in its place.
    private static let chipTop = (underChange: 64.0, insteadOfChange: 45.0)
    /// The width of both buttons in front of the range in words.
    private static let buttonsWidth = 2 * buttonSide + 6

    static func record(_ model: HeadlineModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = model.frame
        let figuresFrame =
            model.isStacked
            ? Rect(x: frame.x, y: frame.y + 56, width: frame.width, height: figureHeight)
            : Rect(x: frame.x, y: frame.y + 4, width: frame.width, height: figureHeight)
        let (taken, rects) = drawFigures(model, figuresFrame, pane)

        // A title that fits is set in the whole width, whatever the figures take: it is shaped once.
        let free = model.isStacked ? frame.width : max(80, frame.width - taken - 16)
        let titleWidth =
            pane.width(model.title, TypeStyle.title) <= free
                && max(
                    pane.width(model.range, TypeStyle.text),
                    pane.width(model.oldRange, TypeStyle.text))
                    + (model.pages == nil ? 0 : buttonsWidth) <= free
            ? frame.width : free
        let title = Rect(x: frame.x, y: frame.y + 4, width: titleWidth, height: 28)
        let line = Rect(x: frame.x, y: frame.y + 32, width: titleWidth, height: 20)
        let indent = model.pages == nil ? 0 : buttonsWidth
        let range = Rect(x: line.x + indent, y: line.y, width: line.width - indent, height: 20)
        pane.text(model.title, TypeStyle.title, in: title, theme.text1)
        // One after the other: overlapping words cannot be read.
        let (words, part) =
            model.rangePart < 0.5
            ? (model.oldRange, 1 - 2 * model.rangePart) : (model.range, 2 * model.rangePart - 1)
        pane.text(words, TypeStyle.text, in: range, theme.text2.opacity(Float(part)))
        let heading = SemanticNode(
            id: ControlID("headline"), role: .heading, name: model.title, value: model.range,
            frame: Rect(x: title.x, y: title.y, width: free, height: title.height))
        let nodes = [heading] + pageButtons(model, line, pane)
        guard let first = rects.first else { return nodes }
        return nodes + [
            SemanticNode(
                id: ControlID("figures"), role: .group, name: tr("Figures"),
                frame: rects.reduce(first.rect) { $0.union($1.rect) },
                children: rects.enumerated().map { index, placed in
                    var node = SemanticNode(
                        id: ControlID("figure.\(index)"), role: .text, name: placed.item.caption,
                        value: placed.item.words, frame: placed.rect)
                    node.explanation = placed.item.explanation
                    if !placed.item.change.isEmpty {
                        node.children.append(
                            SemanticNode(
                                id: ControlID("figure-change.\(index)"), role: .text,
                                name: placed.item.change, frame: placed.rect))
                    }
                    if let chip = placed.chip {
                        node.children.append(
                            SemanticNode(
                                id: ControlID("figure-chip.\(index)"), role: .text,
                                name: chip.text, frame: chip.rect))
                    }
                    return node
                })
        ]
    }

    private static func pageButtons(
        _ model: HeadlineModel, _ line: Rect, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        guard let pages = model.pages else { return [] }
        func node(
            _ command: CommandID, _ name: String, _ x: Double, _ isEnabled: Bool
        ) -> SemanticNode {
            SemanticNode(
                id: ControlID(command, in: .pages), role: .button, name: name,
                frame: Rect(
                    x: x, y: line.midY - buttonSide / 2, width: buttonSide, height: buttonSide),
                command: command, isEnabled: isEnabled)
        }
        let previous = node(.previousPage, tr("Previous page"), line.x - 4, pages.hasPrevious)
        let next = node(.nextPage, tr("Next page"), previous.frame.maxX, pages.hasNext)
        for (node, way) in [(previous, -1.0), (next, 1.0)] {
            PagerPane.draw(
                node, way, hovered: pages.hovered, focused: pages.focused, size: 0.8, pane)
        }
        return [previous, next]
    }

    /// Draws the figures from the right (from the left if they are stacked) and returns their
    /// width.
    ///
    /// If there is no room they get smaller (under the title only), and then the least informative
    /// ones are omitted.
    private static func drawFigures(
        _ model: HeadlineModel, _ frame: Rect, _ pane: PaneCanvas
    ) -> (width: Double, rects: [ShownFigure]) {
        var gap = 28.0
        struct Placed {
            var item: CaptionedFigure
            var caption: String
            var width: Double
        }
        let hasChipRow =
            model.frame.maxY >= frame.y + chipTop.underChange + Measure.chipHeight
        func measured(_ type: TextStyle) -> [Placed] {
            model.figures.enumerated().map { index, item in
                let caption = item.caption.uppercased()
                let unit =
                    item.figure.unit.isEmpty ? 0 : pane.width(item.figure.unit, TypeStyle.text) + 4
                let width = max(
                    pane.width(caption, TypeStyle.caption),
                    pane.width(item.figure.number, type) + unit,
                    index >= firstChange ? pane.width(item.change, TypeStyle.label) : 0,
                    hasChips ? item.chip.map { chipWidth($0.text, pane) } ?? 0 : 0)
                return Placed(item: item, caption: caption, width: width.rounded(.up))
            }
        }
        var type = TypeStyle.figure
        // The first figure whose change has room.
        var firstChange = 0
        // A single chip in a row of its own needs no room next to it: it reaches under its neighbours.
        var hasChips = !hasChipRow || model.figures.count { $0.chip != nil } > 1
        var placed = measured(type)
        // The range in words is never cut to make room for a figure.
        let words = max(
            150,
            pane.width(model.range, TypeStyle.text) + 24 + (model.pages == nil ? 0 : buttonsWidth),
            pane.width(model.title, TypeStyle.title) + 24)
        let room = model.isStacked ? frame.width : frame.width - words
        var rects: [ShownFigure] = []
        func total() -> Double {
            placed.reduce(0) { $0 + $1.width } + gap * Double(max(0, placed.count - 1))
        }
        // The chips are the first to make room: what they say is in their figures, and shorter
        // words may still fit.
        if hasChips, total() > room {
            hasChips = false
            placed = measured(type)
        }
        // Then the changes, as the figures are still there: that of the most informative figure stays
        // longest.
        while total() > room, firstChange < model.figures.count {
            firstChange += 1
            placed = measured(type)
        }
        if model.isStacked {
            for smaller in [TypeStyle.smallFigure, TypeStyle.board] where total() > room {
                type = smaller
                gap = 16
                placed = measured(type)
            }
        }
        for tighter in [20.0, 16] where tighter < gap && total() > room { gap = tighter }
        while placed.count > 1, total() > room {
            let left = placed.removeFirst()
            guard let group = left.item.group else { continue }
            while placed.count > 1, placed[0].item.group == group { placed.removeFirst() }
        }
        if placed.count == 1 {
            let room = max(80, room)
            // Part of a number is another number: first it is drawn as small as can be read.
            for smaller in [
                TypeStyle.smallFigure, TypeStyle.board, TypeStyle.name, TypeStyle.labelStrong,
            ] where smaller.size < type.size && placed[0].width > room {
                type = smaller
                placed = measured(type).suffix(1)
            }
            // One that still does not fit is cut, as a title is.
            placed[0].width = min(placed[0].width, room)
        }
        var right = model.isStacked ? frame.x + total() : frame.maxX
        for entry in placed.reversed() {
            let left = right - entry.width
            pane.text(
                entry.caption, TypeStyle.caption,
                in: Rect(
                    x: model.isStacked ? left : left - 1, y: frame.y, width: entry.width + 1,
                    height: 16), pane.theme.text3,
                model.isStacked ? .leading : .trailing)
            draw(entry.item.figure, type, left, right, frame.y + 16, model.isStacked, pane)
            var item = entry.item
            if pane.width(item.change, TypeStyle.label) > entry.width + 1 { item.change = "" }
            pane.text(
                item.change, TypeStyle.label,
                in: Rect(
                    x: model.isStacked ? left : left - 1, y: frame.y + 45, width: entry.width + 1,
                    height: 16),
                pane.theme.text2, model.isStacked ? .leading : .trailing)
            rects.insert(
                ShownFigure(
                    item: item,
                    rect: Rect(x: left, y: frame.y, width: entry.width, height: figureHeight)),
                at: 0)
            right = left - gap
        }
        let reach =
            model.isStacked
            ? Extent(min: frame.x, max: frame.maxX)
            : Extent(min: frame.maxX - max(room, total()), max: frame.maxX)
        drawChips(&rects, within: reach, hasRow: hasChipRow, isLeading: model.isStacked, gap, pane)
        return (total(), rects)
    }

    /// Draws the chips of figures and notes their places.
    ///
    /// A chip may be wider than its figure, as far as no neighbour has anything in its row.
    private static func drawChips(
        _ figures: inout [ShownFigure], within reach: Extent, hasRow: Bool, isLeading: Bool,
        _ gap: Double, _ pane: PaneCanvas
    ) {
        for (index, figure) in figures.enumerated() {
            guard let chip = figure.item.chip, hasRow || figure.item.change.isEmpty else {
                continue
            }
            let isUnderChange = hasRow && figures.contains { !$0.item.change.isEmpty }
            func isTaken(_ other: ShownFigure) -> Bool {
                other.item.chip != nil || !isUnderChange && !other.item.change.isEmpty
            }
            let rect = figure.rect
            let room =
                isLeading
                ? (figures[(index + 1)...].first(where: isTaken).map { $0.rect.x - gap }
                    ?? reach.max) - rect.x
                : rect.maxX
                    - (figures[..<index].last(where: isTaken).map { $0.rect.maxX + gap }
                        ?? reach.min)
            guard
                let text = [chip.text, chip.shortText].first(where: { chipWidth($0, pane) <= room })
            else { continue }
            let width = chipWidth(text, pane)
            let top = isUnderChange ? chipTop.underChange : chipTop.insteadOfChange
            let place = Rect(
                x: isLeading ? rect.x : rect.maxX - width, y: rect.y + top, width: width,
                height: Measure.chipHeight)
            draw(chip.tone, text, place, pane)
            figures[index].chip = (text, place)
        }
    }

    private static func draw(
        _ tone: FigureChip.Tone, _ text: String, _ rect: Rect, _ pane: PaneCanvas
    ) {
        let colors = pane.theme.colors(of: tone)
        pane.canvas.fill(
            rect, colors.ground, corners: Corners(Measure.chipHeight / 2),
            border: pane.border(pane.theme.controlBorder))
        pane.text(
            text, TypeStyle.labelStrong,
            in: rect.inset(by: Insets(left: 8, top: 0, right: 7, bottom: 0)), colors.text)
    }

    /// A figure with its place.
    private struct ShownFigure {
        var item: CaptionedFigure
        var rect: Rect
        /// The words of its chip that have room, and their place; nil for none.
        var chip: (text: String, rect: Rect)?
    }

    private static func chipWidth(_ text: String, _ pane: PaneCanvas) -> Double {
        (pane.width(text, TypeStyle.labelStrong) + 16).rounded(.up)
    }

    private static func draw(
        _ figure: Figure, _ type: TextStyle, _ left: Double, _ right: Double, _ y: Double,
        _ isLeading: Bool, _ pane: PaneCanvas
    ) {
        let unit = pane.typesetter.line(figure.unit, TypeStyle.text)
        let unitWidth = figure.unit.isEmpty ? 0 : unit.width + 4
        let number = pane.typesetter.line(
            figure.number, type, fitting: max(0, right - left + 0.5 - unitWidth))
        let x = isLeading ? left : right - number.width - unitWidth
        let baseline = y + 23
        pane.canvas.text(number, x: x, baseline: baseline, color: pane.theme.text1)
        if !figure.unit.isEmpty {
            pane.canvas.text(
                unit, x: x + number.width + 4, baseline: baseline, color: pane.theme.text2)
        }
    }
}
