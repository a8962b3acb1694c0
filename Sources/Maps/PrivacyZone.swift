// Hiding homes in what is passed on.
//
// A circle around a home that is cut out of every track gives the home away: the places where the tracks
// are cut lie on the circle, three of them determine it, and its centre is the home (Hassan, Hussain,
// Bates: Analysis of Privacy Protections in Fitness Tracking Social Networks, USENIX Security 2018). So
// the circle that cuts is not centred on the home, but moved by 30 to 70 % of its radius in a random
// direction. The move is drawn once and kept. A zone with another move for the same home is another
// circle, and the home is in both: so all exports use the same one, and a zone is not drawn again.
//
// What remains are the points outside of all circles, as they were recorded. Where a zone lies between
// two points that are outside of it, the track is interrupted as well.
//
// Rejected: ends that are cut off after a random length (many tracks together show the home), positions
// that are moved a little (their mean is the position), a polygon of streets (needs a map of them).

import Foundation
import Geodesy

/// A circle that hides a home: whatever is inside is left out of exports.
public struct PrivacyZone: Hashable, Sendable {
    /// The home, which is inside of the circle and never in its centre.
    public let home: Coordinate
    /// The centre of the circle.
    public let center: Coordinate
    /// The radius of the circle in metres.
    public let radius: Double

    /// The possible radii in metres.
    public static let radii = 200.0...1600.0
    /// The possible distances of the centre from the home, as parts of the radius.
    public static let offsets = 0.3...0.7

    /// A new zone for a home, whose centre is drawn at random; nil if the home is not a place or the
    /// radius is not a possible one.
    ///
    /// Keep it: two different zones for one home together hide it less than each of them.
    public init?(
        home: Coordinate, radius: Double, using numbers: inout some RandomNumberGenerator
    ) {
        guard home.isValid, Self.radii.contains(radius) else { return nil }
        let offset = Double.random(in: Self.offsets, using: &numbers)
        let azimuth = Double.random(in: -180..<180, using: &numbers)
        self.home = home.normalized
        self.radius = radius
        center =
            Geodesic.end(from: home, azimuth: azimuth, length: offset * radius).place.normalized
    }

    /// A zone that was kept; nil if it cannot have been made by this program.
    public init?(home: Coordinate, center: Coordinate, radius: Double) {
        guard home.isValid, center.isValid, Self.radii.contains(radius) else { return nil }
        let offset = home.distance(to: center) / radius
        // Kept coordinates may be rounded.
        guard offset > Self.offsets.lowerBound - 0.01, offset < Self.offsets.upperBound + 0.01
        else { return nil }
        (self.home, self.center, self.radius) = (home, center, radius)
    }

    /// Whether a place is inside.
    public func contains(_ place: Coordinate) -> Bool {
        // A degree of latitude is at least 110.5 km: most places need no exact length.
        guard abs(place.latitude - center.latitude) <= radius / 110_000 else { return false }
        return center.distance(to: place) <= radius
    }

    /// Whether the straight line between two places goes through it.
    ///
    /// The line is straight in a plane that touches the earth in the centre, which is exact to some
    /// centimetres for steps of a track.
    public func meets(from start: Coordinate, to end: Coordinate) -> Bool {
        if contains(start) || contains(end) { return true }
        let reach = radius / 110_000
        guard max(start.latitude, end.latitude) >= center.latitude - reach,
            min(start.latitude, end.latitude) <= center.latitude + reach
        else { return false }
        let (a, b) = (plane(start), plane(end))
        // The other way round the earth would be shorter.
        guard abs(b.x - a.x) < .pi * Ellipsoid.radius * cos(center.latitude * .pi / 180) else {
            return false
        }
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let squared = dx * dx + dy * dy
        guard squared > 0 else { return false }
        let part = min(max(-(a.x * dx + a.y * dy) / squared, 0), 1)
        let (x, y) = (a.x + part * dx, a.y + part * dy)
        return x * x + y * y <= radius * radius
    }

    /// Metres to the east and to the north of the centre.
    private func plane(_ place: Coordinate) -> (x: Double, y: Double) {
        let radians = Double.pi / 180
        let (sine, cosine) = (sin(center.latitude * radians), cos(center.latitude * radians))
        let curvature = 1 - Ellipsoid.squaredEccentricity * sine * sine
        let across = Ellipsoid.radius / curvature.squareRoot()
        let along =
            Ellipsoid.radius * (1 - Ellipsoid.squaredEccentricity)
            / (curvature * curvature.squareRoot())
        let east = (place.longitude - center.longitude).remainder(dividingBy: 360)
        return (
            across * cosine * east * radians,
            along * (place.latitude - center.latitude) * radians
        )
    }
}

extension PrivacyZone: Codable {
    private enum Key: String, CodingKey {
        case latitude, longitude, centerLatitude, centerLongitude, radius
    }

    /// Writes the home, the centre and the radius.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(home.latitude, forKey: .latitude)
        try values.encode(home.longitude, forKey: .longitude)
        try values.encode(center.latitude, forKey: .centerLatitude)
        try values.encode(center.longitude, forKey: .centerLongitude)
        try values.encode(radius, forKey: .radius)
    }

    /// Reads a zone that was kept.
    ///
    /// - Throws: if it cannot have been made by this program.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func number(_ key: Key) throws -> Double { try values.decode(Double.self, forKey: key) }
        let zone = PrivacyZone(
            home: Coordinate(latitude: try number(.latitude), longitude: try number(.longitude)),
            center: Coordinate(
                latitude: try number(.centerLatitude), longitude: try number(.centerLongitude)),
            radius: try number(.radius))
        guard let zone else {
            throw DecodingError.dataCorruptedError(
                forKey: .radius, in: values, debugDescription: "not a zone around a home")
        }
        self = zone
    }
}

