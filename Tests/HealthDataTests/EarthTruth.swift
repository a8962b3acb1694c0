import Foundation

/// Lengths on the ellipsoid WGS 84, by other means than the program's.
enum EarthTruth {
    private static let radius = 6_378_137.0
    private static let squared = 0.006_694_379_990_141_317

    /// The straight line between two places in metres, in Cartesian coordinates.
    ///
    /// Within a hundred metres it is as long as the shortest way, to a part in 10¹¹.
    static func chord(
        _ latitude: Double, _ longitude: Double, _ toLatitude: Double, _ toLongitude: Double
    ) -> Double {
        func place(_ latitude: Double, _ longitude: Double) -> SIMD3<Double> {
            let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
            let normal = radius / (1 - squared * sin(phi) * sin(phi)).squareRoot()
            return SIMD3(
                normal * cos(phi) * cos(lambda), normal * cos(phi) * sin(lambda),
                normal * (1 - squared) * sin(phi))
        }
        let line = place(toLatitude, toLongitude) - place(latitude, longitude)
        return (line * line).sum().squareRoot()
    }

    /// The arc of a meridian between two latitudes in metres, by Simpson's rule.
    static func meridian(_ from: Double, _ to: Double) -> Double {
        let pieces = 200
        let step = (to - from) * .pi / 180 / Double(pieces)
        let sum = (0...pieces).reduce(0.0) { sum, index in
            let sine = sin(from * .pi / 180 + Double(index) * step)
            let root = (1 - squared * sine * sine).squareRoot()
            let weight = index == 0 || index == pieces ? 1.0 : index % 2 == 1 ? 4 : 2
            return sum + weight * radius * (1 - squared) / (root * root * root)
        }
        return sum * step / 3
    }
}
