// One axis: ticks, labels, grid lines.
//
// Everything hangs on places in the data, and ticks are made for more than is visible: a pan makes
// nothing, shapes nothing and sends nothing until it leaves what was made. Which labels have room
// among each other depends on the zoom alone. At the ends of a horizontal axis a label must not
// reach out of the chart: there labels end together, each look (ordinary, strong) at the place where
// the widest of its kind still fits, so that the GPU can leave them out by their place alone.

import ChartCore
import ChartRendering
import Geometry
import Text

/// One axis of a chart: the ticks of a scale, their labels and grid lines.
@MainActor
public final class ChartAxis {
    /// The side of the plot on which the labels stand.
    public enum Side: Hashable, Sendable {
        case bottom
        case trailing
    }

    public let scale: Scale
    public let side: Side
    public var labeling: any AxisLabeling {
        didSet { rooms = [:] }
    }
    public private(set) var ticker: AxisTicker
    /// The least distance between labels, in points.
    public var labelGap = 10.0 {
        didSet { rooms = [:] }
    }
    /// The least distance between the lines of labels on a value axis, in points.
    public var rowHeight = 60.0 {
        didSet { rooms = [:] }
    }
    /// Raise it when the labeling writes other texts for the same ticks.
    public var generation = 0 {
        didSet { rooms = [:] }
    }
    /// Changes whenever grid lines would look different at the same place of the data; ticks made
    /// anew further along the axis are no change.
    public private(set) var look = Revision.next()
    /// The width of the widest label made, in points.
    public private(set) var widestLabel = 0.0
    let rules = RuleBuffer()
    /// The ordinary labels and the strong ones.
    private(set) var groups: [LabelGroup] = []
    private var placed: [Placed] = []
    private var state: State?
    private var density = 0.0
    /// How many points apart ticks of a step have to stand.
    private var rooms: [AxisStep: Double] = [:]

    /// A tick with its label.
    struct Placed {
        var tick: Tick
        var label: AxisLabel
        var line: ShapedLine
        /// The value that the label stands at.
        var anchor: Double
        /// Whether there is room for the label among the others.
        var isShown = true

        /// From where to where the text goes, in points from its anchor.
        var reach: Extent {
            label.placement == .leading
                ? Extent(min: ChartAxis.leadingGap, max: ChartAxis.leadingGap + line.width)
                : Extent(min: -line.width / 2, max: line.width / 2)
        }
    }

    /// Labels of one look, in one buffer.
    struct LabelGroup {
        var isStrong: Bool
        var buffer: LabelBuffer
        /// How far the labels reach from their anchors; `nothing` where there are none.
        var reach = Extent.nothing
        /// The furthest middle of a label that begins at its anchor.
        var leadingMiddle = -Double.infinity
        /// Between which places anchors have to be for a label to be drawn, in points from the
        /// axis' beginning.
        var limits = Extent.nothing
    }

    /// From a grid line to the label that begins there, in points.
    private nonisolated static let leadingGap = 7.0

    /// What the labels were made for.
    private struct State: Equatable {
        var ticks: Revision
        var look: Look
        var scale: Double
    }

    /// What makes ticks alike wherever they are.
    private struct Look: Equatable {
        var step: AxisStep
        var kind: ScaleKind
        var style: ChartStyle
        var generation: Int
    }

    public init(scale: Scale, side: Side, labeling: any AxisLabeling, ticker: AxisTicker) {
        self.scale = scale
        self.side = side
        self.labeling = labeling
        self.ticker = ticker
    }

    /// Chooses the step afresh with the next update: the axis is going to another range.
    func announce() { ticker.reset() }

    /// Brings ticks and labels up to date with a range over `length` points.
    ///
    /// - Parameters:
    ///   - range: what ticks are chosen for: where the axis is going.
    ///   - room: from where to where labels of a bottom axis may reach, in points from the axis'
    ///     beginning.
    func update(
        range: Extent, length: Double, room: Extent, style: ChartStyle, deviceScale: Double,
        typesetter: Typesetter, atlas: GlyphAtlas
    ) {
        if style.strongType != state?.look.style.strongType { rooms = [:] }
        ticker.update(ScaleMapping(kind: scale.kind, range: range), length: length) { step in
            if let known = rooms[step] { return known }
            let needed = needed(step, style, typesetter)
            rooms[step] = needed
            return needed
        }
        guard let step = ticker.step else { return }
        let now = State(
            ticks: ticker.revision,
            look: Look(step: step, kind: scale.kind, style: style, generation: generation),
            scale: deviceScale)
        let isNew = now != state
        if isNew {
            if now.look != state?.look { look = .next() }
            state = now
            place(step, style, typesetter)
        }
        let density = length / max(range.length, .leastNormalMagnitude)
        // A range that pans is as long as before but for its last digits.
        if isNew || abs(density - self.density) > 1e-9 * density {
            self.density = density
            if choose(density) || isNew { send(style, deviceScale, typesetter, atlas) }
        }
        for index in groups.indices { limit(&groups[index], length: length, room: room) }
    }

    private func needed(
        _ step: AxisStep, _ style: ChartStyle, _ typesetter: Typesetter
    ) -> Double {
        guard labeling.allows(step) else { return .infinity }
        return switch side {
        case .trailing: rowHeight
        case .bottom:
            typesetter.measure(labeling.longestText(step: step), style.strongType).width + labelGap
        }
    }

