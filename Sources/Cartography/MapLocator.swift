// Where on the earth a map is.
//
// Method: the base map's lands in the orthographic projection (Snyder, Map Projections, US Geological Survey
// Professional Paper 1395, 1987, chapter 20), painted by cairo on a thread into a round picture: the half
// of the earth around a large view, or some thousand kilometres around a small one. What is beyond the
// edge is moved outwards to it, along its direction from the middle, so that the rings stay whole.
// The picture's middle is near the view's middle and not at it, so a pan only moves the mark in it.

import Cairo
import Foundation
import Geodesy
import Geometry
import Maps
import Painting
import Platform
import Synchronization

/// A part of the earth that is seen as a circle.
public struct EarthDisc: Hashable, Sendable {
    /// What is in its middle.
    public var center: Coordinate
    /// Degrees from the middle to the edge, at most 90.
    public var reach: Double

    /// A disc from its parts.
    public init(center: Coordinate, reach: Double) { (self.center, self.reach) = (center, reach) }

    /// Where a place is, from -1 to 1 to the right and downwards, and whether it is on the disc.
    ///
    /// What is not on the disc is in its direction from the middle.
    public func point(_ place: Coordinate) -> (point: Point, isSeen: Bool) {
        let (latitude, middle) = (place.latitude * .pi / 180, center.latitude * .pi / 180)
        let longitude = (place.longitude - center.longitude) * .pi / 180
        let x = cos(latitude) * sin(longitude)
        let y = cos(middle) * sin(latitude) - sin(middle) * cos(latitude) * cos(longitude)
        let z = sin(middle) * sin(latitude) + cos(middle) * cos(latitude) * cos(longitude)
        let edge = sin(reach * .pi / 180)
        let isSeen = z >= cos(reach * .pi / 180) - 1e-12
        if isSeen { return (Point(x: x / edge, y: -y / edge), true) }
        let length = (x * x + y * y).squareRoot()
        guard length > 1e-9 else { return (Point(x: 2, y: 0), false) }
        return (Point(x: Self.beyond * x / length, y: -Self.beyond * y / length), false)
    }

    /// How far from the middle places beyond the edge are.
    private static let beyond = 1.4

    /// The angle between a place and the middle, in degrees.
    public func angle(to place: Coordinate) -> Double {
        let (a, b) = (center.latitude * .pi / 180, place.latitude * .pi / 180)
        let turn = (place.longitude - center.longitude) * .pi / 180
        let cosine = sin(a) * sin(b) + cos(a) * cos(b) * cos(turn)
        return acos(min(max(cosine, -1), 1)) * 180 / .pi
    }
}

/// The small picture that shows where a view is.
@MainActor
public final class MapLocator {
    /// Whether the picture is painted at once: for pictures that are drawn once.
    public var waits = false
    /// What the picture shows; nil if the view needs none.
    public private(set) var disc: EarthDisc?
    /// The picture; nil until it is painted.
    public private(set) var image: PaintedImage?
    private var known: Key?
    private var job: Job?

    private struct Key: Hashable, Sendable {
        var disc: EarthDisc
        var side: Int
        var palette: MapPalette
    }

    private final class Job: Sendable {
        let key: Key
        let done = Mutex<PaintedImage?>(nil)
        let isOver = Atomic(false)

        init(_ key: Key) { self.key = key }
    }

    /// Degrees of a view that is wider than a continent.
    private static let widest = 70.0
    /// Views that are wider than this are shown on half of the earth.
    private static let wide = 6.0
    private static let regionReach = 14.0

    /// Nothing painted yet.
    public init() {}

    /// Takes a view, and lets a thread paint what it needs; returns whether another frame is needed.
    ///
    /// - Parameter side: the width and height of the picture, in device pixels.
    public func prepare(for camera: MapCamera, side: Int, palette: MapPalette) -> Bool {
        let place = camera.plane.place(camera.center).normalized
        let degrees =
            max(camera.visible.width, camera.visible.height) * 360
            * (camera.plane == .mercator ? cos(place.latitude * .pi / 180) : 1)
        guard side > 0, degrees < Self.widest else {
            disc = nil
            return false
        }
        let reach = degrees > Self.wide ? 90 : Self.regionReach
        if let disc, disc.reach == reach, disc.angle(to: place) < reach * 0.5 {
            // The middle is still near.
        } else {
            disc = EarthDisc(
                center: Coordinate(
                    latitude: min(max(place.latitude.rounded(), -80), 80),
                    longitude: place.longitude.rounded()), reach: reach)
        }
        guard let disc else { return false }
        let key = Key(disc: disc, side: side, palette: palette)
        if let job, let made = job.done.withLock({ $0 }) {
            (known, image) = (job.key, made)
            self.job = nil
        }
        if known == key { return false }
        if let job {
            if job.key == key { return !job.isOver.load(ordering: .relaxed) }
            self.job = nil
        }
        let job = Job(key)
        @Sendable nonisolated func paint() {
            let image = Self.paint(key)
            job.done.withLock { $0 = image }
            // A machine that cannot paint has no picture, and nobody waits for one.
            if image == nil { job.isOver.store(true, ordering: .relaxed) }
        }
        if waits {
            paint()
            (known, image) = (key, job.done.withLock { $0 })
            return false
        }
        self.job = job
        WorkerThread.detach { paint() }
        return true
    }

