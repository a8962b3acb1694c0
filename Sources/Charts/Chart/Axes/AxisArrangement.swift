import ChartCore
import ChartInteraction
import Geometry
import Text

/// The axes of a chart, where they lie, and the room that they take beside the plot.
@MainActor
final class AxisArrangement {
    /// Each nearer to the plot than the next one on its side.
    private(set) var axes: [ChartAxis] = []
    /// The room that axes above and below the plot take beside that of the style, in points.
    private var rows = (above: 0.0, below: 0.0)
    private var leading = SideGutter()
    private var trailing = SideGutter()
    /// The frame and the plot that the regions of the chart's interaction are for; nil where axes lie
    /// elsewhere now.
    private var known: (frame: Rect, plot: Rect)?

    /// The room for the axes at a side of the plot.
    private struct SideGutter {
        /// What they need, which shrinks reluctantly.
        var needed = Gutter(quantum: 1, slack: 16)
        /// On its way there, in points.
        var width = MovingValue(0)
    }

    /// Adds an axis, further away from the plot than those on its side.
    func add(_ axis: ChartAxis) {
        axes.append(axis)
        forgetRegions()
    }

    /// Removes an axis; nothing where it is not there.
    func remove(_ axis: ChartAxis) {
        axes.removeAll { $0 === axis }
        forgetRegions()
    }

    /// The axes beside the plot at a side, the nearest first.
    private func axes(at side: ChartAxis.Side) -> some Sequence<ChartAxis> {
        axes.lazy.filter { $0.side == side && $0.placement == nil }
    }

    /// Whether the room at a side is on its way, or labels are coming or going.
    func isMoving(at time: Double) -> Bool {
        axes.contains { $0.isFading(at: time) } || leading.width.isMoving(at: time)
            || trailing.width.isMoving(at: time)
    }

    // MARK: Ticks and labels

    /// Brings the axes of values up to date, and lets the room at the plot's sides go to what they need.
    func updateValueAxes(of chart: Chart, _ typesetter: Typesetter) {
        let (style, room, time) = (chart.style, chart.margins.room, chart.lastTime)
        let length = plot(in: chart.frame, style, room, at: nil)
            .snapped(scale: chart.deviceScale).height
        for axis in axes where !axis.side.isHorizontal {
            axis.update(
                shown: axis.scale.range, length: length, room: .nothing, style: style,
                deviceScale: chart.deviceScale, typesetter: typesetter, at: time,
                fades: chart.fadesLabels)
        }
        // A gutter has room for every label that is known to come, and for those of the range the
        // values are going to. More than that it gets while labels fade, in half the time of a
        // change of range; it gives room back only in a picture that stands by itself: the plot does not breathe.
        widen(
            to: SideGutters(
                leading: chart.leastGutters.leading - room.left,
                trailing: chart.leastGutters.trailing - room.right),
            style, canShrink: chart.standsByItself, at: time,
            duration: chart.fadesLabels ? chart.rangeDuration / 2 : 0)
    }

    /// Brings the axes of x up to date with what is drawn of it.
    func updateHorizontalAxes(of chart: Chart, _ typesetter: Typesetter) {
        let (frame, plot) = (chart.frame, chart.plot)
        for axis in axes where axis.side.isHorizontal {
            axis.update(
                // Of a range that nobody has said, as of a chart without data, there is nothing to tell.
                shown: chart.x.scale.hasRange ? chart.drawnRange : .nothing, length: plot.width,
                room: Extent(min: frame.minX - plot.minX + 2, max: frame.maxX - plot.minX - 2),
                style: chart.style, deviceScale: chart.deviceScale, typesetter: typesetter,
                at: chart.lastTime, fades: chart.fadesLabels)
        }
    }

    // MARK: Rows

    /// Places the axes above the plot and below it one over the other.
    func arrangeRows(_ style: ChartStyle) {
        var rows = (above: 0.0, below: 0.0)
        if axes.count > 2 {
            // Tall labels at the upper end of the values reach above the plot.
            let tall =
                axes.lazy.filter { !$0.side.isHorizontal && $0.placement == nil }
                .map { $0.extraHeight(style) / 2 }.max() ?? 0
            if tall > 0, axes.contains(where: { $0.side == .top && $0.placement == nil }) {
                rows.above = tall + 4
            }
        }
        for axis in axes(at: .top) {
            axis.offset = style.eventLane + rows.above
            rows.above += axis.thickness(style)
        }
        var isFirst = true
        for axis in axes(at: .bottom) {
            axis.offset = isFirst ? 0 : style.timeLabelBaseline + 4 + rows.below
            rows.below += isFirst ? axis.extraHeight(style) : axis.thickness(style)
            isFirst = false
        }
        self.rows = rows
    }

    /// Tells the axes in the plot where others lie across them.
    func findCrossings() {
        for axis in axes where axis.placement != nil {
            axis.crossings = axes.compactMap { other in
                guard other.side.isHorizontal != axis.side.isHorizontal,
                    case .value(let value)? = other.placement
                else { return nil }
                return axis.scale.kind.transform.place(of: value)
            }
        }
    }

