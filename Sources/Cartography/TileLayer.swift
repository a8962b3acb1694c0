// The tiles of a map on a plane.
//
// Method: for each view the tiles around its middle are wanted, the nearest first: a circle, so that a turn
// asks for nothing new. `TileMemory` says which are loaded; two threads paint them, and each frame takes
// what is ready. Until a tile is there, its nearest ancestor or its children are drawn in its place, the
// coarser ones first. A new tile fades in over what was there.
// A tile is painted a fifth larger than it is at its zoom, so it is never stretched by more than that.
// Without a turn tiles begin at whole device pixels, where their neighbours end; turned ones overlap by
// half a pixel.
// A copy of a picture on the GPU belongs to the picture, so it leaves the memory with it.

import ChartScene
import Foundation
import Geometry
import Maps
import Painting
import Platform
import Synchronization

/// A map of tiles.
@MainActor
public final class TileLayer {
    /// Where the tiles come from.
    public let source: TileSource
    /// The colours; others paint all tiles again.
    public var palette: MapPalette {
        didSet { if palette != oldValue { renew() } }
    }
    /// Whether a view waits until all of its tiles are there: for pictures that are drawn once.
    public var waits = false
    /// Whether new tiles appear at once.
    public var reducesMotion = false
    private var memory: TileMemory<TileSource.Picture>
    /// The bytes that tiles may have.
    private var limit: Int
    /// Whether the states of tiles are shown in colours.
    public var showsStates = false {
        didSet { if showsStates != oldValue { revision += 1 } }
    }
    private var knownStates: [TileState] = []
    /// Device pixels in a point, for which the tiles are painted.
    private var scale: Double?
    private var wanted: [TileNumber] = []
    /// When tiles were first there.
    private var arrivals: [TileNumber: Double] = [:]
    private var job: Job
    private var time = 0.0
    private var isFading = false
    /// Called on the thread that has painted a tile, which the next frame takes.
    var didPaint: (@Sendable () -> Void)?
    /// Changes with the tiles that are shown.
    public private(set) var revision = 0

    /// What threads have painted.
    private final class Job: Sendable {
        let done = Mutex<[TileNumber: Result]>([:])
        let isOver = Atomic(false)
    }

    private enum Result: Sendable {
        case picture(TileSource.Picture)
        case nothing
    }

    /// Points of the side of a tile at its zoom, and what it is painted larger by.
    static let side = 512.0
    private static let enlargement = 1.19
    /// Seconds.
    private static let fade = 0.15

    /// A layer of a source.
    ///
    /// - Parameter limit: the bytes that tiles may have.
    public init(
        _ source: TileSource, palette: MapPalette,
        limit: Int = TileMemory<Int>.usualLimit
    ) {
        (self.source, self.palette, self.limit) = (source, palette, limit)
        memory = TileMemory(limit: limit)
        job = Job()
    }

    /// Takes another limit: a part of what all maps of a view have.
    func share(_ bytes: Int) {
        guard bytes != memory.limit else { return }
        limit = bytes
        memory.share(bytes)
        revision += 1
    }

    /// Gives up all tiles, of a map that is not shown.
    public func rest() {
        guard memory.count > 0 else { return }
        memory.clear()
        arrivals = [:]
        revision += 1
    }

    /// Gives up the tiles that are not shown: the machine has little memory left.
    func giveUpHidden() { memory.lowerLimit() }

    /// The bytes that tiles have, with those that are being made.
    public var usedBytes: Int { memory.used }

    private func renew() {
        job.isOver.store(true, ordering: .relaxed)
        job = Job()
        let limit = memory.limit
        memory = TileMemory(limit: limit)
        memory.share(limit)
        arrivals = [:]
        revision += 1
    }

    /// The most bytes that tiles have had.
    public var peakBytes: Int { memory.peak }

    // MARK: Frame

