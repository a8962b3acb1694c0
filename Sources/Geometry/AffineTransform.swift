import Glibc

/// A map of the plane that keeps straight lines straight: moves, turns, stretches and their sequences.
///
/// A point (x, y) goes to (a·x + c·y + tx, b·x + d·y + ty), the order of components that PDF and SVG
/// have too.
public struct AffineTransform: Hashable, Sendable {
    /// How much of x goes to x.
    public var a: Double
    /// How much of x goes to y.
    public var b: Double
    /// How much of y goes to x.
    public var c: Double
    /// How much of y goes to y.
    public var d: Double
    /// What is added to x.
    public var tx: Double
    /// What is added to y.
    public var ty: Double

    /// A map from its components.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// Everything stays where it is.
    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Everything moves by a vector.
    public static func move(_ by: Vector) -> AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: by.dx, ty: by.dy)
    }

    /// Everything moves away from the origin by factors.
    public static func scale(_ x: Double, _ y: Double) -> AffineTransform {
        AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Everything turns about a point by an angle in radians, clockwise where y grows downwards.
    public static func turn(_ angle: Double, about center: Point = .zero) -> AffineTransform {
        let (s, c) = (sin(angle), cos(angle))
        return AffineTransform(
            a: c, b: s, c: -s, d: c, tx: center.x - c * center.x + s * center.y,
            ty: center.y - s * center.x - c * center.y)
    }

    /// This map after another: what the other makes of a point is mapped by this one.
    public func after(_ first: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: a * first.a + c * first.b, b: b * first.a + d * first.b,
            c: a * first.c + c * first.d, d: b * first.c + d * first.d,
            tx: a * first.tx + c * first.ty + tx, ty: b * first.tx + d * first.ty + ty)
    }

    /// Where a point goes.
    public func callAsFunction(_ point: Point) -> Point {
        Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }

    /// What areas are multiplied by: below 0 where the map mirrors, 0 where it has no way back.
    public var determinant: Double { a * d - b * c }

    /// How much longer lines become, as the geometric mean over all directions.
    public var magnification: Double { abs(determinant).squareRoot() }

    /// The way back; nil where there is none.
    public var inverse: AffineTransform? {
        let determinant = determinant
        guard determinant != 0, determinant.isFinite else { return nil }
        return AffineTransform(
            a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
            tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    }

    /// Whether upright rectangles stay upright rectangles.
    public var keepsRectangles: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }
}
