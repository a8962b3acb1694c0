import ChartCore
import Foundation
import GRDB
import Localization

/// The findings of a check of a library.
package struct LibraryFindings: Sendable {
    /// What is wrong, a sentence each.
    package var wrong: [String] = []
    /// What is known to be lost since the library was salvaged, a sentence each.
    package var lost: [String] = []
}

/// Checks a library.
struct LibraryVerification {
    let library: Library

    /// See `Library.inspect`.
    func inspect() throws(LibraryError) -> LibraryFindings {
        var findings = LibraryFindings()
        let structure = try structure()
        findings.wrong = structure
        // A damaged library is checked as it is salvaged, because most of it can be read that way.
        if !structure.isEmpty {
            try LibraryError.catching(library.path) { _ = try library.salvage() }
        }
        let inspection = try library.read { try Inspection($0) }
        findings.wrong += (library.salvagedDamages.map(\.text) + inspection.wrong).filter {
            !structure.contains($0)
        }
        findings.lost = inspection.lost
        // A salvaged library may be from a version that made no copies.
        if structure.isEmpty, library.salvagedDamages.isEmpty,
            try library.read({ try StoredCopies.missing($0) }) > 0
        {
            findings.wrong.append(
                tr("copies of descriptions and notes are damaged, but no records are lost"))
        }
        return findings
    }

    /// Whether the pages, or the copies of their content, are damaged.
    func isDamaged() throws(LibraryError) -> Bool {
        if try !structure().isEmpty { return true }
        return try library.read { try StoredCopies.missing($0) > 0 }
    }

    /// The problems with the structure of the file.
    private func structure() throws(LibraryError) -> [String] {
        if library.isBlank { return [] }
        return try structureOfFile()
    }

    private func structureOfFile() throws(LibraryError) -> [String] {
        try LibraryError.catching(library.path) {
            do {
                return try library.readFile { try Inspection.structure($0) }
            } catch  where LibraryError.isDamage(error) {
                return [Library.structure(error)]
            }
        }
    }
}

/// A complete inspection of a database.
struct Inspection {
    /// What is wrong, a sentence each.
    private(set) var wrong: [String] = []
    /// What is known to be lost, a sentence each.
    private(set) var lost: [String] = []
    private var datasets: [Int64: Library.Dataset] = [:]
    /// The number of readable samples of each dataset, and the span of their starts.
    private(set) var found: [Int64: (count: Int, first: Double, last: Double)] = [:]
    /// The datasets of which some part is known to be damaged.
    private var damaged: Set<Int64> = []

    /// The problems with the structure of a database and with its schema, a sentence each.
    static func structure(_ database: Database) throws -> [String] {
        let found = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
            .flatMap { $0.split(separator: "\n").map(String.init) }
            .filter { $0 != "ok" && !$0.hasPrefix("***") }
        // Unused pages are reported only if nothing else explains them.
        let causes = found.filter { !$0.hasSuffix("is never used") }
        let pages = causes.isEmpty ? found : causes
        let rows = try DatabaseRow.fetchAll(database, sql: "PRAGMA foreign_key_check")
        return pages.map { tr("its structure is damaged: {1}", $0) }
            + rows.map { row in
                let table: String = (try? row.value("table")) ?? ""
                let parent: String = (try? row.value("parent")) ?? ""
                return tr("a row of {1} refers to a row of {2} that is missing", table, parent)
            }
            + (try LibrarySchema.unexpectedObjects(database).map(\.text))
    }

    init(_ database: Database) throws {
        let listing = try DatasetListing(database)
        for dataset in listing.datasets { datasets[dataset.id] = dataset }
        note(listing.damages)
        for dataset in listing.datasets { checkDates(of: dataset) }
        let described = try SeriesListing(database)
        note(described.damages)
        for series in described.series { try look(at: series, database) }
        for dataset in listing.datasets { try lookAtWorkouts(of: dataset, database) }
        // The checks of the reading again, which find claims to unknown series.
        note(
            try described.missing(from: listing.datasets, database).filter {
                $0.dataset.map { !damaged.contains($0) } ?? true
            })
        for dataset in listing.datasets where !damaged.contains(dataset.id) { compare(dataset) }
        wrong +=
            try StoredNotes.faults(database) + StoredMarks.faults(database)
            + StoredTargets.faults(database)
        for dataset in listing.datasets { try lookAtPlaces(of: dataset, database) }
    }

    private mutating func note(_ damages: [Damage]) {
        for damage in damages {
            // A salvaged dataset already counts what is missing of it.
            if damage.isAbsence, let dataset = damage.dataset, datasets[dataset]?.lost != nil {
                if !lost.contains(damage.text) { lost.append(damage.text) }
                continue
            }
            if let dataset = damage.dataset { damaged.insert(dataset) }
            if !wrong.contains(damage.text) { wrong.append(damage.text) }
        }
    }

    /// Checks whether the times of a dataset are possible.
    private mutating func checkDates(of dataset: Library.Dataset) {
        let times = [dataset.added] + (dataset.span.map { [$0.first, $0.last] } ?? [])
        guard !times.allSatisfy(SoundTime.contains) else { return }
        note([
            Damage(dataset: dataset.id, text: tr("{1}: its dates are impossible", dataset.name))
        ])
    }

    // MARK: Samples

