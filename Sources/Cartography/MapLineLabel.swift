import Maps

/// The name of a road, with its line.
struct MapLineLabel: Hashable, Sendable {
    /// How important a road is.
    enum Kind: Int, CaseIterable, Hashable, Sendable {
        /// A footway or a track.
        case path
        /// A street.
        case small
        /// A road between towns.
        case medium
        /// A main road or a motorway.
        case large

        /// More important ones have a larger one.
        var rank: Int { rawValue }

        /// The zoom of a camera from which on its name is written.
        var leastZoom: Double {
            switch self {
            case .large: 12
            case .medium: 13
            case .small: 14.5
            case .path: 15.5
            }
        }

        /// The kind of a class of roads; nil for another class.
        init?(_ feature: MapFeatureClass?) {
            switch feature {
            case .motorway, .mainRoad: self = .large
            case .road: self = .medium
            case .minorRoad: self = .small
            case .path: self = .path
            default: return nil
            }
        }
    }

    /// The name.
    var text: String
    /// What is named.
    var kind: Kind
    /// Its line in the plane.
    var points: [PlanePoint]
}

/// Lines that are joined where one ends and just one other begins.
enum LineJoining {
    /// The joined lines, in the order of their first parts.
    ///
    /// Cost: linear in the lines and in their points.
    static func joined(_ lines: [[VectorTile.Place]]) -> [[VectorTile.Place]] {
        // The lines that end at a place.
        var ends: [VectorTile.Place: [Int]] = [:]
        for (index, line) in lines.enumerated() {
            guard let first = line.first, let last = line.last, first != last else { continue }
            ends[first, default: []].append(index)
            ends[last, default: []].append(index)
        }
        var isUsed = [Bool](repeating: false, count: lines.count)
        /// Adds the lines that follow the end of one.
        func extend(_ line: inout [VectorTile.Place]) {
            while let end = line.last, let meeting = ends[end], meeting.count == 2,
                let next = meeting.first(where: { !isUsed[$0] })
            {
                isUsed[next] = true
                let points = lines[next].first == end ? lines[next] : lines[next].reversed()
                line += points.dropFirst()
            }
        }
        var joined: [[VectorTile.Place]] = []
        for (index, start) in lines.enumerated() where !isUsed[index] {
            isUsed[index] = true
            var line = start
            if start.first != start.last {
                extend(&line)
                line.reverse()
                extend(&line)
                line.reverse()
            }
            joined.append(line)
        }
        return joined
    }
}
