// When the value dimensions of a chart follow its x range, and when they fit it.
//
// Method: a host reports what moved the range (`follow`) and its target (`fit`), and calls
// `advance` once a frame. While the range is held or moves, the values follow it in steps of the
// frame clock (`ValueFollowing`); once it rests they fit it, from the exact time at which it came
// to rest. So values reach the same range at the same time at every frame rate.

import ChartCore
import ChartInteraction
import Geometry

/// When and how a picture may change its kind, such as the width of its bars.
public struct PictureMoment: Hashable, Sendable {
    /// The time of the frame clock, in seconds.
    public var time: Double
    /// Whether the range rests, or its target is known: only then may the kind of picture change.
    public var isSettled: Bool
    /// How long such a change takes, in seconds; 0 for at once.
    public var duration: Double
    /// Whether the range is a page of the calendar, which looks the same from either side.
    public var isPage = false

    /// Creates a moment.
    public init(time: Double, isSettled: Bool, duration: Double, isPage: Bool = false) {
        self.time = time
        self.isSettled = isSettled
        self.duration = duration
        self.isPage = isPage
    }

    /// A change at once.
    public static let immediate = PictureMoment(time: 0, isSettled: true, duration: 0)
}

/// Lets the values of a chart follow its x range: they grow and shrink with what is visible while
/// it moves, and fit it when it rests or its target is known.
///
/// A `ChartFigure` has one for each panel.
@MainActor
public final class ValueFitting {
    /// The content that is laid out and adapted.
    public let content: any PanelContent
    /// The chart whose values follow.
    public var chart: Chart { content.chart }
    /// Whether something other than a gesture holds the x range, such as a window that is dragged
    /// in an overview.
    public var isHeld = false
    /// When that hold was last released, in seconds: the range rests from then on.
    public var releaseTime: Double?
    /// Whether the range is a page of the calendar; see `PictureMoment.isPage`.
    public var isPage = false
    /// Whether the range has moved since the values were fitted.
    private var needsFit = true
    /// Whether the values were ever fitted.
    private var isFitted = false
    /// The plot height at the last fit: round ends depend on it.
    private var fittedHeight = 0.0
    private var seen = Extent.nothing
    /// The plot's size in the last layout.
    private var laidOut = Size.zero

    /// Creates a fitting for the values of a chart.
    public init(_ content: any PanelContent) { self.content = content }

    private var axis: PanZoomAxis { chart.x.panZoom }

    /// Whether the range rests and is not held.
    private var isSettled: Bool { !axis.isHeld && !axis.isMoving && !isHeld }

    /// Whether the values must be fitted once the range rests.
    public var isDue: Bool {
        noteRange()
        return needsFit
    }

    /// Fits the values to what the range shows, or will show at its target.
    ///
    /// - Parameters:
    ///   - time: when the motion begins, in seconds: the exact time at which the range came to
    ///     rest, so that it ends at the same time at every frame rate.
    ///   - animated: whether the values glide there, unless motion is reduced.
    public func fit(at time: Double, animated: Bool) {
        needsFit = false
        isFitted = true
        seen = axis.extent
        fittedHeight = chart.plot.height
        let range = chart.x.target
        _ = content.adapt(
            to: range, at: moment(time, isSettled: true, animated: animated))
        chart.fitValues(over: range, at: time, animated: animated)
    }

    /// Lets the values follow a range that a hand or momentum moves.
    ///
    /// - Parameters:
    ///   - time: when the range reached its present place, in seconds.
    ///   - rests: whether it rests after every event, as with a wheel: then the values fit each
    ///     time.
    public func follow(at time: Double, rests: Bool = false) {
        noteRange()
        guard axis.isHeld || axis.isCoasting || isHeld else {
            if rests, needsFit, !axis.isMoving { fit(at: time, animated: true) }
            return
        }
        needsFit = true
        chart.followValues(over: axis.extent, at: time)
    }

    /// Fits values that were moved alone to what is visible again.
    public func release(at time: Double) {
        chart.releaseValues(over: chart.x.target, at: time, animated: true)
    }

    /// Advances range, values and content to a frame's time, in seconds; returns whether another
    /// frame is needed.
    public func advance(to time: Double) -> Bool {
        if isFitted, chart.plot.height != fittedHeight { fit(at: time, animated: false) }
        noteRange()
        chart.followValues(to: time)
        var moves = content.advance(to: time)
        noteRange()
        let isSettled = isSettled
        if needsFit, isSettled, axis.extent.isProper {
            fit(at: restTime(by: time), animated: isFitted)
            moves = content.advance(to: time) || moves
        }
        let hasOtherValues = content.adapt(
            to: chart.x.range, at: moment(time, isSettled: isSettled, animated: true))
        if hasOtherValues {
            if isSettled { fit(at: time, animated: true) } else { follow(at: time) }
            moves = content.advance(to: time) || moves
        }
        return moves
    }

    /// Adapts and fits after a layout, if it gave the plot another size (the width of bars and
    /// round ends depend on it) or the range was set since the last frame.
    ///
    /// - Returns: whether anything changed, so that the chart has to be laid out again.
    func fitLayout() -> Bool {
        noteRange()
        let time = chart.lastTime
        let isOtherSize = chart.plot.size != laidOut
        laidOut = chart.plot.size
        var changes = false
        let isSameHeight = chart.plot.height == fittedHeight
        if axis.extent.isProper, isSettled, needsFit || !isSameHeight {
            fit(at: restTime(by: time), animated: isFitted && isSameHeight)
            changes = true
        }
        guard isOtherSize else { return changes }
        let isSettled = isSettled
        if content.adapt(
            to: chart.x.range, at: moment(time, isSettled: isSettled, animated: true))
        {
            if isSettled { fit(at: time, animated: true) } else { follow(at: time) }
            changes = true
        }
        return changes
    }

    private func noteRange() {
        guard axis.extent != seen else { return }
        seen = axis.extent
        needsFit = true
    }

    /// The time at which a range found at rest in a frame came to rest.
    private func restTime(by time: Double) -> Double {
        guard let rest = axis.restTime else { return time }
        return min(time, max(rest, releaseTime ?? rest))
    }

    /// When and how the content may change its picture.
    public func moment(_ time: Double, isSettled: Bool, animated: Bool) -> PictureMoment {
        PictureMoment(
            time: time, isSettled: isSettled, duration: animated ? chart.duration() : 0,
            isPage: isPage)
    }
}
