// Bars that float between two values and consist of segments: nights from bedtime to waking with
// their stages.
//
// Method: the segments near the drawn range are bars of the scene, in one buffer for each form of
// their ends (free at the top, at the bottom, at both, at neither), because a style has one form for
// all. Half of the gap is taken from either of two neighbours; it is a length in points, so the bars
// are made again when the zoom of the values changes. Segments are never made shorter than a third
// of their height. A segment at an end that is shorter than its corners goes on under its
// neighbours, so that the end is as round as others. Rejected: a bar over the others in the colour
// of the ground (pictures on other grounds would show it).

import ChartCore
import ChartScene
import Geometry

/// A bar of segments in a slot of the x axis.
public struct SegmentedBar: Hashable, Sendable {
    /// A part of a bar.
    public struct Segment: Hashable, Sendable {
        /// Its lower end.
        public var low: Double
        /// Its upper end.
        public var high: Double
        /// The number of its colour in the style.
        public var color: Int

        /// A segment between two values.
        public init(low: Double, high: Double, color: Int = 0) {
            self.low = low
            self.high = high
            self.color = color
        }
    }

    /// Where the slot starts.
    public var start: Double
    /// Where the slot ends.
    public var end: Double
    /// The segments from the lowest to the highest, which do not overlap.
    public var segments: [Segment]

    /// A bar in a slot from its start to its end.
    public init(start: Double, end: Double, segments: [Segment]) {
        self.start = start
        self.end = end
        self.segments = segments
    }

    /// From the lower end of the first segment to the upper end of the last; `nothing` without any.
    public var values: Extent {
        guard let first = segments.first, let last = segments.last else { return .nothing }
        return Extent(min: first.low, max: last.high)
    }
}

/// Floating bars of segments, one bar for each slot of the x axis.
///
/// Cost: the segments of the drawn range when it leaves the range that was made ready or when the zoom
/// of the values changes, else nothing.
@MainActor
public final class SegmentedBarMark: ReadableMark {
    /// The look of bars.
    public struct Style: Hashable, Sendable {
        /// The width of a bar as a fraction of its slot.
        public var fraction: Double
        /// The colours of segments; one beyond the last has the last.
        public var colors: [Color]
        /// The radius at the ends of a bar, in points.
        public var radius: Double
        /// The distance between neighbouring segments, in points.
        public var gap = 1.0
        /// The alpha of the other bars while one is selected.
        public var othersOpacity = 0.82

        /// A style; at least one colour.
        public init(fraction: Double, colors: [Color], radius: Double) {
            precondition(!colors.isEmpty, "bars have at least one colour")
            self.fraction = fraction
            self.colors = colors
            self.radius = radius
        }
    }

    public let id: String
    public let kind = MarkKind.bars
    public var isHidden = false
    /// Its look.
    public var style: Style { didSet { if style != oldValue { change() } } }
    /// The bars, in the order of their slots.
    public private(set) var bars: [SegmentedBar] = []
    /// The highlighted bar, as its index; nil for none.
    public var selected: Int? { didSet { if selected != oldValue { change() } } }
    public private(set) var revision = Revision.next()

    /// The forms of a segment, by which of its ends are those of the bar.
    private enum Form: CaseIterable {
        // The order of drawing: the inner ones cover what goes on under them.
        case top, bottom, whole, inner

        init(isTop: Bool, isBottom: Bool) {
            self = isTop ? (isBottom ? .whole : .top) : isBottom ? .bottom : .inner
        }

        func corners(_ radius: Double) -> Corners {
            switch self {
            case .inner: 0
            case .top: Corners(top: radius)
            case .bottom:
                Corners(leftTop: 0, rightTop: 0, rightBottom: radius, leftBottom: radius)
            case .whole: Corners(radius)
            }
        }
    }

    /// Segments that are drawn together.
    private struct Pass {
        var buffer: BarBuffer
        var form: Form
        var isSelected: Bool
    }

    private var passes: [Pass] = []
    private var made: Made?

    /// What the passes were made for.
    private struct Made: Equatable {
        var window: Extent
        var gap: Double
        var round: Double
        var transforms: ScaleTransforms
    }

