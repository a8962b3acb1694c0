import Foundation
import Geodesy
import Geometry
import Maps
import Testing

@Suite("Passes of many tracks")
struct PassGridTests {
    /// A walk through cells of a level that turns and comes back.
    private static func walk(
        _ count: Int, seed: UInt64, level: Int, at start: PlanePoint, step: Double
    ) -> [PlanePoint] {
        var numbers = Numbers(seed: seed)
        let cell = 1 / Double(1 << level)
        var place = start
        var course = numbers.next(0, 2 * .pi)
        return (0..<count).map { index in
            course += numbers.next(-1, 1)
            // Back towards the start from time to time, so that cells are passed again.
            if index % 40 == 39 { course = atan2(start.y - place.y, start.x - place.x) }
            place.x += cos(course) * step * cell
            place.y += sin(course) * step * cell
            return place
        }
    }

    private static func sketch(_ places: [PlanePoint], breaks: Set<Int> = []) throws -> TrackSketch
    {
        let points = places.map { Optional(MapPlane.mercator.place($0)) }
        return try #require(
            TrackSketch(TrackLine(points, on: .mercator) { breaks.contains($0) }))
    }

    /// The part of a segment that is in a square, by its corners; nil for none.
    private static func inside(
        _ a: Point, _ b: Point, _ x: ClosedRange<Double>, _ y: ClosedRange<Double>
    ) -> (from: Double, to: Double)? {
        // Where it crosses the four sides, and its ends.
        var parts = [0.0, 1]
        for side in [x.lowerBound, x.upperBound] where a.x != b.x {
            parts.append((side - a.x) / (b.x - a.x))
        }
        for side in [y.lowerBound, y.upperBound] where a.y != b.y {
            parts.append((side - a.y) / (b.y - a.y))
        }
        parts = parts.filter { (0...1).contains($0) }.sorted()
        let within = zip(parts, parts.dropFirst()).filter { first, second in
            let part = (first + second) / 2
            let place = Point(x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y))
            return x.contains(place.x) && y.contains(place.y)
        }
        guard let first = within.first, let last = within.last else { return nil }
        return (first.0, last.1)
    }

    /// The passes of one cell by a line, by looking at nothing else.
    private static func passes(_ line: PassGrid.Line, level: Int, _ column: Int, _ row: Int) -> Int
    {
        let unit = Double(1 << level)
        func point(_ index: Int) -> Point {
            let place = line.place(index)
            return Point(x: place.x * unit, y: place.y * unit)
        }
        let (x, y) = (Double(column)...Double(column + 1), Double(row)...Double(row + 1))
        let (wideX, wideY) = (
            Double(column - 1)...Double(column + 2), Double(row - 1)...Double(row + 2)
        )
        var (count, isPassing) = (0, false)
        func isPlace(_ index: Int) -> Bool {
            line.vertices.indices.contains(index) && line.vertices[index].x.isFinite
        }
        for index in line.vertices.indices where isPlace(index) {
            // A place without neighbours is a part of its own.
            guard isPlace(index + 1) || !isPlace(index - 1) else { continue }
            let (a, b) = (point(index), point(isPlace(index + 1) ? index + 1 : index))
            guard let near = inside(a, b, wideX, wideY) else {
                isPassing = false
                continue
            }
            if near.from > 0 { isPassing = false }
            if inside(a, b, x, y) != nil {
                if !isPassing { count += 1 }
                isPassing = true
            }
            if near.to < 1 { isPassing = false }
        }
        return count
    }

    @Test("Passes are those of a count cell by cell", arguments: [0.4, 1.7, 9.0])
    func countsByForce(step: Double) throws {
        let level = 21
        let middle = PlanePoint(x: 0.531_234_567, y: 0.345_678_912)
        let cell = 1 / Double(1 << level)
        let sketches = try (1...6).map { seed in
            try Self.sketch(
                Self.walk(
                    300, seed: UInt64(seed), level: level, at: middle, step: step),
                breaks: seed == 3 ? [100, 101, 250] : [])
        }
        let lines = sketches.enumerated().map {
            PassGrid.Line($1, track: $0, turn: 0, zoom: 18)
        }
        let rect = PlaneRect(
            x: middle.x - 16 * cell, y: middle.y - 12 * cell, width: 32 * cell, height: 24 * cell)
        let grid = PassGrid(lines, in: rect, level: level)
        #expect(grid.columns >= 32 && grid.rows >= 24)
        #expect(grid.rect.contains(rect))
        var (total, most) = (0, 0)
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                let wanted = lines.reduce(0) {
                    $0
                        + Self.passes(
                            $1, level: level, grid.first.column + column, grid.first.row + row)
                }
                #expect(
                    Int(grid.counts[row * grid.columns + column]) == wanted, "\(column) \(row)")
                total += wanted
                most = max(most, wanted)
            }
        }
        #expect(total > 300 && most > 1)
        #expect(grid.most == most)
    }

    @Test("A jitter across a border is one pass, and each lap is one more")
    func laps() throws {
        let level = 20
        let cell = 1 / Double(1 << level)
        let corner = PlanePoint(x: 0.5 + 16 * cell, y: 0.375)
        func place(_ x: Double, _ y: Double) -> PlanePoint {
            PlanePoint(x: corner.x + x * cell, y: corner.y + y * cell)
        }
        let jitter = (0..<41).map { place($0 % 2 == 0 ? 0.7 : 1.3, 0.5 + Double($0) / 100) }
        let lap = [place(0.5, 0.5), place(8.5, 0.5), place(8.5, 8.5), place(0.5, 8.5)]
        let laps = (0..<5).flatMap { _ in lap } + [lap[0]]
        let rect = PlaneRect(x: corner.x, y: corner.y, width: 9 * cell, height: 9 * cell)
        for (places, wanted) in [(jitter, 1), (laps, 6)] {
            let line = PassGrid.Line(try Self.sketch(places), track: 0, turn: 0, zoom: 18)
            let grid = PassGrid([line], in: rect, level: level)
            #expect(grid.count(at: place(0.9, 0.6)) == wanted)
            #expect(grid.count(at: place(4.5, 4.5)) == 0)
        }
        // The lap's other cells are passed five times.
        let line = PassGrid.Line(try Self.sketch(laps), track: 0, turn: 0, zoom: 18)
        let grid = PassGrid([line], in: rect, level: level)
        #expect(grid.count(at: place(8.5, 4.5)) == 5)
    }

    @Test("A place finds the tracks that pass it, and a view those in it")
    func finding() throws {
        let level = 21
        let cell = 1 / Double(1 << level)
        let middle = PlanePoint(x: 0.52, y: 0.33)
        var numbers = Numbers(seed: 5)
        let sketches = try (0..<40).map { seed in
            let start = PlanePoint(
                x: middle.x + numbers.next(-100, 100) * cell,
                y: middle.y + numbers.next(-100, 100) * cell)
            return try Self.sketch(
                Self.walk(60, seed: UInt64(seed + 1), level: level, at: start, step: 2))
        }
        let lines = sketches.enumerated().map { PassGrid.Line($1, track: $0, turn: 0, zoom: 18) }
        let rect = PlaneRect(
            x: middle.x - 200 * cell, y: middle.y - 200 * cell, width: 400 * cell,
            height: 400 * cell)
        let grid = PassGrid(lines, in: rect, level: level)
        func segments(_ line: PassGrid.Line) -> [(PlanePoint, PlanePoint)] {
            (1..<line.vertices.count).map { (line.place($0 - 1), line.place($0)) }
        }
        for _ in 0..<200 {
            let place = PlanePoint(
                x: middle.x + numbers.next(-90, 90) * cell,
                y: middle.y + numbers.next(-90, 90) * cell)
            let reach = numbers.next(1, 20) * cell
            let wanted = lines.compactMap { line -> (Int, Double)? in
                let distance = segments(line).map { place.nearest(from: $0, to: $1).distance }.min()
                guard let distance, distance <= reach else { return nil }
                return (line.track, distance)
            }.sorted { $0.1 < $1.1 }
            let found = grid.tracks(near: place, within: reach)
            #expect(found.map(\.track) == wanted.map(\.0))
            #expect(zip(found, wanted).allSatisfy { abs($0.distance - $1.1) < 1e-15 })
            let view = PlaneRect(
                x: place.x, y: place.y, width: numbers.next(1, 60) * cell,
                height: numbers.next(1, 60) * cell)
            // By points along the segments, so short stays in a corner may be missed.
            let seen = lines.filter { line in
                segments(line).contains { a, b in
                    (0...50).contains { step in
                        let part = Double(step) / 50
                        let (x, y) = (a.x + part * (b.x - a.x), a.y + part * (b.y - a.y))
                        return x >= view.x && x <= view.maxX && y >= view.y && y <= view.maxY
                    }
                }
            }.map(\.track)
            let inView = grid.tracks(in: view)
            #expect(Set(seen).isSubset(of: inView) && inView.count <= seen.count + 1)
        }
    }

    @Test("A track with one place is a cell, and one across the antimeridian is one line")
    func degenerate() throws {
        let one = try #require(
            TrackSketch(
                TrackLine([Coordinate(latitude: 47, longitude: 8)], on: .mercator)))
        let place = try #require(
            MapPlane.mercator.point(Coordinate(latitude: 47, longitude: 8)))
        let around = PlaneRect(x: place.x - 1e-5, y: place.y - 1e-5, width: 2e-5, height: 2e-5)
        let line = PassGrid.Line(one, track: 7, turn: 0, zoom: 18)
        let grid = PassGrid([line], in: around, level: 22)
        #expect(grid.count(at: place) == 1 && grid.most == 1)
        #expect(grid.counts.reduce(0) { $0 + Int($1) } == 1)
        #expect(grid.tracks(near: place, within: 1e-7).map(\.track) == [7])

        let places = stride(from: 178.0, through: 182, by: 0.01).map {
            Coordinate(latitude: -17, longitude: $0 > 180 ? $0 - 360 : $0)
        }
        let fiji = try #require(TrackSketch(TrackLine(places, on: .mercator)))
        #expect(abs(fiji.bounds.width - 4.0 / 360) < 1e-9)
        // At each of its turns it is where the map is.
        for turn in [-1, 0] {
            let line = PassGrid.Line(fiji, track: 0, turn: turn, zoom: 8)
            let border = PlanePoint(x: 1 + Double(turn), y: fiji.bounds.middle.y)
            let grid = PassGrid(
                [line],
                in: PlaneRect(x: border.x - 0.01, y: border.y - 0.01, width: 0.02, height: 0.02),
                level: 15)
            #expect(grid.count(at: border) == 1)
            #expect(grid.counts.reduce(0) { $0 + Int($1) } > 300)
        }
    }

    @Test("A sketch is as near to its track as it says, within its memory")
    func sketches() throws {
        let middle = PlanePoint(x: 0.53, y: 0.34)
        let places = Self.walk(5000, seed: 9, level: 23, at: middle, step: 1)
        let line = TrackLine(places.map { MapPlane.mercator.place($0) }, on: .mercator)
        let whole = try #require(TrackSketch(line))
        for zoom in TrackSketch.zooms {
            let vertices = whole.vertices(at: Double(zoom))
            let tolerance = TrackSketch.tolerance / (256 * Double(1 << zoom))
            let kept = vertices.map { whole.place($0) }
            for place in stride(from: 0, to: places.count, by: 97).map({ places[$0] }) {
                let nearest = zip(kept, kept.dropFirst()).map {
                    place.nearest(from: $0, to: $1).distance
                }.min()
                // Floats of the line and of the sketch are right to some millimetres.
                #expect(try #require(nearest) <= tolerance + 1e-9)
            }
        }
        let small = try #require(TrackSketch(line, most: 500))
        #expect(small.vertices(at: 18).count <= 500)
        #expect(small.vertices(at: 18).count > 250)
        #expect(small.bytes <= 500 * 8 * TrackSketch.zooms.count)
        #expect(whole.vertices(at: 4).count < whole.vertices(at: 10).count)
    }

    @Test("Rectangles on both sides of the antimeridian have a small one around them")
    func turnedRectangles() throws {
        func rect(_ west: Double, _ east: Double) -> PlaneRect {
            PlaneRect(x: west / 360 + 0.5, y: 0.4, width: (east - west) / 360, height: 0.1)
        }
        let fiji = try #require(
            PlaneRect(aroundTurned: [rect(177, 179), rect(-179, -178), rect(179, 181)]))
        #expect(abs(fiji.width - 5.0 / 360) < 1e-12)
        let middle = (fiji.middle.x - 0.5) * 360
        #expect(abs(abs(middle.remainder(dividingBy: 360)) - 179.5) < 1e-9)
        let europe = try #require(PlaneRect(aroundTurned: [rect(-9, -8), rect(20, 24)]))
        #expect(abs(europe.x - rect(-9, 24).x) < 1e-12)
        #expect(abs(europe.maxX - rect(-9, 24).maxX) < 1e-12)
        #expect(try #require(PlaneRect(aroundTurned: [rect(-180, 180)])).width == 1)
        #expect(PlaneRect(aroundTurned: []) == nil)
    }
}
