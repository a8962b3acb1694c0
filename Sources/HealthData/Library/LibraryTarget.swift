import Foundation
import GRDB
import Geodesy
import Localization

/// A place that a person wants to find, kept in the library.
package struct LibraryTarget: Sendable, Hashable, Identifiable {
    /// The longest name that a target may have, in characters.
    package static let longestName = 60

    package let id: Int64
    /// What it is called.
    package var name: String
    /// Where it is.
    package var place: Coordinate
    /// Metres above the sea; nil if it is not known.
    package var height: Double?
    /// When it was made, in seconds since 1970.
    package let created: Double
    /// When it was last changed; the same as `created` if it never was.
    package let changed: Double

    /// Creates a target as a library would hold it.
    package init(
        id: Int64, name: String, place: Coordinate, height: Double? = nil, created: Double = 0,
        changed: Double = 0
    ) {
        (self.id, self.name, self.place, self.height) = (id, name, place, height)
        (self.created, self.changed) = (created, changed)
    }

    /// The target as it is kept: its name is a line, and its longitude from -180 to 180.
    ///
    /// - Throws: why it cannot be kept.
    func sound() throws(LibraryError) -> LibraryTarget {
        func refusal(_ problem: String, _ remedy: String) -> LibraryError {
            LibraryError(place: tr("target"), problem: problem, remedy: remedy, isRefusal: true)
        }
        var target = self
        target.name = Waypoint.line(name, most: .max)
        guard !target.name.isEmpty else {
            throw refusal(tr("has no name"), tr("write what it is called"))
        }
        guard target.name.count <= Self.longestName else {
            throw refusal(
                tr(
                    "its name has {1} characters, and may have {2}", "\(target.name.count)",
                    "\(Self.longestName)"), tr("give it a shorter name"))
        }
        guard place.isValid, abs(place.longitude) <= 360 else {
            throw refusal(tr("its place is not on the earth"), tr("give other coordinates"))
        }
        target.place.longitude = place.longitude.remainder(dividingBy: 360)
        if let height, !(height.isFinite && abs(height) < 100_000) {
            throw refusal(tr("its height is impossible"), tr("give it in metres, or leave it out"))
        }
        return target
    }
}

/// The targets of a library as they can be read.
package struct LibraryTargetList: Sendable {
    /// All that can be read, in the order in which they were made.
    package let all: [LibraryTarget]
    /// The damaged ones that are missing from the list, a sentence each.
    package let damages: [String]
}

/// The waypoints of the files of a library.
package struct LibraryWaypointList: Sendable {
    /// All that can be read, each with the name of its file, in the order of the files.
    package internal(set) var all: [(waypoint: Waypoint, file: String)] = []
    /// The damaged ones that are missing from the list, a sentence for each file.
    package internal(set) var damages: [String] = []
}

extension Library {
    /// The person's own targets.
    package var targets: LibraryTargets { LibraryTargets(library: self) }
}

/// The targets of a library.
package struct LibraryTargets {
    let library: Library

    /// All of them, in the order in which they were made.
    package func list() throws(LibraryError) -> LibraryTargetList {
        let list = try library.readBest {
            try StoredTargets.read($0)
        } isWhole: {
            $0.damages.isEmpty
        }
        let lost = library.salvagedDamages.filter { $0.subject == .target }.map(\.text)
        return LibraryTargetList(all: list.all, damages: list.damages + lost)
    }

    /// The waypoints of all files, with the names of the files, and the damage of the others.
    ///
    /// Cost: that of the places of files; no samples are read.
    package func waypoints() throws(LibraryError) -> LibraryWaypointList {
        try library.readBest { database in
            var list = LibraryWaypointList()
            for dataset in try DatasetListing(database).datasets {
                let stored = try StoredPlaces(of: dataset, database)
                list.all += stored.places.waypoints.map { ($0, dataset.name) }
                if stored.damaged > 0 {
                    list.damages.append(Damage.sentence(places: stored.damaged, dataset.name))
                }
            }
            return list
        } isWhole: {
            $0.damages.isEmpty
        }
    }

    /// Keeps new targets, all or none of them; their numbers and times are given by the library.
    ///
    /// - Returns: them as they are kept.
    /// - Throws: if one of them cannot be kept, or nothing can be written; nothing is changed then.
    @discardableResult
    package func add(
        _ targets: [LibraryTarget]
    ) throws(LibraryError) -> [LibraryTarget] {
        var sound: [LibraryTarget] = []
        for target in targets { sound.append(try target.sound()) }
        let now = Date().timeIntervalSince1970
        return try write { database in
            try sound.map { try StoredTargets.insert($0, at: now, database) }
        }
    }

    /// Replaces a target's name, place and height.
    ///
    /// - Returns: the target as it is kept now.
    /// - Throws: like `add`, and if there is no such target; nothing is changed then.
    @discardableResult
    package func change(_ target: LibraryTarget) throws(LibraryError) -> LibraryTarget {
        let sound = try target.sound()
        let path = library.path
        return try write { database in
            guard let changed = try StoredTargets.replace(sound, database) else {
                throw Self.noTarget(target.id, path)
            }
            return changed
        }
    }

    /// Removes a target, even a damaged one.
    ///
    /// - Throws: if there is no such target, or nothing can be written; nothing is changed then.
    package func remove(_ id: Int64) throws(LibraryError) {
        let path = library.path
        try write { database in
            guard try StoredTargets.delete(id, database) else { throw Self.noTarget(id, path) }
        }
    }

    /// Puts a removed target back under its own number.
    ///
    /// - Throws: if nothing can be written; nothing is changed then.
    package func restore(_ target: LibraryTarget) throws(LibraryError) {
        let sound = try target.sound()
        try write { try StoredTargets.put(sound, $0) }
    }

    private func write<Result>(
        _ body: (Database) throws -> Result
    ) throws(LibraryError) -> Result {
        try OwnWriting(library: library).write { database in
            let result = try body(database)
            try StoredCopies.updateTargets(database)
            return result
        }
    }

    private static func noTarget(_ id: Int64, _ path: String) -> LibraryError {
        LibraryError(
            place: path, problem: tr("holds no target {1}", "\(id)"),
            remedy: tr("see oresen library targets"), isRefusal: true)
    }
}
