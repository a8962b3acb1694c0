import ChartScene
import Geometry
import Localization
import Painting
import Text

/// The page before anything is opened: where records come from, and the ways to open them.
struct WelcomeModel: Equatable {
    /// The part of the window below the header.
    var frame: Rect
    var buttons: [StateButtons.Button]
    var recents: [StateLinks.Link]
    var scroll = 0.0
    var hovered: ControlID?
    var focused: ControlID?
}

/// Where the parts of the welcome are, from the top of the page down.
@MainActor
struct WelcomeLayout {
    /// A page of at least this width has a card with steps for each origin; a narrower one a row.
    nonisolated static let cardsFrom = 860.0
    private static let most = 1_020.0
    nonisolated static let stepIndent = 30.0
    nonisolated static let stepLine = 18.0
    nonisolated static let cardPadding = 20.0
    static let pictureHeight = 124.0
    private static let gap = 16.0

    let title: [ShapedLine]
    let subtitle: [ShapedLine]
    let heading: Rect
    /// The cards or rows of the origins, in order.
    let origins: [Rect]
    /// The steps on the cards; empty for rows.
    let steps: [[[StyledText]]]
    let hasPictures: Bool
    /// The border of the place to drop files, and its words and buttons.
    let zone: Rect
    let zoneWords: Rect
    let buttons: [[StateButtons.Button]]
    /// The top left corner of each row of buttons.
    let buttonPlaces: [Point]
    let recents: Rect
    let recentColumns: Int
    let promise: [ShapedLine]
    let promisePlace: Rect
    let height: Double

    var hasCards: Bool { !steps.isEmpty }

    init(_ model: WelcomeModel, _ pane: PaneCanvas) {
        let width = min(Self.most, model.frame.width)
        let isWide = width >= Self.cardsFrom
        let style = width > 420 ? TypeStyle.welcome : TypeStyle.title
        title = pane.typesetter.lines(
            tr("Your health records, on your own computer"), style, wrappedTo: width)
        subtitle = pane.typesetter.lines(
            tr("Where do your records come from? Bring the file here; Oresen opens it as it is."),
            width > 420 ? TypeStyle.lead : TypeStyle.text, wrappedTo: width)
        var y = isWide ? 26.0 : 12
        heading = Rect(
            x: 0, y: y, width: width,
            height: Double(title.count) * 34 + 4 + Double(subtitle.count) * 22)
        y = heading.maxY + Self.gap

        /// Sets the place to drop files and its buttons from a y down.
        func setZone(_ top: Double) -> (Rect, Rect, [[StateButtons.Button]], [Point]) {
            let padding = isWide ? Self.cardPadding : 0
            let all = StateButtons.rows(model.buttons, width: width - 2 * padding, pane)
            let inLine = StateButtons.width(model.buttons, pane)
            let isOneLine = isWide && inLine + 250 + 2 * padding <= width
            let rows = isOneLine ? [model.buttons] : all
            let rowsHeight =
                Double(rows.count - 1) * StateButtons.rowHeight + StateButtons.height
            let words = isWide ? 42.0 : 0
            let zone = Rect(
                x: 0, y: top, width: width,
                height: isOneLine
                    ? 84 : rowsHeight + (isWide ? words + 12 + 2 * padding : 0))
            let first = isOneLine ? zone.midY - rowsHeight / 2 : zone.maxY - padding - rowsHeight
            let places = rows.enumerated().map { index, row in
                let own = StateButtons.width(row, pane)
                return Point(
                    x: isOneLine ? width - padding - own : (width - own) / 2,
                    y: first + Double(index) * StateButtons.rowHeight)
            }
            return (
                zone,
                Rect(
                    x: padding, y: isOneLine ? zone.midY - words / 2 : zone.y + padding,
                    width: width - 2 * padding, height: words), rows, places
            )
        }

        let all = RecordOrigin.allCases
        if isWide {
            let card = (width + Self.gap) / Double(all.count) - Self.gap
            let inner = card - 2 * Self.cardPadding
            let steps = all.map { origin in
                origin.steps.map {
                    StyledText.rows($0, width: inner - Self.stepIndent, most: 4, pane)
                }
            }
            let lines = steps.map { $0.reduce(0) { $0 + Double($1.count) * Self.stepLine + 9 } }
            // The picture, title and subtitle, the steps, and the foot.
            let text = 56 + 8 + (lines.max() ?? 0) + 8 + 46
            let rest = 84 + Self.gap + 44 + y
            hasPictures =
                model.recents.isEmpty
                && y + Self.pictureHeight + text + rest <= model.frame.height + y
            let cardHeight = (hasPictures ? Self.pictureHeight : 12) + text
            let top = y
            origins = all.indices.map {
                Rect(
                    x: Double($0) * (card + Self.gap), y: top, width: card, height: cardHeight)
            }
            self.steps = steps
            y += cardHeight + Self.gap + 4
            (zone, zoneWords, buttons, buttonPlaces) = setZone(y)
            y = zone.maxY
        } else {
            // The ways to open a file come first: the rows may be out of sight.
            steps = []
            hasPictures = false
            (zone, zoneWords, buttons, buttonPlaces) = setZone(y)
            y = zone.maxY + Self.gap
            let row = 56.0
            let top = y
            origins = all.indices.map {
                Rect(x: 0, y: top + Double($0) * row, width: width, height: row)
            }
            y = origins.last?.maxY ?? y
        }
        recentColumns = isWide ? 2 : 1
        recents = Rect(
            x: 0, y: y, width: width,
            height: StateLinks.height(of: model.recents, columns: recentColumns))
        y = recents.maxY + 10
        promise = pane.typesetter.lines(
            tr("Everything stays on this computer. Oresen never uses the network."),
            TypeStyle.text, wrappedTo: width)
        promisePlace = Rect(
            x: 0, y: y + 8, width: width, height: Double(promise.count) * 20)
        height = promisePlace.maxY + 14
    }
}

