import ChartScene
import Geometry
import Localization
import Painting
import Text

/// Draws the summary: favourites as cards, sentences, trends, and what is new.
@MainActor
enum SummaryPane {
    static func layout(_ model: SummaryModel) -> SummaryLayout {
        SummaryLayout(
            width: min(model.frame.width, SummaryLayout.most), cards: model.cards.count,
            sentences: model.sentences.count, trends: model.trends.count, news: model.news.count)
    }

    /// The greatest scroll offset.
    static func maximumScroll(_ model: SummaryModel) -> Double {
        max(0, layout(model).height - model.frame.height)
    }

    static func record(_ model: SummaryModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let layout = layout(model)
        let width = layout.heading.width
        let offset = Vector(
            dx: model.frame.x + ((model.frame.width - width) / 2).rounded(),
            dy: model.frame.y - model.scroll)
        let context = Context(model: model, offset: offset, pane: pane)
        var nodes: [SemanticNode] = []
        // Shadows and focus rings extend beyond the frame.
        let clip = Rect(
            x: model.frame.x - 24, y: model.frame.y - 4, width: model.frame.width + 48,
            height: model.frame.height + 24)
        pane.canvas.clipped(to: clip) {
            nodes.append(contentsOf: heading(layout, context))
            nodes.append(contentsOf: cards(layout, context))
            nodes.append(sentences(layout, context))
            nodes.append(contentsOf: trends(layout, context))
            nodes.append(contentsOf: news(layout, context))
        }
        ScrollBar.draw(
            in: Rect(
                x: model.frame.x, y: model.frame.y, width: model.frame.width + 18,
                height: model.frame.height), scroll: model.scroll,
            most: maximumScroll(model), pane)
        return [
            SemanticNode(
                id: ControlID("summary"), role: .group, name: tr("Summary"), frame: model.frame,
                command: .stayInDialog, children: nodes)
        ]
    }

    /// What all parts draw with.
    private struct Context {
        let model: SummaryModel
        let offset: Vector
        let pane: PaneCanvas

        /// A part of the layout in the window.
        func placed(_ rect: Rect) -> Rect {
            Rect(
                x: rect.x + offset.dx, y: rect.y + offset.dy, width: rect.width,
                height: rect.height)
        }

        /// The visible part of a rectangle; at the nearer edge if none is visible.
        func seen(_ rect: Rect) -> Rect {
            let seen = rect.intersection(model.frame)
            if !seen.isEmpty { return seen }
            return Rect(
                x: rect.x, y: rect.y < model.frame.y ? model.frame.minY : model.frame.maxY,
                width: 0, height: 0)
        }

        @MainActor func caption(_ text: String, _ rect: Rect) {
            let rect = placed(rect)
            pane.text(
                text.uppercased(), TypeStyle.caption,
                in: Rect(x: rect.x, y: rect.y, width: rect.width, height: 22), pane.theme.text3)
        }

        /// Draws a button, and returns its node.
        @MainActor func button(
            _ title: String, _ command: CommandID, _ rect: Rect, glyph: LineGlyph? = nil,
            hasTitle: Bool = true
        ) -> SemanticNode {
            let node = SemanticNode(
                id: ControlID(command, in: .summary), role: .button, name: title,
                frame: seen(rect), command: command)
            pane.canvas.fill(
                rect,
                model.hovered == node.id ? pane.theme.hoveredControl : pane.theme.control,
                corners: Corners(Measure.controlCorner),
                border: pane.border(pane.theme.controlBorder))
            if model.focused == node.id { pane.focusRing(rect, radius: Measure.controlCorner) }
            var words = rect
            if let glyph {
                glyph.draw(
                    at: Point(x: hasTitle ? rect.x + 17 : rect.midX, y: rect.midY),
                    pane.theme.text1, pane)
                words = rect.inset(by: Insets(left: 18, top: 0, right: 0, bottom: 0))
            }
            if hasTitle {
                pane.text(title, TypeStyle.control, in: words, pane.theme.text1, .center)
            }
            return node
        }

        /// Draws the background of a row in a card if it is hovered, and its focus ring.
        @MainActor func ground(_ node: SemanticNode, _ rect: Rect) {
            let inside = rect.inset(by: Insets(left: 6, top: 3, right: 6, bottom: 3))
            if model.hovered == node.id {
                pane.canvas.fill(
                    inside, pane.theme.control, corners: Corners(Measure.controlCorner))
            }
            if model.focused == node.id {
                pane.focusRing(inside.inset(by: 3), radius: Measure.controlCorner - 3)
            }
        }