    /// Takes the tiles that are ready, and lets those be painted that a view needs; returns whether another
    /// frame is needed.
    public func prepare(for camera: MapCamera, deviceScale: Double, at time: Double) -> Bool {
        guard camera.plane == .mercator else { return false }
        self.time = time
        if deviceScale != scale {
            if scale != nil { renew() }
            scale = deviceScale
        }
        collect()
        let numbers =
            zoom(of: camera, deviceScale).map { Self.numbers(in: camera, zoom: $0) } ?? []
        if Set(numbers) != Set(wanted) { revision += 1 }
        wanted = numbers
        let side = Int((Self.side * deviceScale * Self.enlargement).rounded())
        let pixels = source.pictureSide ?? side
        let bytes = pixels * pixels * 4
        let zooms = source.wantedZooms
        var started = memory.look(at: wanted, size: bytes, zooms: zooms)
        let (job, source, palette) = (job, source, palette)
        @Sendable nonisolated func paint(_ number: TileNumber) {
            Self.paint(number, source, side, deviceScale, palette, into: job)
        }
        if waits {
            while !started.isEmpty {
                let missing = started
                Workers.perform(missing.count) { paint(missing[$0]) }
                collect()
                started = memory.look(at: wanted, size: bytes, zooms: zooms)
            }
            return false
        }
        let didPaint = didPaint
        for number in started {
            WorkerThread.detach {
                paint(number)
                didPaint?()
            }
        }
        if showsStates {
            let states = wanted.map { memory.state(of: $0) }
            if states != knownStates { revision += 1 }
            knownStates = states
        }
        let fades = wanted.contains { opacity(of: $0) < 1 }
        // Also the first frame without a fade is another picture.
        if fades || isFading { revision += 1 }
        isFading = fades
        return isLoading || fades
    }

    /// Whether something is drawn in all of the view, if only a coarser tile; tiles that the map does
    /// not have count as drawn.
    public var isCovered: Bool {
        wanted.allSatisfy { memory.state(of: $0) == .cannotLoad || memory.isCovered($0) }
    }

    /// Whether a thread paints a tile of the view, or has painted it since the last frame.
    var isLoading: Bool { wanted.contains { memory.state(of: $0) == .loading } }

    private nonisolated static func paint(
        _ number: TileNumber, _ source: TileSource, _ side: Int, _ scale: Double,
        _ palette: MapPalette, into job: Job
    ) {
        // Nobody waits for tiles of another look.
        if job.isOver.load(ordering: .relaxed) { return }
        let picture = try? source.picture(number, side: side, scale: scale, palette: palette)
        job.done.withLock { $0[number] = picture.map { .picture($0) } ?? .nothing }
    }

    private func collect() {
        let done = job.done.withLock { done in
            defer { done = [:] }
            return done
        }
        for (number, result) in done {
            switch result {
            case .picture(let picture):
                memory.finish(number, picture, bytes: picture.bytes)
                arrivals[number] = time
            case .nothing: memory.fail(number)
            }
            revision += 1
        }
        if arrivals.count > 2000 { arrivals = arrivals.filter { time - $0.value < Self.fade } }
    }

    /// The zoom of the tiles of a view: sides of 512 points for tiles that are painted, and pixels as large as
    /// those of the device for pictures, each at most one and a half as large; nil far below the zooms of the map.
    private func zoom(of camera: MapCamera, _ deviceScale: Double) -> Int? {
        var zoom = camera.zoom - 1
        if let side = source.pictureSide { zoom += log2(Self.side * deviceScale / Double(side)) }
        let zooms = source.wantedZooms
        // Too many tiles that would be too small to be seen.
        guard Int(zoom.rounded()) >= zooms.lowerBound - 3 else { return nil }
        return min(max(Int(zoom.rounded()), zooms.lowerBound), zooms.upperBound)
    }

    /// The tiles in the circle around a view, the nearest to its middle first.
    static func numbers(in camera: MapCamera, zoom: Int) -> [TileNumber] {
        let count = 1 << zoom
        let (center, radius) = (camera.center, camera.radius)
        func range(_ middle: Double) -> ClosedRange<Int> {
            let first = Int(((middle - radius) * Double(count)).rounded(.down))
            let last = Int(((middle + radius) * Double(count)).rounded(.down))
            return first...max(first, last)
        }
        let (columns, rows) = (range(center.x), range(center.y))
        guard columns.count * rows.count < 4096 else { return [] }
        var found: [(number: TileNumber, distance: Double)] = []
        var known: Set<TileNumber> = []
        for x in columns {
            for y in rows {
                let wrapped = ((x % count) + count) % count
                guard let number = TileNumber(zoom: zoom, x: wrapped, y: y) else { continue }
                let (dx, dy) = (
                    (Double(x) + 0.5) / Double(count) - center.x,
                    (Double(y) + 0.5) / Double(count) - center.y
                )
                // A tile reaches the circle if its nearest point does.
                let half = 0.5 / Double(count)
                let (nx, ny) = (max(abs(dx) - half, 0), max(abs(dy) - half, 0))
                guard nx * nx + ny * ny <= radius * radius, known.insert(number).inserted else {
                    continue
                }
                found.append((number, dx * dx + dy * dy))
            }
        }
        return found.sorted {
            ($0.distance, $0.number.y, $0.number.x) < ($1.distance, $1.number.y, $1.number.x)
        }.map(\.number)
    }

