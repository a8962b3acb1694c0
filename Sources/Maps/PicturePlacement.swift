// Where a picture of a map is on the earth.
//
// A world file has six numbers in lines of their own, A D B E C F: the middle of a pixel is at
// x = A·column + B·row + C and y = D·column + E·row + F of a system of coordinates. A `.prj` file with
// the same name has the system, or the numbers show it if they are degrees.
// The rule of SimplestGPS has all of it in the name of the file: the north-western corner, the height and
// the width, each as degrees × 100 + minutes, and maybe metres by which the picture is moved to the east
// and north: `2618S+04851W+0010+0015.png`.

import Foundation
import Geodesy
import Localization

/// A system of coordinates that pictures of maps are in.
public enum MapSystem: Hashable, Sendable {
    /// Degrees to the east and to the north on WGS 84 (EPSG 4326).
    case degrees
    /// Metres of Web Mercator (EPSG 3857).
    case mercator
    /// Metres of a zone of UTM on WGS 84 (EPSG 32601 to 32660 and 32701 to 32760).
    case utm(zone: Int, isNorthern: Bool)

    /// The system with a number of EPSG; nil if it is none of these.
    public init?(epsg number: Int) {
        switch number {
        case 4326: self = .degrees
        // The last two are older numbers of the same.
        case 3857, 3785, 900_913: self = .mercator
        case 32_601...32_660: self = .utm(zone: number - 32_600, isNorthern: true)
        case 32_701...32_760: self = .utm(zone: number - 32_700, isNorthern: false)
        default: return nil
        }
    }

    /// The system of a description in the form of `.prj` files (well-known text); nil if it is none of
    /// these.
    public init?(wellKnownText text: String) {
        // The number of the whole is the last one: those of its parts are before it.
        let parts = text.split(separator: "EPSG", omittingEmptySubsequences: false)
        if parts.count > 1, let last = parts.last,
            let number = Int(last.drop { !$0.isNumber }.prefix(while: \.isNumber))
        {
            self.init(epsg: number)
            return
        }
        let name = text.lowercased().replacing("_", with: " ")
        if name.contains("utm zone "), name.contains("wgs 1984") || name.contains("wgs 84"),
            let zone = name.firstRange(of: "utm zone ").map({ name[$0.upperBound...] }),
            let number = Int(zone.prefix(while: \.isNumber)), (1...60).contains(number)
        {
            let half = zone.drop(while: \.isNumber).first
            guard half == "n" || half == "s" else { return nil }
            self = .utm(zone: number, isNorthern: half == "n")
        } else if name.contains("web mercator") || name.contains("pseudo-mercator") {
            self = .mercator
        } else if name.hasPrefix("geogcs"), name.contains("wgs 1984") || name.contains("wgs 84") {
            self = .degrees
        } else {
            return nil
        }
    }

    /// The place at coordinates of the system; nil if there is none.
    public func place(x: Double, y: Double) -> Coordinate? {
        let place: Coordinate?
        switch self {
        case .degrees: place = Coordinate(latitude: y, longitude: x)
        case .mercator:
            place = MapPlane.mercator.place(
                PlanePoint(x: x / MapPlane.unit + 0.5, y: 0.5 - y / MapPlane.unit))
        case .utm(let zone, let isNorthern):
            place =
                GridPosition(zone: zone, isNorthern: isNorthern, easting: x, northing: y).place
        }
        return place.flatMap { $0.isValid ? $0 : nil }
    }
}

/// Why the place of a picture is not known.
public enum PlacementError: Error, Hashable, Sendable, CaseIterable {
    /// The world file has not six numbers.
    case hasNotSixNumbers
    /// All pixels would be on a line.
    case isFlat
    /// The system of coordinates is not given, and the numbers are not degrees.
    case hasNoSystem
    /// There is no world file, and the name of the picture says nothing.
    case hasNoWorldFile
}

extension PlacementError: CustomStringConvertible {
    /// The problem and what to do about it, as a sentence in the user's language.
    public var description: String {
        switch self {
        case .hasNotSixNumbers:
            tr("The world file of this picture has not six numbers; make it again.")
        case .isFlat:
            tr("The world file of this picture puts all of it on a line; make it again.")
        case .hasNoSystem:
            tr("The coordinates of this picture are in an unknown system; add a .prj file with it.")
        case .hasNoWorldFile:
            tr(
                "This picture has no place on the earth; put its world file (.pgw, .jgw) next to it."
            )
        }
    }
}

/// Where the pixels of a picture are.
public struct PicturePlacement: Hashable, Sendable {
    /// Values along the axes of the system.
    private struct Pair: Hashable {
        var x: Double
        var y: Double
    }

    /// What the coordinates are of.
    public var system: MapSystem
    /// The steps along x and y for a pixel to the right.
    private var column: Pair
    /// The steps for a pixel downwards.
    private var row: Pair
    /// The coordinates of the upper left corner of the picture.
    private var corner: Pair

