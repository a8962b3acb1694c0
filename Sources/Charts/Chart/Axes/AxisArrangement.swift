import ChartCore
import ChartInteraction
import Geometry
import Text

/// The axes of a chart, their positions, and the room that they take around the plot.
@MainActor
final class AxisArrangement {
    /// The axes; on each side, earlier ones are nearer to the plot.
    private(set) var axes: [ChartAxis] = []
    /// The room, in points, that axes above and below the plot take in addition to that of the
    /// style.
    private var rows = (above: 0.0, below: 0.0)
    private var leading = SideGutter()
    private var trailing = SideGutter()
    /// The frame and the plot that the regions of the chart's interaction were made for; nil if
    /// axes have moved since.
    private var known: (frame: Rect, plot: Rect)?

    /// The room for the axes at a side of the plot.
    private struct SideGutter {
        /// The room they need, which shrinks reluctantly.
        var needed = ChartAxis.emptyGutter
        /// The width on its way there, in points.
        var width = MovingValue(0)
    }

    /// Adds an axis, further from the plot than the others on its side.
    func add(_ axis: ChartAxis) {
        axes.append(axis)
        forgetRegions()
    }

    /// Removes an axis; does nothing if it is not there.
    func remove(_ axis: ChartAxis) {
        axes.removeAll { $0 === axis }
        forgetRegions()
    }

    /// The axes at a side of the plot, outside it, the nearest first.
    private func axes(at side: ChartAxis.Side) -> some Sequence<ChartAxis> {
        axes.lazy.filter { $0.side == side && $0.placement == nil }
    }

    /// Whether the room at a side is changing, or labels are fading.
    func isMoving(at time: Double) -> Bool {
        axes.contains { $0.isFading(at: time) } || leading.width.isMoving(at: time)
            || trailing.width.isMoving(at: time)
    }

    /// The distances from a chart's frame to its plot: the style's, and less at a side whose axes
    /// have no labels.
    private func insets(_ style: ChartStyle) -> Insets {
        func inset(_ side: ChartAxis.Side, _ whole: Double) -> Double {
            guard axes(at: side).contains(where: { !$0.hasLabels }),
                !axes(at: side).contains(where: \.hasLabels)
            else { return whole }
            return min(whole, Self.insetWithoutLabels)
        }
        return Insets(
            left: inset(.leading, style.insets.left), top: style.insets.top,
            right: inset(.trailing, style.insets.right),
            bottom: inset(.bottom, style.insets.bottom))
    }

    /// The distance from a chart's frame to its plot at a side without labels, in points.
    private static let insetWithoutLabels = 8.0

    // MARK: Ticks and labels

    /// Updates the value axes, and moves the room at the plot's sides to what they need.
    func updateValueAxes(of chart: Chart, _ typesetter: Typesetter) {
        let (style, room, time) = (chart.style, chart.margins.room, chart.lastTime)
        let length = plot(in: chart.frame, style, room, at: nil)
            .snapped(scale: chart.deviceScale).height
        for axis in axes where !axis.side.isHorizontal {
            axis.setSoftness(chart.endSoftness)
            axis.update(
                shown: axis.scale.range, length: length, room: .nothing, style: style,
                deviceScale: chart.deviceScale, typesetter: typesetter, at: time,
                fades: chart.fadesLabels)
        }
        // A gutter has room for every label that is known to come, and for those of the range that
        // the values are moving to. It grows further while labels fade, in half the time of a
        // change of range. It shrinks only in a standalone picture, so that the plot does not
        // change size back and forth.
        widen(
            to: SideGutters(
                leading: chart.leastGutters.leading - room.left,
                trailing: chart.leastGutters.trailing - room.right),
            style, canShrink: chart.isStandalone, at: time,
            duration: chart.fadesLabels ? chart.rangeDuration / 2 : 0)
    }

    /// Updates the x axes for the drawn range.
    func updateHorizontalAxes(of chart: Chart, _ typesetter: Typesetter) {
        let (frame, plot) = (chart.frame, chart.plot)
        for axis in axes where axis.side.isHorizontal {
            axis.setSoftness(chart.endSoftness)
            axis.update(
                // Without a range, as in a chart without data, there is nothing to label.
                shown: chart.x.scale.hasRange ? chart.drawnRange : .nothing, length: plot.width,
                room: Extent(min: frame.minX - plot.minX + 2, max: frame.maxX - plot.minX - 2),
                style: chart.style, deviceScale: chart.deviceScale, typesetter: typesetter,
                at: chart.lastTime, fades: chart.fadesLabels)
        }
    }

    // MARK: Rows

    /// Places the axes above and below the plot one over the other.
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

    /// Gives the axes in the plot the positions of the axes that cross them.
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

    /// The room that the axes at the plot's sides and the annotations next to them need, as of the
    /// last layout.
    func neededGutters(_ style: ChartStyle, _ margins: Insets) -> SideGutters {
        let insets = insets(style)
        func needed(_ side: ChartAxis.Side, _ inset: Double) -> Double {
            var sum = 0.0
            for axis in axes(at: side) { sum = axis.offset + axis.thickness(style) }
            return max(inset, sum)
        }
        return SideGutters(
            leading: needed(.leading, insets.left) + margins.left,
            trailing: needed(.trailing, insets.right) + margins.right)
    }

    /// Moves the room at the plot's sides to what the axes need.
    ///
    /// - Parameters:
    ///   - least: the minimum room.
    ///   - canShrink: whether room may be given back.
    ///   - duration: how long the change takes, in seconds.
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
        let insets = insets(style)
        widen(&leading, .leading, max(insets.left, least.leading))
        widen(&trailing, .trailing, max(insets.right, least.trailing))
    }

    /// Places the axes at a side of the plot next to one another; returns the room they need.
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

    /// The part of a frame that is left for the plot, to be snapped to device pixels.
    ///
    /// - Parameters:
    ///   - margins: the room that annotations take.
    ///   - time: of the frame clock; nil for the full width of the frame.
    func plot(
        in frame: Rect, _ style: ChartStyle, _ margins: Insets, at time: Double?
    ) -> Rect {
        let insets = insets(style)
        let top = insets.top + rows.above + margins.top
        let bottom = insets.bottom + rows.below + margins.bottom
        let left = time.map { leading.width.value(at: $0) + margins.left } ?? 0
        let right = time.map { trailing.width.value(at: $0) + margins.right } ?? 0
        return Rect(
            x: frame.x + left, y: frame.y + top, width: max(0, frame.width - left - right),
            height: max(0, frame.height - top - bottom))
    }

    /// Makes the next layout report the regions again.
    func forgetRegions() { known = nil }

    /// Reports the positions of plot and axes to a chart's interaction, if they changed.
    func updateRegions(of chart: Chart) {
        let (frame, plot) = (chart.frame, chart.plot)
        if let known, known == (frame, plot) { return }
        known = (frame, plot)
        chart.interaction.regions = regions(
            of: plot, in: frame.inset(by: chart.margins.room), x: chart.x.id, chart.style)
    }

    /// The regions of a chart that a position may be in.
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
        // The outermost axis gets the rest.
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
