import ChartCore
import Foundation
import GRDB
import Testing

@testable import HealthData

/// Damage, its consequences, and its repair by adding a file again.
extension LibraryTests {
    /// A series of heart rates of three chunks: 65,536, 65,536 and 18,928.
    private func rates(_ count: Int = 150_000) -> String {
        var text = "time,heart rate (bpm)\n"
        for index in 0..<count { text += "\(1_700_000_000 + index * 5),\(60 + index % 50)\n" }
        return text
    }

    /// Adds a file and a later export with one more reading.
    private func addLongAndLonger() throws -> (long: String, longer: String) {
        let long = try files.write(rates(), "long.csv")
        let longer = try files.write(rates(150_001), "longer.csv")
        _ = try library.add(long, options: options)
        #expect(try library.add(longer, options: options).new == 1)
        return (long, longer)
    }

    /// Changes a bit of the second chunk of the first series.
    private func spoil() throws {
        try library.writer.write { database in
            let bytes = try #require(
                try Data.fetchOne(
                    database, sql: "SELECT bytes FROM chunk WHERE series = 1 AND number = 1"))
            var damaged = [UInt8](bytes)
            damaged[damaged.count / 2] ^= 0x10
            try database.execute(
                sql: "UPDATE chunk SET bytes = ? WHERE series = 1 AND number = 1",
                arguments: [Data(damaged)])
        }
    }

    private func execute(_ sql: String) throws {
        try library.writer.write { try $0.execute(sql: sql) }
    }

    // MARK: Mending

    @Test(
        "A file that is added again repairs its damaged samples; shared ones stay shared")
    func mended() throws {
        let (long, longer) = try addLongAndLonger()
        try spoil()
        #expect(try library.verify().count == 1)
        let again = try library.add(long, options: options)
        #expect(again.dataset == nil && again.mended == 65_536 && again.known == 150_000)
        #expect(again.report.damages.isEmpty)
        try expectHolds([long, longer])
        #expect(try library.add(long, options: options).mended == 0)
        #expect(try library.remove(try library.datasets()[0]) == [])
        try expectHolds([longer])
    }

    @Test("So are chunks with only a damaged checksum, and those of texts, pairs and spans")
    func mendedKinds() throws {
        let early = try export(days: 1...5, "early.xml")
        let late = try export(days: 4...9, "late.xml")
        let pressure = try files.write(
            "time,systolic,diastolic\n2026-05-01 08:00,120,80\n2026-05-02 08:00,118.5,79\n",
            "bp.csv")
        for file in [early, late, pressure] { _ = try library.add(file, options: options) }
        try execute("UPDATE chunk SET checksum = checksum + 1")
        #expect(try library.contents().records.isEmpty)
        for file in [early, late, pressure] {
            #expect(try library.add(file, options: options).mended > 0)
        }
        try expectHolds([early, late, pressure])
        try library.remove(try library.datasets()[0])
        try expectHolds([late, pressure])
    }

    @Test("If nothing of them is left, the file adds them again, and reports the losses of others")
    func broughtAnew() throws {
        let (long, longer) = try addLongAndLonger()
        let before = try library.datasets()
        try execute("DELETE FROM chunk WHERE series = 1 AND number = 1")
        let again = try library.add(long, options: options)
        #expect(again.dataset == nil && again.mended == 65_536)
        #expect(
            again.report.damages == [
                "Heart rate of longer.csv: 65536 samples stored with long.csv were damaged "
                    + "and are lost"
            ])
        #expect(try library.datasets() == before)
        // Nothing is missing in the displayed samples, but removing the later file would remove
        // some.
        #expect(try library.contents().records[.heartRate]?.columns.count == 150_001)
        #expect(try library.verify() == ["longer.csv: 65536 samples are missing"])
        #expect(try library.add(longer, options: options).mended == 65_536)
        try expectHolds([long, longer])
        try library.remove(before[0])
        try expectHolds([longer])
    }

    @Test(
        "Any other loss of a dataset is repaired by its file",
        arguments: [
            "UPDATE series SET family = 'mood' WHERE dataset = 1",
            "UPDATE series SET labels = 'none' WHERE dataset = 1",
            "DELETE FROM series WHERE dataset = 1",
            "DELETE FROM source WHERE dataset = 1",
            "UPDATE source SET number = number + 1 WHERE dataset = 1 AND number = 1",
            "UPDATE chunk SET samples = samples + 1 WHERE series = 1",
            "UPDATE series SET samples = samples + 1 WHERE id = 1",
            "UPDATE dataset SET report = '{}' WHERE id = 1",
        ])
    func lostParts(sql: String) throws {
        let early = try export(days: 1...5, "early.xml")
        let late = try export(days: 4...9, "late.xml")
        _ = try library.add(early, options: options)
        _ = try library.add(late, options: options)
        try execute(sql)
        #expect(try !library.verify().isEmpty)
        let contents = try library.contents()
        #expect(!contents.damages.isEmpty && !contents.report.damages.isEmpty)
        #expect(try library.add(early, options: options).dataset == nil)
        _ = try library.add(late, options: options)
        try expectHolds([early, late])
        #expect(try library.datasets().map(\.id) == [1, 2])
        try library.remove(try library.datasets()[0])
        try expectHolds([late])
    }

    // MARK: The costs

    @Test("Damage keeps no other file out: its share of the damaged samples is new again")
    func addingBesideDamage() throws {
        let long = try files.write(rates(), "long.csv")
        _ = try library.add(long, options: options)
        try spoil()
        let longer = try files.write(rates(150_001), "longer.csv")
        let addition = try library.add(longer, options: options)
        #expect(addition.new == 65_536 + 1 && addition.known == 150_000 - 65_536)
        #expect(try library.contents().records[.heartRate]?.columns.count == 150_001)
        #expect(try library.verify().count == 1)
        #expect(try library.remove(try library.datasets()[0]) == [])
        try expectHolds([longer])
    }

    @Test("A damaged dataset can be removed; the losses of others are reported and repaired")
    func removingDamage() throws {
        let (_, longer) = try addLongAndLonger()
        try spoil()
        #expect(
            try library.remove(try library.datasets()[0]) == [
                "Heart rate of longer.csv: 65536 samples stored with long.csv were damaged "
                    + "and are lost"
            ])
        let wrong = ["longer.csv: 65536 samples are missing"]
        #expect(try library.contents().damages == wrong)
        #expect(try library.verify() == wrong)
        #expect(try library.add(longer, options: options).mended == 65_536)
        try expectHolds([longer])
    }

    @Test("Damage is reported for its dataset, and the damaged samples are not used")
    func whoseDamage() throws {
        let path = try files.write(rates(), "long.csv")
        let exported = try export(days: 1...2, "export.xml")
        _ = try library.add(path, options: options)
        _ = try library.add(exported, options: options)
        try spoil()
        let used = Importer(files: [exported], options: options).run().report.files[0].used
        let contents = try library.contents()
        let report = contents.report
        #expect(report.files.map(\.damages) == [contents.damages, []])
        #expect(contents.damages.count == 1)
        expectBalanced(report)
        #expect(report.files.map(\.used) == [150_000 - 65_536, used])
        #expect(report.files.map(\.refused) == [65_536, 0])
        #expect(
            report.damages == [
                "\(path): Heart rate of long.csv: 65536 samples from 2023-11-18 to 2023-11-22 are "
                    + "damaged; add it to the library again, or restore a backup"
            ])
    }

    @Test("A series that cannot be read is damage, and no other one is lost with it")
    func unclearSeries() throws {
        let early = try export(days: 1...2, "early.xml")
        _ = try library.add(early, options: options)
        try execute("UPDATE series SET family = 'mood' WHERE metric = 'steps'")
        let contents = try library.contents()
        #expect(contents.damages.count == 1)
        #expect(
            contents.damages.first
                == "early.xml: its description is damaged, and a copy of it is used")
        #expect(contents.report.files[0].damages == contents.damages)
        #expect(contents.records.metrics.map(\.id).contains(.steps))
        #expect(try library.verify() == contents.damages)
        // Without a copy the indexes still show the metric.
        try execute("DELETE FROM copy")
        let bareLibrary = try Library(reading: files.path("library"))
        defer { bareLibrary.close() }
        let bare = try bareLibrary.contents()
        #expect(bare.records.metrics.map(\.id).contains(.weight))
        #expect(bare.damages.first?.hasSuffix("cannot be made out: Steps") == true)
    }

    // MARK: Claims

    @Test("A changed claim is found, and nothing wrong is inherited through it")
    func damagedClaim() throws {
        let early = try export(days: 1...5, "early.xml")
        let late = try export(days: 4...9, "late.xml")
        _ = try library.add(early, options: options)
        _ = try library.add(late, options: options)
        // As many samples, but others: the number of the first omitted ones is one less.
        try library.writer.write { database in
            for row in try DatabaseRow.fetchAll(database, sql: "SELECT * FROM claim") {
                let runs: Data = try row.value("runs")
                var bytes = [UInt8](runs)
                #expect(bytes[0] > 0)
                bytes[0] -= 1
                let (dataset, series): (Int64, Int64) = (
                    try row.value("dataset"), try row.value("series")
                )
                try database.execute(
                    sql: "UPDATE claim SET runs = ? WHERE dataset = ? AND series = ?",
                    arguments: [Data(bytes), dataset, series])
            }
        }
        #expect(
            try library.verify() == ["what late.xml shares with early.xml cannot be made out"])
        #expect(
            try Set(library.contents().damages)
                == ["what late.xml shares with others cannot be made out"])
        #expect(
            try Set(library.remove(try library.datasets()[0]))
                == ["what late.xml shared with early.xml cannot be made out and is lost"])
        #expect(try library.verify() == ["late.xml: 16 samples are missing"])
        #expect(try library.add(late, options: options).mended == 16)
        try expectHolds([late])
    }

    @Test("Claims of any length are removed in runs")
    func longClaims() throws {
        let (_, longer) = try addLongAndLonger()
        // As single numbers they would need 32 GB.
        let count = 4_000_000_000
        var runs = ClaimRuns()
        runs.append(0..<count)
        try library.writer.write { database in
            try database.execute(
                sql: "UPDATE series SET samples = ? WHERE id = 1", arguments: [count])
            try database.execute(sql: "DELETE FROM claim")
            try StoredClaim.insert(runs, dataset: 2, series: 1, database)
        }
        let lost = count - 150_000
        #expect(
            try library.remove(try library.datasets()[0]) == [
                "Heart rate of longer.csv: \(lost) samples stored with long.csv were damaged "
                    + "and are lost"
            ])
        try expectHolds([longer])
    }
}
