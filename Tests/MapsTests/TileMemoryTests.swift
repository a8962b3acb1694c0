import Geometry
import Maps
import Testing

@Suite("Tiles in memory")
struct TileMemoryTests {
    /// A tile of 512 pixels, in bytes.
    private static let size = 1 << 20

    /// The tiles that a camera shows, nearest to its middle first.
    private func tiles(_ camera: MapCamera) -> [TileNumber] {
        let zoom = Int(camera.zoom.rounded(.down)) - 1
        let (visible, side) = (camera.visible, 1 / Double(1 << zoom))
        var tiles: [TileNumber] = []
        for x in Int((visible.x / side).rounded(.down))...Int((visible.maxX / side).rounded(.down))
        {
            for y in Int(
                (visible.y / side).rounded(.down))...Int((visible.maxY / side).rounded(.down))
            {
                let turned = (x % (1 << zoom) + (1 << zoom)) % (1 << zoom)
                if let tile = TileNumber(zoom: zoom, x: turned, y: y) { tiles.append(tile) }
            }
        }
        func distance(_ tile: TileNumber) -> Double {
            let middle = tile.rect.middle
            let x = (middle.x - camera.center.x).remainder(dividingBy: 1)
            return x * x + (middle.y - camera.center.y) * (middle.y - camera.center.y)
        }
        return tiles.sorted { distance($0) < distance($1) }
    }

    @Test(
        "A walk of 500 views through gigabytes stays within 75 MB, and nothing is blank with a parent"
    )
    func walk() {
        var memory = TileMemory<Int>(limit: 0)
        #expect(memory.limit == 75_000_000)
        var numbers = Numbers(seed: 8)
        var camera = MapCamera(
            .mercator, center: PlanePoint(x: 0.53, y: 0.35), zoom: 9,
            size: Size(width: 1280, height: 800))
        var pending: [TileNumber] = []
        var (wrong, blank, shown, most) = (0, 0, 0, 0)
        var seen: Set<TileNumber> = []
        for view in 0..<500 {
            camera.pan(by: Vector(dx: numbers.next(-900, 1500), dy: numbers.next(-900, 900)))
            if view % 7 == 0 {
                camera.transform(by: numbers.next(0.4, 2.2), about: Point(x: 300, y: 300))
                camera.zoom = min(max(camera.zoom, 6), 15)
            }
            if view % 90 == 89 {
                camera.center = PlanePoint(x: numbers.next(0, 1), y: numbers.next(0.2, 0.8))
            }
            let wanted = tiles(camera)
            // Some frames for each view; a tile takes one or two of them.
            for _ in 0..<6 {
                pending += memory.look(at: wanted, size: Self.size, zooms: 0...14, most: 4)
                if memory.used > memory.limit { wrong += 1 }
                let done = pending.prefix(Int(numbers.next(0, 4.9)))
                pending.removeFirst(done.count)
                for tile in done {
                    if tile.curveNumber % 97 == 0 {
                        memory.fail(tile)
                    } else {
                        memory.finish(
                            tile, tile.zoom, bytes: Self.size + Int(tile.curveNumber % 999))
                        seen.insert(tile)
                    }
                    if memory.used > memory.limit { wrong += 1 }
                }
                for tile in wanted {
                    let pieces = memory.pieces(covering: tile)
                    shown += 1
                    if pieces.isEmpty {
                        blank += 1
                        // Then none of its ancestors is there.
                        var parent = tile.parent
                        while let next = parent {
                            if memory.state(of: next) == .loaded { wrong += 1 }
                            parent = next.parent
                        }
                    }
                    wrong += pieces.count { $0.picture != $0.number.zoom }
                }
                most = max(most, memory.used)
            }
        }
        #expect(wrong == 0)
        #expect(seen.count > 900, "\(seen.count)")
        #expect(memory.peak >= most && memory.peak <= memory.limit && most > 60_000_000)
        // Blank only where a view has just come far away.
        #expect(blank * 20 < shown, "\(blank) of \(shown)")
    }

    @Test("Ancestors come first, then the tiles in their order")
    func order() throws {
        var memory = TileMemory<Int>()
        let wanted = [(40, 20), (41, 20), (48, 20)].compactMap {
            TileNumber(zoom: 7, x: $0.0, y: $0.1)
        }
        let first = memory.look(at: wanted, size: Self.size, zooms: 0...14, most: 3)
        let ancestors = [(5, 2), (6, 2)].compactMap { TileNumber(zoom: 4, x: $0.0, y: $0.1) }
        #expect(first == ancestors + wanted.prefix(1))
        #expect(memory.look(at: wanted, size: Self.size, zooms: 0...14, most: 3) == [])
        memory.finish(ancestors[0], 1, bytes: 10)
        #expect(memory.pieces(covering: wanted[1]).map(\.number) == [ancestors[0]])
        #expect(memory.pieces(covering: wanted[2]).isEmpty)
        // No ancestors above the zooms of the map.
        var shallow = TileMemory<Int>()
        #expect(shallow.look(at: wanted, size: 1, zooms: 7...9, most: 9) == wanted)
    }

