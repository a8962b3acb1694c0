import Cartography
import ChartRendering
import Charts
import Foundation
import GPU
import Geodesy
import Maps
import Measuring
import Platform

/// Frames of a map with a track, and tiles that are painted for it.
@MainActor
enum MapRun {
    /// What is measured.
    enum Subject: String {
        /// A pan of a map of the earth with a track of a hundred thousand points.
        case pan
        /// The same with a million points.
        case million = "pan-million"
        /// The same pan without the map.
        case bare = "pan-bare"
        /// A map that is turned.
        case turn
        /// A vector tile as a picture of 512 pixels a side.
        case tile
        /// A tile of a city.
        case cityTile = "city-tile"
        /// A map of a city that is opened, until something is seen everywhere, and until all is sharp.
        case opening
    }

    static func run(_ subject: Subject, dump folder: String?) throws -> Figures {
        switch subject {
        case .tile: return try tiles()
        case .cityTile: return try cityTiles()
        case .opening: return try opening()
        default: break
        }
        let device = try BenchDevice.make()
        let surface = try Surface(
            device: device, width: FrameWorkload.width, height: FrameWorkload.height)
        let fonts = try FontLibrary()
        let atlas = GlyphAtlas(fonts: fonts)
        let typesetter = Typesetter(fonts: fonts)
        let renderer = Renderer(device: device, atlas: atlas)
        let size = Size(
            width: Double(FrameWorkload.width), height: Double(FrameWorkload.height))
        let line = TrackLine(
            track(subject == .million ? 1_000_000 : 100_000), on: .mercator)
        let palette = MapPalette.light
        let layer = TrackLayer(
            line, style: TrackStyle(color: palette.track, casing: palette.casing))
        layer.color((0..<line.count).map { $0 / 500 % 16 }, palette.values)
        var camera = MapCamera(
            .mercator, center: line.bounds?.middle ?? PlanePoint(x: 0.5, y: 0.5), zoom: 6,
            size: size)
        if let bounds = line.bounds { camera.fit(bounds, inset: 60) }
        let tiles =
            subject == .bare
            ? nil
            : try BaseMap.archive.map {
                TileLayer(try TileSource($0), palette: palette)
            }
        tiles?.waits = true
        let labels = MapLabels()
        let picture = MapPicture()
        var log = FrameLog()
        let whole = Stopwatch()
        for frame in 0..<(FrameWorkload.warmUp + FrameWorkload.frames) {
            let watch = Stopwatch()
            if subject == .turn {
                camera.rotation += 0.01
            } else {
                camera.pan(by: Vector(dx: frame / 50 % 2 == 0 ? 3 : -3, dy: 1))
                if frame % 100 == 99 { camera.pan(by: Vector(dx: 0, dy: -100)) }
            }
            let shown = MapPicture.snapped(camera, deviceScale: 1)
            layer.prepare(for: shown, deviceScale: 1)
            if let tiles {
                _ = tiles.prepare(for: shown, deviceScale: 1, at: 0)
                labels.prepare(tiles, for: shown, deviceScale: 1, typesetter: typesetter)
            }
            try renderer.beginFrame(surface, scale: 1, clear: palette.land)
            try renderer.draw { scene in
                picture.encode(
                    into: scene, shown, in: Rect(origin: .zero, size: size),
                    stamp: [tiles?.revision ?? 0, layer.look], ground: palette.land
                ) {
                    tiles?.encode(into: scene, shown, at: .zero)
                    layer.encode(into: scene, shown, at: .zero, isCasing: true)
                    layer.encode(into: scene, shown, at: .zero)
                    labels.encode(into: scene, shown, at: .zero)
                }
            }
            let statistics = try renderer.endFrame()
            try device.finish()
            let cost = BenchChart.Cost(
                vertexBytes: statistics.vertexBytes, textsShaped: 0, draws: statistics.draws)
            if frame >= FrameWorkload.warmUp {
                log.add(cpu: watch.cpuMilliseconds, wall: watch.wallMilliseconds, cost)
            }
            if log.count >= 3, whole.wallMilliseconds > FrameWorkload.budget * 1e3 { break }
        }
        var figures = log.figures
        figures["vertices"] = Double(layer.vertexCount)
        return figures
    }