extension WelcomeLayout {
    /// Where a control is on the page, before it is scrolled; nil for another one.
    func place(of control: ControlID, in model: WelcomeModel) -> Rect? {
        if let origin = GuideScreen.open.subject(of: control.command) {
            return zip(RecordOrigin.allCases, origins).first { $0.0 == origin }?.1
        }
        if model.recents.contains(where: { $0.id == control }) { return recents }
        return zip(buttons, buttonPlaces).first { row, _ in row.contains { $0.id == control } }
            .map { Rect(x: $1.x, y: $1.y, width: 1, height: StateButtons.height) }
    }
}

/// Draws the welcome.
@MainActor
enum WelcomePane {
    static func record(_ model: WelcomeModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let layout = WelcomeLayout(model, pane)
        let frame = model.frame
        let offset = Vector(
            dx: frame.x + ((frame.width - layout.heading.width) / 2).rounded(),
            dy: frame.y
                + (layout.height < frame.height
                    ? ((frame.height - layout.height) / 2).rounded() : -model.scroll))
        let context = Context(model: model, offset: offset, pane: pane)
        var nodes: [SemanticNode] = []
        pane.canvas.clipped(to: frame.inset(by: Insets(left: -24, top: 0, right: -24, bottom: 0))) {
            nodes += heading(layout, context)
            nodes += zip(RecordOrigin.allCases, layout.origins).enumerated().map { index, origin in
                layout.hasCards
                    ? card(origin.0, layout.steps[index], context.placed(origin.1), layout, context)
                    : row(origin.0, context.placed(origin.1), context)
            }
            nodes += zone(layout, context)
            nodes += StateLinks.draw(
                model.recents, in: context.placed(layout.recents), columns: layout.recentColumns,
                hovered: model.hovered, focused: model.focused, pane)
            nodes.append(promise(layout, context))
        }
        ScrollBar.draw(
            in: Rect(x: frame.x, y: frame.y, width: frame.width + 18, height: frame.height),
            scroll: model.scroll, most: layout.height - frame.height, pane)
        return nodes.map { $0.clipped(to: frame) }
    }