    private mutating func look(at series: StoredSeries, _ database: Database) throws {
        let name = datasets[series.dataset]?.name ?? ""
        let sources = try StoredSource.all(of: series.dataset, database).count
        var claims: [(owner: Int64, runs: ClaimRuns)] = []
        for claim in try StoredClaim.all(series: series.id, database) {
            if let runs = try? claim.runs(of: series.samples) {
                claims.append((claim.dataset, runs))
            } else {
                let owner = datasets[claim.dataset]?.name ?? ""
                note([
                    Damage(
                        dataset: claim.dataset,
                        text: tr("what {1} shares with {2} cannot be made out", owner, name))
                ])
            }
        }
        var last = -Double.infinity
        var damages: [Damage] = []
        var spans: [(first: Double, last: Double)] = []
        try series.forEachChunk(
            database, sources: StoredSource.numbers(sources), labels: Array(series.labels.indices)
        ) { part in
            switch part {
            case .samples(let columns, let first):
                let starts = columns.starts
                guard starts[0] >= last, zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 })
                else {
                    damages.append(
                        Damage(
                            dataset: series.dataset,
                            text: tr("{1} of {2}: samples out of order", series.metric.name, name)))
                    return false
                }
                last = starts[starts.count - 1]
                spans.append((starts[0], last))
                let range = first..<first + columns.count
                count([range], of: columns, first, for: series.dataset, series.metric)
                for claim in claims {
                    count(
                        claim.runs.pieces(in: range), of: columns, first, for: claim.owner,
                        series.metric)
                }
            case .damage(let damage):
                damages.append(Damage(damage, series, name))
            }
            return true
        }
        note(damages)
        // Samples that others share with it are damaged too, and reported once.
        if damages.contains(where: { !$0.isAbsence }) { damaged.formUnion(claims.map(\.owner)) }
        if damages.isEmpty, try !isFound(series, by: spans, database) {
            note([
                Damage(
                    dataset: series.dataset,
                    text: tr(
                        "{1} of {2}: the times it is found by are not those of its samples",
                        series.metric.name, name))
            ])
        }
    }

    /// Counts pieces of a chunk, given the number of its first sample.
    private mutating func count(
        _ pieces: [Range<Int>], of columns: SampleColumns, _ number: Int, for dataset: Int64,
        _ metric: Metric
    ) {
        for piece in pieces {
            var known = found[dataset] ?? (0, .infinity, -.infinity)
            known.count += piece.count
            if metric.aggregation != .named {
                known.first = min(known.first, columns.starts[piece.lowerBound - number])
                known.last = max(known.last, columns.starts[piece.upperBound - 1 - number])
            }
            found[dataset] = known
        }
    }

    /// Whether the stored times of a series and its chunks, all readable, match their samples.
    private func isFound(
        _ series: StoredSeries, by spans: [(first: Double, last: Double)], _ database: Database
    ) throws -> Bool {
        let chunks = try DatabaseRow.fetchAll(
            database, sql: "SELECT first, last FROM chunk WHERE series = ? ORDER BY number",
            arguments: [series.id])
        func isRight(_ row: DatabaseRow, _ first: Double?, _ last: Double?) -> Bool {
            (try? row.value("first")) == first && (try? row.value("last")) == last
        }
        guard chunks.count == spans.count,
            zip(chunks, spans).allSatisfy({ isRight($0, $1.first, $1.last) })
        else { return false }
        let row = try DatabaseRow.fetchOne(
            database, sql: "SELECT * FROM series WHERE id = ?", arguments: [series.id])
        // A backup of an earlier version is read unchanged, and such a version stored no span.
        guard let row, row.hasColumn("first"), row.hasColumn("last") else { return true }
        return isRight(row, spans.first?.first, spans.last?.last) || isRight(row, nil, nil)
    }

    /// Compares the description of a dataset with what can be read of it.
    private mutating func compare(_ dataset: Library.Dataset) {
        let (count, first, last) = found[dataset.id] ?? (0, .infinity, -.infinity)
        if let loss = dataset.lost, loss.samples > 0, count + loss.samples == dataset.samples {
            return
        }
        if count != dataset.samples {
            wrong.append(
                tr(
                    "{1} has {2} samples in place of {3}", dataset.name, "\(count)",
                    "\(dataset.samples)"))
            return
        }
        let isSame = dataset.span.map { $0 == (first, last) } ?? (first > last)
        if !isSame {
            wrong.append(tr("{1}: its dates are not those of its samples", dataset.name))
        }
    }

    // MARK: Places

    private mutating func lookAtPlaces(
        of dataset: Library.Dataset, _ database: Database
    ) throws {
        let damaged = try StoredPlaces(of: dataset, database).damaged
        guard damaged > 0 else { return }
        let text = Damage.sentence(places: damaged, dataset.name)
        if damaged == dataset.lost?.places { lost.append(text) } else { wrong.append(text) }
    }

    // MARK: Workouts

    private mutating func lookAtWorkouts(
        of dataset: Library.Dataset, _ database: Database
    ) throws {
        let sources = try StoredSource.all(of: dataset.id, database).count
        try StoredWorkouts.forEach(
            dataset, database, sources: StoredSource.numbers(sources)
        ) { part in
            let text: String
            let isLost: Bool
            switch part {
            case .workout: return
            case .damage(let count, let first, let last):
                text = Damage.sentence(damaged: count, first, last, dataset.name)
                isLost = !first.isFinite && count == dataset.lost?.workouts
            case .torn(let count, let first, let last):
                text = Damage.sentence(torn: count, first, last, dataset.name)
                isLost = count == dataset.lost?.tracks
            }
            if isLost { lost.append(text) } else { wrong.append(text) }
        }
    }
}
