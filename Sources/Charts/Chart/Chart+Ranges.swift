import ChartCore
import ChartInteraction

extension Chart {
    /// Gives every value dimension the range of what its marks show over `range`.
    ///
    /// A pinned one stays as it is; so does one over a stretch without readings, which says nothing
    /// of where the values are.
    /// - Parameters:
    ///   - range: mostly the target of the x dimension.
    ///   - time: of the frame clock.
    ///   - animated: whether they glide there, unless motion is reduced.
    public func fitValues(over range: Extent, at time: Double, animated: Bool) {
        following.fit(self, over: range, at: time, duration: animated ? duration() : 0)
    }

    /// Lets the values follow what the marks show over a range that is held or moves: where a sample
    /// needs room, or much of it is unused.
    ///
    /// Costs little where they stay as they are, however many samples there are.
    /// - Parameter time: when the range was moved there, in seconds of the frame clock.
    public func followValues(over range: Extent, at time: Double) {
        following.follow(self, over: range, at: time)
    }

    /// Lets the values follow the x range as it moves by momentum or a spring, up to a frame's time;
    /// to be called before `advance`.
    public func followValues(to time: Double) { following.follow(self, to: time) }

    // MARK: Pinned

    /// Whether a person has moved values by themselves, so that they do not follow.
    public var hasPinnedValues: Bool { dimensions.contains(where: \.isPinned) }

    /// Lets pinned values fit what the marks show over `range` again.
    public func releaseValues(over range: Extent, at time: Double, animated: Bool) {
        following.release(self, over: range, at: time, duration: animated ? duration() : 0)
    }
}
