/// A place in the plane, in points unless device pixels are mentioned; y grows downwards.
public struct Point: Hashable, Sendable {
    /// The distance from the left, growing to the right.
    public var x: Double
    /// The distance from the top, growing downwards.
    public var y: Double

    /// A point from its coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin, at the top left.
    public static let zero = Point(x: 0, y: 0)

    /// The point moved by a vector.
    public static func + (a: Point, b: Vector) -> Point { Point(x: a.x + b.dx, y: a.y + b.dy) }
    /// The displacement from the second point to the first.
    public static func - (a: Point, b: Point) -> Vector { Vector(dx: a.x - b.x, dy: a.y - b.y) }
}

/// A displacement in the plane.
public struct Vector: Hashable, Sendable {
    /// The part along x, positive to the right.
    public var dx: Double
    /// The part along y, positive downwards.
    public var dy: Double

    /// A vector from its parts.
    public init(dx: Double, dy: Double) {
        self.dx = dx
        self.dy = dy
    }

    /// No displacement.
    public static let zero = Vector(dx: 0, dy: 0)
    /// The Euclidean length.
    public var length: Double { (dx * dx + dy * dy).squareRoot() }

    /// One displacement followed by the other.
    public static func + (a: Vector, b: Vector) -> Vector {
        Vector(dx: a.dx + b.dx, dy: a.dy + b.dy)
    }
    /// The first displacement followed by the reverse of the second.
    public static func - (a: Vector, b: Vector) -> Vector {
        Vector(dx: a.dx - b.dx, dy: a.dy - b.dy)
    }
    /// The vector with its length multiplied; reversed by a negative factor.
    public static func * (a: Vector, s: Double) -> Vector { Vector(dx: a.dx * s, dy: a.dy * s) }
}

/// A width and a height.
public struct Size: Hashable, Sendable {
    /// Along x.
    public var width: Double
    /// Along y.
    public var height: Double

    /// A size from its sides.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// No width and no height.
    public static let zero = Size(width: 0, height: 0)
    /// Whether it has no area: a side is zero or negative.
    public var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// Distances inwards from the four edges of a rectangle.
public struct Insets: Hashable, Sendable {
    /// From the left edge to the right.
    public var left: Double
    /// From the top edge downwards.
    public var top: Double
    /// From the right edge to the left.
    public var right: Double
    /// From the bottom edge upwards.
    public var bottom: Double

    /// Distances from some edges, 0 from the others; negative ones extend outwards.
    public init(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// The same distance from each edge.
    public init(all distance: Double) {
        self.init(left: distance, top: distance, right: distance, bottom: distance)
    }

    /// No distance from any edge.
    public static let zero = Insets()
}

/// An axis-aligned rectangle; y grows downwards, so `minY` is the top edge.
public struct Rect: Hashable, Sendable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// From the left edge to the right one.
    public var width: Double
    /// From the top edge to the bottom one.
    public var height: Double

    /// A rectangle from its top left corner and its sides.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// A rectangle from its top left corner and its size.
    public init(origin: Point, size: Size) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    /// The empty rectangle at the origin.
    public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    /// The left edge.
    public var minX: Double { x }
    /// The top edge.
    public var minY: Double { y }
    /// The right edge, which is not part of the rectangle.
    public var maxX: Double { x + width }
    /// The bottom edge, which is not part of the rectangle.
    public var maxY: Double { y + height }
    /// Half way between the left and the right edge.
    public var midX: Double { x + width / 2 }
    /// Half way between the top and the bottom edge.
    public var midY: Double { y + height / 2 }
    /// The top left corner.
    public var origin: Point { Point(x: x, y: y) }
    /// The width and the height.
    public var size: Size { Size(width: width, height: height) }
    /// The point half way between all edges.
    public var center: Point { Point(x: midX, y: midY) }
    /// Whether it contains no point: a side is zero or negative.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// Whether a point is inside: the left and top edges belong to it, the right and bottom ones do
    /// not.
    public func contains(_ p: Point) -> Bool {
        p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY
    }

    /// Whether a rectangle is entirely inside.
    public func contains(_ r: Rect) -> Bool {
        r.minX >= minX && r.maxX <= maxX && r.minY >= minY && r.maxY <= maxY
    }

    /// Whether the two share an area (touching edges do not).
    public func intersects(_ r: Rect) -> Bool {
        r.minX < maxX && minX < r.maxX && r.minY < maxY && minY < r.maxY
    }

    /// The area in both; without width or height if they do not meet.
    public func intersection(_ r: Rect) -> Rect {
        let left = max(minX, r.minX)
        let top = max(minY, r.minY)
        return Rect(
            x: left, y: top, width: max(0, min(maxX, r.maxX) - left),
            height: max(0, min(maxY, r.maxY) - top))
    }

    /// The smallest rectangle around both; an empty one counts with its position.
    public func union(_ r: Rect) -> Rect {
        let left = min(minX, r.minX)
        let top = min(minY, r.minY)
        return Rect(
            x: left, y: top, width: max(maxX, r.maxX) - left, height: max(maxY, r.maxY) - top)
    }

    /// The rectangle with its edges moved inwards; width and height do not become negative.
    public func inset(by i: Insets) -> Rect {
        Rect(
            x: x + i.left, y: y + i.top, width: max(0, width - i.left - i.right),
            height: max(0, height - i.top - i.bottom))
    }

    /// The rectangle with its edges moved inwards; width and height do not become negative.
    public func inset(by d: Double) -> Rect { inset(by: Insets(all: d)) }

    /// The rectangle moved, of the same size.
    public func offset(by v: Vector) -> Rect {
        Rect(x: x + v.dx, y: y + v.dy, width: width, height: height)
    }

    /// The rectangle with its edges on device pixels: each edge, in points, rounded to the nearest
    /// multiple of `1 / scale`, so that neighbours that shared an edge still share it.
    public func snapped(scale: Double) -> Rect {
        let left = (minX * scale).rounded() / scale
        let top = (minY * scale).rounded() / scale
        return Rect(
            x: left, y: top, width: (maxX * scale).rounded() / scale - left,
            height: (maxY * scale).rounded() / scale - top)
    }
}
