// How the value dimensions get their ranges: see `ValueDimension` for what each of them does.
//
// What follows is looked at when an event moves the x range, and in a throw at fixed times of the
// frame clock, sixty a second, wherever frames happen to fall: so the values take the same way at
// every frame rate and over dropped frames.

import ChartCore
import ChartInteraction

extension Chart {
    /// How often the values look at a range that moves by itself, in seconds.
    private static let followingInterval = 1.0 / 60

    /// What the marks of a dimension that are shown have over a range of x, in places of its scale.
    private func values(of dimension: ValueDimension, over range: Extent) -> Extent {
        var extent = Extent.nothing
        let values = x.scale.kind.transform.values(of: range)
        let transform = dimension.scale.kind.transform
        for mark in marks where !mark.isHidden && self.dimension(of: mark) === dimension {
            extent = extent.union(mark.places(over: values, on: transform))
        }
        return extent
    }

    /// Gives every value dimension the range of what its marks show over `range`.
    ///
    /// A pinned one stays as it is; so does one over a stretch without readings, which says nothing
    /// of where the values are.
    /// - Parameters:
    ///   - range: mostly the target of the x dimension.
    ///   - time: of the frame clock.
    ///   - animated: whether they glide there, unless motion is reduced.
    public func fitValues(over range: Extent, at time: Double, animated: Bool) {
        followedTo = max(followedTo, time)
        for dimension in dimensions {
            dimension.fit(
                values(of: dimension, over: range), length: plot.height, at: time,
                duration: animated ? glideDuration : 0)
        }
    }

    /// How long values glide that nobody moves, in seconds.
    private var glideDuration: Double { isStill ? 0 : rangeDuration }

    /// Lets the values follow what the marks show over a range that is held or moves: where a sample
    /// needs room, or much of it is unused.
    ///
    /// Costs little where they stay as they are, however many samples there are.
    /// - Parameter time: when the range was moved there, in seconds of the frame clock.
    public func followValues(over range: Extent, at time: Double) {
        followedTo = max(followedTo, time)
        for dimension in dimensions {
            dimension.follow(
                values(of: dimension, over: range), length: plot.height, at: time,
                duration: glideDuration)
        }
    }

    /// Lets the values follow the x range as it moves by momentum or a spring, up to a frame's time;
    /// to be called before `advance`.
    public func followValues(to time: Double) {
        let axis = x.panZoom
        guard axis.isCoasting else { return }
        let end = min(time, axis.restTime ?? time)
        // After a window was hidden for long, the last second will do.
        let begin = max(followedTo, end - 1)
        let first = Int((begin / Self.followingInterval).rounded(.down)) + 1
        let last = Int((end / Self.followingInterval).rounded(.down))
        if first <= last {
            for tick in first...last {
                let moment = Double(tick) * Self.followingInterval
                followValues(over: axis.extent(at: moment), at: moment)
            }
        }
        followedTo = max(followedTo, end)
    }

    // MARK: Pinned

    /// Whether a person has moved values by themselves, so that they do not follow.
    public var hasPinnedValues: Bool { dimensions.contains(where: \.isPinned) }

    /// Lets pinned values fit what the marks show over `range` again.
    public func releaseValues(over range: Extent, at time: Double, animated: Bool) {
        for dimension in dimensions where dimension.isPinned {
            release(dimension, over: range, at: time, animated: animated)
        }
    }

    private func release(
        _ dimension: ValueDimension, over range: Extent, at time: Double, animated: Bool
    ) {
        dimension.release(at: time)
        followedTo = max(followedTo, time)
        dimension.fit(
            values(of: dimension, over: range), length: plot.height, at: time,
            duration: animated ? glideDuration : 0)
    }

    /// The gesture that pinned values was taken away.
    func undoPin(of dimension: ValueDimension, at time: Double) {
        guard dimension.isPinned else { return }
        release(dimension, over: x.panZoom.target, at: time, animated: true)
    }
}
