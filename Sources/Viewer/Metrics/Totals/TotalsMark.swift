import ChartCore
import ChartScene
import Charts
import Geometry
import Painting

/// The totals of one calendar unit as bars, and their transition to those of another.
///
/// Only the bars in and near the visible range are made, with an extra screen on each side, so that
/// a pan uploads nothing to the GPU until it has gone that far.
@MainActor
final class TotalsMark: ReadableMark, GrowingMark {
    let id: String
    let kind = MarkKind.bars
    var isHidden = false
    /// The colour of the bars, and of the stripes of those that cover only a part of their unit.
    var color: Color { didSet { revision = .next() } }
    /// The colour between those stripes.
    var gapColor: Color { didSet { revision = .next() } }
    /// The colour of a gap of a point over each bar, for a bar in front of a higher one; nil for
    /// none.
    var separation: Color? { didSet { if separation != oldValue { revision = .next() } } }
    /// The highlighted bar, as its index among the totals of the unit.
    var selected: Int? { didSet { if selected != oldValue { revision = .next() } } }
    private(set) var heights: BarHeights
    private(set) var unit = CalendarUnit.day
    /// The fraction of their length that stationary bars are drawn with.
    var growth = 1.0 { didSet { if growth != oldValue { revision = .next() } } }
    /// Changes whenever the picture of the bars does.
    private(set) var revision = Revision.next()

    private let standing = Bars()
    /// The bars that fade out, if there are too many to be moved.
    private let leaving = Bars()
    private let moving = BarBuffer()
    private var look = Look(fraction: 0.6, radius: 0)
    private var transition: BarTransition?
    /// The look of the bars when the transition began.
    private var lookBefore = Look(fraction: 0.6, radius: 0)
    private var part = MovingValue(1)
    private(set) var progress = 1.0

    /// The width and the corners of bars.
    private struct Look: Equatable {
        /// As a fraction of the slot.
        var fraction: Double
        /// In points.
        var radius: Double

        func mixed(with other: Look, _ part: Double) -> Look {
            Look(
                fraction: fraction + (other.fraction - fraction) * part,
                radius: radius + (other.radius - radius) * part)
        }
    }

    /// Some bars of one unit, and the index of the first among its totals.
    @MainActor private final class Bars {
        var bars: [Bar] = []
        var first = 0
        var window = Extent.nothing
        var look = Look(fraction: 0.6, radius: 0)
        let buffer = BarBuffer()

        func show(_ totals: CalendarTotals, _ heights: BarHeights, over window: Extent) {
            let indices = totals.indices(over: window)
            self.window = window
            first = indices.lowerBound
            let bars = indices.map { index in
                let bucket = totals.buckets[index]
                return Bar(
                    start: bucket.span.min, end: bucket.span.max,
                    value: heights.value(at: index, of: totals),
                    color: heights.isPartial(at: index, of: totals) ? 1 : 0)
            }
            guard bars != self.bars else { return }
            self.bars = bars
            buffer.replace(bars)
        }
    }

    init(id: String, calendar: CivilCalendar, color: Color) {
        self.id = id
        self.color = color
        gapColor = color
        heights = BarHeights(CalendarLadder(calendar: calendar), as: .perDay)
    }

    var ladder: CalendarLadder { heights.ladder }

    /// The totals of the current unit.
    var totals: CalendarTotals { ladder[unit] ?? ladder.days }

    /// Whether a range has more bars than are ever made.
    func isTooMany(_ range: Extent) -> Bool { range.length / unit.meanLength > 3_000 }

    /// The range whose bars are made.
    var window: Extent { standing.window }

    /// The bars near the visible range, without any transition.
    var bars: [Bar] { standing.bars }

    /// The bars of the running transition at this moment; nil if nothing moves.
    var movingBars: [Bar]? { transition.map { $0.bars(at: progress) } }

    var domain: Extent { ladder.extent }

    func values(over range: Extent) -> Extent {
        heights.extent(of: totals.indices(over: range), of: totals)
    }

    func nearest(to x: Double, within range: Extent) -> MarkReading? {
        stops.nearest(to: x, within: range).map(reading)
    }

    func step(from x: Double, by count: Int) -> MarkReading? {
        stops.step(from: x, by: count).map(reading)
    }

    private var stops: CrosshairStops {
        let buckets = totals.buckets
        return CrosshairStops(
            count: buckets.count, span: { buckets[$0].span }, isPresent: { _ in true })
    }

    private func reading(_ index: Int) -> MarkReading {
        let value = heights.value(at: index, of: totals)
        return MarkReading(
            x: totals.buckets[index].span.mid, values: [value], drawn: [], end: value,
            index: index)
    }

    // MARK: Contents

    /// Shows other totals.
    func show(_ heights: BarHeights) {
        self.heights = heights
        if ladder[unit] == nil { unit = .day }
        transition = nil
        leaving.bars = []
        part = MovingValue(1)
        progress = 1
        if !standing.window.isEmpty {
            standing.show(totals, heights, over: standing.window)
        }
        revision = .next()
    }

