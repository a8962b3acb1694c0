import ChartCore
import ChartInteraction

extension Chart {
    /// Fits every value dimension to what its marks show over `range`.
    ///
    /// A pinned dimension keeps its range. So does one that has no readings in `range`, because
    /// nothing says where its values are.
    ///
    /// - Parameters:
    ///   - range: usually the target of the x dimension.
    ///   - time: of the frame clock.
    ///   - animated: whether the ranges glide there, unless motion is reduced.
    public func fitValues(over range: Extent, at time: Double, animated: Bool) {
        following.fit(self, over: range, at: time, duration: animated ? duration() : 0)
    }

    /// Lets the value ranges follow what the marks show over a range that is held or moving: when a
    /// sample needs room, or when much of the range is unused.
    ///
    /// Costs little while the value ranges stay the same, however many samples there are.
    ///
    /// - Parameter time: when the range was moved there, in seconds of the frame clock.
    public func followValues(over range: Extent, at time: Double) {
        following.follow(self, over: range, at: time)
    }

    /// Lets the value ranges follow the x range while momentum or a spring moves it, up to a
    /// frame's time; call it before `advance`.
    public func followValues(to time: Double) { following.follow(self, to: time) }

    // MARK: Pinned

    /// Whether a person has moved a value range, so that it no longer follows.
    public var hasPinnedValues: Bool { dimensions.contains(where: \.isPinned) }

    /// Fits pinned value ranges to what the marks show over `range` again.
    public func releaseValues(over range: Extent, at time: Double, animated: Bool) {
        following.release(self, over: range, at: time, duration: animated ? duration() : 0)
    }
}
