// How the value dimensions get their ranges; see `ValueDimension` for the rules.
//
// The ranges follow when an event moves the x range, and during momentum at fixed times of the
// frame clock, sixty a second, whenever frames occur. So the values move the same way at every
// frame rate and over dropped frames.

import ChartCore
import ChartInteraction

/// Gives the value dimensions of a chart the ranges of what its marks show.
@MainActor
final class ValueFollowing {
    /// How often the values check a range that moves without a hand, in seconds.
    private static let interval = 1.0 / 60

    /// The time up to which the values have followed the x range.
    private var followedTo = -Double.infinity

    /// Fits every value dimension to what its marks show over a range of x.
    ///
    /// - Parameter duration: how long they glide there, in seconds.
    func fit(_ chart: Chart, over range: Extent, at time: Double, duration: Double) {
        followedTo = max(followedTo, time)
        for dimension in chart.dimensions {
            dimension.fit(
                Self.values(of: dimension, in: chart, over: range), length: chart.plot.height,
                at: time,
                duration: duration)
        }
    }

    /// Lets the values follow what the marks show over a range of x that is held or moves.
    func follow(_ chart: Chart, over range: Extent, at time: Double) {
        followedTo = max(followedTo, time)
        for dimension in chart.dimensions {
            dimension.follow(
                Self.values(of: dimension, in: chart, over: range), length: chart.plot.height,
                at: time,
                duration: chart.duration())
        }
    }

    /// Lets the values follow the x range during momentum, up to a frame's time.
    func follow(_ chart: Chart, to time: Double) {
        let axis = chart.x.panZoom
        guard axis.isCoasting else { return }
        let end = min(time, axis.restTime ?? time)
        // After a window was hidden for long, the last second is enough.
        let begin = max(followedTo, end - 1)
        let first = Int((begin / Self.interval).rounded(.down)) + 1
        let last = Int((end / Self.interval).rounded(.down))
        if first <= last {
            for tick in first...last {
                let moment = Double(tick) * Self.interval
                follow(chart, over: axis.extent(at: moment), at: moment)
            }
        }
        followedTo = max(followedTo, end)
    }

    /// Fits pinned values to what the marks show over a range of x again.
    func release(_ chart: Chart, over range: Extent, at time: Double, duration: Double) {
        for dimension in chart.dimensions where dimension.isPinned {
            release(dimension, in: chart, over: range, at: time, duration: duration)
        }
    }

    /// Called when the gesture that pinned values was cancelled.
    func undoPin(of dimension: ValueDimension, in chart: Chart, at time: Double) {
        guard dimension.isPinned else { return }
        release(
            dimension, in: chart, over: chart.x.panZoom.target, at: time,
            duration: chart.duration())
    }

    private func release(
        _ dimension: ValueDimension, in chart: Chart, over range: Extent, at time: Double,
        duration: Double
    ) {
        dimension.release(at: time)
        followedTo = max(followedTo, time)
        dimension.fit(
            Self.values(of: dimension, in: chart, over: range), length: chart.plot.height,
            at: time, duration: duration)
    }

    /// The values of a dimension's visible marks over a range of x, in places of its scale.
    ///
    /// Those of the other charts that share the dimension count too, over the range that they show
    /// or will show.
    private static func values(
        of dimension: ValueDimension, in chart: Chart, over range: Extent
    ) -> Extent {
        dimension.charts.reduce(Extent.nothing) { extent, other in
            let range = other.x === chart.x ? range : other.x.target
            return extent.union(ownValues(of: dimension, in: other, over: range))
        }
    }

    /// The values of a chart's own visible marks of a dimension.
    private static func ownValues(
        of dimension: ValueDimension, in chart: Chart, over range: Extent
    ) -> Extent {
        let values = chart.x.scale.kind.transform.values(of: range)
        let transform = dimension.scale.kind.transform
        return chart.marks.reduce(Extent.nothing) { extent, mark in
            guard !mark.isHidden, chart.dimension(of: mark) === dimension else { return extent }
            return extent.union(mark.places(over: values, on: transform))
        }
    }
}