    private func place(_ step: AxisStep, _ style: ChartStyle, _ typesetter: Typesetter) {
        placed = ticker.ticks.map { tick in
            let label = labeling.label(tick, step: step)
            let line = typesetter.line(label.text, label.isStrong ? style.strongType : style.type)
            var anchor = tick.value
            if case .slot(let end) = label.placement { anchor = (tick.value + end) / 2 }
            return Placed(tick: tick, label: label, line: line, anchor: anchor)
        }
        widestLabel = placed.reduce(0) { max($0, $1.line.width) }
        rules.replace(placed.filter { $0.label.hasGridLine }.map(\.tick.value))
    }

    /// Chooses the labels that have room, at a number of points per unit; whether they are others
    /// than before.
    ///
    /// A step keeps ordinary labels apart; a strong one may be wider than they are, and then its
    /// neighbours give way. That depends on the zoom alone, so nothing comes and goes in a pan but
    /// at the ends of the axis.
    private func choose(_ density: Double) -> Bool {
        guard side == .bottom, let origin = placed.first?.anchor else {
            var changed = false
            for index in placed.indices {
                let isShown = !placed[index].label.text.isEmpty
                if isShown != placed[index].isShown { changed = true }
                placed[index].isShown = isShown
            }
            return changed
        }
        let spans = placed.map { $0.reach.offset(by: ($0.anchor - origin) * density) }
        let gap = labelGap / 2
        var shown = [Bool](repeating: false, count: placed.count)
        var end = -Double.infinity
        for (index, entry) in placed.enumerated()
        where entry.label.isStrong && !entry.label.text.isEmpty && spans[index].min >= end + gap {
            shown[index] = true
            end = spans[index].max
        }
        var nextStrong = [Double](repeating: .infinity, count: placed.count)
        var begin = Double.infinity
        for index in placed.indices.reversed() {
            nextStrong[index] = begin
            if shown[index] { begin = spans[index].min }
        }
        end = -.infinity
        for (index, entry) in placed.enumerated() where !entry.label.text.isEmpty {
            if !shown[index] {
                guard !entry.label.isStrong, spans[index].min >= end + gap,
                    spans[index].max + gap <= nextStrong[index]
                else { continue }
                shown[index] = true
            }
            end = spans[index].max
        }
        var changed = false
        for (index, isShown) in shown.enumerated() where isShown != placed[index].isShown {
            placed[index].isShown = isShown
            changed = true
        }
        return changed
    }

    /// Between which places the labels of a group stay inside the room.
    private func limit(_ group: inout LabelGroup, length: Double, room: Extent) {
        guard side == .bottom else {
            group.limits = Extent(min: 0, max: length)
            return
        }
        var limits = Extent(
            min: max(0, room.min - group.reach.min), max: min(length, room.max - group.reach.max))
        if group.leadingMiddle.isFinite {
            limits.max = min(limits.max, length - group.leadingMiddle)
        }
        group.limits = limits
    }

    private func send(
        _ style: ChartStyle, _ deviceScale: Double, _ typesetter: Typesetter, _ atlas: GlyphAtlas
    ) {
        let capHeight = typesetter.metrics(style.type).capHeight
        for isStrong in [false, true] {
            let entries = placed.filter { $0.isShown && $0.label.isStrong == isStrong }
            var found = groups.firstIndex { $0.isStrong == isStrong }
            if found == nil, !entries.isEmpty {
                groups.append(LabelGroup(isStrong: isStrong, buffer: LabelBuffer(atlas: atlas)))
                found = groups.count - 1
            }
            guard let index = found else { continue }
            groups[index].reach = entries.reduce(.nothing) { $0.union($1.reach) }
            groups[index].leadingMiddle = entries.reduce(-.infinity) {
                $1.label.placement == .leading ? max($0, $1.reach.mid) : $0
            }
            let color = isStrong ? style.strongLabel : style.label
            groups[index].buffer.replace(
                entries.map { label($0, color, capHeight) }, scale: deviceScale)
        }
    }

    private func label(_ entry: Placed, _ color: Color, _ capHeight: Double) -> AnchoredLabel {
        switch side {
        case .bottom:
            let isLeading = entry.label.placement == .leading
            return AnchoredLabel(
                entry.line, x: entry.anchor,
                offset: Vector(dx: isLeading ? ChartAxis.leadingGap : 0, dy: 0),
                alignment: isLeading ? .leading : .center, color: color)
        case .trailing:
            return AnchoredLabel(
                entry.line, y: entry.tick.value, offset: Vector(dx: 0, dy: capHeight / 2),
                alignment: .leading, color: color)
        }
    }

    /// The labels whose tick is visible, with their places in points.
    func placedLabels(
        _ projection: Projection, plot: Rect, style: ChartStyle, typesetter: Typesetter
    ) -> [ReportedLabel] {
        let metrics = typesetter.metrics(style.type)
        return placed.compactMap { entry in
            guard entry.isShown else { return nil }
            switch side {
            case .bottom:
                let x = projection.px(entry.anchor)
                guard
                    let limits = groups.first(where: { $0.isStrong == entry.label.isStrong })?
                        .limits,
                    x - plot.minX >= limits.min - 0.01, x - plot.minX <= limits.max + 0.01
                else { return nil }
                let baseline = plot.maxY + style.timeLabelBaseline
                return ReportedLabel(
                    value: entry.tick.value, text: entry.label.text,
                    rect: Rect(
                        x: x + entry.reach.min, y: baseline - metrics.ascent,
                        width: entry.line.width, height: metrics.height))
            case .trailing:
                let y = projection.py(entry.tick.value)
                guard y >= plot.minY - 0.01, y <= plot.maxY + 0.01 else { return nil }
                return ReportedLabel(
                    value: entry.tick.value, text: entry.label.text,
                    rect: Rect(
                        x: plot.maxX + style.valueLabelGap,
                        y: y + metrics.capHeight / 2 - metrics.ascent, width: entry.line.width,
                        height: metrics.height))
            }
        }
    }
}