    /// What it consists of, the same in every run of the program.
    var words: String {
        let numbers = [column.x, column.y, row.x, row.y, corner.x, corner.y]
        let system =
            switch system {
            case .degrees: "degrees"
            case .mercator: "mercator"
            case .utm(let zone, let isNorthern): "utm \(zone) \(isNorthern)"
            }
        return system + " " + numbers.map { "\($0)" }.joined(separator: " ")
    }

    /// The placement of a world file.
    ///
    /// - Parameter system: what its numbers are of; without it they have to be degrees.
    public init(worldFile text: String, system: MapSystem? = nil) throws(PlacementError) {
        let words = text.split { $0.isWhitespace }.map { word in
            // A decimal comma is that of a program in its own language.
            word.contains(".") ? String(word) : String(word.replacing(",", with: "."))
        }
        let numbers = words.compactMap { Double($0) }
        guard numbers.count == 6, words.count == 6, numbers.allSatisfy(\.isFinite) else {
            throw .hasNotSixNumbers
        }
        column = Pair(x: numbers[0], y: numbers[1])
        row = Pair(x: numbers[2], y: numbers[3])
        guard column.x * row.y - column.y * row.x != 0 else { throw .isFlat }
        // The numbers are of the middle of the first pixel.
        corner = Pair(
            x: numbers[4] - (column.x + row.x) / 2, y: numbers[5] - (column.y + row.y) / 2)
        if let system {
            self.system = system
        } else if abs(numbers[4]) <= 180, abs(numbers[5]) <= 90 {
            self.system = .degrees
        } else {
            throw .hasNoSystem
        }
    }

    /// The placement that SimplestGPS reads from the name of a file; nil for a name of another form.
    ///
    /// - Parameters:
    ///   - width: of the picture, in pixels.
    ///   - height: of the picture, in pixels.
    public init?(fileName: String, width: Int, height: Int) {
        let name = fileName.lowercased().prefix { $0 != "." }
        let parts = name.split(separator: "+", omittingEmptySubsequences: false)
        guard parts.count == 4 || parts.count == 6, width > 0, height > 0,
            let north = Self.angle(parts[0], 3...5, "n", "s"),
            let west = Self.angle(parts[1], 3...5, "e", "w"),
            let down = Self.angle(parts[2], 2...4), let across = Self.angle(parts[3], 2...4),
            down > 0, across > 0
        else { return nil }
        var place = Coordinate(latitude: north, longitude: west)
        if parts.count == 6 {
            guard let dx = Double(parts[4]), let dy = Double(parts[5]), dx.isFinite, dy.isFinite
            else { return nil }
            place = Geodesic.end(from: place, azimuth: 0, length: dy).place
            place = Geodesic.end(from: place, azimuth: 90, length: dx).place
        }
        guard place.isValid, place.latitude - down >= -90 else { return nil }
        system = .degrees
        corner = Pair(x: place.longitude, y: place.latitude)
        column = Pair(x: across / Double(width), y: 0)
        row = Pair(x: 0, y: -down / Double(height))
    }

    /// An angle as degrees × 100 + minutes, with a letter after it if one is wanted.
    private static func angle(
        _ word: Substring, _ lengths: ClosedRange<Int>, _ positive: Character? = nil,
        _ negative: Character? = nil
    ) -> Double? {
        var digits = word
        var sign = 1.0
        if let positive {
            guard let letter = digits.popLast(), letter == positive || letter == negative else {
                return nil
            }
            if letter == negative { sign = -1 }
        }
        guard lengths.contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
            let number = Int(digits), number % 100 < 60
        else { return nil }
        return sign * (Double(number / 100) + Double(number % 100) / 60)
    }

    /// The place of a point of the picture, in pixels from its upper left corner; nil if there is none.
    public func place(column x: Double, row y: Double) -> Coordinate? {
        system.place(
            x: corner.x + column.x * x + row.x * y, y: corner.y + column.y * x + row.y * y)
    }

    /// The point of the picture at a place, in pixels from its upper left corner; nil if the system does not
    /// have it.
    public func pixel(at place: Coordinate) -> (column: Double, row: Double)? {
        guard let coordinates = system.coordinates(of: place) else { return nil }
        let (x, y) = (coordinates.x - corner.x, coordinates.y - corner.y)
        let area = column.x * row.y - column.y * row.x
        return ((x * row.y - y * row.x) / area, (y * column.x - x * column.y) / area)
    }
}

extension MapSystem {
    /// The coordinates of a place, whose longitude goes on beyond 180°; nil if the system does not have it.
    public func coordinates(of place: Coordinate) -> (x: Double, y: Double)? {
        switch self {
        case .degrees: return (place.longitude, place.latitude)
        case .mercator:
            return MapPlane.mercator.point(place).map {
                (($0.x - 0.5) * MapPlane.unit, (0.5 - $0.y) * MapPlane.unit)
            }
        case .utm(let zone, let isNorthern):
            guard let grid = GridPosition(place, zone: zone) else { return nil }
            // Across the equator a picture goes on in its own half.
            let shift = grid.isNorthern == isNorthern ? 0 : isNorthern ? -1e7 : 1e7
            return (grid.easting, grid.northing + shift)
        }
    }
}