        @MainActor func arrow(_ direction: Int, at center: Point) {
            let glyph: LineGlyph = direction > 0 ? .up : direction < 0 ? .down : .level
            glyph.draw(at: center, pane.theme.text2, pane)
        }
    }

    // MARK: Parts

    private static func heading(_ layout: SummaryLayout, _ context: Context) -> [SemanticNode] {
        let (model, pane) = (context.model, context.pane)
        let rect = context.placed(layout.heading)
        var right = rect.maxX
        var buttons: [SemanticNode] = []
        let wanted: [(isThere: Bool, title: String, command: CommandID, isSign: Bool)] = [
            (model.canEdit, tr("Favourites…"), .chooseFavourites, false),
            // In a narrow window it is only its sign.
            (model.canAdd, tr("Add a reading"), .addReading, rect.width < 520),
        ]
        for (isThere, title, command, isSign) in wanted where isThere {
            let words = isSign ? 0 : pane.width(title, TypeStyle.control) + 6
            let sign = command == .addReading ? 18.0 : 0
            let width = (words + sign + (isSign ? 12 : 18)).rounded(.up)
            let button = Rect(x: right - width, y: rect.y + 6, width: width, height: 28)
            right = button.x - 8
            buttons.insert(
                context.button(
                    title, command, button, glyph: command == .addReading ? .plus : nil,
                    hasTitle: !isSign), at: 0)
        }
        let room = right - 4 - rect.x
        pane.text(
            model.title, TypeStyle.title,
            in: Rect(x: rect.x, y: rect.y + 2, width: room, height: 28), pane.theme.text1)
        pane.text(
            model.date, TypeStyle.text,
            in: Rect(x: rect.x, y: rect.y + 30, width: room, height: 20), pane.theme.text2)
        let heading = SemanticNode(
            id: ControlID("headline"), role: .heading, name: model.title, value: model.date,
            frame: context.seen(rect))
        return [heading] + buttons
    }

    private static func cards(_ layout: SummaryLayout, _ context: Context) -> [SemanticNode] {
        guard !layout.cards.isEmpty else { return [] }
        context.caption(tr("Favourites"), layout.captions.cards)
        let nodes = zip(context.model.cards, layout.cards).map { card, rect in
            draw(card, context.placed(rect), context)
        }
        return [
            SemanticNode(
                id: ControlID("summary.favourites"), role: .list, name: tr("Favourites"),
                frame: nodes.map(\.frame).reduce(nodes[0].frame) { $0.union($1) },
                children: nodes)
        ]
    }

    private static func draw(
        _ card: SummaryModel.Card, _ rect: Rect, _ context: Context
    ) -> SemanticNode {
        let (model, pane) = (context.model, context.pane)
        let theme = pane.theme
        let node = SemanticNode(
            id: ControlID(SummaryModel.card(card.metric), in: .summary), role: .button,
            name: card.name, value: [card.figure.text, card.state].joined(separator: ", "),
            frame: context.seen(rect), command: SummaryModel.card(card.metric))
        pane.card(rect)
        if model.hovered == node.id {
            pane.canvas.fill(
                rect, theme.control.opacity(0.5), corners: Corners(Measure.cardCorner))
        }
        if model.focused == node.id { pane.focusRing(rect, radius: Measure.cardCorner) }
        let inside = rect.inset(by: Insets(left: 14, top: 12, right: 14, bottom: 10))
        let color = theme.color(of: card.accent)
        card.glyph.draw(
            at: Point(x: inside.x + 9, y: inside.y + 10), theme.legible(color, on: theme.card),
            pane)
        let hasArrow = card.direction != nil
        pane.text(
            card.name, TypeStyle.name,
            in: Rect(
                x: inside.x + 24, y: inside.y, width: inside.width - 24 - (hasArrow ? 20 : 0),
                height: 20), theme.text1)
        if let direction = card.direction {
            context.arrow(direction, at: Point(x: inside.maxX - 7, y: inside.y + 10))
        }
        // A figure gets smaller before any of it is cut off.
        let unit = pane.typesetter.line(card.figure.unit, TypeStyle.text)
        let room = inside.width - (card.figure.unit.isEmpty ? 0 : unit.width + 4)
        let style =
            [TypeStyle.figure, TypeStyle.smallFigure, TypeStyle.board].first {
                pane.width(card.figure.number, $0) <= room
            } ?? TypeStyle.name
        let number = pane.typesetter.line(card.figure.number, style, fitting: max(0, room))
        let baseline = inside.y + 46
        pane.canvas.text(number, x: inside.x, baseline: baseline, color: theme.text1)
        if !card.figure.unit.isEmpty {
            pane.canvas.text(
                unit, x: inside.x + number.width + 4, baseline: baseline, color: theme.text2)
        }
        pane.text(
            card.state, TypeStyle.label,
            in: Rect(x: inside.x, y: inside.y + 53, width: inside.width, height: 16), theme.text2)
        SparklinePicture.draw(
            card.picture, color, ground: theme.card,
            Rect(
                x: inside.x, y: inside.y + 78, width: inside.width,
                height: inside.maxY - inside.y - 78), pane, marksEnd: true)
        return node
    }

