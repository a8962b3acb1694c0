import ChartScene
import Foundation
import Geodesy
import Geometry
import Imaging
import Maps
import Painting
import Platform
import Synchronization
import Testing

@testable import Cartography

/// Layers of pictures within the bytes that all of them share.
@MainActor
@Suite struct TileBudgetTests {
    /// One picture as every tile of all zooms; some tiles are missing or damaged.
    private final class RepeatedTile: TileArchive {
        let path = "made up"
        let metadata = MapMetadata()
        let kind = TileKind.jpeg
        let zooms: ClosedRange<Int>
        let bounds = MapBounds.world
        let reads = Atomic(0)
        private let bytes: [UInt8]
        private let hasGaps: Bool

        init(side: Int, zooms: ClosedRange<Int> = 2...14, hasGaps: Bool = true) throws {
            (self.zooms, self.hasGaps) = (zooms, hasGaps)
            var pixels: [UInt8] = []
            for place in 0..<side * side {
                pixels += [
                    UInt8(place % side * 255 / side), UInt8(place / side * 255 / side), 90, 255,
                ]
            }
            bytes = try Bitmap(width: side, height: side, alpha: .straight, bytes: pixels)
                .encodedJPEG(quality: 80)
        }

        func tile(_ number: TileNumber) throws(TileArchiveError) -> [UInt8]? {
            guard hasGaps, number.zoom > 5 else {
                reads.add(1, ordering: .relaxed)
                return bytes
            }
            switch number.curveNumber % 41 {
            case 0: return nil
            case 1: return Array(bytes.prefix(60))
            default:
                reads.add(1, ordering: .relaxed)
                return bytes
            }
        }