    /// A way through half of Europe, a point every few metres.
    private static func track(_ count: Int) -> [Coordinate?] {
        (0..<count).map { index in
            let part = Double(index) / Double(count)
            return Coordinate(
                latitude: 44 + 6 * part + 0.6 * sin(part * 140) + 0.05 * sin(part * 2_900),
                longitude: -1 + 12 * part + 0.7 * cos(part * 170) + 0.05 * cos(part * 3_700))
        }
    }

    /// The time of a tile of a city, at the zoom of which buildings are drawn.
    private static func cityTiles() throws -> Figures {
        let layer = TileLayer(try TileSource(MadeCity()), palette: .light)
        layer.waits = true
        var times: [Double] = []
        for number in 0..<30 {
            guard let tile = TileNumber(zoom: 15, x: 17_000 + number * 2, y: 11_000) else {
                continue
            }
            let camera = MapCamera(
                .mercator, center: tile.rect.middle, zoom: 16, size: Size(width: 8, height: 8))
            let watch = Stopwatch()
            _ = layer.prepare(for: camera, deviceScale: 512 / 609.28, at: 0)
            times.append(watch.cpuMilliseconds)
        }
        return ["cpu_ms": median(times) ?? 0, "worst_ms": times.max() ?? 0]
    }

    /// A window of 1100 × 720 points on a city: frames at 60 Hz while other threads paint.
    private static func opening() throws -> Figures {
        let city = MadeCity()
        var (first, sharp): ([Double], [Double]) = ([], [])
        for turn in 0..<9 {
            let layer = TileLayer(try TileSource(city), palette: .light)
            let camera = MapCamera(
                .mercator, center: PlanePoint(x: 0.52 + Double(turn) * 0.01, y: 0.34), zoom: 15.2,
                size: Size(width: 1100, height: 720))
            let watch = Stopwatch()
            var (covered, frame): (Double?, Int) = (nil, 0)
            while true {
                let moves = layer.prepare(
                    for: camera, deviceScale: 1, at: watch.wallMilliseconds / 1e3)
                if covered == nil, layer.isCovered { covered = watch.wallMilliseconds }
                if !moves { break }
                frame += 1
                let rest = Double(frame) / 60 - watch.wallMilliseconds / 1e3
                if rest > 0 { usleep(UInt32(rest * 1e6)) }
            }
            first.append(covered ?? 0)
            sharp.append(watch.wallMilliseconds)
        }
        return [
            "first_ms": median(first) ?? 0, "first_worst_ms": first.max() ?? 0,
            "sharp_ms": median(sharp) ?? 0, "sharp_worst_ms": sharp.max() ?? 0,
        ]
    }

    /// The time of a tile of the earth's densest part, off the main thread or on it.
    private static func tiles() throws -> Figures {
        guard let archive = BaseMap.archive else {
            throw BenchmarkError("the map of the program cannot be read")
        }
        let source = try TileSource(archive)
        let layer = TileLayer(source, palette: .light)
        layer.waits = true
        var times: [Double] = []
        for y in 18..<26 {
            for x in 30..<38 {
                guard let number = TileNumber(zoom: 6, x: x, y: y) else { continue }
                let camera = MapCamera(
                    .mercator, center: number.rect.middle, zoom: 7,
                    size: Size(width: 8, height: 8))
                let watch = Stopwatch()
                _ = layer.prepare(for: camera, deviceScale: 512 / 609.28, at: 0)
                times.append(watch.cpuMilliseconds)
            }
        }
        return ["cpu_ms": median(times) ?? 0, "worst_ms": times.max() ?? 0]
    }
}
