/// A place on the ellipsoid of the earth, WGS 84, without a height.
public struct Coordinate: Hashable, Sendable {
    /// Degrees to the north, from -90 to 90.
    public var latitude: Double
    /// Degrees to the east; any number of whole turns changes nothing.
    public var longitude: Double

    /// A place at degrees to the north and to the east.
    public init(latitude: Double, longitude: Double) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Whether both are finite, and the latitude is not beyond a pole.
    public var isValid: Bool { abs(latitude) <= 90 && longitude.isFinite }

    /// The same place with a longitude from -180 (included) to 180.
    public var normalized: Coordinate {
        Coordinate(latitude: latitude, longitude: Self.normalized(longitude))
    }

    /// An angle in degrees as one from -180 (included) to 180.
    public static func normalized(_ degrees: Double) -> Double {
        let rest = degrees.remainder(dividingBy: 360)
        return rest == 180 ? -180 : rest
    }
}