    private static func sentences(_ layout: SummaryLayout, _ context: Context) -> SemanticNode {
        let (model, pane) = (context.model, context.pane)
        context.caption(tr("Highlights"), layout.captions.sentences)
        let card = context.placed(layout.sentences)
        pane.card(card)
        var nodes: [SemanticNode] = []
        if model.sentences.isEmpty {
            pane.paragraph(
                model.noSentence, TypeStyle.text,
                in: Rect(x: card.x + 16, y: card.y + 16, width: card.width - 32, height: 40),
                lines: 2, pane.theme.text2)
        }
        let height = SummaryLayout.sentenceHeight(in: card.width)
        for (index, sentence) in model.sentences.enumerated() {
            let rect = Rect(
                x: card.x, y: card.y + 4 + Double(index) * height, width: card.width,
                height: height)
            nodes.append(draw(sentence, index, rect, context))
        }
        return SemanticNode(
            id: ControlID("summary.highlights"), role: .list, name: tr("Highlights"),
            value: model.sentences.isEmpty ? model.noSentence : "", frame: context.seen(card),
            children: nodes)
    }

    private static func draw(
        _ sentence: SummaryModel.Sentence, _ index: Int, _ rect: Rect, _ context: Context
    ) -> SemanticNode {
        let pane = context.pane
        let theme = pane.theme
        let node = SemanticNode(
            id: ControlID(SummaryModel.sentence(index), in: .summary), role: .listItem,
            name: sentence.text.plain, value: sentence.detail, frame: context.seen(rect),
            command: SummaryModel.sentence(index))
        if index > 0 {
            pane.canvas.horizontalLine(
                from: rect.x + 16, to: rect.maxX - 16, y: rect.y, color: theme.grid)
        }
        context.ground(node, rect)
        let isNarrow = rect.width < SummaryLayout.narrowBelow
        let picture = Rect(
            x: rect.x + 18, y: rect.midY - 18, width: isNarrow ? 44 : 72, height: 36)
        HighlightPicturePane.draw(
            sentence.picture, theme.color(of: sentence.accent), picture, pane)
        let left = picture.maxX + (isNarrow ? 12 : 18)
        let text = Rect(
            x: left, y: rect.y, width: rect.maxX - 36 - left, height: rect.height)
        let rows = StyledText.rows(
            sentence.text, width: text.width, most: isNarrow ? 3 : 2, pane)
        let details = min(
            isNarrow ? 2 : 1,
            pane.typesetter.lines(sentence.detail, TypeStyle.label, wrappedTo: text.width).count)
        var y = rect.midY - (Double(rows.count) * 18 + Double(details) * 16) / 2
        for row in rows {
            row.draw(x: text.x, y: y, height: 18, pane)
            y += 18
        }
        pane.paragraph(
            sentence.detail, TypeStyle.label,
            in: Rect(x: text.x, y: y + 1, width: text.width, height: Double(details) * 16),
            lines: details, theme.text2)
        LineGlyph.chevron.draw(at: Point(x: rect.maxX - 22, y: rect.midY), theme.text2, pane)
        return node
    }

