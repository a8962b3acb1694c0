import CGeographic

/// A place in a grid of metres: UTM between 84° north and 80° south, UPS around the poles.
///
/// The formulas are those of Karney (Transverse Mercator with an accuracy of a few nanometers,
/// Journal of Geodesy 85, 2011), which GeographicLib has. A zone's grid is 6° wide; those of Norway and
/// Spitsbergen have other widths.
public struct GridPosition: Hashable, Sendable {
    /// The zone of UTM, from 1 to 60; zero for UPS.
    public var zone: Int
    /// Whether the grid is that of the northern half of the earth.
    public var isNorthern: Bool
    /// Metres from the grid's western border.
    public var easting: Double
    /// Metres from the equator, and in the south from 10,000 km south of it; around a pole from 2,000
    /// km beyond it.
    public var northing: Double

    /// A place in a zone.
    public init(zone: Int, isNorthern: Bool, easting: Double, northing: Double) {
        (self.zone, self.isNorthern) = (zone, isNorthern)
        (self.easting, self.northing) = (easting, northing)
    }

    /// Where a place is in its usual zone, or in another one: zero is UPS.
    ///
    /// It is nil for a place that is not valid, or too far from the zone.
    public init?(_ place: Coordinate, zone: Int? = nil) {
        var grid = geographic_grid()
        guard place.isValid, zone.map({ (0...60).contains($0) }) ?? true,
            geographic_to_grid(
                place.latitude, Coordinate.normalized(place.longitude), Int32(zone ?? -1), &grid)
                != 0
        else { return nil }
        self.init(
            zone: Int(grid.zone), isNorthern: grid.is_northern != 0, easting: grid.easting,
            northing: grid.northing)
    }

    /// The place; nil if these are not metres of the zone's grid.
    public var place: Coordinate? {
        var place = Coordinate(latitude: 0, longitude: 0)
        guard (0...60).contains(zone),
            geographic_from_grid(
                Int32(zone), isNorthern ? 1 : 0, easting, northing, &place.latitude,
                &place.longitude) != 0
        else { return nil }
        return place
    }
}

/// References of the Military Grid Reference System: squares, named by their zone, two letters, and
/// metres within 100 km.
public enum MilitaryGrid {
    /// The digits of each coordinate at a metre.
    public static let digitsOfMetre = 5

    /// The square of a place, without blanks: `32VLM2713155462`; nil for a place that is not valid.
    ///
    /// - Parameter digits: of each coordinate, from 0 for a square of 100 km over 5 for one of a
    ///   metre to 11 for one of a micrometre.
    public static func reference(to place: Coordinate, digits: Int = digitsOfMetre) -> String? {
        guard place.isValid, (0...11).contains(digits) else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            guard
                geographic_to_mgrs(
                    place.latitude, Coordinate.normalized(place.longitude), Int32(digits),
                    text.baseAddress, text.count) != 0
            else { return nil }
            return text.baseAddress.map { String(cString: $0) }
        }
    }

    /// The middle of the square of a reference without blanks; nil for another text, and for a zone
    /// without the letters of a square.
    public static func place(of reference: String) -> Coordinate? {
        var place = Coordinate(latitude: 0, longitude: 0)
        var digits: Int32 = 0
        guard reference.utf8.count < 64,
            geographic_from_mgrs(reference, &place.latitude, &place.longitude, &digits) != 0,
            digits >= 0
        else { return nil }
        return place
    }
}