    /// What all parts draw with.
    private struct Context {
        let model: WelcomeModel
        let offset: Vector
        let pane: PaneCanvas

        func placed(_ rect: Rect) -> Rect {
            Rect(
                x: rect.x + offset.dx, y: rect.y + offset.dy, width: rect.width,
                height: rect.height)
        }
    }

    private static func heading(_ layout: WelcomeLayout, _ context: Context) -> [SemanticNode] {
        let (pane, rect) = (context.pane, context.placed(layout.heading))
        var y = rect.y
        for line in layout.title {
            pane.canvas.text(
                line, in: Rect(x: rect.x, y: y, width: rect.width, height: 34),
                color: pane.theme.text1, alignment: .center)
            y += 34
        }
        y += 4
        for line in layout.subtitle {
            pane.canvas.text(
                line, in: Rect(x: rect.x, y: y, width: rect.width, height: 22),
                color: pane.theme.text2, alignment: .center)
            y += 22
        }
        return [
            SemanticNode(
                id: ControlID("state"), role: .text,
                name: tr("Your health records, on your own computer"),
                value: layout.subtitle.map(\.text).joined(separator: " "), frame: rect)
        ]
    }

    // MARK: Origins

    private static func linkNode(_ origin: RecordOrigin, _ frame: Rect) -> SemanticNode {
        let command = GuideScreen.open(origin)
        return SemanticNode(
            id: ControlID(command, in: .welcome), role: .button,
            name: tr("Step by step: {1}", origin.title), value: origin.subtitle, frame: frame,
            command: command)
    }

    private static func card(
        _ origin: RecordOrigin, _ steps: [[StyledText]], _ rect: Rect, _ layout: WelcomeLayout,
        _ context: Context
    ) -> SemanticNode {
        let (pane, theme) = (context.pane, context.pane.theme)
        pane.card(rect)
        let inner = rect.inset(by: WelcomeLayout.cardPadding)
        var y = rect.y + 12
        if layout.hasPictures {
            OriginPicture.draw(origin, at: Point(x: rect.midX, y: rect.y + 68), pane)
            y = rect.y + WelcomeLayout.pictureHeight
        }
        pane.text(
            origin.title, TypeStyle.board,
            in: Rect(x: inner.x, y: y, width: inner.width, height: 28), theme.text1)
        pane.text(
            origin.subtitle, TypeStyle.text,
            in: Rect(x: inner.x, y: y + 28, width: inner.width, height: 20), theme.text2)
        y += 64
        for (index, lines) in steps.enumerated() {
            let center = Point(x: inner.x + 10, y: y + WelcomeLayout.stepLine / 2)
            pane.canvas.circle(at: center, radius: 10, fill: theme.control)
            pane.text(
                "\(index + 1)", TypeStyle.labelStrong,
                in: Rect(x: center.x - 10, y: center.y - 10, width: 20, height: 20), theme.text2,
                .center)
            for line in lines {
                line.draw(
                    x: inner.x + WelcomeLayout.stepIndent, y: y, height: WelcomeLayout.stepLine,
                    pane)
                y += WelcomeLayout.stepLine
            }
            y += 9
        }
        let foot = rect.maxY - 46
        pane.canvas.horizontalLine(
            from: inner.x, to: inner.maxX, y: foot, color: theme.hairline)
        LineGlyph.document.draw(at: Point(x: inner.x + 7, y: foot + 23), theme.text2, pane)
        let link = tr("Step by step")
        let width = (pane.width(link, TypeStyle.control) + 20).rounded(.up)
        let button = Rect(x: inner.maxX - width + 10, y: foot + 8, width: width, height: 30)
        pane.text(
            origin.files, TypeStyle.label,
            in: Rect(
                x: inner.x + 22, y: foot, width: button.x - 8 - inner.x - 22, height: 46),
            theme.text2)
        let node = linkNode(origin, button)
        if context.model.hovered == node.id {
            pane.canvas.fill(button, theme.control, corners: Corners(Measure.controlCorner))
        }
        if context.model.focused == node.id {
            pane.focusRing(button.inset(by: 2), radius: Measure.controlCorner)
        }
        pane.text(
            link, TypeStyle.control, in: button, theme.legible(theme.sleep, on: theme.card),
            .center)
        return SemanticNode(
            id: ControlID("welcome.\(origin.rawValue)"), role: .group, name: origin.title,
            value: origin.steps.map(\.plain).joined(separator: " "), frame: rect, children: [node])
    }