    /// A mark without bars.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public init(id: String, style: Style) {
        self.id = id
        self.style = style
    }

    public var color: Color { style.colors[0] }

    public var domain: Extent {
        guard let first = bars.first, let last = bars.last else { return .nothing }
        return Extent(min: first.start, max: last.end)
    }

    /// Shows other bars, in the order of their slots, which do not overlap.
    public func show(_ bars: [SegmentedBar]) {
        guard bars != self.bars else { return }
        self.bars = bars
        selected = nil
        change()
    }

    private func change() {
        made = nil
        revision = .next()
    }

    /// The indices of the bars whose slots overlap a range.
    ///
    /// O(log count).
    public func indices(over range: Extent) -> Range<Int> {
        let lower = bars.indices.partitioningIndex { bars[$0].end > range.min }
        let upper = bars.indices.partitioningIndex { bars[$0].start >= range.max }
        return lower..<max(lower, upper)
    }

    public func values(over range: Extent) -> Extent {
        indices(over: range).reduce(.nothing) { $0.union(bars[$1].values) }
    }

    public func nearest(to x: Double, within range: Extent) -> MarkReading? {
        stops.nearest(to: x, within: range).map(reading)
    }

    public func step(from x: Double, by count: Int) -> MarkReading? {
        stops.step(from: x, by: count).map(reading)
    }

    private var stops: CrosshairStops {
        let bars = bars
        return CrosshairStops(
            count: bars.count, span: { Extent(min: bars[$0].start, max: bars[$0].end) },
            isPresent: { !bars[$0].segments.isEmpty })
    }

    private func reading(_ index: Int) -> MarkReading {
        let (bar, values) = (bars[index], bars[index].values)
        let span = Extent(min: bar.start, max: bar.end)
        return MarkReading(
            x: span.mid, values: [values.min, values.max], drawn: [], end: values.max, span: span,
            index: index)
    }

    // MARK: Drawing

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let projection = frame.projection
        guard !bars.isEmpty, projection.scaleY != 0 else { return }
        let point = frame.scale / abs(projection.scaleY)
        make(for: projection, gap: style.gap * point, round: 2 * style.radius * point)
        for isSelected in [false, true] {
            let alpha = selected != nil && !isSelected ? style.othersOpacity : 1
            // As a whole: some of them are partly under others.
            scene.group(opacity: frame.opacity * alpha) {
                for pass in passes where pass.isSelected == isSelected {
                    scene.bars(
                        pass.buffer,
                        BarStyle(
                            width: .fraction(style.fraction), colors: style.colors,
                            corners: pass.form.corners(style.radius)), in: projection)
                }
            }
        }
    }

    /// Makes the segments near the drawn range, if they are not ready.
    private func make(for projection: PlotProjection, gap: Double, round: Double) {
        let range = projection.valuesX
        if let made, made.gap == gap, made.round == round, made.transforms == projection.transforms,
            made.window.contains(range)
        {
            return
        }
        let window = range.expanded(by: range.length)
        made = Made(
            window: window, gap: gap, round: round, transforms: projection.transforms)
        var found: [Form: [Bar]] = [:]
        var chosen: [Form: [Bar]] = [:]
        for index in indices(over: window) {
            for (form, bar) in Self.parts(of: bars[index], gap: gap, round: round) {
                if index == selected {
                    chosen[form, default: []].append(bar)
                } else {
                    found[form, default: []].append(bar)
                }
            }
        }
        // The buffers on the GPU are used again.
        var free = passes.map(\.buffer)
        passes = []
        for (parts, isSelected) in [(found, false), (chosen, true)] {
            for form in Form.allCases {
                guard let own = parts[form] else { continue }
                let buffer = free.popLast() ?? BarBuffer()
                buffer.replace(own.placed(on: projection.transforms))
                passes.append(Pass(buffer: buffer, form: form, isSelected: isSelected))
            }
        }
    }

    /// The segments of a bar as bars, apart from their neighbours.
    ///
    /// - Parameter round: the least length of a segment at an end.
    private static func parts(
        of bar: SegmentedBar, gap: Double, round: Double
    ) -> [(Form, Bar)] {
        let last = bar.segments.count - 1
        return bar.segments.enumerated().map { place, segment in
            let most = max(segment.high - segment.low, 0) / 3
            let isBottom = place == 0 || bar.segments[place - 1].high < segment.low - gap
            let isTop = place == last || bar.segments[place + 1].low > segment.high + gap
            let inset = min(gap / 2, most)
            var low = segment.low + (isBottom ? 0 : inset)
            var high = segment.high - (isTop ? 0 : inset)
            if last > 1, high - low < round {
                // Under the neighbours that follow without a break, and not under the other end.
                if place == 0, !isTop {
                    high = max(high, min(low + round, reach(bar, gap, from: 1, by: 1)))
                } else if place == last, !isBottom {
                    low = min(low, max(high - round, reach(bar, gap, from: last - 1, by: -1)))
                }
            }
            return (
                Form(isTop: place == last, isBottom: place == 0),
                Bar(
                    start: bar.start, end: bar.end, base: low, value: high, color: segment.color)
            )
        }
    }

    /// The far end of the inner segments that follow one another without a break.
    private static func reach(
        _ bar: SegmentedBar, _ gap: Double, from first: Int, by step: Int
    ) -> Double {
        var place = first
        while bar.segments.indices.dropFirst().dropLast().contains(place + step) {
            let (here, next) = (bar.segments[place], bar.segments[place + step])
            let distance = step > 0 ? next.low - here.high : here.low - next.high
            if distance > gap { break }
            place += step
        }
        return step > 0 ? bar.segments[place].high : bar.segments[place].low
    }
}