    // MARK: Sides

    /// The room that the axes at the plot's sides need, and annotations beside them, as of the last layout.
    func neededGutters(_ style: ChartStyle, _ margins: Insets) -> SideGutters {
        func needed(_ side: ChartAxis.Side, _ inset: Double) -> Double {
            var sum = 0.0
            for axis in axes(at: side) { sum = axis.offset + axis.thickness(style) }
            return max(inset, sum)
        }
        return SideGutters(
            leading: needed(.leading, style.insets.left) + margins.left,
            trailing: needed(.trailing, style.insets.right) + margins.right)
    }

    /// Lets the room at the plot's sides go to what the axes need.
    ///
    /// - Parameters:
    ///   - least: the room that there is at least.
    ///   - canShrink: whether room may be given back.
    ///   - duration: how long it goes there, in seconds.
    private func widen(
        to least: SideGutters, _ style: ChartStyle, canShrink: Bool, at time: Double,
        duration: Double
    ) {
        func widen(_ gutter: inout SideGutter, _ side: ChartAxis.Side, _ least: Double) {
            let wanted = arrange(side, &gutter.needed, style, least: least, canShrink: canShrink)
            guard wanted != gutter.width.target else { return }
            // A side without axes has the style's inset at once.
            let isBare = gutter.needed.thickness == 0
            gutter.width.move(to: wanted, at: time, duration: isBare ? 0 : duration)
        }
        widen(&leading, .leading, max(style.insets.left, least.leading))
        widen(&trailing, .trailing, max(style.insets.right, least.trailing))
    }

    /// Places the axes at a side of the plot one beside the other; the room they need.
    ///
    /// - Parameter gutter: of the whole side.
    private func arrange(
        _ side: ChartAxis.Side, _ gutter: inout Gutter, _ style: ChartStyle, least: Double,
        canShrink: Bool
    ) -> Double {
        var (offset, last, isEmpty) = (0.0, 0.0, true)
        for axis in axes(at: side) {
            isEmpty = false
            if axis.offset != offset {
                axis.offset = offset
                forgetRegions()
            }
            last = offset + axis.thickness(style)
            offset += axis.gutter.update(needed: axis.thickness(style), canShrink: canShrink)
        }
        if isEmpty { return least }
        return gutter.update(needed: max(least, last), canShrink: canShrink)
    }

    // MARK: Plot

    /// What is left of a frame for the plot, to be snapped to device pixels.
    ///
    /// - Parameters:
    ///   - margins: the room that annotations take.
    ///   - time: of the frame clock; nil for all of the frame's width.
    func plot(
        in frame: Rect, _ style: ChartStyle, _ margins: Insets, at time: Double?
    ) -> Rect {
        let top = style.insets.top + rows.above + margins.top
        let bottom = style.insets.bottom + rows.below + margins.bottom
        let left = time.map { leading.width.value(at: $0) + margins.left } ?? 0
        let right = time.map { trailing.width.value(at: $0) + margins.right } ?? 0
        return Rect(
            x: frame.x + left, y: frame.y + top, width: max(0, frame.width - left - right),
            height: max(0, frame.height - top - bottom))
    }

    /// Lets the regions be told anew in the next layout.
    func forgetRegions() { known = nil }

    /// Tells a chart's interaction where plot and axes lie, where that has changed.
    func updateRegions(of chart: Chart) {
        let (frame, plot) = (chart.frame, chart.plot)
        if let known, known == (frame, plot) { return }
        known = (frame, plot)
        chart.interaction.regions = regions(
            of: plot, in: frame.inset(by: chart.margins.room), x: chart.x.id, chart.style)
    }

    /// The parts of a chart that a place may belong to.
    ///
    /// - Parameters:
    ///   - frame: the chart's, without the room that annotations take.
    ///   - x: the id of the dimension along the bottom.
    private func regions(
        of plot: Rect, in frame: Rect, x: String, _ style: ChartStyle
    ) -> ChartRegions {
        var gutters = [
            ChartRegions.Gutter(
                axis: x,
                rect: Rect(
                    x: plot.x, y: plot.maxY, width: plot.width, height: frame.maxY - plot.maxY))
        ]
        if rows.above > 0 {
            gutters.append(
                .init(
                    axis: x,
                    rect: Rect(
                        x: plot.x, y: plot.minY - style.eventLane - rows.above,
                        width: plot.width, height: rows.above)))
        }
        // The furthest axis has all that is left.
        for axis in axes.reversed() where !axis.side.isHorizontal && axis.placement == nil {
            let isLast = !axes(at: axis.side).contains { $0.offset > axis.offset }
            let width =
                isLast
                ? (axis.side == .leading ? plot.minX - frame.minX : frame.maxX - plot.maxX)
                    - axis.offset : axis.gutter.thickness
            let x =
                axis.side == .leading
                ? plot.minX - axis.offset - width : plot.maxX + axis.offset
            gutters.append(
                .init(
                    axis: axis.scale.id,
                    rect: Rect(x: x, y: plot.y, width: max(0, width), height: plot.height)))
        }
        return ChartRegions(plot: plot, gutters: gutters)
    }
}