// MARK: Cutting

extension PrivacyZone {
    /// The parts of a track that are outside of all zones, by the indices of its points, in order.
    ///
    /// Points without a place are hidden if the last known place before them or the next one after them
    /// is. A part ends where the line to the next point goes through a zone. Cost: linear in the points,
    /// times the number of zones.
    ///
    /// - Parameter places: nil for points without a place.
    public static func visible(
        _ places: [Coordinate?], outside zones: [PrivacyZone]
    ) -> [Range<Int>] {
        guard !places.isEmpty else { return [] }
        guard !zones.isEmpty else { return [0..<places.count] }
        let inside = places.map { place in
            place.map { place in zones.contains { $0.contains(place) } }
        }
        var isHidden = [Bool](repeating: false, count: places.count)
        // From the last known place, and then from the next one.
        var known = false
        for index in places.indices {
            known = inside[index] ?? known
            isHidden[index] = known
        }
        known = false
        for index in places.indices.reversed() {
            known = inside[index] ?? known
            isHidden[index] = isHidden[index] || known
        }
        var parts: [Range<Int>] = []
        var start: Int?
        var last: Coordinate?
        func end(at index: Int) {
            if let first = start, first < index { parts.append(first..<index) }
            start = nil
        }
        for index in places.indices {
            if isHidden[index] {
                end(at: index)
                last = nil
                continue
            }
            if let place = places[index] {
                if let last, zones.contains(where: { $0.meets(from: last, to: place) }) {
                    end(at: index)
                }
                last = place
            }
            if start == nil { start = index }
        }
        end(at: places.count)
        return parts
    }
}

// MARK: Finding

/// A place where tracks start and end, which may be a home.
public struct LikelyHome: Hashable, Sendable {
    /// The middle of the starts and ends.
    public var place: Coordinate
    /// How many starts and ends are there.
    public var count: Int

    /// A place with a number of starts and ends.
    public init(place: Coordinate, count: Int) { (self.place, self.count) = (place, count) }

    /// Metres from the middle within which starts and ends belong together.
    public static let reach = 200.0

    /// The places where several tracks start or end, the most frequent first.
    ///
    /// Each start or end belongs to the nearest place, within 200 m. Cost: the number of starts and ends
    /// times that of the places.
    ///
    /// - Parameters:
    ///   - ends: the starts and ends of all tracks.
    ///   - least: how many of them make a place.
    public static func find(_ ends: [Coordinate], least: Int = 2) -> [LikelyHome] {
        var clusters: [Cluster] = []
        for end in ends where end.isValid {
            if let nearest = Self.nearest(to: end, clusters) {
                clusters[nearest].add(end)
            } else {
                clusters.append(Cluster(around: end))
            }
        }
        // The first ones were taken in before the middles had settled.
        for _ in 0..<2 {
            var settled = clusters.map { Cluster(around: $0.middle, isEmpty: true) }
            for end in ends where end.isValid {
                if let nearest = Self.nearest(to: end, settled) {
                    settled[nearest].add(end)
                } else {
                    settled.append(Cluster(around: end))
                }
            }
            clusters = settled.filter { $0.count > 0 }
        }
        return clusters.filter { $0.count >= least }
            .map { LikelyHome(place: $0.middle.normalized, count: $0.count) }
            .sorted { $0.count > $1.count }
    }

    private static func nearest(to place: Coordinate, _ clusters: [Cluster]) -> Int? {
        var best: (index: Int, distance: Double)?
        for (index, cluster) in clusters.enumerated() {
            let middle = cluster.anchor
            guard abs(middle.latitude - place.latitude) <= reach / 110_000 else { continue }
            let distance = middle.distance(to: place)
            if distance <= min(reach, best?.distance ?? reach) { best = (index, distance) }
        }
        return best?.index
    }

    /// Places that belong together.
    private struct Cluster {
        /// Where it is looked for.
        private(set) var anchor: Coordinate
        private(set) var count = 0
        private let origin: Coordinate
        private var north = 0.0
        private var east = 0.0
        private let follows: Bool

        init(around place: Coordinate, isEmpty: Bool = false) {
            (anchor, origin, follows) = (place, place, !isEmpty)
            if !isEmpty { count = 1 }
        }

        /// The mean of the places, also across the antimeridian.
        var middle: Coordinate {
            guard count > 0 else { return origin }
            return Coordinate(
                latitude: origin.latitude + north / Double(count),
                longitude: origin.longitude + east / Double(count))
        }

        mutating func add(_ place: Coordinate) {
            count += 1
            north += place.latitude - origin.latitude
            east += (place.longitude - origin.longitude).remainder(dividingBy: 360)
            if follows { anchor = middle }
        }
    }
}

// MARK: Keeping

/// What a person hides in exports.
public struct HomePrivacy: Hashable, Sendable, Codable {
    /// The zones, in the order in which they were made.
    public var zones: [PrivacyZone]
    /// Whether exports hide what is inside of them; nil while the person has not been asked.
    public var hides: Bool?

    /// Nothing is hidden, and nobody was asked.
    public init(zones: [PrivacyZone] = [], hides: Bool? = nil) {
        (self.zones, self.hides) = (zones, hides)
    }

    /// The zones that apply unless something else is asked for.
    public var hidden: [PrivacyZone] { hides == false ? [] : zones }

    /// Those of some likely homes that no zone hides yet.
    public func missing(of homes: [LikelyHome]) -> [LikelyHome] {
        homes.filter { home in !zones.contains { $0.contains(home.place) } }
    }
}
