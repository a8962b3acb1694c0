import Geometry

/// The colours of a map and of tracks on it.
///
/// Tracks have a contrast of 3:1 with their casing, whatever their values, so they are legible on any map.
/// The palettes of high contrast have 4.5:1 there; in them water, roads and borders have 3:1 with the land,
/// and names 4.5:1 with all areas.
public struct MapPalette: Hashable, Sendable {
    /// Land without anything on it.
    public var land: Color
    /// Seas, lakes and rivers.
    public var water: Color
    /// Parks, woods and meadows.
    public var green: Color
    /// Built-up land.
    public var built: Color
    /// Houses.
    public var building: Color
    /// Roads.
    public var road: Color
    /// Large roads.
    public var mainRoad: Color
    /// The edges of roads.
    public var roadEdge: Color
    /// Footways and tracks.
    public var path: Color
    /// Railways.
    public var rail: Color
    /// Borders of countries and of their parts.
    public var border: Color
    /// The lines of a grid.
    public var grid: Color
    /// The names of places.
    public var label: Color
    /// What surrounds letters.
    public var halo: Color
    /// The line of a track without values.
    public var track: Color
    /// What surrounds the line of a track.
    public var casing: Color
    /// The colours of values, from the least to the greatest.
    public var values: [Color]
    /// The colours of values on both sides of zero.
    public var balance: [Color]

    /// The colours of numbers of passes: the greatest number has the most contrast with land.
    public var passes: [Color] {
        guard let first = values.first, let last = values.last else { return values }
        return first.contrast(with: land) > last.contrast(with: land) ? values.reversed() : values
    }

    /// The number of classes of values.
    public static let classes = 16

    /// Dark on light.
    public static let light = MapPalette(
        land: Color(hex: 0xF3F0E9), water: Color(hex: 0xB9D6E8), green: Color(hex: 0xD5E6CB),
        built: Color(hex: 0xEBE6DC), building: Color(hex: 0xDDD6C9), road: Color(hex: 0xFFFFFF),
        mainRoad: Color(hex: 0xFBE3A9), roadEdge: Color(hex: 0xD8D1C3),
        path: Color(hex: 0xB9A98C), rail: Color(hex: 0xA7A39B), border: Color(hex: 0x9A8FA6),
        grid: Color(hex: 0x15171C, alpha: 0.09), label: Color(hex: 0x3F4450),
        halo: Color(hex: 0xFFFFFF, alpha: 0.85), track: Color(hex: 0x4263EB),
        casing: Color(hex: 0xFFFFFF, alpha: 0.9),
        values: scale([0x241E5C, 0x5B2A9A, 0xA82E87, 0xD6484F, 0xD27005]),
        balance: scale([0x174EA6, 0x4A7FC4, 0x858585, 0xC77A2B, 0xA84300]))

    /// Light on dark.
    public static let dark = MapPalette(
        land: Color(hex: 0x23272E), water: Color(hex: 0x17354A), green: Color(hex: 0x25352C),
        built: Color(hex: 0x2A2E35), building: Color(hex: 0x343941), road: Color(hex: 0x434953),
        mainRoad: Color(hex: 0x6A5B35), roadEdge: Color(hex: 0x1C1F25),
        path: Color(hex: 0x6B6250), rail: Color(hex: 0x5C6068), border: Color(hex: 0x7D7390),
        grid: Color(hex: 0xFFFFFF, alpha: 0.09), label: Color(hex: 0xD5D9E0),
        halo: Color(hex: 0x15171C, alpha: 0.85), track: Color(hex: 0x7C93FF),
        casing: Color(hex: 0x0E1014, alpha: 0.9),
        values: scale([0x6F63D9, 0xB05BD0, 0xF0679A, 0xFB9A5F, 0xFFE08A]),
        balance: scale([0x5AA2FF, 0x8DB6E8, 0xB4B4B4, 0xE8B078, 0xFF9A3D]))

    /// Dark on white, for people who need more contrast.
    public static let lightHighContrast = MapPalette(
        land: Color(hex: 0xFFFFFF), water: Color(hex: 0x4F88B8), green: Color(hex: 0xE4F3DA),
        built: Color(hex: 0xEFEFEF), building: Color(hex: 0xD8D8D8), road: Color(hex: 0x707070),
        mainRoad: Color(hex: 0xA85F00), roadEdge: Color(hex: 0x4A4A4A),
        path: Color(hex: 0x7A5C1E), rail: Color(hex: 0x5A5A5A), border: Color(hex: 0x3D1060),
        grid: Color(hex: 0x000000, alpha: 0.6), label: Color(hex: 0x000000),
        halo: Color(hex: 0xFFFFFF), track: Color(hex: 0x1F3FC9), casing: Color(hex: 0xFFFFFF),
        values: scale([0x241E5C, 0x5B2A9A, 0x96287A, 0xB5303A, 0x9C4E00]),
        balance: scale([0x174EA6, 0x3A68A8, 0x666666, 0x9A5A14, 0x8A3600]))

    /// Light on black, for people who need more contrast.
    public static let darkHighContrast = MapPalette(
        land: Color(hex: 0x000000), water: Color(hex: 0x3A78AE), green: Color(hex: 0x0F2A17),
        built: Color(hex: 0x1A1A1A), building: Color(hex: 0x333333), road: Color(hex: 0x8C8C8C),
        mainRoad: Color(hex: 0xD9A032), roadEdge: Color(hex: 0xC8C8C8),
        path: Color(hex: 0xB09A60), rail: Color(hex: 0x9A9A9A), border: Color(hex: 0xE6D8FF),
        grid: Color(hex: 0xFFFFFF, alpha: 0.5), label: Color(hex: 0xFFFFFF),
        halo: Color(hex: 0x000000), track: Color(hex: 0x8FA6FF), casing: Color(hex: 0x000000),
        values: scale([0x9C92F5, 0xC27BE0, 0xF57BA8, 0xFFA66F, 0xFFE89A]),
        balance: scale([0x6FB0FF, 0x9CC4F0, 0xC0C0C0, 0xF0BE8C, 0xFFAA5A]))

    private static func scale(_ colors: [UInt32]) -> [Color] {
        ColorScale(colors.map { Color(hex: $0) }, from: 0, to: 1).colors(classes)
    }
}
