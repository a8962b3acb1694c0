/// The radii of a rectangle's corners, in points.
public struct Corners: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// The radius at the top left.
    public var leftTop: Double
    /// The radius at the top right.
    public var rightTop: Double
    /// The radius at the bottom right.
    public var rightBottom: Double
    /// The radius at the bottom left.
    public var leftBottom: Double

    /// Corners with one radius each.
    public init(leftTop: Double, rightTop: Double, rightBottom: Double, leftBottom: Double) {
        self.leftTop = leftTop
        self.rightTop = rightTop
        self.rightBottom = rightBottom
        self.leftBottom = leftBottom
    }

    /// The same radius at all corners.
    public init(_ radius: Double) {
        self.init(leftTop: radius, rightTop: radius, rightBottom: radius, leftBottom: radius)
    }

    /// The same radius at both top corners, and square bottom corners, as for a bar.
    public init(top radius: Double) {
        self.init(leftTop: radius, rightTop: radius, rightBottom: 0, leftBottom: 0)
    }

    /// The same radius at all corners.
    public init(floatLiteral value: Double) { self.init(value) }
    /// The same radius at all corners.
    public init(integerLiteral value: Int) { self.init(Double(value)) }
}
