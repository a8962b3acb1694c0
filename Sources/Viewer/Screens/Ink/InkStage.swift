import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Ink
import Localization

/// Everything of drawing that is around a chart: tools, list, row of the ways, board and signs.
@MainActor
final class InkStage {
    private unowned let viewer: ViewerContext
    private let palette = Pane<InkPaletteModel>()
    private let list = Pane<InkListModel>()
    private let bar = Pane<InkBarModel>()
    private let board = Pane<InkBoardModel>()
    private let chips = Pane<InkChipsModel>()
    private let glyphs = InkGlyphStage()
    private var knownRows = Cached<RowsKey, [InkListModel.Row]>()
    /// The words of drawings, which stay as long as a drawing and the data do.
    private var knownWords:
        (key: WordsKey, words: [InkMark.ID: (mark: InkMark, words: MarkNumbers)])?
    private var offset = 0.0
    /// What was scrolled over the size of the brush, a point for each step of a wheel, and is not a
    /// point of it yet.
    private var sizeScroll = 0.0
    private var listFrame: Rect?

    /// From this width on the list is at the side of the chart, in points; in less it is below it, if
    /// the chart keeps the least height.
    private static let listFrom = 700.0
    private static let leastHeight = 220.0
    /// The part of the height that a list below takes, and the points that it is within.
    private static let listPart = 0.35
    private static let listHeights = 120.0...260

    private struct WordsKey: Equatable {
        var metric: MetricID
        var data: Int
        var legend: Int
    }

    private struct RowsKey: Equatable {
        var metric: MetricID
        var document: Revision
        var drawings: Int
        var data: Int
        var legend: Int
        var basis: InkBasis?
        var selection: Set<InkMark.ID>
    }

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    private var model: ViewerModel { viewer.model }

    /// The tools are at the side where the hand is not, and the list is at the other one.
    private var isLeftHanded: Bool { model.appearance.pins.drawingHand == .left }

    // MARK: Layout

    /// Takes its room from the chart's card while drawing is on.
    func reserve(_ frames: inout ChartFrames, _ environment: ScreenEnvironment) {
        listFrame = nil
        guard viewer.ink.isOpen, !environment.window.isAlone else { return }
        var card = frames.card
        let gap = Measure.gap
        card.height -= InkBarPane.height + gap
        card.width -= InkPalettePane.width + gap
        if !isLeftHanded { card.x += InkPalettePane.width + gap }
        if frames.card.width >= Self.listFrom {
            card.width -= InkListPane.width + gap
            if isLeftHanded { card.x += InkListPane.width + gap }
            listFrame = Rect(
                x: isLeftHanded ? card.minX - gap - InkListPane.width : card.maxX + gap, y: card.y,
                width: InkListPane.width, height: card.height)
        } else {
            let (least, most) = (Self.listHeights.lowerBound, Self.listHeights.upperBound)
            let height = min(max(card.height * Self.listPart, least), most)
            if card.height - height - gap >= Self.leastHeight {
                card.height -= height + gap
                let top = card.maxY + 2 * gap + InkBarPane.height
                listFrame = Rect(x: card.x, y: top, width: card.width, height: height)
            }
        }
        frames.card = card
    }

    /// Brings everything up to date with the state.
    func layout(
        _ metricChart: MetricChart?, card: Rect, room: Rect, _ environment: ScreenEnvironment
    ) {
        let (style, resources) = (environment.style, environment.resources)
        let focused = environment.focused.within(.ink)
        let hovered = environment.hovered.within(.ink)
        guard let metricChart, !environment.window.isAlone else {
            glyphs.update(
                nil, within: .zero, focused: nil, hovered: nil, style, resources)
            return clear()
        }
        updateChips(metricChart, hovered, focused, environment)
        glyphs.update(
            metricChart.ink, within: metricChart.chart.plot, focused: focused, hovered: hovered,
            style, resources)
        guard viewer.ink.isOpen else {
            for pane in [palette, list, bar, board] as [any ClearablePane] { pane.clear() }
            return
        }
        let mode = viewer.ink
        palette.update(
            InkPaletteModel(
                frame: Rect(
                    x: isLeftHanded ? room.maxX - InkPalettePane.width : room.x, y: card.y,
                    width: InkPalettePane.width, height: room.maxY - card.y),
                tool: mode.tool, color: mode.color, showsFixedColors: mode.showsFixedColors,
                size: mode.size, hovered: hovered, focused: focused), style, resources,
            record: InkPalettePane.record)
        bar.update(
            InkBarModel(
                frame: Rect(
                    x: isLeftHanded ? room.x : card.x, y: card.maxY + Measure.gap,
                    width: isLeftHanded ? card.maxX - room.x : room.maxX - card.x,
                    height: InkBarPane.height),
                writes: mode.fidelity == .write, hint: mode.tool.explanation, hovered: hovered,
                focused: focused), style, resources, record: InkBarPane.record)
        let rows = rows(of: metricChart)
        if let listFrame {
            offset = min(max(offset, 0), InkListPane.reach(rows, listFrame))
            let document = metricChart.ink?.document
            list.update(
                InkListModel(
                    frame: listFrame, rows: rows, offset: offset,
                    canUndo: document?.canUndo ?? false, canRedo: document?.canRedo ?? false,
                    areShown: model.drawings.areShown, hovered: hovered, focused: focused), style,
                resources, record: InkListPane.record)
        } else {
            list.clear()
        }
        updateBoard(metricChart, rows, environment)
    }

