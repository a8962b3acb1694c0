import ChartScene
import Geometry
import Localization
import Painting
import Text

/// A sentence over the content with what can be done about it: sample records are shown, or a file
/// leaves something open.
struct BannerContent: Equatable {
    struct Action: Equatable {
        var id: ControlID
        var title: String
        var command: CommandID
    }

    var subject: BannerSubject
    var sentence: String
    /// A shorter sentence, if the whole one does not fit; nil for none.
    var short: String?
    var actions: [Action]
}

struct BannerModel: Equatable {
    var frame: Rect
    var content: BannerContent
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum BannerPane {
    private static let buttonHeight = 28.0
    private static let closeSide = 28.0
    private static let line = 18.0
    static let openID = ControlID("banner.open", in: .banner)
    static let closeID = ControlID("banner.close", in: .banner)

    /// Where everything is.
    private struct Layout {
        /// The text in lines.
        var lines: [ShapedLine]
        var words: Rect
        /// The left edge of each button, and its width.
        var buttons: [Rect]
        var close: Rect
        var height: Double

        /// - Parameter frame: the frame, of which only the height may be unknown.
        @MainActor init(_ content: BannerContent, _ frame: Rect, _ typesetter: Typesetter) {
            // Its text is aligned with that of the content.
            let padding = frame.width < 520 ? 12.0 : Measure.windowPaddingX
            let widths = content.actions.map {
                (typesetter.measure($0.title, TypeStyle.control).width + 24).rounded(.up)
            }
            let total = widths.reduce(0) { $0 + $1 + 8 }
            let right = frame.maxX - padding - BannerPane.closeSide
            let left = frame.minX + padding
            let inLine = right - 4 - total - 12 - left
            let fits = [content.sentence, content.short].compactMap(\.self).first {
                typesetter.measure($0, TypeStyle.text).width <= inLine
            }
            let text = fits ?? content.sentence
            let room = fits != nil ? inLine : right - 12 - left
            lines = typesetter.lines(text, TypeStyle.text, wrappedTo: max(room, 40))
            let textHeight = Double(lines.count) * BannerPane.line
            let isStacked = fits == nil
            // Under the text they begin where it does, in as many rows as they need.
            var rows = 0
            var x = isStacked ? left : right + 4 - total
            let places = widths.map { width in
                if isStacked, x > left, x + width > frame.maxX - padding {
                    rows += 1
                    x = left
                }
                defer { x += width + 8 }
                return (x: x, row: Double(rows))
            }
            let rowHeight = BannerPane.buttonHeight + 6
            height =
                isStacked
                ? 12 + textHeight + 8 + Double(rows) * rowHeight + BannerPane.buttonHeight + 10
                : Measure.bannerHeight
            words = Rect(
                x: left, y: isStacked ? frame.y + 12 : frame.y + (height - textHeight) / 2,
                width: room, height: textHeight)
            let top =
                isStacked
                ? words.maxY + 8 : frame.y + (height - BannerPane.buttonHeight) / 2
            buttons = zip(widths, places).map { width, place in
                Rect(
                    x: place.x, y: top + place.row * rowHeight, width: width,
                    height: BannerPane.buttonHeight)
            }
            close = Rect(
                x: right, y: frame.y + (isStacked ? 7 : (height - BannerPane.closeSide) / 2),
                width: BannerPane.closeSide, height: BannerPane.closeSide)
        }
    }

    /// The height of a banner of a width.
    static func height(
        _ content: BannerContent, width: Double, _ typesetter: Typesetter
    ) -> Double {
        Layout(content, Rect(x: 0, y: 0, width: width, height: 0), typesetter).height
    }

    static func record(_ model: BannerModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = model.frame
        let layout = Layout(model.content, frame, pane.typesetter)
        pane.canvas.fill(frame, theme.control)
        pane.canvas.horizontalLine(
            from: frame.minX, to: frame.maxX, y: frame.maxY - 0.01, color: theme.hairline)
        for (index, line) in layout.lines.enumerated() {
            pane.canvas.text(
                line,
                in: Rect(
                    x: layout.words.x, y: layout.words.y + Double(index) * Self.line,
                    width: layout.words.width, height: Self.line), color: theme.text1,
                alignment: .leading)
        }
        let actions = zip(model.content.actions, layout.buttons).map { action, rect in
            let node = SemanticNode(
                id: action.id, role: .button, name: action.title, frame: rect,
                command: action.command)
            draw(button: node, model, pane)
            return node
        }
        let close = SemanticNode(
            id: closeID, role: .button, name: tr("Close"), frame: layout.close,
            command: .closeBanner)
        draw(close: close, model, pane)
        return [
            SemanticNode(
                id: ControlID("banner"), role: .alert, name: model.content.sentence, frame: frame,
                children: actions + [close])
        ]
    }

    private static func draw(
        button node: SemanticNode, _ model: BannerModel, _ pane: PaneCanvas
    ) {
        let theme = pane.theme
        pane.canvas.fill(
            node.frame, model.hovered == node.id ? theme.hoveredControl : theme.card,
            corners: Corners(Measure.controlCorner), border: .hairline(theme.hairline))
        if model.focused == node.id {
            pane.focusRing(node.frame.inset(by: 2), radius: Measure.controlCorner)
        }
        pane.text(node.name, TypeStyle.control, in: node.frame, theme.text1, .center)
    }

    private static func draw(
        close node: SemanticNode, _ model: BannerModel, _ pane: PaneCanvas
    ) {
        let theme = pane.theme
        if model.hovered == node.id {
            pane.canvas.fill(
                node.frame, theme.hoveredControl, corners: Corners(Measure.controlCorner))
        }
        if model.focused == node.id {
            pane.focusRing(node.frame.inset(by: 2), radius: Measure.controlCorner)
        }
        let center = node.frame.center
        for side in [-4.0, 4] {
            pane.canvas.line(
                from: Point(x: center.x - 4, y: center.y - side),
                to: Point(x: center.x + 4, y: center.y + side), width: 1.4, color: theme.text1)
        }
    }
}

extension ControlArea {
    /// The banner over the content.
    static let banner = ControlArea("banner")
}

extension CommandID {
    static let closeBanner = CommandID("banner.close")
}