    private func opacity(of number: TileNumber) -> Double {
        guard !waits, !reducesMotion, let arrival = arrivals[number] else { return 1 }
        return min(max((time - arrival) / Self.fade, 0), 1)
    }

    // MARK: Drawing

    /// The tiles that are drawn for a view, the coarser ones first.
    private var pieces: [TileMemory<TileSource.Picture>.Piece] {
        var found: [TileNumber: TileMemory<TileSource.Picture>.Piece] = [:]
        for number in wanted {
            for piece in memory.pieces(covering: number) { found[piece.number] = piece }
            // What was there is seen through what is new.
            if opacity(of: number) < 1, let parent = number.parent {
                for piece in memory.pieces(covering: parent) where piece.number != number {
                    found[piece.number] = piece
                }
            }
        }
        return found.values.sorted {
            ($0.number.zoom, $0.number.curveNumber) < ($1.number.zoom, $1.number.curveNumber)
        }
    }

    /// Adds the tiles to a scene.
    ///
    /// - Parameter corner: the upper left corner of the view, in points of the scene.
    public func encode(
        into scene: SceneBuilder, _ camera: MapCamera, at corner: Point, alpha: Double = 1
    ) {
        guard camera.plane == .mercator, alpha > 0 else { return }
        scene.group(opacity: alpha) {
            for piece in pieces {
                let rect = piece.number.rect
                guard let turns = camera.turns(of: rect) else { continue }
                let opacity = opacity(of: piece.number)
                for turn in turns {
                    add(
                        piece.picture.image, opacity, rect.moved(by: Double(turn)), to: scene,
                        camera,
                        corner)
                }
            }
        }
        if showsStates { encodeStates(into: scene, camera, corner) }
    }

    /// Covers each tile of the view with the colour of its state; one that is loaded has none.
    private func encodeStates(
        into scene: SceneBuilder, _ camera: MapCamera, _ corner: Point
    ) {
        for number in wanted {
            guard let color = Self.colors[memory.state(of: number)],
                let turns = camera.turns(of: number.rect)
            else { continue }
            for turn in turns {
                add(color, 1, number.rect.moved(by: Double(turn)), to: scene, camera, corner)
            }
        }
    }

    /// A pixel for each state, in the colours of SimplestGPS: a third of green, blue, magenta and red.
    private static let colors: [TileState: PaintedImage] = {
        let third: UInt8 = 84
        func pixel(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> PaintedImage {
            PaintedImage(width: 1, height: 1, bytes: [red, green, blue, third])
        }
        return [
            .notLoaded: pixel(0, third, 0), .loading: pixel(0, 0, third),
            .cannotLoad: pixel(third, 0, third), .outOfMemory: pixel(third, 0, 0),
        ]
    }()

    private func add(
        _ image: PaintedImage, _ opacity: Double, _ rect: PlaneRect, to scene: SceneBuilder,
        _ camera: MapCamera, _ corner: Point
    ) {
        let first = camera.point(of: PlanePoint(x: rect.x, y: rect.y))
        if camera.rotation == 0 {
            let last = camera.point(of: PlanePoint(x: rect.maxX, y: rect.maxY))
            func edge(_ place: Double) -> Double {
                (place * scene.scale).rounded() / scene.scale
            }
            let (left, top) = (edge(corner.x + first.x), edge(corner.y + first.y))
            let place = Rect(
                x: left, y: top, width: edge(corner.x + last.x) - left,
                height: edge(corner.y + last.y) - top)
            scene.image(image, in: place, alpha: opacity)
            return
        }
        let side = rect.width * camera.pointsPerUnit
        let overlap = 0.5 / scene.scale
        let map = AffineTransform.move(Vector(dx: corner.x + first.x, dy: corner.y + first.y))
            .after(.turn(camera.rotation))
        scene.image(
            image,
            in: Rect(
                x: -overlap, y: -overlap, width: side + 2 * overlap, height: side + 2 * overlap),
            map: map, alpha: opacity)
    }

    /// The names of roads in the tiles that are shown.
    var lineLabels: [MapLineLabel] { pieces.flatMap(\.picture.lineLabels) }

    /// The names in the tiles that are shown, at their places in the plane.
    var labels: [(label: MapLabel, place: PlanePoint)] {
        pieces.flatMap { piece in
            let rect = piece.number.rect
            return piece.picture.labels.map { label in
                (
                    label,
                    PlanePoint(
                        x: rect.x + label.x * rect.width, y: rect.y + label.y * rect.height)
                )
            }
        }
    }
}
