// Tiles of vectors as pictures.
//
// Method: a tile is painted once, on any thread, by cairo: areas and lines of one class in one path, in the
// order of the classes; the casings of roads before all of them. So it costs once what drawing it would
// cost in every frame, and it is then a picture like any other: it moves, turns and fades.
// What is smaller than a pixel is left out, and points that are closer than a third of one are joined.
// Names are not painted: they stay upright, and are placed where there is room.
// Limits: widths are those of the zoom that a tile is painted for; it is stretched by a fifth at most.

import Cairo
import Foundation
import Geometry
import Maps

/// Paints vector tiles.
struct TilePainter {
    let schema: MapSchema
    let palette: MapPalette
    /// Device pixels per point.
    let scale: Double

    /// A line that a class is drawn as.
    private struct Stroke {
        var color: Color
        /// Points.
        var width: Double
        var dash: [Double] = []
    }

    /// The pixels of a tile, four bytes each; nil if the machine cannot paint.
    ///
    /// - Parameters:
    ///   - tile: of a zoom that is that of the number or a smaller one.
    ///   - source: its number.
    ///   - number: that of the part that is painted.
    ///   - side: the pixels of a side.
    func paint(
        _ tile: VectorTile?, _ source: TileNumber, as number: TileNumber, side: Int
    ) -> [UInt8]? {
        let ground = schema.hasLand ? palette.water : palette.land
        guard let canvas = OutlineCanvas(width: side, height: side, ground: ground) else {
            return nil
        }
        guard let tile else { return canvas.finish() }
        // The part of the source: how often it is divided, and which of the parts it is.
        let divisions = number.zoom - source.zoom
        let parts = Double(1 << divisions)
        let (x, y) = (
            Double(number.x) - Double(source.x) * parts, Double(number.y) - Double(source.y) * parts
        )
        var classes: [MapFeatureClass: [(extent: Int, parts: [[VectorTile.Place]])]] = [:]
        for layer in tile.layers {
            for feature in layer.features {
                guard let kind = schema.featureClass(layer.name, feature) else { continue }
                classes[kind, default: []].append((layer.extent, feature.parts))
            }
        }
        func outline(_ kind: MapFeatureClass, isArea: Bool) -> Bool {
            var isEmpty = true
            for (extent, lines) in classes[kind] ?? [] {
                let factor = Double(side) * parts / Double(extent)
                let frame = Frame(
                    factor: factor, x: -x * Double(side), y: -y * Double(side), side: Double(side))
                for line in lines where frame.add(line, to: canvas, isArea: isArea) {
                    isEmpty = false
                }
            }
            return !isEmpty
        }
        let zoom = Double(number.zoom) + 1
        for (kind, color) in areas(at: zoom) where outline(kind, isArea: true) {
            canvas.fill(color)
        }
        for casing in [true, false] {
            for kind in MapFeatureClass.allCases {
                guard let stroke = stroke(kind, zoom, isCasing: casing) else { continue }
                guard outline(kind, isArea: false) else { continue }
                canvas.stroke(
                    stroke.color, width: stroke.width * scale,
                    dash: stroke.dash.map { $0 * scale }, isRound: stroke.dash.isEmpty)
            }
        }
        return canvas.finish()
    }

    private func areas(at zoom: Double) -> [(MapFeatureClass, Color)] {
        var areas: [(MapFeatureClass, Color)] = [
            (.land, palette.land), (.built, palette.built), (.green, palette.green),
            (.water, palette.water),
        ]
        // Houses are dust below.
        if zoom >= 15 { areas.append((.building, palette.building)) }
        areas.append((.unknownArea, palette.label.opacity(0.1)))
        return areas
    }

    /// The line of a class; nil if it has none at a zoom.
    private func stroke(
        _ kind: MapFeatureClass, _ zoom: Double, isCasing: Bool
    ) -> Stroke? {
        /// Widths between two zooms, each of which is a power of the one before.
        func width(_ from: Double, _ first: Double, _ to: Double, _ second: Double) -> Double {
            let part = min(max((zoom - from) / (to - from), 0), 1)
            return first * pow(second / first, part)
        }
        func road(
            from least: Double, _ color: Color, _ first: Double, _ second: Double,
            edge: Double = 1.25
        ) -> Stroke? {
            guard zoom >= least else { return nil }
            let inner = width(least, first, 17, second)
            guard isCasing else { return Stroke(color: color, width: inner) }
            return inner < 1.5 ? nil : Stroke(color: palette.roadEdge, width: inner + edge)
        }
        switch kind {
        case .motorway: return road(from: 5, palette.mainRoad, 0.8, 13, edge: 1.75)
        case .mainRoad: return road(from: 7, palette.mainRoad, 0.7, 11, edge: 1.5)
        case .road: return road(from: 9, palette.road, 0.7, 10)
        case .minorRoad: return road(from: 12, palette.road, 0.6, 8)
        default: break
        }
        if isCasing { return nil }
        switch kind {
        case .path:
            return zoom < 14
                ? nil : Stroke(color: palette.path, width: width(14, 0.8, 18, 2), dash: [4, 2.5])
        case .rail:
            return zoom < 10 ? nil : Stroke(color: palette.rail, width: width(10, 0.6, 17, 2))
        case .waterLine: return Stroke(color: palette.water, width: width(8, 0.6, 17, 6))
        case .region:
            return zoom < 5
                ? nil : Stroke(color: palette.border.opacity(0.55), width: 0.8, dash: [3, 2])
        case .country: return Stroke(color: palette.border, width: width(2, 0.7, 10, 1.6))
        case .unknownLine: return Stroke(color: palette.rail, width: 0.8)
        default: return nil
        }
    }

