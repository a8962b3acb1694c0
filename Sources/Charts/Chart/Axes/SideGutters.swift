/// Room at the sides of a plot, in points.
public struct SideGutters: Hashable, Sendable {
    /// At the left.
    public var leading: Double
    /// At the right.
    public var trailing: Double

    /// Room from its parts; none by default.
    public init(leading: Double = 0, trailing: Double = 0) {
        self.leading = leading
        self.trailing = trailing
    }

    /// The larger of the two at each side.
    public func union(_ other: SideGutters) -> SideGutters {
        SideGutters(
            leading: max(leading, other.leading), trailing: max(trailing, other.trailing))
    }
}