    private static func row(
        _ origin: RecordOrigin, _ rect: Rect, _ context: Context
    ) -> SemanticNode {
        let (pane, theme) = (context.pane, context.pane.theme)
        let node = linkNode(origin, rect)
        if context.model.hovered == node.id {
            pane.canvas.fill(rect, theme.control, corners: Corners(Measure.controlCorner))
        }
        if context.model.focused == node.id {
            pane.focusRing(rect.inset(by: 3), radius: Measure.controlCorner - 3)
        }
        OriginPicture.glyph(origin).draw(
            at: Point(x: rect.x + 20, y: rect.midY), theme.text2, pane)
        pane.text(
            origin.title, TypeStyle.name,
            in: Rect(x: rect.x + 40, y: rect.y + 8, width: rect.width - 70, height: 20),
            theme.text1)
        pane.text(
            origin.subtitle, TypeStyle.text,
            in: Rect(x: rect.x + 40, y: rect.y + 28, width: rect.width - 70, height: 20),
            theme.text2)
        LineGlyph.chevron.draw(at: Point(x: rect.maxX - 16, y: rect.midY), theme.text2, pane)
        return node
    }

    // MARK: Opening

    private static func zone(_ layout: WelcomeLayout, _ context: Context) -> [SemanticNode] {
        let (pane, theme) = (context.pane, context.pane.theme)
        let rect = context.placed(layout.zone)
        var nodes: [SemanticNode] = []
        if layout.hasCards {
            pane.canvas.stroke(
                Path(rect.inset(by: 1), corners: Corners(Measure.cardCorner)), theme.text3,
                StrokeStyle(width: 1.5, cap: .butt, dashes: [7, 5]))
            let words = context.placed(layout.zoneWords)
            let title = tr("Drop a file anywhere in this window")
            let detail = tr("Several at once are fine. The files stay as they are.")
            for (index, text) in [title, detail].enumerated() {
                pane.text(
                    text, index == 0 ? TypeStyle.name : TypeStyle.text,
                    in: Rect(
                        x: words.x, y: words.y + Double(index) * 21, width: words.width, height: 21),
                    index == 0 ? theme.text1 : theme.text2)
            }
            nodes.append(
                SemanticNode(
                    id: ControlID("welcome.drop"), role: .text, name: title, value: detail,
                    frame: words))
        }
        for (row, place) in zip(layout.buttons, layout.buttonPlaces) {
            nodes += StateButtons.draw(
                row, at: Point(x: place.x + context.offset.dx, y: place.y + context.offset.dy),
                hovered: context.model.hovered, focused: context.model.focused, pane)
        }
        return nodes
    }

    private static func promise(_ layout: WelcomeLayout, _ context: Context) -> SemanticNode {
        let (pane, rect) = (context.pane, context.placed(layout.promisePlace))
        for (index, line) in layout.promise.enumerated() {
            pane.canvas.text(
                line,
                in: Rect(x: rect.x, y: rect.y + Double(index) * 20, width: rect.width, height: 20),
                color: pane.theme.text2, alignment: .center)
        }
        return SemanticNode(
            id: ControlID("welcome.promise"), role: .text,
            name: layout.promise.map(\.text).joined(separator: " "), frame: rect)
    }
}

extension ControlArea {
    /// The page before anything is opened.
    static let welcome = ControlArea("welcome")
}