    /// The names of roads in a tile that are seen in a part of it, with their whole lines.
    func lineLabels(
        _ tile: VectorTile, _ source: TileNumber, as number: TileNumber
    ) -> [MapLineLabel] {
        // No road is named at smaller zooms.
        guard number.zoom >= 10 else { return [] }
        struct Key: Hashable {
            var text: String
            var kind: MapLineLabel.Kind
            var extent: Int
        }
        var found: [Key: [[VectorTile.Place]]] = [:]
        for layer in tile.layers {
            for feature in layer.features {
                guard let label = schema.lineLabel(layer.name, feature) else { continue }
                found[Key(text: label.text, kind: label.kind, extent: layer.extent), default: []]
                    .append(contentsOf: feature.parts)
            }
        }
        let (whole, part) = (source.rect, number.rect)
        var labels: [MapLineLabel] = []
        for (key, lines) in found {
            let unit = whole.width / Double(key.extent)
            for line in LineJoining.joined(lines) {
                let points = line.map {
                    PlanePoint(x: whole.x + Double($0.x) * unit, y: whole.y + Double($0.y) * unit)
                }
                guard let bounds = PlaneRect(around: points), bounds.meets(part) else { continue }
                labels.append(MapLineLabel(text: key.text, kind: key.kind, points: points))
            }
        }
        return labels
    }

    /// The names in a tile that are in a part of it.
    func labels(
        _ tile: VectorTile, _ source: TileNumber, as number: TileNumber
    ) -> [MapLabel] {
        let parts = Double(1 << (number.zoom - source.zoom))
        let (x, y) = (
            Double(number.x) - Double(source.x) * parts, Double(number.y) - Double(source.y) * parts
        )
        var labels: [MapLabel] = []
        for layer in tile.layers {
            for feature in layer.features {
                guard let label = schema.label(layer.name, feature),
                    let place = feature.parts.first?.first
                else { continue }
                let (px, py) = (
                    Double(place.x) / Double(layer.extent) * parts - x,
                    Double(place.y) / Double(layer.extent) * parts - y
                )
                // Those beyond the sides are in the next tiles.
                guard (0..<1).contains(px), (0..<1).contains(py) else { continue }
                labels.append(
                    MapLabel(text: label.text, kind: label.kind, rank: label.rank, x: px, y: py))
            }
        }
        return labels
    }
}

/// The pixels of a tile.
private struct Frame {
    /// Pixels for a unit of the tile.
    var factor: Double
    var x: Double
    var y: Double
    var side: Double

    /// Points closer than this, in pixels, are joined.
    private static let closest = 0.35
    /// Pixels beyond the sides that lines may reach into the tile from.
    private static let margin = 24.0

    /// Adds a line or a ring to an outline, unless none of it is seen.
    func add(_ places: [VectorTile.Place], to canvas: OutlineCanvas, isArea: Bool) -> Bool {
        guard places.count > 1 else { return false }
        var (left, top, right, bottom) = (
            Double.infinity, Double.infinity, -Double.infinity, -Double.infinity
        )
        for place in places {
            let (px, py) = (Double(place.x) * factor + x, Double(place.y) * factor + y)
            (left, right) = (min(left, px), max(right, px))
            (top, bottom) = (min(top, py), max(bottom, py))
        }
        guard right >= -Self.margin, left <= side + Self.margin, bottom >= -Self.margin,
            top <= side + Self.margin
        else { return false }
        let size = max(right - left, bottom - top)
        guard size >= 1 else { return false }
        var last = (x: 0.0, y: 0.0)
        for (index, place) in places.enumerated() {
            let (px, py) = (Double(place.x) * factor + x, Double(place.y) * factor + y)
            if index == 0 {
                canvas.move(x: px, y: py)
            } else if index == places.count - 1
                || abs(px - last.x) + abs(py - last.y) >= Self.closest
            {
                canvas.line(x: px, y: py)
            } else {
                continue
            }
            last = (px, py)
        }
        if isArea { canvas.close() }
        return true
    }
}
