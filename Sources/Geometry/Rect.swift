/// A place in the plane, in points unless the text at hand says device pixels; y grows downwards.
public struct Point: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = Point(x: 0, y: 0)

    public static func + (a: Point, b: Vector) -> Point { Point(x: a.x + b.dx, y: a.y + b.dy) }
    public static func - (a: Point, b: Point) -> Vector { Vector(dx: a.x - b.x, dy: a.y - b.y) }
}

/// A displacement in the plane.
public struct Vector: Hashable, Sendable {
    public var dx: Double
    public var dy: Double

    public init(dx: Double, dy: Double) {
        self.dx = dx
        self.dy = dy
    }

    public static let zero = Vector(dx: 0, dy: 0)
    public var length: Double { (dx * dx + dy * dy).squareRoot() }

    public static func + (a: Vector, b: Vector) -> Vector {
        Vector(dx: a.dx + b.dx, dy: a.dy + b.dy)
    }
    public static func - (a: Vector, b: Vector) -> Vector {
        Vector(dx: a.dx - b.dx, dy: a.dy - b.dy)
    }
    public static func * (a: Vector, s: Double) -> Vector { Vector(dx: a.dx * s, dy: a.dy * s) }
}

/// A width and a height.
public struct Size: Hashable, Sendable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    public static let zero = Size(width: 0, height: 0)
    public var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// Distances inwards from the four edges of a rectangle.
public struct Insets: Hashable, Sendable {
    public var left: Double
    public var top: Double
    public var right: Double
    public var bottom: Double

    public init(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    public init(all distance: Double) {
        self.init(left: distance, top: distance, right: distance, bottom: distance)
    }

    public static let zero = Insets()
}

/// An upright rectangle; y grows downwards, so `minY` is the top edge.
public struct Rect: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public init(origin: Point, size: Size) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    public var minX: Double { x }
    public var minY: Double { y }
    public var maxX: Double { x + width }
    public var maxY: Double { y + height }
    public var midX: Double { x + width / 2 }
    public var midY: Double { y + height / 2 }
    public var origin: Point { Point(x: x, y: y) }
    public var size: Size { Size(width: width, height: height) }
    public var center: Point { Point(x: midX, y: midY) }
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    public func contains(_ p: Point) -> Bool {
        p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY
    }

    public func contains(_ r: Rect) -> Bool {
        r.minX >= minX && r.maxX <= maxX && r.minY >= minY && r.maxY <= maxY
    }

    /// Whether the two share an area (touching edges do not).
    public func intersects(_ r: Rect) -> Bool {
        r.minX < maxX && minX < r.maxX && r.minY < maxY && minY < r.maxY
    }

    public func intersection(_ r: Rect) -> Rect {
        let left = max(minX, r.minX)
        let top = max(minY, r.minY)
        return Rect(
            x: left, y: top, width: max(0, min(maxX, r.maxX) - left),
            height: max(0, min(maxY, r.maxY) - top))
    }

    public func union(_ r: Rect) -> Rect {
        let left = min(minX, r.minX)
        let top = min(minY, r.minY)
        return Rect(
            x: left, y: top, width: max(maxX, r.maxX) - left, height: max(maxY, r.maxY) - top)
    }

    public func inset(by i: Insets) -> Rect {
        Rect(
            x: x + i.left, y: y + i.top, width: max(0, width - i.left - i.right),
            height: max(0, height - i.top - i.bottom))
    }

    public func inset(by d: Double) -> Rect { inset(by: Insets(all: d)) }

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
