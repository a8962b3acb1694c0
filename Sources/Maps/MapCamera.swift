// Where a map is looked at from: its middle, its scale and its turn.
//
// Places are in double precision: a float has 2.4 m at the far end of the plane. What is drawn has its
// own origin near it, and only differences from the middle become floats.

import Foundation
import Geodesy
import Geometry

/// A view of a plane.
public struct MapCamera: Hashable, Sendable {
    /// The plane that is looked at.
    public var plane: MapPlane
    /// What is in the middle of the view.
    public var center: PlanePoint
    /// The scale, by its logarithm: at zero a unit of the plane is 256 points long, and each step
    /// doubles it.
    public var zoom: Double
    /// The angle in radians by which the map is turned clockwise: up is this much to the left of north.
    public var rotation: Double
    /// The size of the view, in points.
    public var size: Size

    /// The scales that make sense: from the whole earth to some metres in a view.
    public static let zooms = 1.0...20.0
    /// Points for a unit of the plane at a zoom of zero.
    public static let tile = 256.0

    /// A view of a place in the middle.
    public init(
        _ plane: MapPlane, center: PlanePoint, zoom: Double, rotation: Double = 0, size: Size
    ) {
        (self.plane, self.center, self.zoom) = (plane, center, zoom)
        (self.rotation, self.size) = (rotation, size)
    }

    /// Points for a unit of the plane.
    public var pointsPerUnit: Double { Self.tile * exp2(zoom) }

    // MARK: Places

    /// Where a point of the plane is in the view.
    public func point(of place: PlanePoint) -> Point {
        let (x, y) = (place.x - center.x, place.y - center.y)
        let (sine, cosine) = (sin(rotation) * pointsPerUnit, cos(rotation) * pointsPerUnit)
        return Point(
            x: size.width / 2 + cosine * x - sine * y, y: size.height / 2 + sine * x + cosine * y)
    }

    /// The point of the plane at a point of the view.
    public func planePoint(at point: Point) -> PlanePoint {
        let way = planeWay(point - middle)
        return PlanePoint(x: center.x + way.x, y: center.y + way.y)
    }

    /// Where a place is in the view, with the turn of its longitude that is nearest to the middle; nil if
    /// it is not in the plane.
    public func point(of place: Coordinate) -> Point? {
        guard var point = plane.point(place) else { return nil }
        if plane == .mercator { point.x = center.x + (point.x - center.x).remainder(dividingBy: 1) }
        return self.point(of: point)
    }

    /// The place at a point of the view.
    public func place(at point: Point) -> Coordinate {
        let place = plane.place(planePoint(at: point))
        return place.normalized
    }

    private var middle: Point { Point(x: size.width / 2, y: size.height / 2) }

    private func planeWay(_ way: Vector) -> PlanePoint {
        let scale = 1 / pointsPerUnit
        let (sine, cosine) = (sin(rotation) * scale, cos(rotation) * scale)
        return PlanePoint(
            x: cosine * way.dx + sine * way.dy, y: -sine * way.dx + cosine * way.dy)
    }

    // MARK: Moves

    /// Moves the map with a finger by points.
    public mutating func pan(by way: Vector) {
        let moved = planeWay(way)
        center = PlanePoint(x: center.x - moved.x, y: center.y - moved.y)
        confine()
    }

    /// Enlarges the map by a factor and turns it clockwise by an angle in radians, both around a point
    /// of the view.
    public mutating func transform(by factor: Double, turn: Double = 0, about point: Point) {
        let place = planePoint(at: point)
        let wanted = zoom + log2(factor)
        if wanted.isFinite { zoom = min(max(wanted, Self.zooms.lowerBound), Self.zooms.upperBound) }
        rotation = (rotation + turn).remainder(dividingBy: 2 * .pi)
        // The place stays under the point.
        let moved = planeWay(point - middle)
        center = PlanePoint(x: place.x - moved.x, y: place.y - moved.y)
        confine()
    }

    /// Moves the map so that what is under two fingers stays there.
    ///
    /// Two fingers at one place only move it.
    public mutating func pinch(from old: (Point, Point), to new: (Point, Point)) {
        let (before, after) = (old.1 - old.0, new.1 - new.0)
        let (from, to) = (Self.middle(old), Self.middle(new))
        pan(by: to - from)
        guard before.length > 0, after.length > 0 else { return }
        let turn = atan2(after.dy, after.dx) - atan2(before.dy, before.dx)
        transform(by: after.length / before.length, turn: turn, about: to)
    }

