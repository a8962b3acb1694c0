// The planes that the earth is drawn on.
//
// A unit of a plane is as long as the equator, and y grows downwards. Web Mercator is that of map tiles:
// x = (λ + 180)/360 and y = 1/2 - asinh(tan φ)/2π, with latitudes of the ellipsoid in the formula of
// the sphere; so it is not quite true to angles (0.7 % at most). Around a pole the plane is that of
// UPS, the polar stereographic projection of the ellipsoid (Snyder, Map Projections, US Geological
// Survey Professional Paper 1395, 1987, chapter 21), with its scale of 0.994 at the pole.
// Longitudes are not wrapped: a way across the antimeridian goes on beyond 180°, and is one line.

import Foundation
import Geodesy

/// A place in a plane of a map, in lengths of the equator; y grows downwards.
public struct PlanePoint: Hashable, Sendable {
    /// To the right.
    public var x: Double
    /// Downwards.
    public var y: Double

    /// A place at coordinates of a plane.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// A plane that the earth is drawn on.
public enum MapPlane: Hashable, Sendable {
    /// Web Mercator: from 0 to 1 along both axes for all longitudes and for latitudes up to 85.05°.
    case mercator
    /// The polar stereographic projection, with the pole at zero. Greenwich is below the north pole, and
    /// above the south pole.
    case polar(isNorthern: Bool)

    /// The latitude at which Web Mercator is as high as it is wide.
    public static let mercatorLatitude = 85.051_128_779_806_59
    /// Beyond this latitude a plane around the pole is the better one: Mercator is ten times too large.
    public static let polarLatitude = 84.0
    /// Metres: the length of the equator of WGS 84.
    public static let unit = 2 * Double.pi * Ellipsoid.radius

    /// The plane for what lies between two latitudes: one around a pole if it reaches beyond 84°.
    public init(south: Double, north: Double) {
        if max(abs(south), abs(north)) > Self.polarLatitude {
            self = .polar(isNorthern: abs(north) >= abs(south))
        } else {
            self = .mercator
        }
    }

    /// Where a place is in the plane; nil if it is infinitely far away: a pole in Mercator, or the other
    /// pole.
    public func point(_ place: Coordinate) -> PlanePoint? {
        let latitude = place.latitude * .pi / 180
        switch self {
        case .mercator:
            guard abs(place.latitude) < 90, place.longitude.isFinite else { return nil }
            return PlanePoint(
                x: place.longitude / 360 + 0.5, y: 0.5 - asinh(tan(latitude)) / (2 * .pi))
        case .polar(let isNorthern):
            guard abs(place.latitude) <= 90, place.longitude.isFinite else { return nil }
            let toPole = isNorthern ? latitude : -latitude
            guard toPole > -.pi / 2 else { return nil }
            let distance = Polar.distance(toPole)
            let longitude = place.longitude * .pi / 180
            return PlanePoint(
                x: distance * sin(longitude),
                y: (isNorthern ? distance : -distance) * cos(longitude))
        }
    }

    /// The place at a point of the plane.
    ///
    /// In Mercator the longitude goes on beyond 180°; around a pole it is from -180 to 180.
    public func place(_ point: PlanePoint) -> Coordinate {
        switch self {
        case .mercator:
            return Coordinate(
                latitude: atan(sinh(.pi * (1 - 2 * point.y))) * 180 / .pi,
                longitude: (point.x - 0.5) * 360)
        case .polar(let isNorthern):
            let latitude =
                Polar.latitude((point.x * point.x + point.y * point.y).squareRoot()) * 180 / .pi
            // At the pole any longitude will do.
            let longitude = atan2(point.x, isNorthern ? point.y : -point.y) * 180 / .pi
            return Coordinate(latitude: isNorthern ? latitude : -latitude, longitude: longitude)
        }
    }

    /// Metres on the earth for a unit of the plane at a point, to the east and to the north; the planes
    /// around the poles have the same in all directions.
    public func metresPerUnit(at point: PlanePoint) -> (east: Double, north: Double) {
        let latitude = place(point).latitude * .pi / 180
        let sine = sin(latitude)
        let curvature = 1 - Ellipsoid.squaredEccentricity * sine * sine
        // The radius of a parallel, by that of the equator.
        let parallel = cos(latitude) / curvature.squareRoot()
        switch self {
        case .mercator:
            let meridian =
                (1 - Ellipsoid.squaredEccentricity) / (curvature * curvature.squareRoot())
                * cos(latitude)
            return (Self.unit * parallel, Self.unit * meridian)
        case .polar:
            let distance = (point.x * point.x + point.y * point.y).squareRoot() * 2 * .pi
            let scale = distance < 1e-9 ? Polar.scale : distance / parallel
            return (Self.unit / scale, Self.unit / scale)
        }
    }
}

/// The polar stereographic projection of WGS 84.
private enum Polar {
    static let scale = 0.994
    private static let eccentricity = Ellipsoid.squaredEccentricity.squareRoot()
    /// The distance from the pole by the function t of the latitude.
    private static let factor =
        2 * scale
        / (pow(1 + eccentricity, 1 + eccentricity) * pow(1 - eccentricity, 1 - eccentricity))
        .squareRoot() / (2 * .pi)

    /// How far a latitude is from the pole, in units of a plane; both angles in radians, and the pole is
    /// the northern one.
    static func distance(_ latitude: Double) -> Double {
        let sine = eccentricity * sin(latitude)
        return factor * tan(.pi / 4 - latitude / 2)
            / pow((1 - sine) / (1 + sine), eccentricity / 2)
    }

    /// The latitude at a distance from the pole.
    static func latitude(_ distance: Double) -> Double {
        let t = distance / factor
        var latitude = Double.pi / 2 - 2 * atan(t)
        // Each step adds two digits and a half.
        for _ in 0..<8 {
            let sine = eccentricity * sin(latitude)
            latitude =
                .pi / 2 - 2 * atan(t * pow((1 - sine) / (1 + sine), eccentricity / 2))
        }
        return latitude
    }
}
