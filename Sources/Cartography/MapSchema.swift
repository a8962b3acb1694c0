// What the features of vector tiles are.
//
// Makers of tiles name their layers and properties each in their own way. A schema turns them into the
// classes that are drawn: that of the map in the program, Protomaps 4, Shortbread 1.0 and OpenMapTiles.
// The names of the layers show which it is. In any other schema all areas and lines are thin and grey.

import Foundation
import Maps

/// What a feature of a map is, in drawing order.
enum MapFeatureClass: Int, CaseIterable {
    case land, built, green, water, waterLine, building
    case path, minorRoad, road, mainRoad, motorway, rail
    case region, country
    case unknownArea, unknownLine

    /// Whether it is one of areas; all others are of lines.
    var isArea: Bool {
        switch self {
        case .land, .built, .green, .water, .building, .unknownArea: true
        default: false
        }
    }
}

/// A name on a map.
public struct MapLabel: Hashable, Sendable {
    /// What is named, which decides how the name is written.
    public enum Kind: Int, Hashable, Sendable {
        /// A country or a part of one.
        case region
        /// A town or a village.
        case place
        /// Water or a park.
        case nature
        /// Everything else.
        case other
    }

    /// The name.
    public var text: String
    /// What is named.
    public var kind: Kind
    /// The larger, the more important.
    public var rank: Double
    /// Where it is in the tile, as parts of its side from the upper left corner on.
    public var x: Double
    /// Downwards.
    public var y: Double
}

/// How the layers of vector tiles are named.
public enum MapSchema: Hashable, Sendable {
    /// The map that is part of the program.
    case base
    /// Protomaps 4.
    case protomaps
    /// Shortbread 1.0, as of VersaTiles.
    case shortbread
    /// OpenMapTiles.
    case openMapTiles
    /// Any other one.
    case unknown

    /// The schema of tiles with layers of these names.
    public init(layers: [String]) {
        let names = Set(layers)
        if names.isSuperset(of: ["earth", "roads"]) {
            self = .protomaps
        } else if names.contains("streets") || names.contains("water_polygons") {
            self = .shortbread
        } else if names.contains("transportation") || names.contains("landcover") {
            self = .openMapTiles
        } else if names.isSuperset(of: ["earth", "boundaries"]) {
            self = .base
        } else {
            self = .unknown
        }
    }

    /// Whether land is among the features, so that the ground without any is water.
    var hasLand: Bool { self == .base || self == .protomaps }

    // MARK: Classes

    /// The class of a feature; nil if it is not drawn, as one that is no area in a class of areas.
    func featureClass(_ layer: String, _ feature: VectorTile.Feature) -> MapFeatureClass? {
        guard feature.kind != .points, let found = namedClass(layer, feature),
            found.isArea == (feature.kind == .polygons)
        else { return nil }
        return found
    }

    private func namedClass(_ layer: String, _ feature: VectorTile.Feature) -> MapFeatureClass? {
        switch self {
        case .base:
            switch layer {
            case "earth": .land
            case "water": .water
            case "boundaries": feature.text("kind") == "country" ? .country : .region
            default: nil
            }
        case .protomaps: protomaps(layer, feature)
        case .shortbread: shortbread(layer, feature)
        case .openMapTiles: openMapTiles(layer, feature)
        case .unknown: feature.kind == .polygons ? .unknownArea : .unknownLine
        }
    }

    private func protomaps(_ layer: String, _ feature: VectorTile.Feature) -> MapFeatureClass? {
        let kind = feature.text("kind") ?? ""
        switch layer {
        case "earth": return .land
        case "landcover", "landuse": return Self.land(kind)
        case "water": return feature.kind == .polygons ? .water : .waterLine
        case "buildings": return .building
        case "roads":
            switch kind {
            case "highway": return .motorway
            case "major_road":
                let detail = feature.text("kind_detail") ?? ""
                return detail.hasPrefix("trunk") || detail.hasPrefix("primary") ? .mainRoad : .road
            case "medium_road": return .road
            case "minor_road": return .minorRoad
            case "path": return .path
            case "rail": return .rail
            default: return nil
            }
        case "boundaries":
            return kind == "country" || feature.number("kind_detail") == 2 ? .country : .region
        default: return nil
        }
    }

    private func shortbread(_ layer: String, _ feature: VectorTile.Feature) -> MapFeatureClass? {
        let kind = feature.text("kind") ?? ""
        switch layer {
        case "ocean", "water_polygons": return .water
        case "water_lines": return .waterLine
        case "land", "sites": return Self.land(kind)
        case "buildings": return .building
        case "streets", "streets_low", "bridges_lines":
            return feature.flag("rail") ? .rail : Self.road(kind)
        case "boundaries":
            return (feature.number("admin_level") ?? 9) <= 2 ? .country : .region
        default: return nil
        }
    }