    private static func middle(_ points: (Point, Point)) -> Point {
        Point(x: (points.0.x + points.1.x) / 2, y: (points.0.y + points.1.y) / 2)
    }

    /// Shows all of a rectangle as large as possible, with some points free around it.
    ///
    /// What has no size is shown at a zoom of `most`, as is what is small.
    public mutating func fit(_ rect: PlaneRect, inset: Double, most: Double = 17) {
        center = rect.middle
        let (sine, cosine) = (abs(sin(rotation)), abs(cos(rotation)))
        let width = cosine * rect.width + sine * rect.height
        let height = sine * rect.width + cosine * rect.height
        let (across, down) = (max(size.width - 2 * inset, 1), max(size.height - 2 * inset, 1))
        let scale = min(
            width > 0 ? across / width : .infinity, height > 0 ? down / height : .infinity)
        let wanted = log2(scale / Self.tile)
        zoom = min(max(wanted, Self.zooms.lowerBound), min(most, Self.zooms.upperBound))
        confine()
    }

    /// Keeps the middle of the view on the map.
    private mutating func confine() {
        switch plane {
        case .mercator: center.y = min(max(center.y, 0), 1)
        case .polar:
            // Up to the equator.
            center.x = min(max(center.x, -0.33), 0.33)
            center.y = min(max(center.y, -0.33), 0.33)
        }
    }

    // MARK: What is seen

    /// The smallest upright rectangle of the plane around what is seen.
    public var visible: PlaneRect {
        let (sine, cosine) = (abs(sin(rotation)), abs(cos(rotation)))
        let width = (cosine * size.width + sine * size.height) / pointsPerUnit
        let height = (sine * size.width + cosine * size.height) / pointsPerUnit
        return PlaneRect(
            x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    }

    /// The radius of the circle around the middle that has all of what is seen, whatever the turn, in
    /// units of the plane.
    public var radius: Double {
        (size.width * size.width + size.height * size.height).squareRoot() / 2 / pointsPerUnit
    }

    /// By how many whole turns a rectangle of Mercator has to be moved to be seen; several where the
    /// view is wider than the earth, and none if it is not seen.
    public func turns(of rect: PlaneRect) -> ClosedRange<Int>? {
        let visible = visible
        guard rect.maxY >= visible.y, rect.y <= visible.maxY else { return nil }
        guard plane == .mercator else {
            return rect.maxX >= visible.x && rect.x <= visible.maxX ? 0...0 : nil
        }
        let first = (visible.x - rect.maxX).rounded(.up)
        let last = (visible.maxX - rect.x).rounded(.down)
        guard first <= last, abs(first) < 1e9, abs(last) < 1e9 else { return nil }
        return Int(first)...Int(last)
    }

    /// Metres on the earth for a point of the view in its middle, from side to side.
    public var metresPerPoint: Double {
        let (east, north) = plane.metresPerUnit(at: center)
        let (x, y) = (cos(rotation) * east, sin(rotation) * north)
        return (x * x + y * y).squareRoot() / pointsPerUnit
    }
}

/// An upright rectangle of a plane.
public struct PlaneRect: Hashable, Sendable {
    /// Its left end.
    public var x: Double
    /// Its upper end.
    public var y: Double
    /// How far it goes to the right.
    public var width: Double
    /// How far it goes down.
    public var height: Double

    /// A rectangle from its upper left corner on.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The smallest one around some points; nil for none.
    public init?(around points: some Sequence<PlanePoint>) {
        var (left, top, right, bottom) = (
            Double.infinity, Double.infinity, -Double.infinity, -Double.infinity
        )
        for point in points {
            (left, right) = (min(left, point.x), max(right, point.x))
            (top, bottom) = (min(top, point.y), max(bottom, point.y))
        }
        guard left <= right, top <= bottom else { return nil }
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Its right end.
    public var maxX: Double { x + width }
    /// Its lower end.
    public var maxY: Double { y + height }

    /// Whether another one is within it.
    public func contains(_ other: PlaneRect) -> Bool {
        x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
    }

    /// Whether another one overlaps or touches it.
    public func meets(_ other: PlaneRect) -> Bool {
        x <= other.maxX && other.x <= maxX && y <= other.maxY && other.y <= maxY
    }

    /// The same one further to the right.
    public func moved(by way: Double) -> PlaneRect {
        PlaneRect(x: x + way, y: y, width: width, height: height)
    }

    /// The point in its middle.
    public var middle: PlanePoint { PlanePoint(x: x + width / 2, y: y + height / 2) }
}
