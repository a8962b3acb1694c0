import ChartCore
import ChartRendering
import Geometry
import Text

/// What an axis writes at a tick, and how.
public struct AxisLabel: Hashable, Sendable {
    /// Where the text stands to its tick.
    public enum Placement: Hashable, Sendable {
        case centered
        /// Beginning at the tick, a little to the right of its grid line.
        case leading
        /// In the middle between the tick and this value: under the bar whose slot begins there.
        case slot(until: Double)
    }

    public var text: String
    public var isStrong: Bool
    public var placement: Placement
    /// Whether a grid line stands at the tick.
    public var hasGridLine: Bool

    public init(
        _ text: String, isStrong: Bool = false, placement: Placement = .centered,
        hasGridLine: Bool = true
    ) {
        self.text = text
        self.isStrong = isStrong
        self.placement = placement
        self.hasGridLine = hasGridLine
    }
}

/// Writes the labels of an axis.
@MainActor
public protocol AxisLabeling {
    /// The label of a tick at a step.
    func label(_ tick: Tick, step: AxisStep) -> AxisLabel
    /// The longest text that ticks of a step can have, to keep them apart; of about that length.
    func longestText(step: AxisStep) -> String
    /// Whether ticks may be as fine as a step; true where nothing is said.
    func allows(_ step: AxisStep) -> Bool
}

extension AxisLabeling {
    public func allows(_ step: AxisStep) -> Bool { true }
}

/// A label at its place, as a layout reports it.
public struct ReportedLabel: Hashable, Sendable {
    public var value: Double
    public var text: String
    /// In points.
    public var rect: Rect
}

/// One axis of a chart: the ticks of a scale, their labels and grid lines.
///
/// Everything hangs on places in the data, so a pan moves it on the GPU; ticks are made for more
/// than is visible, and only labels that were not there before are shaped and sent.
@MainActor
public final class ChartAxis {
    public enum Side: Hashable, Sendable {
        case bottom
        case trailing
    }

    public let scale: Scale
    public let side: Side
    public var labeling: any AxisLabeling
    public private(set) var ticker: AxisTicker
    /// The least distance between labels, in points.
    public var labelGap = 10.0
    /// The least distance between the lines of labels on a value axis, in points.
    public var rowHeight = 60.0
    let rules = RuleBuffer()
    private(set) var labels: LabelBuffer?
    private var placed: [Placed] = []
    private var state: State?

    /// A tick with its label.
    private struct Placed {
        var tick: Tick
        var label: AxisLabel
        var line: ShapedLine
        /// The value that the label stands at.
        var anchor: Double
        /// Whether there is room for the label.
        var isShown = true

        /// From where to where the text goes, in points from its anchor.
        var reach: Extent {
            label.placement == .leading
                ? Extent(min: ChartAxis.leadingGap, max: ChartAxis.leadingGap + line.width)
                : Extent(min: -line.width / 2, max: line.width / 2)
        }
    }

    /// From a grid line to the label that begins there, in points.
    private nonisolated static let leadingGap = 7.0

    private struct State: Equatable {
        var revision: Revision
        var style: ChartStyle
        var scale: Double
        var generation: Int
    }

    /// Raise it when the labeling writes other texts for the same ticks.
    public var generation = 0

    public init(scale: Scale, side: Side, labeling: any AxisLabeling, ticker: AxisTicker) {
        self.scale = scale
        self.side = side
        self.labeling = labeling
        self.ticker = ticker
    }

    /// The width of the widest label made, in points.
    public var widestLabel: Double { placed.reduce(0) { max($0, $1.line.width) } }

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
        ticker.update(ScaleMapping(kind: scale.kind, range: range), length: length) { step in
            guard labeling.allows(step) else { return .infinity }
            return switch side {
            case .trailing: rowHeight
            case .bottom:
                typesetter.measure(labeling.longestText(step: step), style.strongType).width
                    + labelGap
            }
        }
        let state = State(
            revision: ticker.revision, style: style, scale: deviceScale, generation: generation)
        guard let step = ticker.step else { return }
        let isNew = state != self.state
        if isNew {
            self.state = state
            placed = ticker.ticks.map { tick in
                let label = labeling.label(tick, step: step)
                let line = typesetter.line(
                    label.text, label.isStrong ? style.strongType : style.type)
                var anchor = tick.value
                if case .slot(let end) = label.placement { anchor = (tick.value + end) / 2 }
                return Placed(tick: tick, label: label, line: line, anchor: anchor)
            }
            rules.replace(placed.filter { $0.label.hasGridLine }.map(\.tick.value))
        }
        let shown = shownLabels(length: length, room: room)
        guard isNew || shown != placed.map(\.isShown) else { return }
        for (index, isShown) in shown.enumerated() { placed[index].isShown = isShown }
        sendLabels(style: style, deviceScale: deviceScale, typesetter: typesetter, atlas: atlas)
    }

    /// Which labels have room.
    ///
    /// A step keeps ordinary labels apart; a strong one may be wider than they are, and then its
    /// neighbours give way. That depends on the zoom alone, so nothing comes and goes in a pan but
    /// at the ends of the axis, where a label has to stay inside `room`.
    private func shownLabels(length: Double, room: Extent) -> [Bool] {
        guard side == .bottom else { return placed.map { !$0.label.text.isEmpty } }
        let mapping = scale.mapping
        let anchors = placed.map { mapping.normalized($0.anchor) * length }
        let spans = zip(placed, anchors).map { $0.reach.offset(by: $1) }
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
        // Labels beyond the plot are cut off by their anchor when drawn, and are there already when
        // they come in.
        for (index, span) in spans.enumerated()
        where shown[index] && anchors[index] >= -0.01 && anchors[index] <= length + 0.01 {
            shown[index] =
                span.min >= room.min && span.max <= room.max
                && (placed[index].label.placement != .leading || span.mid <= length)
        }
        return shown
    }

    private func sendLabels(
        style: ChartStyle, deviceScale: Double, typesetter: Typesetter, atlas: GlyphAtlas
    ) {
        let metrics = typesetter.metrics(style.type)
        let labels = labels ?? LabelBuffer(atlas: atlas)
        self.labels = labels
        labels.replace(
            placed.filter(\.isShown).map { entry in
                let color = entry.label.isStrong ? style.strongLabel : style.label
                return switch side {
                case .bottom:
                    AnchoredLabel(
                        entry.line, x: entry.anchor,
                        offset: Vector(
                            dx: entry.label.placement == .leading ? ChartAxis.leadingGap : 0,
                            dy: 0),
                        alignment: entry.label.placement == .leading ? .leading : .center,
                        color: color)
                case .trailing:
                    AnchoredLabel(
                        entry.line, y: entry.tick.value,
                        offset: Vector(dx: 0, dy: metrics.capHeight / 2), alignment: .leading,
                        color: color)
                }
            }, scale: deviceScale)
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
                guard x >= plot.minX - 0.01, x <= plot.maxX + 0.01 else { return nil }
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
