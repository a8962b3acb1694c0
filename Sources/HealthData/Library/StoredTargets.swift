// Targets as they are stored in the library.
//
// Layout: a row for each target, as plain numbers and text, so that any tool that opens the database
// can read it: like notes, targets exist nowhere else. Each row has a checksum over all of its
// content, so that damage is detected and costs one target. They belong to no dataset.

import Foundation
import GRDB
import Geodesy
import Localization

enum StoredTargets {
    /// Whether the database is of a version that keeps targets.
    static func areKept(_ database: Database) throws -> Bool {
        try database.tableExists("target")
    }

    /// All intact targets, in the order in which they were made, and the damage of the others.
    ///
    /// Empty for a database that was written before targets were kept.
    static func read(_ database: Database) throws -> LibraryTargetList {
        guard try areKept(database) else { return LibraryTargetList(all: [], damages: []) }
        var targets: [LibraryTarget] = []
        var damages: [String] = []
        let rows = try DatabaseRow.fetchCursor(
            database, sql: "SELECT * FROM target ORDER BY created, id")
        while let row = try rows.next() {
            if let target = try? target(row) {
                targets.append(target)
            } else {
                let id: Int64 = (try? row.value("id")) ?? 0
                damages.append(tr("target {1} is damaged", "\(id)"))
            }
        }
        return LibraryTargetList(all: targets, damages: damages)
    }

    /// The number of targets.
    static func count(_ database: Database) throws -> Int {
        guard try areKept(database) else { return 0 }
        return try Int.fetchOne(database, sql: "SELECT count(*) FROM target") ?? 0
    }

    /// The problems with the targets of a database, a sentence each.
    static func faults(_ database: Database) throws -> [String] {
        if try !areKept(database),
            try LibrarySchema.migrator.appliedIdentifiers(database).contains(LibrarySchema.targets)
        {
            return [tr("the targets are missing")]
        }
        return try read(database).damages
    }

    /// Writes a new target, and returns it with its number.
    static func insert(
        _ target: LibraryTarget, at now: Double, _ database: Database
    ) throws -> LibraryTarget {
        // The number comes from the library's own count, so that none is given twice.
        let next = try Int64.fetchOne(
            database,
            sql: """
                SELECT 1 + max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'target'), 0),
                coalesce((SELECT max(id) FROM target), 0))
                """)
        let kept = LibraryTarget(
            id: next ?? 1, name: target.name, place: target.place, height: target.height,
            created: now, changed: now)
        try put(kept, database)
        return kept
    }

    /// Replaces a target's name, place and height; nil if there is no such target.
    static func replace(_ target: LibraryTarget, _ database: Database) throws -> LibraryTarget? {
        guard
            let created = try Double.fetchOne(
                database, sql: "SELECT created FROM target WHERE id = ?", arguments: [target.id])
        else { return nil }
        let changed = LibraryTarget(
            id: target.id, name: target.name, place: target.place, height: target.height,
            created: created, changed: max(created, Date().timeIntervalSince1970))
        try put(changed, database)
        return changed
    }

    /// Removes a target; returns whether there was one.
    static func delete(_ id: Int64, _ database: Database) throws -> Bool {
        try database.execute(sql: "DELETE FROM target WHERE id = ?", arguments: [id])
        return database.changesCount > 0
    }

    /// Removes damaged targets.
    static func deleteDamaged(_ database: Database) throws {
        try DatabaseRow.deleteDamaged("target", database) { _ = try target($0) }
    }

    // MARK: Copies

    /// The given copies whose targets are missing or damaged.
    static func lost(
        _ database: Database, copies: [LibraryTarget]
    ) throws -> [LibraryTarget] {
        let there = Set(try read(database).all.map(\.id))
        return copies.filter { !there.contains($0.id) }
    }

    /// Writes a target under its own number.
    static func put(_ target: LibraryTarget, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO target
                (id, name, latitude, longitude, height, created, changed, checksum)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                target.id, target.name, target.place.latitude, target.place.longitude,
                target.height, target.created, target.changed, checksum(target),
            ])
    }

    // MARK: Rows

    /// The target of a row; throws if it is damaged.
    private static func target(_ row: DatabaseRow) throws -> LibraryTarget {
        let target = LibraryTarget(
            id: try row.value("id"), name: try row.value("name"),
            place: Coordinate(
                latitude: try row.value("latitude"), longitude: try row.value("longitude")),
            height: try row.value("height"), created: try row.value("created"),
            changed: try row.value("changed"))
        let kept: Int64 = try row.value("checksum")
        guard kept == checksum(target), target.place.isValid else {
            throw PackedReader.Malformed()
        }
        return target
    }

    /// The checksum of all of a target's content.
    private static func checksum(_ target: LibraryTarget) -> Int64 {
        var bytes = PackedWriter()
        bytes.append(signed: target.id)
        for number in [
            target.place.latitude, target.place.longitude, target.height ?? .nan, target.created,
            target.changed,
        ] {
            bytes.append(whole: number)
        }
        bytes.append(text: target.name)
        return Int64(bitPattern: Checksum.of(bytes.bytes))
    }
}