    /// Where the corners of a view are on the picture, from 0 to 1 to the right and downwards, in the order
    /// of a round; nil if the view needs no picture.
    public func outline(of camera: MapCamera) -> [Point]? {
        guard let disc else { return nil }
        let size = camera.size
        return [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { x, y in
            let point = disc.point(
                camera.place(at: Point(x: x * size.width, y: y * size.height))
            ).point
            return Point(x: (point.x + 1) / 2, y: (point.y + 1) / 2)
        }
    }

    // MARK: On a thread

    private nonisolated static func paint(_ key: Key) -> PaintedImage? {
        let (disc, side, palette) = (key.disc, key.side, key.palette)
        guard let archive = BaseMap.archive,
            let canvas = OutlineCanvas(width: side, height: side, ground: palette.water)
        else { return nil }
        let zoom = disc.reach >= 90 ? 2 : 4
        let count = 1 << zoom
        // Those of each tile: areas that overlap in one path would be holes.
        var lands: [[[Point]]] = []
        var waters: [[[Point]]] = []
        var borders: [[Point]] = []
        for number in (0..<count * count).compactMap({
            TileNumber(zoom: zoom, x: $0 % count, y: $0 / count)
        }) {
            let rect = number.rect
            let middle = MapPlane.mercator.place(rect.middle)
            guard disc.angle(to: middle) < disc.reach + 130 / Double(count),
                let bytes = try? archive.tile(number), let tile = try? VectorTile(bytes)
            else { continue }
            lands.append([])
            waters.append([])
            for layer in tile.layers {
                for feature in layer.features {
                    guard let kind = MapSchema.base.featureClass(layer.name, feature) else {
                        continue
                    }
                    let isArea = kind == .land || kind == .water
                    let parts = feature.parts.compactMap {
                        part($0, layer.extent, rect, disc, isArea: isArea)
                    }.map { $0.map { Point(x: $0.x * Double(side), y: $0.y * Double(side)) } }
                    switch kind {
                    case .land: lands[lands.count - 1] += parts
                    case .water: waters[waters.count - 1] += parts
                    case .country: borders += parts
                    default: break
                    }
                }
            }
        }
        func outline(_ lines: [[Point]], isArea: Bool) {
            for line in lines {
                for (index, point) in line.enumerated() {
                    if index == 0 {
                        canvas.move(x: point.x, y: point.y)
                    } else {
                        canvas.line(x: point.x, y: point.y)
                    }
                }
                if isArea { canvas.close() }
            }
        }
        for land in lands {
            outline(land, isArea: true)
            canvas.fill(palette.land)
        }
        for water in waters {
            outline(water, isArea: true)
            canvas.fill(palette.water)
        }
        outline(borders, isArea: false)
        canvas.stroke(palette.border.opacity(0.6), width: max(Double(side) / 320, 0.8))
        return PaintedImage(width: side, height: side, bytes: round(canvas.finish(), side))
    }

    /// A line or ring of a tile on the disc, from 0 to 1; nil if none of it is seen.
    private nonisolated static func part(
        _ places: [VectorTile.Place], _ extent: Int, _ rect: PlaneRect, _ disc: EarthDisc,
        isArea: Bool
    ) -> [Point]? {
        guard places.count > 1 else { return nil }
        // Long straight sides are curves on the disc; those of neighbours have to be the same ones.
        let longest = Double(extent) / 2 / (360 * rect.width)
        var line: [Point] = []
        var (isSeen, isNear) = (false, false)
        func add(_ x: Double, _ y: Double) {
            let place = MapPlane.mercator.place(
                PlanePoint(
                    x: rect.x + x / Double(extent) * rect.width,
                    y: rect.y + y / Double(extent) * rect.height))
            let point = disc.point(place)
            if point.isSeen { isSeen = true }
            if !isNear, disc.angle(to: place) < 90 { isNear = true }
            line.append(Point(x: (point.point.x + 1) / 2, y: (point.point.y + 1) / 2))
        }
        let ends = isArea ? places + [places[0]] : places
        for (a, b) in zip(ends, ends.dropFirst()) {
            let (x, y) = (Double(b.x - a.x), Double(b.y - a.y))
            let steps = max(Int((max(abs(x), abs(y)) / longest).rounded(.up)), 1)
            for step in 0..<steps {
                let part = Double(step) / Double(steps)
                add(Double(a.x) + part * x, Double(a.y) + part * y)
            }
        }
        if !isArea, let last = ends.last { add(Double(last.x), Double(last.y)) }
        // An area may have all of a small disc in it.
        return isSeen || (isArea && isNear && disc.reach < 90) ? line : nil
    }

    /// The pixels within a circle.
    private nonisolated static func round(_ pixels: [UInt8], _ side: Int) -> [UInt8] {
        var pixels = pixels
        let radius = Double(side) / 2
        for row in 0..<side {
            let y = Double(row) + 0.5 - radius
            for column in 0..<side {
                let x = Double(column) + 0.5 - radius
                let cover = min(max(radius - (x * x + y * y).squareRoot() + 0.5, 0), 1)
                guard cover < 1 else { continue }
                for index in 4 * (row * side + column)..<4 * (row * side + column) + 4 {
                    pixels[index] = UInt8((Double(pixels[index]) * cover).rounded())
                }
            }
        }
        return pixels
    }
}
