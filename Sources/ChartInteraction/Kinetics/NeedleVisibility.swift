/// The opacity of a needle whose direction may be unknown: while it is, the needle flickers where it
/// was.
///
/// Opacity falls to nothing and rises again in 5/3 seconds; when the direction is known, it rises to
/// one in at most 0.2 seconds. It is a function of time, the same at every rate of frames.
public struct NeedleVisibility: Hashable, Sendable {
    /// Whether the direction is unknown.
    public private(set) var isLost = false
    /// Whether it does not flicker: it is pale instead.
    public var isStill: Bool
    private var start = -Double.infinity
    /// The opacity at the last change.
    private var opacity = 1.0

    /// Per second, while it is lost.
    static let flicker = 1.2
    /// Per second, when it is found.
    static let recovery = 5.0
    /// Where it does not flicker.
    static let pale = 0.4

    /// A needle that is seen.
    ///
    /// - Parameter isStill: whether it must not flicker, for people who want less motion.
    public init(isStill: Bool = false) { self.isStill = isStill }

    /// Records whether the direction is unknown from a time on.
    public mutating func setLost(_ isLost: Bool, at time: Double) {
        guard isLost != self.isLost else { return }
        opacity = opacity(at: time)
        (self.isLost, start) = (isLost, time)
    }

    /// The opacity at a time.
    public func opacity(at time: Double) -> Double {
        if isStill { return isLost ? Self.pale : 1 }
        let passed = max(time - start, 0)
        guard isLost else { return min(opacity + Self.recovery * passed, 1) }
        // Down from where it was, up, and so on: the way on a triangle of height one.
        let way = (1 - opacity + Self.flicker * passed).truncatingRemainder(dividingBy: 2)
        return way <= 1 ? 1 - way : way - 1
    }

    /// When it does not change any more: never while it flickers.
    public var restTime: Double {
        if isStill { return start }
        return isLost ? .infinity : start + (1 - opacity) / Self.recovery
    }
}
