/// The radii of a rectangle's corners, in points.
public struct Corners: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// The radius at the left of the top.
    public var leftTop: Double
    /// The radius at the right of the top.
    public var rightTop: Double
    /// The radius at the right of the bottom.
    public var rightBottom: Double
    /// The radius at the left of the bottom.
    public var leftBottom: Double

    /// Corners with a radius each, or one number for all.
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

    /// The same radius at both corners of the top, and square ones at the bottom, as of a bar.
    public init(top radius: Double) {
        self.init(leftTop: radius, rightTop: radius, rightBottom: 0, leftBottom: 0)
    }

    /// Corners with a radius each, or one number for all.
    public init(floatLiteral value: Double) { self.init(value) }
    /// Corners with a radius each, or one number for all.
    public init(integerLiteral value: Int) { self.init(Double(value)) }
}
