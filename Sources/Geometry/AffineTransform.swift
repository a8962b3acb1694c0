import Glibc

/// A map of the plane that keeps straight lines straight: translations, rotations, scalings and
/// their compositions.
///
/// A point (x, y) is mapped to (a·x + c·y + tx, b·x + d·y + ty); PDF and SVG use the same order of
/// components.
public struct AffineTransform: Hashable, Sendable {
    /// The factor of x in the new x.
    public var a: Double
    /// The factor of x in the new y.
    public var b: Double
    /// The factor of y in the new x.
    public var c: Double
    /// The factor of y in the new y.
    public var d: Double
    /// The constant added to x.
    public var tx: Double
    /// The constant added to y.
    public var ty: Double

    /// A map from its components.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// The map that changes nothing.
    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// A translation by a vector.
    public static func move(_ by: Vector) -> AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: by.dx, ty: by.dy)
    }

    /// A scaling from the origin by factors.
    public static func scale(_ x: Double, _ y: Double) -> AffineTransform {
        AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// A rotation around a point by an angle in radians, clockwise if y grows downwards.
    public static func turn(_ angle: Double, about center: Point = .zero) -> AffineTransform {
        let (s, c) = (sin(angle), cos(angle))
        return AffineTransform(
            a: c, b: s, c: -s, d: c, tx: center.x - c * center.x + s * center.y,
            ty: center.y - s * center.x - c * center.y)
    }

    /// The composition of this map and another that is applied first.
    public func after(_ first: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: a * first.a + c * first.b, b: b * first.a + d * first.b,
            c: a * first.c + c * first.d, d: b * first.c + d * first.d,
            tx: a * first.tx + c * first.ty + tx, ty: b * first.tx + d * first.ty + ty)
    }

    /// The image of a point.
    public func callAsFunction(_ point: Point) -> Point {
        Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }

    /// The factor by which areas are multiplied: below 0 if the map mirrors, 0 if it has no
    /// inverse.
    public var determinant: Double { a * d - b * c }

    /// How much longer lines become, as the geometric mean over all directions.
    public var magnification: Double { abs(determinant).squareRoot() }

    /// The inverse; nil if there is none.
    public var inverse: AffineTransform? {
        let determinant = determinant
        guard determinant != 0, determinant.isFinite else { return nil }
        return AffineTransform(
            a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
            tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    }

    /// Whether axis-aligned rectangles stay axis-aligned rectangles.
    public var keepsRectangles: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }
}