    private static func trends(_ layout: SummaryLayout, _ context: Context) -> [SemanticNode] {
        let (model, pane) = (context.model, context.pane)
        guard !model.trends.isEmpty else { return [] }
        let theme = pane.theme
        let caption = context.placed(layout.captions.trends)
        context.caption(tr("Trends"), layout.captions.trends)
        let about = tr("90 days against the year before")
        if pane.width(about, TypeStyle.label) < caption.width - 70 {
            pane.text(
                about, TypeStyle.label,
                in: Rect(x: caption.x, y: caption.y, width: caption.width, height: 22), theme.text3,
                .trailing)
        }
        let card = context.placed(layout.trends)
        pane.card(card)
        var nodes: [SemanticNode] = []
        for (index, trend) in model.trends.enumerated() {
            let rect = Rect(
                x: card.x, y: card.y + 7 + Double(index) * SummaryLayout.trendHeight,
                width: card.width, height: SummaryLayout.trendHeight)
            let node = SemanticNode(
                id: ControlID(SummaryModel.trend(trend.metric), in: .summary), role: .listItem,
                name: trend.name, value: trend.words, frame: context.seen(rect),
                command: SummaryModel.trend(trend.metric))
            nodes.append(node)
            if index > 0 {
                pane.canvas.horizontalLine(
                    from: rect.x + 16, to: rect.maxX - 16, y: rect.y, color: theme.grid)
            }
            context.ground(node, rect)
            let color = theme.color(of: trend.accent)
            trend.glyph.draw(
                at: Point(x: rect.x + 25, y: rect.y + 16), theme.legible(color, on: theme.card),
                pane)
            let picture = Rect(x: rect.maxX - 96, y: rect.midY - 10, width: 56, height: 20)
            let text = Rect(
                x: rect.x + 43, y: rect.y + 5, width: picture.x - 8 - rect.x - 43, height: 18)
            pane.text(trend.name, TypeStyle.control, in: text, theme.text1)
            pane.text(
                trend.values, TypeStyle.label,
                in: Rect(x: text.x, y: text.maxY, width: text.width, height: 16), theme.text2)
            SparklinePicture.draw(
                trend.picture, color, ground: theme.card, picture, pane, marksEnd: true)
            context.arrow(trend.direction, at: Point(x: rect.maxX - 24, y: rect.midY))
        }
        return [
            SemanticNode(
                id: ControlID("summary.trends"), role: .list, name: tr("Trends"), value: about,
                frame: context.seen(card), children: nodes)
        ]
    }

    private static func news(_ layout: SummaryLayout, _ context: Context) -> [SemanticNode] {
        let pane = context.pane
        let theme = pane.theme
        return zip(context.model.news, layout.news).enumerated().map { index, pair in
            let (news, place) = pair
            let rect = context.placed(place)
            pane.card(rect)
            let width = (pane.width(news.button, TypeStyle.control) + 24).rounded(.up)
            let isTall = rect.height > SummaryLayout.newsHeight
            let button = Rect(
                x: isTall ? rect.x + 44 : rect.maxX - width - 8,
                y: isTall ? rect.maxY - 36 : rect.midY - 14, width: width, height: 28)
            let left = rect.x + 44
            let glyph = Point(x: rect.x + 24, y: isTall ? rect.y + 22 : rect.midY)
            if news.isGood {
                LineGlyph.check.draw(at: glyph, theme.legible(theme.route, on: theme.card), pane)
            } else {
                LineGlyph.document.draw(at: glyph, theme.text2, pane)
            }
            let strong = pane.width(news.strong, TypeStyle.name)
            let room = (isTall ? rect.maxX - 12 : button.x - 12) - left
            let line = Rect(
                x: left, y: isTall ? rect.y + 12 : rect.y, width: room,
                height: isTall ? 20 : rect.height)
            pane.text(news.strong, TypeStyle.name, in: line, theme.text1)
            pane.text(
                news.text, TypeStyle.text,
                in: Rect(
                    x: line.x + strong + 5, y: line.y, width: max(0, room - strong - 5),
                    height: line.height), theme.text2)
            let node = context.button(news.button, news.command, button)
            return SemanticNode(
                id: ControlID("summary.news.\(index)"), role: .group, name: news.strong,
                value: news.text, frame: context.seen(rect), children: [node])
        }
    }
}

extension ControlArea {
    /// The summary.
    static let summary = ControlArea("summary")
}