        func anyTile() throws(TileArchiveError) -> [UInt8]? { bytes }
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 32
        }
    }

    private func rects(_ layer: TileLayer, _ camera: MapCamera, scale: Double = 1) -> [Rect] {
        let builder = SceneBuilder(size: camera.size, scale: scale)
        layer.encode(into: builder, camera, at: .zero)
        return builder.finish().nodes.compactMap { node -> Rect? in
            if case .item(let item) = node { (item as? ImageItem)?.rect } else { nil }
        }
    }

    /// 500 views over more than two gigabytes of pictures, in two layers.
    @Test func aWalkThroughGigabytesStaysWithin75Megabytes() throws {
        let archives = [try RepeatedTile(side: 512), try RepeatedTile(side: 256)]
        let layers = try archives.map { TileLayer(try TileSource($0), palette: .light) }
        // Nearly nothing is left, so the budget is the least one.
        let budget = TileBudget(gauge: MemoryGauge(resident: { 0 }, room: { 400_000_000 }))
        #expect(budget.limit == 75_000_000)
        var random = Numbers(state: 9)
        var camera = MapCamera(
            .mercator, center: PlanePoint(x: 0.53, y: 0.35), zoom: 9,
            size: Size(width: 1280, height: 800))
        var (most, blank) = (0, 0)
        for view in 0..<500 {
            camera.pan(
                by: Vector(
                    dx: .random(in: -900...1500, using: &random),
                    dy: .random(in: -900...900, using: &random)))
            if view % 7 == 0 {
                camera.transform(
                    by: .random(in: 0.4...2.2, using: &random), about: Point(x: 300, y: 300))
                camera.zoom = min(max(camera.zoom, 6), 15)
            }
            if view % 25 == 24 { camera.center.x = .random(in: 0...1, using: &random) }
            camera.center.y = min(max(camera.center.y, 0.2), 0.8)
            // Now and then one of the maps is hidden.
            let shown = view % 50 < 40 ? layers : [layers[0]]
            budget.share(among: shown, at: Double(view))
            for layer in layers where !shown.contains(where: { $0 === layer }) { layer.rest() }
            for layer in shown {
                layer.waits = true
                _ = layer.prepare(for: camera, deviceScale: 1, at: Double(view))
                most = max(most, layers.reduce(0) { $0 + $1.usedBytes })
                let rects = rects(layer, camera)
                for x in stride(from: 0.5, through: 1279.5, by: 127.9) {
                    for y in stride(from: 0.5, through: 799.5, by: 79.9)
                    where !rects.contains(where: { $0.contains(Point(x: x, y: y)) }) { blank += 1 }
                }
            }
        }
        let bytes =
            archives[0].reads.load(ordering: .relaxed) << 20
            + archives[1].reads.load(ordering: .relaxed) << 18
        #expect(bytes > 2_000_000_000, "\(bytes)")
        #expect(most <= 75_000_000 && most > 50_000_000, "\(most)")
        #expect(blank == 0)
    }

    @Test func theBudgetFollowsTheMemoryThatIsLeft() throws {
        #expect(TileBudget.limit(room: 0) == 75_000_000)
        #expect(TileBudget.limit(room: 1_000_000_000) == 125_000_000)
        #expect(TileBudget.limit(room: .max) == 250_000_000)
        let room = Mutex(8_000_000_000)
        let budget = TileBudget(
            gauge: MemoryGauge(resident: { 0 }, room: { room.withLock { $0 } }))
        #expect(budget.limit == 250_000_000)
        let archive = try RepeatedTile(side: 512, hasGaps: false)
        let layer = TileLayer(try TileSource(archive), palette: .light)
        layer.waits = true
        var camera = MapCamera(
            .mercator, center: PlanePoint(x: 0.5, y: 0.4), zoom: 9,
            size: Size(width: 1280, height: 800))
        for view in 0..<40 {
            camera.pan(by: Vector(dx: 1200, dy: 0))
            budget.share(among: [layer], at: Double(view))
            _ = layer.prepare(for: camera, deviceScale: 1, at: Double(view))
        }
        #expect(layer.usedBytes > 150_000_000)
        // Little is left: what is not shown leaves, and what is shown stays.
        let before = rects(layer, camera).count
        room.withLock { $0 = 100_000_000 }
        budget.share(among: [layer], at: 50)
        #expect(budget.limit == 75_000_000 && layer.usedBytes < 60_000_000)
        #expect(rects(layer, camera).count == before)
    }

    /// Pictures are drawn about as large as their pixels, on each screen.
    @Test(arguments: [(256, 1.0), (256, 1.5), (256, 2.0), (512, 1.0), (512, 1.5)])
    func pixelsAreThoseOfTheDevice(side: Int, scale: Double) throws {
        let layer = TileLayer(
            try TileSource(try RepeatedTile(side: side, hasGaps: false)), palette: .light)
        layer.waits = true
        for zoom in stride(from: 5.0, through: 12, by: 0.37) {
            let camera = MapCamera(
                .mercator, center: PlanePoint(x: 0.53, y: 0.35), zoom: zoom,
                size: Size(width: 600, height: 400))
            _ = layer.prepare(for: camera, deviceScale: scale, at: 0)
            let rects = rects(layer, camera, scale: scale)
            let largest = try #require(rects.map(\.width).min()) * scale / Double(side)
            #expect((0.69...1.43).contains(largest), "\(zoom): \(largest)")
        }
    }

    @Test func statesAreShownInColours() throws {
        let layer = TileLayer(
            try TileSource(try RepeatedTile(side: 256, zooms: 8...10)), palette: .dark)
        layer.waits = true
        let camera = MapCamera(
            .mercator, center: PlanePoint(x: 0.53, y: 0.35), zoom: 10,
            size: Size(width: 1900, height: 1200))
        _ = layer.prepare(for: camera, deviceScale: 1, at: 0)
        let before = rects(layer, camera).count
        let revision = layer.revision
        layer.showsStates = true
        #expect(layer.revision != revision)
        // A tile in twenty cannot be loaded.
        #expect(rects(layer, camera).count > before)
    }

    @Test func picturesThatAreTooLargeAreNoTiles() throws {
        #expect(throws: TileArchiveError.isTooLarge) {
            try TileSource(try RepeatedTile(side: 2304, zooms: 0...1))
        }
    }
}
