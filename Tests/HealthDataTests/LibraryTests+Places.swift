import ChartCore
import Foundation
import GRDB
import Geodesy
import Testing

@testable import HealthData

// Waypoints and planned routes of files, and the person's own targets.
extension LibraryTests {
    private func map(_ name: String, latitude: Double = 47, route: Int = 0) throws -> String {
        let points = (0..<route).map { "<rtept lat=\"\(latitude)\" lon=\"\(Double($0) * 1e-3)\"/>" }
        return try files.write(
            "<gpx creator=\"Planner\"><wpt lat=\"\(latitude)\" lon=\"8\"><ele>5</ele><name>\(name)"
                + "</name><sym>Flag</sym></wpt>"
                + (route > 0 ? "<rte><name>Way</name>\(points.joined())</rte>" : "") + "</gpx>",
            "\(name).gpx")
    }

    private func places(_ library: Library? = nil) throws -> Places {
        try (library ?? self.library).contents().records.places
    }

    private func count(_ table: String) throws -> Int? {
        try library.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
    }

    // MARK: Files

    @Test("Places of files are read back, added once, and removed with their file")
    func keptPlaces() throws {
        let hut = try map("Hut", route: 9000)
        let lake = try map("Lake", latitude: 46)
        let first = try #require(try library.add(hut, options: options).dataset)
        // Files without samples differ by their places.
        #expect(try library.add(lake, options: options).dataset != nil)
        #expect(try library.add(hut, options: options).dataset == nil)
        let held = try places()
        let read = load(hut, lake).records.places
        #expect(held.waypoints.map(\.name) == ["Hut", "Lake"])
        #expect(held.waypoints.map(\.symbol) == ["Flag", "Flag"])
        #expect(held.routes.map(\.track) == read.routes.map(\.track))
        #expect(held.routes.first?.track.count == 9000 && held.routes.first?.name == "Way")
        #expect(try library.verify() == [])
        try library.remove(first.id)
        #expect(try places().waypoints.map(\.name) == ["Lake"])
        #expect(try count("place") == 1)
    }

    @Test("A file from before places were kept gets them when it is added again")
    func completedPlaces() throws {
        let path = try map("Hut", route: 3)
        let dataset = try #require(try library.add(path, options: options).dataset)
        try library.write {
            try $0.execute(sql: "UPDATE dataset SET places = NULL; DELETE FROM place")
        }
        #expect(try places().isEmpty)
        #expect(try library.verify() == [])
        let addition = try library.add(path, options: options)
        #expect(addition.dataset == nil)
        #expect(
            addition.report.notes.map(\.text) == [
                "the library had all of it already",
                "2 waypoints and planned routes were added",
            ])
        #expect(try places().count == 2)
        #expect(try library.datasets().map(\.id) == [dataset.id])
    }

    @Test("A damaged place costs that place, is named, and comes back with its file")
    func damagedPlaces() throws {
        let path = try map("Hut", route: 50)
        _ = try library.add(path, options: options)
        try library.write {
            try $0.execute(sql: "UPDATE place SET bytes = x'0100' WHERE number = 1")
        }
        let contents = try library.contents()
        #expect(contents.records.places.waypoints.count == 1)
        #expect(contents.records.places.routes.isEmpty)
        let sentence = "1 waypoint or planned route of Hut.gpx is damaged or missing"
        #expect(contents.damages == [sentence])
        #expect(try library.verify() == [sentence])
        #expect(try library.add(path, options: options).dataset == nil)
        #expect(try places().routes.map(\.track.count) == [50])
        #expect(try library.verify() == [])
    }

    // MARK: The person's own

    private var joinville: LibraryTarget {
        LibraryTarget(
            id: 0, name: "  Joinville\n", place: Coordinate(latitude: -26.3, longitude: 311.15),
            height: 50)
    }

    @Test("Targets are added, listed, changed, removed and put back")
    func targets() throws {
        let before = Date().timeIntervalSince1970
        let added = try library.targets.add([
            joinville,
            LibraryTarget(id: 0, name: "Pole", place: Coordinate(latitude: 90, longitude: 0)),
        ])
        #expect(added.map(\.name) == ["Joinville", "Pole"])
        #expect(Set(added.map(\.id)).count == 2 && added.allSatisfy { $0.created >= before })
        // The same meridian.
        #expect(abs(added[0].place.longitude + 48.85) < 1e-9)
        #expect(try library.targets.list().all == added)
        #expect(try library.contents().targets == added)
        var other = added[0]
        (other.name, other.height) = ("Home", nil)
        let changed = try library.targets.change(other)
        #expect(changed.id == other.id && changed.created == other.created)
        #expect(try library.targets.list().all == [changed, added[1]])
        try library.targets.remove(added[1].id)
        #expect(try library.targets.list().all == [changed])
        try library.targets.restore(added[1])
        #expect(try library.targets.list().all == [changed, added[1]])
        // The number of a removed one is not given again.
        try library.targets.remove(added[1].id)
        let next = try library.targets.add([joinville])
        #expect(next[0].id > added[1].id)
        #expect(try library.verify() == [])
        let missing = #expect(throws: LibraryError.self) { try library.targets.remove(99) }
        #expect(missing?.problem == "holds no target 99" && missing?.isRefusal == true)
    }

    @Test("Targets that cannot be kept are refused, and then none of them is")
    func refusedTargets() throws {
        func target(_ name: String, _ latitude: Double, _ longitude: Double) -> LibraryTarget {
            LibraryTarget(
                id: 0, name: name, place: Coordinate(latitude: latitude, longitude: longitude))
        }
        let wrong = [
            (target(" ", 0, 0), "has no name"),
            (target("A", 91, 0), "its place is not on the earth"),
            (target("A", 0, 400), "its place is not on the earth"),
            (target("A", .nan, 0), "its place is not on the earth"),
            (
                target(String(repeating: "a", count: 61), 0, 0),
                "its name has 61 characters, and may have 60"
            ),
        ]
        for (target, problem) in wrong {
            let failure = #expect(throws: LibraryError.self) {
                try library.targets.add([joinville, target])
            }
            #expect(failure?.problem == problem && failure?.isRefusal == true)
        }
        #expect(try library.targets.list().all.isEmpty)
    }

    @Test("A damaged target is named; its copy replaces it when the library is salvaged")
    func damagedTargets() throws {
        let kept = try library.targets.add([joinville])
        try library.write { try $0.execute(sql: "UPDATE target SET latitude = 12") }
        let list = try library.targets.list()
        #expect(list.all == kept)
        #expect(list.damages == ["target Joinville is damaged, and a copy of it is used"])
        let other = files.path("salvaged")
        _ = try Library.salvage(from: files.path("library"), into: other)
        let salvaged = try Library(directory: other)
        defer { salvaged.close() }
        #expect(try salvaged.targets.list().all == kept)
        #expect(try salvaged.verify() == [])
    }
}