    private func openMapTiles(
        _ layer: String, _ feature: VectorTile.Feature
    ) -> MapFeatureClass? {
        let kind = feature.text("class") ?? ""
        switch layer {
        case "water": return .water
        case "waterway": return .waterLine
        case "landcover", "landuse", "park":
            return layer == "park" ? .green : Self.land(kind)
        case "building": return .building
        case "transportation":
            return Self.road(kind)
        case "boundary":
            if feature.number("maritime") == 1 { return nil }
            return (feature.number("admin_level") ?? 9) <= 2 ? .country : .region
        default: return nil
        }
    }

    private static let greenKinds: Set<String> = [
        "allotments", "cemetery", "dog_park", "forest", "garden", "golf_course", "grass",
        "grassland", "heath", "meadow", "national_park", "nature_reserve", "orchard", "park",
        "pitch", "playground", "protected_area", "recreation_ground", "scrub", "village_green",
        "vineyard", "wetland", "wood", "zoo",
    ]
    private static let builtKinds: Set<String> = [
        "commercial", "college", "hospital", "industrial", "railway", "residential", "retail",
        "school", "university", "urban_area",
    ]

    private static func land(_ kind: String) -> MapFeatureClass? {
        greenKinds.contains(kind) ? .green : builtKinds.contains(kind) ? .built : nil
    }

    /// The class of a road by the words of OpenStreetMap.
    private static func road(_ kind: String) -> MapFeatureClass? {
        switch kind {
        case "motorway", "motorway_link": .motorway
        case "trunk", "trunk_link", "primary", "primary_link": .mainRoad
        case "secondary", "secondary_link", "tertiary", "tertiary_link": .road
        case "minor", "unclassified", "residential", "living_street", "service", "pedestrian",
            "busway":
            .minorRoad
        case "path", "footway", "cycleway", "steps", "track", "bridleway": .path
        case "rail", "light_rail", "subway", "tram", "transit", "narrow_gauge", "funicular":
            .rail
        default: nil
        }
    }

    // MARK: Names

    /// The name of a road, and how important it is; nil if it has none that is written.
    func lineLabel(
        _ layer: String, _ feature: VectorTile.Feature
    ) -> (text: String, kind: MapLineLabel.Kind)? {
        guard feature.kind == .lines, let name = feature.text("name") else { return nil }
        let kind: MapFeatureClass? =
            switch (self, layer) {
            case (.protomaps, "roads"): protomaps(layer, feature)
            case (.shortbread, "street_labels"): Self.road(feature.text("kind") ?? "")
            case (.openMapTiles, "transportation_name"): Self.road(feature.text("class") ?? "")
            default: nil
            }
        return MapLineLabel.Kind(kind).map { (name, $0) }
    }

    /// The name of a feature; nil if it has none that is written.
    func label(
        _ layer: String, _ feature: VectorTile.Feature
    ) -> (
        text: String, kind: MapLabel.Kind, rank: Double
    )? {
        guard feature.kind == .points else { return nil }
        switch (self, layer) {
        // All names are as they are written where the thing is.
        case (.base, "places"):
            guard let name = feature.text("name") else { return nil }
            return (name, .place, feature.number("rank") ?? 0)
        case (.protomaps, "places"):
            guard let name = feature.text("name") else { return nil }
            let kind = feature.text("kind") ?? ""
            let people = feature.number("population_rank") ?? 0
            return kind == "country" || kind == "region"
                ? (name, .region, kind == "country" ? 60 : 40) : (name, .place, 10 + 2 * people)
        case (.shortbread, "place_labels"):
            guard let name = feature.text("name") else { return nil }
            let people = feature.number("population") ?? 0
            return (name, .place, people > 0 ? 4 * log10(people) : 5)
        case (.shortbread, "boundary_labels"):
            return feature.text("name").map { ($0, .region, 40) }
        case (.openMapTiles, "place"):
            guard let name = feature.text("name") else { return nil }
            let kind = feature.text("class") ?? ""
            let rank = feature.number("rank") ?? 20
            return kind == "country" || kind == "state"
                ? (name, .region, 60 - rank) : (name, .place, 30 - rank)
        case (.protomaps, "water"), (.shortbread, "water_polygons_labels"),
            (.openMapTiles, "water_name"):
            return feature.text("name").map { ($0, .nature, 8) }
        case (.protomaps, "pois"):
            guard feature.text("kind") == "peak" || feature.text("kind") == "park" else {
                return nil
            }
            return feature.text("name").map { ($0, .nature, 6) }
        case (.openMapTiles, "mountain_peak"):
            return feature.text("name").map { ($0, .nature, 6) }
        default: return nil
        }
    }
}

extension VectorTile.Feature {
    fileprivate func text(_ key: String) -> String? {
        if case .text(let text)? = properties[key], !text.isEmpty { text } else { nil }
    }

    fileprivate func number(_ key: String) -> Double? {
        if case .number(let number)? = properties[key] { number } else { nil }
    }

    fileprivate func flag(_ key: String) -> Bool {
        if case .flag(let flag)? = properties[key] { flag } else { false }
    }
}
