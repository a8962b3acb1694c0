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
    public var labelGap = 14.0
    /// The least distance between the lines of labels on a value axis, in points.
    public var rowHeight = 52.0
    let rules = RuleBuffer()
    private(set) var labels: LabelBuffer?
    private var placed: [(tick: Tick, label: AxisLabel, line: ShapedLine, anchor: Double)] = []
    private var state: State?

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

    /// Brings ticks and labels up to date with the scale's range over `length` points.
    func update(
        length: Double, style: ChartStyle, deviceScale: Double, typesetter: Typesetter,
        atlas: GlyphAtlas
    ) {
        ticker.update(scale.mapping, length: length) { step in
            switch side {
            case .trailing: rowHeight
            case .bottom:
                typesetter.measure(labeling.longestText(step: step), style.strongType).width + labelGap
            }
        }
        let state = State(
            revision: ticker.revision, style: style, scale: deviceScale, generation: generation)
        guard state != self.state, let step = ticker.step else { return }
        self.state = state
        let metrics = typesetter.metrics(style.type)
        placed = ticker.ticks.map { tick in
            let label = labeling.label(tick, step: step)
            let line = typesetter.line(label.text, label.isStrong ? style.strongType : style.type)
            var anchor = tick.value
            if case .slot(let end) = label.placement { anchor = (tick.value + end) / 2 }
            return (tick, label, line, anchor)
        }
        rules.replace(placed.filter { $0.label.hasGridLine }.map(\.tick.value))
        let labels = labels ?? LabelBuffer(atlas: atlas)
        self.labels = labels
        labels.replace(
            placed.filter { !$0.label.text.isEmpty }.map { entry in
                let color = entry.label.isStrong ? style.strongLabel : style.label
                return switch side {
                case .bottom:
                    AnchoredLabel(
                        entry.line, x: entry.anchor,
                        offset: Vector(dx: leadingOffset(entry.label), dy: 0),
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

    private func leadingOffset(_ label: AxisLabel) -> Double {
        label.placement == .leading ? 7 : 0
    }

    /// Where anchors of labels may be, in points: so far inside the plot that no text of a bottom axis
    /// reaches beyond `frame`.
    func limits(plot: Rect, frame: Rect) -> Rect {
        guard side == .bottom else { return plot }
        let centered = placed.lazy.filter { $0.label.placement != .leading }
        let half = centered.reduce(0) { max($0, $1.line.width / 2) } + 2
        let left = max(0, half - (plot.minX - frame.minX))
        let right = max(0, half - (frame.maxX - plot.maxX))
        return plot.inset(by: Insets(left: left, right: right))
    }

    /// The labels whose tick is visible, with their places in points.
    func placedLabels(
        _ projection: Projection, plot: Rect, frame: Rect, style: ChartStyle, typesetter: Typesetter
    ) -> [ReportedLabel] {
        let metrics = typesetter.metrics(style.type)
        let limits = limits(plot: plot, frame: frame)
        return placed.compactMap { entry in
            guard !entry.label.text.isEmpty else { return nil }
            switch side {
            case .bottom:
                let x = projection.px(entry.anchor)
                guard x >= limits.minX - 0.01, x <= limits.maxX + 0.01 else { return nil }
                let baseline = plot.maxY + style.timeLabelBaseline
                let left =
                    entry.label.placement == .leading ? x + 7 : x - entry.line.width / 2
                return ReportedLabel(
                    value: entry.tick.value, text: entry.label.text,
                    rect: Rect(
                        x: left, y: baseline - metrics.ascent, width: entry.line.width,
                        height: metrics.height))
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
