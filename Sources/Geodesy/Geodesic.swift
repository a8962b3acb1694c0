// The shortest ways on the ellipsoid of the earth, WGS 84.
//
// Method: geodesics by Karney's series (Algorithms for geodesics, Journal of Geodesy 87, 2013), which
// converge between all places, also those that are nearly opposite each other: GeographicLib has
// them, to 15 nanometres. Between two places that are close together, the metric of the ellipsoid at
// the latitude in the middle: ds² = (M·Δφ)² + (N·cos φ·Δλ)², with the radii of curvature
// M = a(1 − e²)/(1 − e² sin² φ)^(3/2) of the meridian and N = a/√(1 − e² sin² φ) across it
// (Snyder, Map Projections, US Geological Survey Professional Paper 1395, 1987, chapter 4). Its
// error grows with the square of the length, and with that of tan φ, because a parallel is not the
// shortest way; it is used while it is below a hundred-millionth of the length.
//
// Rejected: the haversine of a sphere (0.56 % too long along a meridian at the equator, 0.41 % too
// short along a parallel at 70°), Vincenty's formula (does not converge between places that are nearly
// opposite each other), the exact geodesic for every step of a track (thirty times the cost).

import CGeographic
import Glibc

/// The shortest way between two places.
public struct Geodesic: Hashable, Sendable {
    /// Metres.
    public var length: Double
    /// The direction at its start, in degrees from north to the east, from -180 to 180.
    public var azimuth: Double
    /// The direction at its end.
    public var endAzimuth: Double

    /// The shortest way between two places; all of it is not a number if one of them is not valid.
    ///
    /// Errors: 15 nm of length. Between places opposite each other there are several, and this is one
    /// of them. Cost: about a microsecond.
    public init(from start: Coordinate, to end: Coordinate) {
        let way = geographic_inverse(
            start.latitude, start.longitude, end.latitude, end.longitude)
        (length, azimuth, endAzimuth) = (way.length, way.start_azimuth, way.end_azimuth)
    }

    /// The place at the end of a way of some metres that starts in a direction, and the direction
    /// there, both in degrees; a negative length goes backwards.
    public static func end(
        from start: Coordinate, azimuth: Double, length: Double
    ) -> (place: Coordinate, azimuth: Double) {
        let end = geographic_direct(start.latitude, start.longitude, azimuth, length)
        return (Coordinate(latitude: end.latitude, longitude: end.longitude), end.azimuth)
    }
}

extension Coordinate {
    /// The length in metres of the shortest way to a place.
    ///
    /// The relative error is below 1e-8. Cost: a sine, a cosine and two roots for steps of a track, and
    /// that of a geodesic from 4 km on, and sooner above 27° of latitude.
    public func distance(to other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let east = (other.longitude - longitude).remainder(dividingBy: 360) * radians
        let middle = (latitude + other.latitude) / 2 * radians
        let (sine, cosine) = (sin(middle), cos(middle))
        let curvature = 1 - Ellipsoid.squaredEccentricity * sine * sine
        let across = Ellipsoid.radius / curvature.squareRoot() * cosine * east
        let along =
            Ellipsoid.radius * (1 - Ellipsoid.squaredEccentricity)
            / (curvature * curvature.squareRoot()) * (other.latitude - latitude) * radians
        let local = (across * across + along * along).squareRoot()
        if local <= Ellipsoid.longestLocal, local * abs(sine) <= Ellipsoid.longestAcross * cosine {
            return local
        }
        return Geodesic(from: self, to: other).length
    }
}

/// The earth as an ellipsoid of revolution, WGS 84.
public enum Ellipsoid {
    /// The radius of the equator in metres.
    public static let radius = 6_378_137.0
    private static let flattening = 1 / 298.257_223_563
    /// The square of the eccentricity.
    public static let squaredEccentricity = flattening * (2 - flattening)
    /// The longest length in metres that is computed by the local metric.
    fileprivate static let longestLocal = 4_000.0
    /// The same for the product of the length and the tangent of the latitude.
    fileprivate static let longestAcross = 2_000.0
}
