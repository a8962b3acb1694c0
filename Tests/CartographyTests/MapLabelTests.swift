import Foundation
import Geometry
import SeededRandom
import Testing
import Text

@testable import Cartography
@testable import Maps

/// Names on a map: which are shown, and how those of roads follow their lines.
@MainActor
@Suite struct MapLabelTests {
    private static let typesetter = Result { Typesetter(fonts: try FontLibrary()) }

    private func camera(
        x: Double = 0.5, y: Double = 0.4, zoom: Double = 15, rotation: Double = 0
    ) -> MapCamera {
        MapCamera(
            .mercator, center: PlanePoint(x: x, y: y), zoom: zoom, rotation: rotation,
            size: Size(width: 800, height: 600))
    }

    private func shown(
        _ places: [(text: String, point: Point)] = [],
        roads: [(text: String, kind: MapLineLabel.Kind, points: [Point])] = [],
        in camera: MapCamera
    ) throws -> [(text: String, middle: Point)] {
        let labels = MapLabels()
        labels.place(
            places.enumerated().map { index, place in
                (
                    MapLabel(
                        text: place.text, kind: .place, rank: Double(20 - index), x: 0, y: 0),
                    camera.planePoint(at: place.point)
                )
            },
            roads.map {
                MapLineLabel(
                    text: $0.text, kind: $0.kind, points: $0.points.map(camera.planePoint(at:)))
            }, for: camera, deviceScale: 1, .light, try Self.typesetter.get())
        return labels.texts
    }

    // MARK: Lines

    /// Stops of letters of 6 points.
    private static let stops = (0..<15).map { 3 + 6 * Double($0) }

