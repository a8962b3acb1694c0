// Lengths on the ellipsoid of the earth, WGS 84.
//
// Method: between two places that are close together, the metric of the ellipsoid at the latitude
// in the middle: ds² = (M·Δφ)² + (N·cos φ·Δλ)², with the radii of curvature
// M = a(1 − e²)/(1 − e² sin² φ)^(3/2) of the meridian and N = a/√(1 − e² sin² φ) across it
// (Snyder, Map Projections, US Geological Survey Professional Paper 1395, 1987, chapter 4). Its
// error grows with the square of the length, and with that of tan φ, because a parallel is not the
// shortest way; it is used while it is below a hundred-millionth of the length. All other lengths
// are geodesics by Vincenty's inverse formula (Survey Review 23, 1975; a millimetre at any length).
// That formula does not converge between places that are nearly opposite each other. The shortest
// way between those crosses the circle of the places in the middle, from which the formula
// converges to both; so it is the least sum of two lengths along that circle.
//
// Rejected: the haversine of a sphere (0.56 % too long along a meridian at the equator, 0.41 % too
// short along a parallel at 70°), Vincenty's formula for every step (ten times the cost), Karney's
// series in this module (a few hundred lines for places that no step of a track has).

import Glibc

/// The earth as an ellipsoid of revolution, WGS 84.
enum Ellipsoid {
    /// The radius of the equator in metres.
    private static let radius = 6_378_137.0
    private static let flattening = 1 / 298.257_223_563
    /// The square of the eccentricity.
    private static let squaredEccentricity = flattening * (2 - flattening)
    /// The longest length in metres that is computed by the local metric.
    private static let longestLocal = 20_000.0
    /// The same for the product of the length and the tangent of the latitude.
    private static let longestAcross = 3_000.0
    private static let radians = Double.pi / 180

    /// The length in metres of the shortest way between two places in degrees.
    ///
    /// Latitudes are from -90 to 90; longitudes may have any finite number of turns. The relative
    /// error is below 1e-8. Cost: a sine, a cosine and two roots for steps of a track, some
    /// microseconds from 3 km on, and a hundred times that between places that are nearly
    /// opposite each other.
    static func distance(
        _ latitude: Double, _ longitude: Double, _ toLatitude: Double, _ toLongitude: Double
    ) -> Double {
        let east = (toLongitude - longitude).remainder(dividingBy: 360) * radians
        let middle = (latitude + toLatitude) / 2 * radians
        let (sine, cosine) = (sin(middle), cos(middle))
        let curvature = 1 - squaredEccentricity * sine * sine
        let across = radius / curvature.squareRoot() * cosine * east
        let along =
            radius * (1 - squaredEccentricity) / (curvature * curvature.squareRoot())
            * (toLatitude - latitude) * radians
        let local = (across * across + along * along).squareRoot()
        if local <= longestLocal, local * abs(sine) <= longestAcross * cosine { return local }
        let from = Place(latitude, longitude)
        let to = Place(toLatitude, toLongitude)
        return geodesic(from, to) ?? throughMiddle(from, to)
    }

    /// A place in radians, with its reduced latitude.
    private struct Place {
        let longitude: Double
        let sine: Double
        let cosine: Double
        /// The direction of its latitude and longitude on a unit sphere.
        let direction: SIMD3<Double>

        init(_ latitude: Double, _ longitude: Double) {
            self.init(latitude * radians, longitude: longitude * radians)
        }

        private init(_ latitude: Double, longitude: Double) {
            self.longitude = longitude
            let tangent = (1 - flattening) * tan(latitude)
            cosine = 1 / (1 + tangent * tangent).squareRoot()
            sine = tangent * cosine
            direction = SIMD3(
                cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
        }

        init(_ direction: SIMD3<Double>) {
            self.init(
                atan2(direction.z, hypot(direction.x, direction.y)),
                longitude: atan2(direction.y, direction.x))
        }
    }

    /// The length of a geodesic by Vincenty's formula; nil if it does not converge.
    private static func geodesic(_ from: Place, _ to: Place) -> Double? {
        let east = (to.longitude - from.longitude).remainder(dividingBy: 2 * .pi)
        var longitude = east
        for _ in 0..<60 {
            let (sine, cosine) = (sin(longitude), cos(longitude))
            let sineOfArc = hypot(
                to.cosine * sine, from.cosine * to.sine - from.sine * to.cosine * cosine)
            let cosineOfArc = from.sine * to.sine + from.cosine * to.cosine * cosine
            if sineOfArc == 0 { return cosineOfArc > 0 ? 0 : nil }
            let arc = atan2(sineOfArc, cosineOfArc)
            let azimuth = from.cosine * to.cosine * sine / sineOfArc
            let squaredCosine = 1 - azimuth * azimuth
            // Along the equator there is no middle of the arc to refer to.
            let middle =
                squaredCosine > 1e-15 ? cosineOfArc - 2 * from.sine * to.sine / squaredCosine : 0
            let c = flattening / 16 * squaredCosine * (4 + flattening * (4 - 3 * squaredCosine))
            let next =
                east + (1 - c) * flattening * azimuth
                * (arc + c * sineOfArc * (middle + c * cosineOfArc * (2 * middle * middle - 1)))
            guard abs(next) <= .pi else { return nil }
            if abs(next - longitude) > 1e-12 {
                longitude = next
                continue
            }
            let ratio = 1 - flattening
            let u = squaredCosine * (1 / (ratio * ratio) - 1)
            let a = 1 + u / 16_384 * (4096 + u * (u * (320 - 175 * u) - 768))
            let b = u / 1024 * (256 + u * (u * (74 - 47 * u) - 128))
            let squares = (middle * middle, sineOfArc * sineOfArc)
            let correction =
                b * sineOfArc
                * (middle + b / 4
                    * (cosineOfArc * (2 * squares.0 - 1)
                        - b / 6 * middle * (4 * squares.1 - 3) * (4 * squares.0 - 3)))
            return radius * ratio * a * (arc - correction)
        }
        return nil
    }

    /// The length between places that are nearly opposite each other.
    private static func throughMiddle(_ from: Place, _ to: Place) -> Double {
        let axis = unit(from.direction - to.direction)
        // Any direction that is not along the axis.
        let other =
            abs(axis.z) < 0.7 ? SIMD3<Double>(0, 0, 1) : SIMD3<Double>(1, 0, 0)
        let first = unit(cross(axis, other))
        let second = cross(axis, first)
        func length(_ angle: Double) -> Double {
            let middle = Place(cos(angle) * first + sin(angle) * second)
            guard let there = geodesic(from, middle), let back = geodesic(middle, to) else {
                return .infinity
            }
            return there + back
        }
        let count = 24
        let step = 2 * Double.pi / Double(count)
        let best = (0..<count).map { ($0, length(Double($0) * step)) }.min { $0.1 < $1.1 }
        // The section of an interval around it by the golden ratio.
        let golden = (5.0.squareRoot() - 1) / 2
        var low = (Double(best?.0 ?? 0) - 1) * step
        var high = low + 2 * step
        for _ in 0..<32 {
            let width = (high - low) * golden
            if length(high - width) < length(low + width) {
                high = low + width
            } else {
                low = high - width
            }
        }
        return length((low + high) / 2)
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    private static func unit(_ a: SIMD3<Double>) -> SIMD3<Double> {
        a / (a * a).sum().squareRoot()
    }
}