    private func clear() {
        for pane in [palette, list, bar, board, chips] as [any ClearablePane] { pane.clear() }
    }

    /// The drawings on a chart in words, the latest first.
    func rows(of metricChart: MetricChart) -> [InkListModel.Row] {
        guard let layer = metricChart.ink else { return [] }
        let key = RowsKey(
            metric: metricChart.metric.id, document: layer.document.revision,
            drawings: model.drawings.revision, data: model.dataRevision,
            legend: metricChart.legendRevision, basis: layer.basis, selection: layer.selection)
        return knownRows(key) {
            layer.document.marks.reversed().map { mark in
                InkListModel.Row(
                    id: mark.id.number, words: words(of: mark, on: metricChart),
                    color: mark.color, tool: mark.tool,
                    isSelected: layer.selection.contains(mark.id),
                    isShown: mark.belongs(to: layer.basis))
            }
        }
    }

    /// A drawing in words; those of a drawing that stayed as it was are not made again.
    private func words(of mark: InkMark, on metricChart: MetricChart) -> MarkNumbers {
        let key = WordsKey(
            metric: metricChart.metric.id, data: model.dataRevision,
            legend: metricChart.legendRevision)
        if knownWords?.key != key { knownWords = (key, [:]) }
        if let known = knownWords?.words[mark.id], known.mark == mark { return known.words }
        let words = MarkNumbers(mark, on: metricChart)
        knownWords?.words[mark.id] = (mark, words)
        return words
    }

    private func updateBoard(
        _ metricChart: MetricChart, _ rows: [InkListModel.Row],
        _ environment: ScreenEnvironment
    ) {
        guard let layer = metricChart.ink, layer.selection.count == 1, let view = layer.view,
            let id = layer.selection.first, let mark = layer.document[id],
            mark.belongs(to: layer.basis), model.drawings.areShown,
            let row = rows.first(where: { $0.id == id.number }), !row.words.numbers.isEmpty
        else { return board.clear() }
        let places = mark.handles(in: view).map(\.place)
        let scale = view.x.pixelsPerPoint
        let ends = places.map { Point(x: $0.x / scale, y: $0.y / scale) }
        let plot = metricChart.chart.plot
        // In a small plot it would cover the mark itself.
        guard plot.width >= 280, ends.contains(where: plot.inset(by: -40).contains) else {
            return board.clear()
        }
        board.update(
            InkBoardModel(
                lines: row.words.numbers, color: mark.color, ends: ends, room: plot.inset(by: 4)
            ), environment.style, environment.resources, record: InkBoardPane.record)
    }

    private func updateChips(
        _ metricChart: MetricChart, _ hovered: ControlID?, _ focused: ControlID?,
        _ environment: ScreenEnvironment
    ) {
        guard let layer = metricChart.ink, model.drawings.areShown else { return chips.clear() }
        layer.basis = metricChart.inkBasis
        var counts: [InkBasis: Int] = [:]
        for mark in layer.document.marks where !mark.belongs(to: layer.basis) {
            if let basis = mark.basis { counts[basis, default: 0] += 1 }
        }
        guard !counts.isEmpty else { return chips.clear() }
        let found = counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { basis, count in
            InkChipsModel.Chip(
                basis: basis.rawValue, text: basis.words(count: count),
                leads: basis.period != nil)
        }
        chips.update(
            InkChipsModel(
                plot: metricChart.chart.plot, chips: found, hovered: hovered, focused: focused),
            environment.style, environment.resources, record: InkChipsPane.record)
    }

    // MARK: Shown

    var nodes: [SemanticNode] {
        chips.nodes + glyphs.nodes + palette.nodes + bar.nodes + list.nodes
    }

    /// Changes whenever `nodes` do.
    var stamp: [Int] {
        [chips, palette, bar, list].map { (pane: any ShownPane) in
            pane.isShown ? pane.recordings : 0
        } + [glyphs.revision]
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) {
        tags.group(chips.nodes) { chips.encode(into: scene) }
        glyphs.encode(into: scene)
        board.encode(into: scene)
        tags.group(palette.nodes) { palette.encode(into: scene) }
        tags.group(bar.nodes) { bar.encode(into: scene) }
        tags.group(list.nodes) { list.encode(into: scene) }
    }

    /// Scrolls the list, or the size of the brush; returns whether one of them is at a place.
    func scroll(by distance: Double, at place: Point) -> Bool {
        let sizes = palette.nodes.flatMap(\.children).filter {
            [.smallerInk, .largerInk].contains($0.command)
        }.map(\.frame)
        if let first = sizes.first,
            sizes.dropFirst().reduce(first, { $0.union($1) }).contains(place)
        {
            sizeScroll += distance / ControlTool.wheelStep
            let points = sizeScroll.rounded(.towardZero)
            sizeScroll -= points
            viewer.ink.size -= points
            return true
        }
        guard let listFrame, listFrame.contains(place) else { return false }
        offset += distance
        return true
    }
}

/// A pane that can be forgotten, whatever it shows.
@MainActor
private protocol ClearablePane { func clear() }
extension Pane: ClearablePane {}

extension InkMark {
    /// The tool that it was made with, for its picture.
    var tool: InkMode.Tool {
        switch content {
        case .stroke(let stroke): stroke.brush.kind == .pen ? .pen : .marker
        case .figure(let figure): InkMode.Tool(rawValue: figure.kind.rawValue) ?? .line
        }
    }
}