    @Test(arguments: 0..<48)
    func aTextIsUprightOnALineOfAnyDirection(_ direction: Int) throws {
        let angle = Double(direction) * .pi / 24
        let way = Vector(dx: cos(angle), dy: sin(angle))
        let points = [-200.0, -40, 0, 3, 90, 200].map { Point(x: 50, y: 70) + way * $0 }
        let text = try #require(
            TextOnLine(Self.stops, width: 90, along: MeasuredLine(points), at: 200))
        #expect((text.middle - Point(x: 50, y: 70)).length < 1e-9)
        for (spot, stop) in zip(text.spots, Self.stops) {
            #expect(abs(spot.angle) <= .pi / 2 + 1e-9)
            #expect(abs(sin(spot.angle - angle)) < 1e-9)
            // From the left to the right, at its stop from the middle.
            let place =
                text.middle + Vector(dx: cos(spot.angle), dy: sin(spot.angle)) * (stop - 45)
            #expect((spot.place - place).length < 1e-9)
        }
    }

    @Test func lettersFollowABendAndNotACorner() throws {
        func arc(_ radius: Double) -> MeasuredLine {
            MeasuredLine(
                (0...180).map { degree in
                    let angle = Double(degree) * .pi / 180
                    return Point(x: -radius * cos(angle), y: -radius * sin(angle))
                })
        }
        let wide = arc(150)
        let text = try #require(
            TextOnLine(Self.stops, width: 90, along: wide, at: wide.length / 2))
        for spot in text.spots { #expect(abs((spot.place - .zero).length - 150) < 0.02) }
        // 84 points from the first letter to the last: 32°, half of them on each side.
        let ends = [try #require(text.spots.first), try #require(text.spots.last)].map(\.angle)
        #expect(abs(ends[0] + ends[1]) < 1e-6)
        #expect(abs(ends[1] - ends[0] - 84.0 / 150) < 0.01)
        // Six points of a circle of 20 are 17°, and 84 points of one of 70 are 69°.
        #expect(TextOnLine(Self.stops, width: 90, along: arc(20), at: 31) == nil)
        #expect(TextOnLine(Self.stops, width: 90, along: arc(70), at: arc(70).length / 2) == nil)
        let corner = MeasuredLine([
            Point(x: 0, y: 0), Point(x: 100, y: 0), Point(x: 100, y: 100),
        ])
        #expect(TextOnLine(Self.stops, width: 90, along: corner, at: 100) == nil)
        #expect(TextOnLine(Self.stops, width: 90, along: corner, at: 46) != nil)
        // Without room there is none.
        #expect(TextOnLine(Self.stops, width: 90, along: corner, at: 44) == nil)
        #expect(TextOnLine(Self.stops, width: 90, along: MeasuredLine([]), at: 0) == nil)
        #expect(
            TextOnLine(
                Self.stops, width: 0,
                along: MeasuredLine([.zero, .zero]), at: 0) == nil)
    }

    @Test(arguments: [0, 0.4, 1.6, 3, -2.2])
    func namesOfRoadsKeepClearOfOthers(_ rotation: Double) throws {
        let camera = camera(rotation: rotation)
        let center = Point(x: 400, y: 300)
        func road(_ angle: Double) -> [Point] {
            [-180.0, 180].map { center + Vector(dx: cos(angle), dy: sin(angle)) * $0 }
        }
        // Two roads that cross: the more important one has the middle.
        let roads: [(text: String, kind: MapLineLabel.Kind, points: [Point])] = [
            ("Mill Lane", .small, road(0.2)), ("Great North Road", .large, road(1.5)),
        ]
        let both = try shown(roads: roads, in: camera)
        #expect(both.map(\.text) == ["Great North Road", "Mill Lane"])
        #expect((both[0].middle - center).length < 0.01)
        #expect((both[1].middle - center).length > 40)
        // A place comes first.
        let all = try shown(
            [("Town", center + Vector(dx: 0, dy: 8))], roads: [roads[1]], in: camera)
        #expect(all.map(\.text) == ["Town", "Great North Road"])
        #expect((all[1].middle - center).length > 20)
        // A pan changes nothing.
        var moved = camera
        moved.pan(by: Vector(dx: 33, dy: -20))
        let labels = MapLabels()
        labels.place(
            [],
            roads.map {
                MapLineLabel(
                    text: $0.text, kind: $0.kind, points: $0.points.map(camera.planePoint(at:)))
            }, for: moved, deviceScale: 1, .light, try Self.typesetter.get())
        for (a, b) in zip(labels.texts, both) {
            #expect(a.text == b.text)
            #expect((a.middle - b.middle - Vector(dx: 33, dy: -20)).length < 1e-6)
        }
    }

    @Test func aLongRoadHasItsNameAgainAndSmallOnesHaveNoneFromAfar() throws {
        let line = [Point(x: -1000, y: 300), Point(x: 1600, y: 300)]
        let names = try shown(roads: [("High Street", .small, line)], in: camera())
        #expect(names.count == 6)
        for (a, b) in zip(names, names.dropFirst()) {
            #expect((b.middle - a.middle).length >= MapLabels.sameName)
        }
        // Two lanes side by side have one name.
        let other = line.map { $0 + Vector(dx: 0, dy: 25) }
        #expect(
            try shown(
                roads: [("High Street", .small, line), ("High Street", .small, other)], in: camera()
            ).count == 6)
        #expect(try shown(roads: [("High Street", .small, line)], in: camera(zoom: 14)).isEmpty)
        #expect(
            try shown(roads: [("High Street", .large, line)], in: camera(zoom: 14)).count == 6)
        let short = [Point(x: 0, y: 0), Point(x: 30, y: 0)]
        #expect(try shown(roads: [("High Street", .large, short)], in: camera()).isEmpty)
    }

    // MARK: Places

    @Test func twoTownsOfOneNameAreShownAndOneTownOnce() throws {
        let places = [Point(x: 100, y: 100), Point(x: 130, y: 160), Point(x: 700, y: 500)]
        let names = try shown(places.map { ("Neustadt", $0) }, in: camera())
        try #require(names.count == 2)
        #expect((names[0].middle - places[0]).length < 1e-6)
        #expect((names[1].middle - places[2]).length < 1e-6)
    }

    @Test(arguments: [0.0, 1, -3])
    func placesOnBothSidesOfTheAntimeridianAreNeighbours(_ x: Double) throws {
        let camera = camera(x: x, zoom: 5)
        let labels = MapLabels()
        let side = 4 / camera.pointsPerUnit
        labels.place(
            [("Taveuni", 1 - side, 30.0), ("Rabi", side, 20), ("Suva", 1 - 40 * side, 10)].map {
                (
                    MapLabel(text: $0.0, kind: .place, rank: $0.2, x: 0, y: 0),
                    PlanePoint(x: $0.1, y: 0.4)
                )
            }, [], for: camera, deviceScale: 1, .light, try Self.typesetter.get())
        #expect(labels.texts.map(\.text) == ["Taveuni", "Suva"])
    }

    @Test func roomIsWhatASearchThroughAllFinds() {
        var random = SplitMix(seed: 4)
        var room = LabelRoom()
        var taken: [Rect] = []
        for _ in 0..<2000 {
            let rect = Rect(
                x: random.number(-900, 900), y: random.number(-900, 900),
                width: random.number(1, 150), height: random.number(1, 40))
            let isFree = !taken.contains { $0.intersects(rect) }
            #expect(room.isFree(rect) == isFree)
            if isFree {
                room.take(rect)
                taken.append(rect)
            }
        }
        #expect(taken.count > 100)
    }

    // MARK: Tiles

    @Test func piecesOfARoadAreJoined() {
        func place(_ x: Int) -> VectorTile.Place {
            VectorTile.Place(x: Int32(x), y: Int32(x * x))
        }
        let whole = (0...20).map(place)
        let pieces = [
            Array(whole[7...11]), Array(whole[0...3].reversed()), Array(whole[11...20].reversed()),
            Array(whole[3...7]),
        ]
        let joined = LineJoining.joined(pieces)
        #expect(joined.count == 1)
        #expect(joined[0] == whole || joined[0] == whole.reversed())
        // Where three meet, none is the continuation; a ring stays one.
        let star = (1...3).map { [place(0), place($0)] }
        #expect(LineJoining.joined(star) == star)
        let ring = [place(1), place(2), place(3), place(1)]
        #expect(LineJoining.joined([ring, Array(whole[1...2])]) == [ring, Array(whole[1...2])])
        let halves = [Array(ring[0...2]), Array(ring[2...3])]
        #expect(LineJoining.joined(halves).count == 1)
        #expect(LineJoining.joined([]).isEmpty)
    }

    @Test func threeSchemasHaveNamesOfRoads() {
        func name(
            _ schema: MapSchema, _ layer: String, _ properties: [String: String],
            kind: VectorTile.Kind = .lines
        ) -> MapLineLabel.Kind? {
            schema.lineLabel(
                layer,
                VectorTile.Feature(
                    kind: kind, properties: properties.mapValues { .text($0) }, parts: []))?.kind
        }
        let street = ["name": "Mill Lane", "kind": "minor_road"]
        #expect(name(.protomaps, "roads", street) == .small)
        #expect(name(.protomaps, "roads", ["name": "A1", "kind": "highway"]) == .large)
        #expect(name(.protomaps, "roads", street, kind: .points) == nil)
        #expect(name(.protomaps, "roads", ["kind": "minor_road"]) == nil)
        #expect(name(.protomaps, "roads", ["name": "Line 1", "kind": "rail"]) == nil)
        #expect(name(.protomaps, "water", ["name": "Avon"]) == nil)
        #expect(
            name(.shortbread, "street_labels", ["name": "A", "kind": "tertiary"]) == .medium)
        #expect(name(.shortbread, "streets", ["name": "A", "kind": "tertiary"]) == nil)
        #expect(
            name(.openMapTiles, "transportation_name", ["name": "A", "class": "path"]) == .path)
        #expect(name(.base, "roads", street) == nil)
    }
}
