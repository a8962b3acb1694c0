import Localization

/// Why a text is not a place.
public enum CoordinateError: Error, Hashable, Sendable, CaseIterable {
    /// There is nothing in it.
    case isEmpty
    /// There are no two angles, and no reference of a grid.
    case isNoPlace
    /// Only one angle was found.
    case lacksLongitude
    /// A latitude is beyond a pole.
    case isBeyondPole
    /// A longitude is more than half a turn.
    case isBeyondHalfTurn
    /// Minutes or seconds are 60 or more, or after degrees or minutes with decimals.
    case hasWrongMinutes
    /// Both angles are north and south, or both are east and west.
    case hasTwoOfAKind
    /// The S after the number of a zone is the band of 32° to 40° north, or the southern half.
    case isAmbiguousZone
    /// The zone or its square does not exist, or the metres are outside it.
    case isOutsideGrid
    /// It is on another ellipsoid than WGS 84.
    case isOnOtherEllipsoid
}

extension CoordinateError: CustomStringConvertible {
    /// The problem and what to do about it, as a sentence in the user's language.
    public var description: String {
        switch self {
        case .isEmpty: tr("Enter a latitude and a longitude.")
        case .isNoPlace:
            tr("This is not a place; write it as “47.3769, 8.5417” or “47°22′37″N 8°32′30″E”.")
        case .lacksLongitude: tr("The longitude is missing; add it after the latitude.")
        case .isBeyondPole: tr("A latitude is at most 90°.")
        case .isBeyondHalfTurn: tr("A longitude is at most 180° to the east or west.")
        case .hasWrongMinutes:
            tr("Minutes and seconds are less than 60, and only the last number has decimals.")
        case .hasTwoOfAKind:
            tr("One of the two has to be north or south, and the other east or west.")
        case .isAmbiguousZone:
            tr("The S may be a band of the zone or the southern half; write “north” or “south”.")
        case .isOutsideGrid: tr("The grid has no such zone, square or distance.")
        case .isOnOtherEllipsoid:
            tr("This place is on another model of the earth; convert it to WGS 84.")
        }
    }
}