    @Test("Four children stand for their parent, and three do not")
    func children() throws {
        var memory = TileMemory<Int>()
        let parent = try #require(TileNumber(zoom: 5, x: 3, y: 9))
        for (index, child) in parent.children.enumerated() {
            #expect(memory.pieces(covering: parent).isEmpty)
            _ = memory.look(at: [child], size: 1, zooms: 6...9, most: 9)
            memory.finish(child, index, bytes: 1)
        }
        #expect(memory.pieces(covering: parent).map(\.picture) == [0, 1, 2, 3])
    }

    @Test(
        "Where there is no room for what is shown, a tile is out of memory, and comes when there is"
    )
    func outOfMemory() throws {
        var memory = TileMemory<Int>(limit: 0)
        let tiles = (0..<4).compactMap { TileNumber(zoom: 2, x: $0, y: 0) }
        let large = 30_000_000
        func look(_ wanted: [TileNumber]) -> [TileNumber] {
            let started = memory.look(at: wanted, size: large, zooms: 2...9, most: 9)
            for tile in started { memory.finish(tile, 0, bytes: large) }
            return started
        }
        #expect(look(tiles) == Array(tiles.prefix(2)))
        #expect(
            memory.state(of: tiles[2]) == .outOfMemory && memory.state(of: tiles[3]) == .notLoaded)
        // The others have room when these are not shown.
        #expect(look(Array(tiles.suffix(2))) == Array(tiles.suffix(2)))
        #expect(memory.state(of: tiles[0]) == .notLoaded && memory.used == 2 * large)
    }

    @Test("A late picture stays if there is much room, one larger than expected has to fit")
    func late() throws {
        var memory = TileMemory<Int>(limit: 0)
        let tiles = (0..<4).compactMap { TileNumber(zoom: 2, x: $0, y: 0) }
        _ = memory.look(at: [tiles[0]], size: 10, zooms: 2...9)
        _ = memory.look(at: [tiles[1]], size: 10, zooms: 2...9)
        memory.finish(tiles[0], 0, bytes: 60_000_000)
        #expect(memory.state(of: tiles[0]) == .notLoaded)
        memory.finish(tiles[1], 0, bytes: 80_000_000)
        #expect(memory.state(of: tiles[1]) == .outOfMemory && memory.used == 0)
        // What nobody asked for is not taken.
        memory.finish(tiles[2], 0, bytes: 10)
        memory.fail(tiles[3])
        #expect(memory.used == 0 && memory.count == 0)
        _ = memory.look(at: [tiles[1]], size: 10, zooms: 2...9)
        memory.fail(tiles[1])
        #expect(memory.look(at: [tiles[1]], size: 10, zooms: 2...9) == [])
        #expect(memory.state(of: tiles[1]) == .cannotLoad)
    }

    @Test("With little memory left, only what is shown stays")
    func lowerLimit() throws {
        var memory = TileMemory<Int>(limit: 200_000_000)
        let tiles = (0..<4).compactMap { TileNumber(zoom: 2, x: $0, y: 0) }
        for tile in tiles {
            _ = memory.look(at: [tile], size: 1, zooms: 2...9)
            memory.finish(tile, 0, bytes: 40_000_000)
        }
        memory.lowerLimit()
        #expect(memory.limit == 128_000_000 && memory.used == 40_000_000)
        #expect(memory.state(of: tiles[3]) == .loaded)
        memory.lowerLimit()
        #expect(memory.limit == 75_000_000)
    }

    @Test("The table of states is the ancestor's, and a failed tile stays failed")
    func states() {
        let allowed: [TileState: Set<TileState>] = [
            .notLoaded: [.loading, .outOfMemory],
            .loading: [.notLoaded, .loaded, .cannotLoad, .outOfMemory],
            .loaded: [.notLoaded, .loading, .outOfMemory], .cannotLoad: [],
            // It may be forgotten here.
            .outOfMemory: [.loading, .notLoaded],
        ]
        for state in TileState.allCases {
            for next in TileState.allCases {
                #expect(state.canBecome(next) == (allowed[state]?.contains(next) ?? false))
            }
        }
    }
}