    /// Shows another unit: the bars split or merge in `duration` seconds.
    ///
    /// - Parameter range: the range that is visible during the transition.
    func show(_ unit: CalendarUnit, over range: Extent, at time: Double, duration: Double) {
        guard unit != self.unit, ladder[unit] != nil else { return }
        let old = self.unit
        if duration > 0 {
            let running = transition.map { ($0, progress) }
            transition = BarTransition(
                heights, from: old, to: unit, over: range, interrupting: running)
            lookBefore = running == nil ? look : lookBefore.mixed(with: look, progress)
            if transition == nil {
                leaving.show(totals, heights, over: range)
                leaving.look = look
            }
            part = MovingValue(0)
            part.move(to: 1, at: time, duration: duration)
            progress = 0
        } else {
            transition = nil
            part = MovingValue(1)
            progress = 1
        }
        self.unit = unit
        standing.window = .nothing
        revision = .next()
    }

    /// Makes the bars near a range, with suitable width and corners.
    ///
    /// - Parameters:
    ///   - range: the range that is visible, now or soon.
    ///   - shown: the range that determines width and corners.
    ///   - width: the width of the plot, in points.
    func adapt(to range: Extent, shown: Extent, width: Double) {
        if !standing.window.contains(range) {
            standing.show(totals, heights, over: range.expanded(by: range.length))
            revision = .next()
        }
        // Seven bars take 0.39 of their slots, thirty-one take 0.6, more a little more.
        let slots = shown.length / unit.meanLength
        let many = min(max((slots - 7) / 24, 0), 1) * 0.21
        let fraction = 0.39 + many + min(max((slots - 60) / 300, 0), 0.2)
        let slot = width / max(slots, 1)
        let look = Look(
            fraction: fraction, radius: slot > 6 ? Measure.barCorner : slot > 2.5 ? 1.5 : 0)
        if look != self.look {
            self.look = look
            revision = .next()
        }
    }

    /// Advances the bars, and returns whether they are still moving.
    func advance(to time: Double) -> Bool {
        guard progress < 1 else { return false }
        progress = part.value(at: time)
        revision = .next()
        if part.isMoving(at: time) { return true }
        progress = 1
        transition = nil
        leaving.bars = []
        return false
    }

    // MARK: Drawing

    /// The current width of a bar as a fraction of its slot.
    var fraction: Double { currentLook.fraction }

    private var currentLook: Look {
        progress < 1 ? lookBefore.mixed(with: look, progress) : look
    }

    /// The style of bars; stripes only if one of them has any, as they cost a shader of their own.
    private func style(_ look: Look, gaps: [Color?], for bars: [Bar]) -> BarStyle {
        BarStyle(
            width: .fraction(look.fraction), colors: gaps.map { _ in color },
            corners: Corners(top: look.radius),
            hatching: bars.contains { $0.color > 0 } ? Hatching(gaps: gaps) : nil)
    }

    func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        if let transition {
            let look = currentLook
            let pixels = (look.radius + 1) * scene.scale
            let overlap = projection.scaleY == 0 ? 0 : pixels / abs(projection.scaleY)
            let bars = transition.bars(at: progress, overlap: overlap)
            moving.replace(bars)
            let part = Float(progress)
            let gaps = [
                nil, gapColor.mixed(with: color, part), color.mixed(with: gapColor, part), gapColor,
            ]
            draw(moving, style(look, gaps: gaps, for: bars), into: scene, projection, alpha)
            return
        }
        if progress < 1, !leaving.bars.isEmpty {
            draw(
                leaving.buffer, style(leaving.look, gaps: [nil, gapColor], for: leaving.bars),
                into: scene, projection, alpha * (1 - progress))
        }
        var style = style(look, gaps: [nil, gapColor], for: standing.bars)
        style.selected = selected.map { $0 - standing.first }
        if growth < 1 { moving.replace(standing.bars.map { $0.grown(to: growth) }) }
        draw(
            growth < 1 ? moving : standing.buffer, style, into: scene, projection,
            leaving.bars.isEmpty ? alpha : alpha * progress)
    }

    /// Draws bars, and under them the same ones a point higher in the colour of the gap.
    private func draw(
        _ buffer: BarBuffer, _ style: BarStyle, into scene: SceneBuilder,
        _ projection: PlotProjection, _ alpha: Double
    ) {
        if let separation, projection.scaleY != 0 {
            let rise = max(1, scene.scale.rounded()) / abs(projection.scaleY)
            var raised = projection
            raised.y = (projection.y.lowerBound - rise)...(projection.y.upperBound - rise)
            var gap = style
            gap.colors = style.colors.map { _ in separation }
            gap.hatching = nil
            gap.selected = nil
            scene.bars(buffer, gap, in: raised, alpha: alpha)
        }
        scene.bars(buffer, style, in: projection, alpha: alpha)
    }
}
